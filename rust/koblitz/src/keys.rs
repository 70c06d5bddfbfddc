//! Secret and public keys.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::hint::black_box;
use core::ptr;

use koblitz_sys as sys;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::bytes::hex_text;
use crate::context::{public, with_secrets};
use crate::ecdsa::{RecoverableSignature, Signature};
use crate::{Error, Keypair, Result, XOnlyPublicKey};

/// A secret key: a number in [1, n - 1]. It is wiped when it is dropped, has no text and no serde, and is compared in
/// constant time. All that is done with it is constant time.
///
/// A move may leave a copy behind that nobody wipes, as everywhere in Rust: keep long-lived keys in one place.
#[derive(Clone)]
pub struct SecretKey([u8; 32]);

impl SecretKey {
    /// Takes 32 bytes, big-endian. Fails for 0 and for numbers from n on.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self> {
        // SAFETY: 32 bytes are read.
        match unsafe { sys::secp256k1_ec_seckey_verify(public(), bytes.as_ptr()) } {
            1 => Ok(Self(*bytes)),
            _ => Err(Error::InvalidSecretKey),
        }
    }

    /// As [`SecretKey::from_bytes`]; another length than 32 is an error.
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        bytes.try_into().map_err(|_| Error::InvalidSecretKey).and_then(Self::from_bytes)
    }

    /// A new key from the system's randomness.
    #[cfg(feature = "std")]
    pub fn generate() -> Result<Self> {
        Self::draw(|bytes| getrandom::fill(bytes).map_err(|_| Error::NoRandomness))
    }

    /// A new key from a random number generator.
    #[cfg(feature = "rand")]
    pub fn random<R: rand_core::CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let drawn = Self::draw(|bytes| {
            rng.fill_bytes(bytes);
            Ok(())
        });
        drawn.unwrap_or_else(|_| unreachable!("the draw does not fail"))
    }

    /// Draws until the bytes are a key, nearly always once.
    #[cfg(any(feature = "std", feature = "rand"))]
    fn draw(mut fill: impl FnMut(&mut [u8]) -> Result<()>) -> Result<Self> {
        let mut bytes = Zeroizing::new([0; 32]);
        loop {
            fill(&mut bytes[..])?;
            if let Ok(key) = Self::from_bytes(&bytes) {
                return Ok(key);
            }
        }
    }

    /// The key as 32 bytes, big-endian, which are wiped when they are dropped.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0)
    }

    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }

    /// Its public key.
    pub fn public_key(&self) -> PublicKey {
        let mut key = sys::secp256k1_pubkey::new();
        // SAFETY: the sizes are those of the types; the context is one for secrets.
        let made = with_secrets(|ctx| unsafe { sys::secp256k1_ec_pubkey_create(ctx, &mut key, self.as_ptr()) });
        assert_eq!(made, 1, "a secret key has a public key");
        PublicKey(key)
    }

    /// Its key pair, for BIP-340.
    pub fn keypair(&self) -> Keypair {
        Keypair::new(self)
    }

    /// Signs the hash of a message by ECDSA, with the nonce of RFC 6979. s is low.
    ///
    /// ```
    /// # fn main() -> Result<(), koblitz::Error> {
    /// let secret = koblitz::SecretKey::from_bytes(&[1; 32])?;
    /// let digest = [2; 32]; // a hash of the message: SHA-256, Keccak, ...
    /// let signature = secret.sign_ecdsa(&digest);
    /// secret.public_key().verify_ecdsa(&digest, &signature)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn sign_ecdsa(&self, digest: &[u8; 32]) -> Signature {
        Signature::sign(self, digest, ptr::null())
    }

    /// As [`SecretKey::sign_ecdsa`], with 32 bytes of additional data for the nonce (RFC 6979, 3.6).
    pub fn sign_ecdsa_with(&self, digest: &[u8; 32], additional: &[u8; 32]) -> Signature {
        Signature::sign(self, digest, additional.as_ptr())
    }

    /// As [`SecretKey::sign_ecdsa`], with the recovery id.
    pub fn sign_ecdsa_recoverable(&self, digest: &[u8; 32]) -> RecoverableSignature {
        RecoverableSignature::sign(self, digest)
    }

    /// The key n - k.
    pub fn negate(mut self) -> Self {
        // SAFETY: 32 bytes are read and written.
        let negated = unsafe { sys::secp256k1_ec_seckey_negate(public(), self.0.as_mut_ptr()) };
        assert_eq!(negated, 1, "the negative of a secret key is one");
        self
    }

    /// The key k + tweak mod n. The tweak is big-endian, below n, and may be 0. Fails when the sum is 0.
    pub fn add_tweak(mut self, tweak: &[u8; 32]) -> Result<Self> {
        // SAFETY: 32 bytes are read and written, 32 are read.
        match unsafe { sys::secp256k1_ec_seckey_tweak_add(public(), self.0.as_mut_ptr(), tweak.as_ptr()) } {
            1 => Ok(self),
            _ => Err(Error::InvalidTweak),
        }
    }

    /// The key k * tweak mod n. The tweak is big-endian and in [1, n - 1].
    pub fn mul_tweak(mut self, tweak: &[u8; 32]) -> Result<Self> {
        // SAFETY: 32 bytes are read and written, 32 are read.
        match unsafe { sys::secp256k1_ec_seckey_tweak_mul(public(), self.0.as_mut_ptr(), tweak.as_ptr()) } {
            1 => Ok(self),
            _ => Err(Error::InvalidTweak),
        }
    }
}

impl PartialEq for SecretKey {
    /// In constant time.
    fn eq(&self, other: &Self) -> bool {
        let differences = self.0.iter().zip(&other.0).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        black_box(differences) == 0
    }
}

impl Eq for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl TryFrom<&[u8]> for SecretKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_slice(bytes)
    }
}

/// Whether y of a point is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Parity {
    /// y is even.
    Even = 0,
    /// y is odd.
    Odd = 1,
}

/// A public key: a point of the curve, never infinity. Ordered by its compressed encoding.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct PublicKey(pub(crate) sys::secp256k1_pubkey);

impl PublicKey {
    /// Parses 33 bytes (tag 02 or 03) or 65 bytes (tag 04, or the hybrid tags 06 and 07).
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        let mut key = sys::secp256k1_pubkey::new();
        // SAFETY: the length goes with the pointer.
        match unsafe { sys::secp256k1_ec_pubkey_parse(public(), &mut key, bytes.as_ptr(), bytes.len()) } {
            1 => Ok(Self(key)),
            _ => Err(Error::InvalidPublicKey),
        }
    }

    /// Parses x and y, 64 bytes without a tag, as Ethereum writes keys.
    pub fn from_coordinates(xy: &[u8; 64]) -> Result<Self> {
        let mut bytes = [4; 65];
        bytes[1..].copy_from_slice(xy);
        Self::from_slice(&bytes)
    }

    /// The compressed encoding.
    pub fn to_bytes(&self) -> [u8; 33] {
        self.serialize(sys::SECP256K1_EC_COMPRESSED)
    }

    /// The uncompressed encoding.
    pub fn to_uncompressed(&self) -> [u8; 65] {
        self.serialize(sys::SECP256K1_EC_UNCOMPRESSED)
    }

    fn serialize<const N: usize>(&self, flags: u32) -> [u8; N] {
        let (mut bytes, mut len) = ([0; N], N);
        // SAFETY: N bytes are written, which the flags ask for.
        unsafe { sys::secp256k1_ec_pubkey_serialize(public(), bytes.as_mut_ptr(), &mut len, &self.0, flags) };
        bytes
    }

    /// Verifies an ECDSA signature of the hash of a message. A high s is refused: where a protocol permits it,
    /// [`Signature::normalize_s`] goes first.
    ///
    /// The caller must have hashed the message: for a hash that others chose, a signature proves nothing.
    pub fn verify_ecdsa(&self, digest: &[u8; 32], signature: &Signature) -> Result<()> {
        let signature = signature.object();
        // SAFETY: the sizes are those of the types.
        match unsafe { sys::secp256k1_ecdsa_verify(public(), &signature, digest.as_ptr(), &self.0) } {
            1 => Ok(()),
            _ => Err(Error::InvalidSignature),
        }
    }

    /// The x-only public key with the same x, and the parity of y.
    pub fn to_xonly(&self) -> (XOnlyPublicKey, Parity) {
        XOnlyPublicKey::of(self)
    }

    /// The point -P.
    pub fn negate(mut self) -> Self {
        // SAFETY: the object is the key's.
        unsafe { sys::secp256k1_ec_pubkey_negate(public(), &mut self.0) };
        self
    }

    /// The key P + tweak * G. The tweak is big-endian, below n, and may be 0. Variable time.
    pub fn add_tweak(mut self, tweak: &[u8; 32]) -> Result<Self> {
        // SAFETY: the object is the key's, 32 bytes are read.
        match unsafe { sys::secp256k1_ec_pubkey_tweak_add(public(), &mut self.0, tweak.as_ptr()) } {
            1 => Ok(self),
            _ => Err(Error::InvalidTweak),
        }
    }

    /// The key tweak * P. The tweak is big-endian and in [1, n - 1]. Variable time: for a secret, see
    /// [`crate::ecdh`].
    pub fn mul_tweak(mut self, tweak: &[u8; 32]) -> Result<Self> {
        // SAFETY: the object is the key's, 32 bytes are read.
        match unsafe { sys::secp256k1_ec_pubkey_tweak_mul(public(), &mut self.0, tweak.as_ptr()) } {
            1 => Ok(self),
            _ => Err(Error::InvalidTweak),
        }
    }

    /// The sum of keys. Fails for no keys, and for a sum at infinity.
    pub fn combine(keys: &[&PublicKey]) -> Result<Self> {
        if keys.is_empty() {
            return Err(Error::InvalidPublicKey);
        }
        let mut sum = sys::secp256k1_pubkey::new();
        // SAFETY: a PublicKey is an object of the library, and a reference a pointer to it; the number goes with them.
        match unsafe { sys::secp256k1_ec_pubkey_combine(public(), &mut sum, keys.as_ptr().cast(), keys.len()) } {
            1 => Ok(Self(sum)),
            _ => Err(Error::InvalidPublicKey),
        }
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for PublicKey {}

impl PartialOrd for PublicKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PublicKey {
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_ec_pubkey_cmp(public(), &self.0, &other.0) }.cmp(&0)
    }
}

impl Hash for PublicKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().hash(state);
    }
}

impl TryFrom<&[u8]> for PublicKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_slice(bytes)
    }
}

impl From<&SecretKey> for PublicKey {
    fn from(key: &SecretKey) -> Self {
        key.public_key()
    }
}

hex_text!(PublicKey, 33, PublicKey::to_bytes, |bytes| PublicKey::from_slice(&bytes.ok_or(Error::InvalidPublicKey)?));

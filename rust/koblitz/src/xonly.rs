//! X-only public keys and key pairs, for BIP-340 and BIP-341.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ptr;

use koblitz_sys as sys;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::bytes::hex_text;
use crate::context::{public, with_secrets};
use crate::schnorr::Signature;
use crate::{Error, Parity, PublicKey, Result, SecretKey};

fn parity(odd: i32) -> Parity {
    if odd == 0 { Parity::Even } else { Parity::Odd }
}

/// An x-only public key: the point with this x and even y. Ordered by x.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct XOnlyPublicKey(pub(crate) sys::secp256k1_xonly_pubkey);

impl XOnlyPublicKey {
    /// Parses x, 32 bytes, big-endian. Fails when no point has this x.
    pub fn from_bytes(x: &[u8; 32]) -> Result<Self> {
        let mut key = sys::secp256k1_xonly_pubkey::new();
        // SAFETY: 32 bytes are read.
        match unsafe { sys::secp256k1_xonly_pubkey_parse(public(), &mut key, x.as_ptr()) } {
            1 => Ok(Self(key)),
            _ => Err(Error::InvalidPublicKey),
        }
    }

    /// As [`XOnlyPublicKey::from_bytes`]; another length than 32 is an error.
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        bytes.try_into().map_err(|_| Error::InvalidPublicKey).and_then(Self::from_bytes)
    }

    pub(crate) fn of(key: &PublicKey) -> (Self, Parity) {
        let (mut xonly, mut odd) = (sys::secp256k1_xonly_pubkey::new(), 0);
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_xonly_pubkey_from_pubkey(public(), &mut xonly, &mut odd, &key.0) };
        (Self(xonly), parity(odd))
    }

    /// x as 32 bytes, big-endian.
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut x = [0; 32];
        // SAFETY: 32 bytes are written.
        unsafe { sys::secp256k1_xonly_pubkey_serialize(public(), x.as_mut_ptr(), &self.0) };
        x
    }

    /// Verifies a BIP-340 signature of a message, which is of any length and not hashed before.
    pub fn verify_schnorr(&self, message: &[u8], signature: &Signature) -> Result<()> {
        let sig = signature.as_bytes().as_ptr();
        // SAFETY: 64 bytes are read, and the length goes with the message.
        match unsafe { sys::secp256k1_schnorrsig_verify(public(), sig, message.as_ptr(), message.len(), &self.0) } {
            1 => Ok(()),
            _ => Err(Error::InvalidSignature),
        }
    }

    /// The key P + tweak * G of BIP-341, and the parity of its y. The tweak is big-endian, below n, and may be 0.
    pub fn add_tweak(&self, tweak: &[u8; 32]) -> Result<(XOnlyPublicKey, Parity)> {
        let mut sum = sys::secp256k1_pubkey::new();
        // SAFETY: both are objects of the library, 32 bytes are read.
        match unsafe { sys::secp256k1_xonly_pubkey_tweak_add(public(), &mut sum, &self.0, tweak.as_ptr()) } {
            1 => Ok(PublicKey(sum).to_xonly()),
            _ => Err(Error::InvalidTweak),
        }
    }

    /// Whether `tweaked` with this parity is `self + tweak * G`, for less than [`XOnlyPublicKey::add_tweak`] costs.
    pub fn is_tweaked_to(&self, tweak: &[u8; 32], tweaked: &[u8; 32], parity: Parity) -> bool {
        // SAFETY: 32 bytes are read of both, and an object of the library.
        let agrees = unsafe {
            let (tweaked, parity) = (tweaked.as_ptr(), parity as i32);
            sys::secp256k1_xonly_pubkey_tweak_add_check(public(), tweaked, parity, &self.0, tweak.as_ptr())
        };
        agrees == 1
    }
}

impl PartialEq for XOnlyPublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for XOnlyPublicKey {}

impl PartialOrd for XOnlyPublicKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for XOnlyPublicKey {
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_xonly_pubkey_cmp(public(), &self.0, &other.0) }.cmp(&0)
    }
}

impl Hash for XOnlyPublicKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().hash(state);
    }
}

impl TryFrom<&[u8]> for XOnlyPublicKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_slice(bytes)
    }
}

hex_text!(XOnlyPublicKey, 32, XOnlyPublicKey::to_bytes, |bytes| {
    XOnlyPublicKey::from_bytes(&bytes.ok_or(Error::InvalidPublicKey)?)
});

/// A secret key with its public key, which BIP-340 signs with. It is wiped when it is dropped.
#[derive(Clone)]
pub struct Keypair(sys::secp256k1_keypair);

impl Keypair {
    /// The key pair of a secret key.
    pub fn new(key: &SecretKey) -> Self {
        let mut pair = Self(sys::secp256k1_keypair::new());
        // SAFETY: 32 bytes are read; the context is one for secrets.
        let made = with_secrets(|ctx| unsafe { sys::secp256k1_keypair_create(ctx, &mut pair.0, key.as_ptr()) });
        assert_eq!(made, 1, "a secret key has a public key");
        pair
    }

    /// A new key pair from the system's randomness.
    #[cfg(feature = "std")]
    pub fn generate() -> Result<Self> {
        SecretKey::generate().map(|key| Self::new(&key))
    }

    /// Its secret key.
    pub fn secret_key(&self) -> SecretKey {
        let mut bytes = zeroize::Zeroizing::new([0; 32]);
        // SAFETY: 32 bytes are written.
        unsafe { sys::secp256k1_keypair_sec(public(), bytes.as_mut_ptr(), &self.0) };
        SecretKey::from_bytes(&bytes).expect("a key pair holds a secret key")
    }

    /// Its public key.
    pub fn public_key(&self) -> PublicKey {
        let mut key = sys::secp256k1_pubkey::new();
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_keypair_pub(public(), &mut key, &self.0) };
        PublicKey(key)
    }

    /// Its x-only public key, and the parity of y.
    pub fn xonly_public_key(&self) -> (XOnlyPublicKey, Parity) {
        let (mut key, mut odd) = (sys::secp256k1_xonly_pubkey::new(), 0);
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_keypair_xonly_pub(public(), &mut key, &mut odd, &self.0) };
        (XOnlyPublicKey(key), parity(odd))
    }

    /// Signs a message by BIP-340. It is of any length and not hashed before. `aux` is 32 random bytes, or None for
    /// zeros, which BIP-340 allows: randomness protects against faults and side channels.
    ///
    /// ```
    /// # fn main() -> Result<(), koblitz::Error> {
    /// let pair = koblitz::SecretKey::from_bytes(&[1; 32])?.keypair();
    /// let signature = pair.sign_schnorr(b"message", None);
    /// pair.xonly_public_key().0.verify_schnorr(b"message", &signature)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn sign_schnorr(&self, message: &[u8], aux: Option<&[u8; 32]>) -> Signature {
        let mut sig = [0; 64];
        let mut options = sys::secp256k1_schnorrsig_extraparams {
            magic: sys::SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC,
            noncefp: None,
            ndata: aux.map_or(ptr::null(), |aux| aux.as_ptr()).cast_mut().cast(),
        };
        // SAFETY: 64 bytes are written, the length goes with the message, and the default nonce function reads 32 bytes
        // of aux; the context is one for secrets.
        let signed = with_secrets(|ctx| unsafe {
            let (message, len) = (message.as_ptr(), message.len());
            sys::secp256k1_schnorrsig_sign_custom(ctx, sig.as_mut_ptr(), message, len, &self.0, &mut options)
        });
        assert_eq!(signed, 1, "the nonce is 0 with probability 2^-256");
        Signature::from_bytes(sig)
    }

    /// The key pair of the tweaked key of BIP-341: its public key is that of [`XOnlyPublicKey::add_tweak`].
    pub fn add_xonly_tweak(mut self, tweak: &[u8; 32]) -> Result<Self> {
        // SAFETY: an object of the library, 32 bytes are read.
        match unsafe { sys::secp256k1_keypair_xonly_tweak_add(public(), &mut self.0, tweak.as_ptr()) } {
            1 => Ok(self),
            _ => Err(Error::InvalidTweak),
        }
    }
}

impl From<&SecretKey> for Keypair {
    fn from(key: &SecretKey) -> Self {
        Self::new(key)
    }
}

impl fmt::Debug for Keypair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Keypair({})", self.public_key())
    }
}

impl Drop for Keypair {
    fn drop(&mut self) {
        self.0.data.zeroize();
    }
}

impl ZeroizeOnDrop for Keypair {}

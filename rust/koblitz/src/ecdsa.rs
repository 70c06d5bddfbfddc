//! ECDSA signatures, and batches of them. [`crate::SecretKey`] signs, [`crate::PublicKey`] verifies.

use core::fmt;

use koblitz_sys as sys;

use crate::batch::{Column, EncodedKey, Keys, output, rows};
use crate::bytes::hex_text;
use crate::context::{public, with_secrets};
use crate::{Error, PublicKey, Result, SecretKey};

/// An ECDSA signature: r and s in [1, n - 1], big-endian. s may be high (above n / 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Signature([u8; 64]);

impl Signature {
    /// Takes the compact encoding: r, then s. Fails when one is 0 or from n on.
    pub fn from_bytes(compact: &[u8; 64]) -> Result<Self> {
        let mut object = sys::secp256k1_ecdsa_signature::new();
        // SAFETY: 64 bytes are read.
        match unsafe { sys::secp256k1_ecdsa_signature_parse_compact(public(), &mut object, compact.as_ptr()) } {
            1 => Self::nonzero(*compact),
            _ => Err(Error::InvalidSignature),
        }
    }

    /// Takes the compact encoding, or fails for another length than 64.
    pub fn from_slice(compact: &[u8]) -> Result<Self> {
        compact.try_into().map_err(|_| Error::InvalidSignature).and_then(Self::from_bytes)
    }

    /// Takes strict DER (BIP-66): nothing may deviate from it, follow it, or be out of range.
    pub fn from_der(der: &[u8]) -> Result<Self> {
        let mut object = sys::secp256k1_ecdsa_signature::new();
        // SAFETY: the length goes with the pointer.
        match unsafe { sys::secp256k1_ecdsa_signature_parse_der(public(), &mut object, der.as_ptr(), der.len()) } {
            1 => Self::nonzero(Self::of(&object).0),
            _ => Err(Error::InvalidSignature),
        }
    }

    fn nonzero(compact: [u8; 64]) -> Result<Self> {
        let zero = compact.chunks_exact(32).any(|number| number.iter().all(|&byte| byte == 0));
        if zero { Err(Error::InvalidSignature) } else { Ok(Self(compact)) }
    }

    fn of(object: &sys::secp256k1_ecdsa_signature) -> Self {
        let mut compact = [0; 64];
        // SAFETY: 64 bytes are written.
        unsafe { sys::secp256k1_ecdsa_signature_serialize_compact(public(), compact.as_mut_ptr(), object) };
        Self(compact)
    }

    pub(crate) fn object(&self) -> sys::secp256k1_ecdsa_signature {
        let mut object = sys::secp256k1_ecdsa_signature::new();
        // SAFETY: 64 bytes are read. They parse, as the type says.
        unsafe { sys::secp256k1_ecdsa_signature_parse_compact(public(), &mut object, self.0.as_ptr()) };
        object
    }

    /// `additional` is null or points to 32 bytes.
    pub(crate) fn sign(secret: &SecretKey, digest: &[u8; 32], additional: *const u8) -> Self {
        let mut object = sys::secp256k1_ecdsa_signature::new();
        // SAFETY: 32 bytes are read of each; the context is one for secrets.
        let signed = with_secrets(|ctx| unsafe {
            let (digest, secret) = (digest.as_ptr(), secret.as_ptr());
            sys::secp256k1_ecdsa_sign(ctx, &mut object, digest, secret, None, additional.cast())
        });
        assert_eq!(signed, 1, "a secret key signs");
        Self::of(&object)
    }

    /// The compact encoding: r, then s.
    pub const fn to_bytes(&self) -> [u8; 64] {
        self.0
    }

    /// The compact encoding: r, then s.
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// The DER encoding.
    pub fn to_der(&self) -> Der {
        let (mut bytes, mut len) = ([0; Der::MAX], Der::MAX);
        let object = self.object();
        // SAFETY: 72 bytes are enough for every signature.
        unsafe { sys::secp256k1_ecdsa_signature_serialize_der(public(), bytes.as_mut_ptr(), &mut len, &object) };
        Der { bytes, len }
    }

    /// Whether s is low (at most n / 2), as verification wants it.
    pub fn is_low_s(&self) -> bool {
        *self == self.normalize_s()
    }

    /// With a low s: a high one is replaced by n - s.
    #[must_use]
    pub fn normalize_s(&self) -> Self {
        let mut low = sys::secp256k1_ecdsa_signature::new();
        let object = self.object();
        // SAFETY: both are objects of the library.
        unsafe { sys::secp256k1_ecdsa_signature_normalize(public(), &mut low, &object) };
        Self::of(&low)
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = Error;

    fn try_from(compact: &[u8]) -> Result<Self> {
        Self::from_slice(compact)
    }
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

hex_text!(Signature, 64, Signature::to_bytes, |bytes| Signature::from_bytes(&bytes.ok_or(Error::InvalidSignature)?));

/// The DER encoding of a signature.
#[derive(Clone, Copy)]
pub struct Der {
    bytes: [u8; Der::MAX],
    len: usize,
}

impl Der {
    /// The longest encoding.
    pub const MAX: usize = 72;
}

impl AsRef<[u8]> for Der {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl core::ops::Deref for Der {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_ref()
    }
}

impl fmt::Debug for Der {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::bytes::write_hex(f, self)
    }
}

/// Which of up to four keys a signature is of: bit 0 is the parity of R's y, bit 1 tells that R's x is n or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecoveryId(u8);

impl RecoveryId {
    /// Takes 0 to 3.
    pub const fn from_byte(id: u8) -> Result<Self> {
        if id < 4 { Ok(Self(id)) } else { Err(Error::InvalidRecoveryId) }
    }

    /// Takes Ethereum's v: 27 or 28, or by EIP-155 35 and up, of which odd numbers stand for 0. The chain that v names
    /// is not looked at.
    pub const fn from_ethereum_v(v: u64) -> Result<Self> {
        match v {
            27 | 28 => Ok(Self((v - 27) as u8)),
            35.. => Ok(Self(((v - 35) & 1) as u8)),
            _ => Err(Error::InvalidRecoveryId),
        }
    }

    /// 0 to 3.
    pub const fn to_byte(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for RecoveryId {
    type Error = Error;

    fn try_from(id: u8) -> Result<Self> {
        Self::from_byte(id)
    }
}

/// An ECDSA signature with its recovery id, from which and from the hash the public key follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecoverableSignature {
    signature: Signature,
    id: RecoveryId,
}

impl RecoverableSignature {
    /// A signature and its recovery id.
    pub const fn new(signature: Signature, id: RecoveryId) -> Self {
        Self { signature, id }
    }

    /// Takes r, s and the recovery id 0 to 3.
    pub fn from_bytes(bytes: &[u8; 65]) -> Result<Self> {
        let id = RecoveryId::from_byte(bytes[64])?;
        Ok(Self { signature: Signature::from_slice(&bytes[..64])?, id })
    }

    /// r, s and the recovery id 0 to 3.
    pub fn to_bytes(&self) -> [u8; 65] {
        let mut bytes = [self.id.0; 65];
        bytes[..64].copy_from_slice(&self.signature.0);
        bytes
    }

    pub(crate) fn sign(secret: &SecretKey, digest: &[u8; 32]) -> Self {
        let mut object = sys::secp256k1_ecdsa_recoverable_signature::new();
        // SAFETY: 32 bytes are read of each; the context is one for secrets.
        let signed = with_secrets(|ctx| unsafe {
            let (digest, secret) = (digest.as_ptr(), secret.as_ptr());
            sys::secp256k1_ecdsa_sign_recoverable(ctx, &mut object, digest, secret, None, core::ptr::null())
        });
        assert_eq!(signed, 1, "a secret key signs");
        let (mut compact, mut id) = ([0; 64], 0);
        // SAFETY: 64 bytes are written.
        unsafe {
            let compact = compact.as_mut_ptr();
            sys::secp256k1_ecdsa_recoverable_signature_serialize_compact(public(), compact, &mut id, &object)
        };
        Self { signature: Signature(compact), id: RecoveryId(id as u8) }
    }

    /// The signature without the recovery id.
    pub const fn signature(&self) -> Signature {
        self.signature
    }

    /// The recovery id.
    pub const fn recovery_id(&self) -> RecoveryId {
        self.id
    }

    /// The public key under which the signature is valid for this hash. A high s is accepted.
    ///
    /// ```
    /// # fn main() -> Result<(), koblitz::Error> {
    /// let secret = koblitz::SecretKey::from_bytes(&[1; 32])?;
    /// let signature = secret.sign_ecdsa_recoverable(&[2; 32]);
    /// assert_eq!(signature.recover(&[2; 32])?, secret.public_key());
    /// # Ok(())
    /// # }
    /// ```
    pub fn recover(&self, digest: &[u8; 32]) -> Result<PublicKey> {
        let mut object = sys::secp256k1_ecdsa_recoverable_signature::new();
        let mut key = sys::secp256k1_pubkey::new();
        let (compact, id) = (self.signature.0.as_ptr(), i32::from(self.id.0));
        // SAFETY: 64 and 32 bytes are read, the others are objects of the library; the id is 0 to 3.
        let recovered = unsafe {
            sys::secp256k1_ecdsa_recoverable_signature_parse_compact(public(), &mut object, compact, id);
            sys::secp256k1_ecdsa_recover(public(), &mut key, &object, digest.as_ptr())
        };
        if recovered == 1 { Ok(PublicKey(key)) } else { Err(Error::InvalidSignature) }
    }
}

/// What signatures a batch takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// Signatures are strict DER and not compact.
    pub der: bool,
    /// A high s is taken as n - s and not refused.
    pub high_s: bool,
}

impl Rules {
    /// Compact signatures with a low s.
    pub const COMPACT: Rules = Rules { der: false, high_s: false };
    /// Signatures as Bitcoin's consensus takes them (BIP-66), without the byte of the hash type.
    pub const BITCOIN: Rules = Rules { der: true, high_s: true };
}

/// Verifies a batch of ECDSA signatures, each with its own verdict: that of [`PublicKey::verify_ecdsa`]. Returns how many
/// are not valid.
///
/// `signatures` has rows of 64 bytes, or by [`Rules::der`] of any length; `digests` of 32 bytes; `keys` of 33 or 65 bytes,
/// or [`PublicKey`].
///
/// ```
/// # fn main() -> Result<(), koblitz::Error> {
/// use koblitz::{SecretKey, ecdsa};
///
/// let secrets: Vec<_> = (1..=100).map(|i| SecretKey::from_bytes(&[i; 32])).collect::<Result<_, _>>()?;
/// let digests: Vec<[u8; 32]> = (1..=100).map(|i| [i; 32]).collect();
/// let mut keys: Vec<[u8; 33]> = secrets.iter().map(|secret| secret.public_key().to_bytes()).collect();
/// let signatures: Vec<_> = secrets.iter().zip(&digests).map(|(secret, d)| secret.sign_ecdsa(d)).collect();
/// keys[7] = [0; 33];
///
/// let mut valid = [false; 100];
/// assert_eq!(ecdsa::verify_batch(&signatures, &digests, &keys, &mut valid)?, 1);
/// assert!(valid[6] && !valid[7] && valid[8]);
/// # Ok(())
/// # }
/// ```
pub fn verify_batch<'a>(
    signatures: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    verify_batch_by(Rules::COMPACT, signatures, digests, keys, valid)
}

/// [`verify_batch`] by other rules.
pub fn verify_batch_by<'a>(
    rules: Rules,
    signatures: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    let n = valid.len();
    let signatures = signatures.into().bytes(n, if rules.der { &[] } else { &[64] })?;
    let digests = digests.into().bytes(n, &[32])?;
    let keys = keys.into().keys(n, Keys::Public, &[33, 65])?;
    let der = if rules.der { sys::KOBLITZ_BATCH_DER } else { 0 };
    let flags = der | if rules.high_s { sys::KOBLITZ_BATCH_HIGH_S } else { 0 };
    // SAFETY: the columns have n rows, and valid n bytes, of which each becomes 0 or 1.
    Ok(unsafe { sys::koblitz_batch_ecdsa_verify(public(), rows(valid), &signatures, &digests, &keys, n, flags) })
}

/// Recovers a batch of public keys, each row as [`RecoverableSignature::recover`] does. Returns how many rows have no
/// key; theirs are zeros.
///
/// `signatures` has rows of 64 bytes, `recovery_ids` of 1 byte, 0 to 3 or that plus 27, and `digests` of 32 bytes. `keys`
/// are compressed or uncompressed, `[u8; 33]` or `[u8; 65]`.
///
/// ```
/// # fn main() -> Result<(), koblitz::Error> {
/// use koblitz::{SecretKey, ecdsa};
///
/// let secret = SecretKey::from_bytes(&[1; 32])?;
/// let digests: Vec<[u8; 32]> = (0..100).map(|i| [i; 32]).collect();
/// let signed: Vec<_> = digests.iter().map(|digest| secret.sign_ecdsa_recoverable(digest)).collect();
/// let signatures: Vec<_> = signed.iter().map(|s| s.signature()).collect();
/// let mut ids: Vec<[u8; 1]> = signed.iter().map(|s| [s.recovery_id().to_byte()]).collect();
/// ids[7] = [4];
///
/// let (mut keys, mut recovered) = ([[0; 33]; 100], [false; 100]);
/// assert_eq!(ecdsa::recover_batch(&signatures, &ids, &digests, &mut keys, &mut recovered)?, 1);
/// assert_eq!(keys[6], secret.public_key().to_bytes());
/// assert_eq!((recovered[7], keys[7]), (false, [0; 33]));
/// # Ok(())
/// # }
/// ```
pub fn recover_batch<'a, K: EncodedKey>(
    signatures: impl Into<Column<'a>>,
    recovery_ids: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: &mut [K],
    recovered: &mut [bool],
) -> Result<usize> {
    let n = recovered.len();
    let signatures = signatures.into().bytes(n, &[64])?;
    let ids = recovery_ids.into().bytes(n, &[1])?;
    let digests = digests.into().bytes(n, &[32])?;
    let keys = output(keys, n)?;
    // SAFETY: the columns have n rows, and recovered n bytes, of which each becomes 0 or 1.
    Ok(unsafe { sys::koblitz_batch_ecdsa_recover(public(), rows(recovered), &keys, &signatures, &ids, &digests, n) })
}

//! BIP-340 signatures. [`crate::Keypair`] signs, [`crate::XOnlyPublicKey`] verifies.

use koblitz_sys as sys;

use crate::batch::{Column, Keys, rows};
use crate::bytes::hex_text;
use crate::context::public;
use crate::{Error, Result};

/// A BIP-340 signature: x of R, then s. Whatever 64 bytes they are; verification tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Signature([u8; 64]);

impl Signature {
    /// Takes 64 bytes.
    pub const fn from_bytes(bytes: [u8; 64]) -> Self {
        Self(bytes)
    }

    /// Takes 64 bytes; another length is an error.
    pub fn from_slice(bytes: &[u8]) -> Result<Self> {
        bytes.try_into().map(Self).map_err(|_| Error::InvalidSignature)
    }

    /// The 64 bytes.
    pub const fn to_bytes(&self) -> [u8; 64] {
        self.0
    }

    /// The 64 bytes.
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self> {
        Self::from_slice(bytes)
    }
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

hex_text!(Signature, 64, Signature::to_bytes, |bytes| bytes.map(Signature).ok_or(Error::InvalidSignature));

/// Verifies a batch of BIP-340 signatures, each with its own verdict: that of
/// [`crate::XOnlyPublicKey::verify_schnorr`]. Returns how many are not valid.
///
/// `signatures` has rows of 64 bytes, `messages` of any length, `keys` of 32 bytes or [`crate::XOnlyPublicKey`].
///
/// ```
/// # fn main() -> Result<(), koblitz::Error> {
/// use koblitz::{SecretKey, schnorr};
///
/// let pairs: Vec<_> = (1..=100).map(|i| SecretKey::from_bytes(&[i; 32]).map(|k| k.keypair())).collect::<Result<_, _>>()?;
/// let messages: Vec<[u8; 32]> = (1..=100).map(|i| [i; 32]).collect();
/// let keys: Vec<_> = pairs.iter().map(|pair| pair.xonly_public_key().0).collect();
/// let mut signatures: Vec<_> = pairs.iter().zip(&messages).map(|(pair, m)| pair.sign_schnorr(m, None)).collect();
/// signatures.swap(3, 4);
///
/// let mut valid = [false; 100];
/// let invalid = schnorr::verify_batch(&signatures, &messages, &keys, &mut valid)?;
/// assert_eq!(invalid, 2);
/// assert!(valid[2] && !valid[3] && !valid[4]);
/// # Ok(())
/// # }
/// ```
pub fn verify_batch<'a>(
    signatures: impl Into<Column<'a>>,
    messages: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    let n = valid.len();
    let signatures = signatures.into().bytes(n, &[64])?;
    let messages = messages.into().bytes(n, &[])?;
    let keys = keys.into().keys(n, Keys::XOnly, &[32])?;
    // SAFETY: the columns have n rows, and valid n bytes, of which each becomes 0 or 1.
    Ok(unsafe { sys::koblitz_batch_schnorrsig_verify(public(), rows(valid), &signatures, &messages, &keys, n) })
}

/// The verdicts of [`verify_batch`] for less time, if all rows are valid: one sum takes the place of up to 16,384
/// verifications (BIP-340, batch verification). An invalid row passes with probability 2^-128. If the sum is not right,
/// its rows are verified one by one.
///
/// `scratch` should have [`scratch_len`] bytes; with fewer there are more sums, or none.
pub fn verify_batch_all<'a>(
    signatures: impl Into<Column<'a>>,
    messages: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
    scratch: &mut [u8],
) -> Result<usize> {
    let n = valid.len();
    let signatures = signatures.into().bytes(n, &[64])?;
    let messages = messages.into().bytes(n, &[])?;
    let keys = keys.into().keys(n, Keys::XOnly, &[32])?;
    let (memory, size) = (scratch.as_mut_ptr().cast(), scratch.len());
    // SAFETY: as in verify_batch; the size goes with the scratch.
    Ok(unsafe {
        let valid = rows(valid);
        sys::koblitz_batch_schnorrsig_verify_all(public(), valid, &signatures, &messages, &keys, n, memory, size)
    })
}

/// The bytes of scratch with which [`verify_batch_all`] takes the fewest sums for that many rows: at most 1,100 a row
/// and 6.3 MB.
pub fn scratch_len(rows: usize) -> usize {
    // SAFETY: the context is not read.
    unsafe { sys::koblitz_batch_schnorrsig_scratch(public(), rows) }
}

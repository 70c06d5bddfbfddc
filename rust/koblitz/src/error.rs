//! Why a call failed.

use core::fmt;

/// Why a call failed. No error holds a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// A secret key is not 32 bytes in [1, n - 1].
    InvalidSecretKey,
    /// A public key does not parse, or is not a point of the curve.
    InvalidPublicKey,
    /// A signature does not parse, is not valid for this message and key, or no key could have made it.
    InvalidSignature,
    /// A recovery id is not 0 to 3.
    InvalidRecoveryId,
    /// A tweak is not below n (for products: in [1, n - 1]), or gives the key 0 or the point at infinity.
    InvalidTweak,
    /// A batch's columns, verdicts and outputs do not have the same number of rows.
    DifferentLengths,
    /// A batch's column has rows of a size that the call does not take.
    WrongRowSize,
    /// A column does not lie within its bytes: rows or offsets reach beyond the end.
    OutOfBounds,
    /// The system gave no randomness.
    NoRandomness,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::InvalidSecretKey => "invalid secret key",
            Error::InvalidPublicKey => "invalid public key",
            Error::InvalidSignature => "invalid signature",
            Error::InvalidRecoveryId => "invalid recovery id",
            Error::InvalidTweak => "invalid tweak",
            Error::DifferentLengths => "columns of a batch have different lengths",
            Error::WrongRowSize => "column of a batch has rows of a wrong size",
            Error::OutOfBounds => "column reaches beyond its bytes",
            Error::NoRandomness => "the system gave no randomness",
        })
    }
}

impl core::error::Error for Error {}

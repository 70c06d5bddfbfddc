//! Hex text of public values.

use core::fmt;

pub(crate) fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// The bytes that hex in either case stands for; None for another length or another character.
pub(crate) fn parse_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |c: u8| (c as char).to_digit(16);
        *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
    }
    Some(bytes)
}

/// Display, Debug and FromStr of a type by hex of N bytes.
macro_rules! hex_text {
    ($type:ty, $size:literal, $write:expr, $read:expr) => {
        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let bytes: [u8; $size] = $write(self);
                $crate::bytes::write_hex(f, &bytes)
            }
        }

        impl core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{}({self})", stringify!($type))
            }
        }

        impl core::str::FromStr for $type {
            type Err = $crate::Error;

            /// Reads hex in either case.
            fn from_str(text: &str) -> $crate::Result<Self> {
                let read: fn(Option<[u8; $size]>) -> $crate::Result<Self> = $read;
                read($crate::bytes::parse_hex(text))
            }
        }
    };
}
pub(crate) use hex_text;

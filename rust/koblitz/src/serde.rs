//! Public keys and signatures in serde: hex where a format is text, bytes elsewhere.

use core::fmt;
use core::marker::PhantomData;
use core::str;

use serde_core::de::{Error as _, SeqAccess, Unexpected, Visitor};
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bytes::parse_hex;
use crate::{Error, PublicKey, XOnlyPublicKey, ecdsa, schnorr};

/// What is written and read as N bytes.
trait Encoded<const N: usize>: Sized {
    const WHAT: &'static str;
    fn encode(&self) -> [u8; N];
    fn decode(bytes: &[u8; N]) -> Result<Self, Error>;
}

fn serialize<const N: usize, T: Encoded<N>, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let bytes = value.encode();
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(&bytes);
    }
    let mut text = [0; 2 * 65];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
        pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
    }
    let text = str::from_utf8(&text[..2 * N]).map_err(serde_core::ser::Error::custom)?;
    serializer.serialize_str(text)
}

struct Reader<const N: usize, T>(PhantomData<T>);

impl<'de, const N: usize, T: Encoded<N>> Visitor<'de> for Reader<N, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {N} bytes, or hex of them", T::WHAT)
    }

    fn visit_str<E: serde_core::de::Error>(self, text: &str) -> Result<T, E> {
        // The text is not repeated: it may be a secret that was put in the wrong place.
        let bytes = parse_hex(text).ok_or_else(|| E::invalid_value(Unexpected::Other("other text"), &self))?;
        T::decode(&bytes).map_err(E::custom)
    }

    fn visit_bytes<E: serde_core::de::Error>(self, bytes: &[u8]) -> Result<T, E> {
        let bytes = bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))?;
        T::decode(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<T, A::Error> {
        let mut bytes = [0; N];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        if seq.next_element::<u8>()?.is_some() {
            return Err(A::Error::invalid_length(N + 1, &self));
        }
        T::decode(&bytes).map_err(A::Error::custom)
    }
}

macro_rules! encoded {
    ($($type:ty, $size:literal, $what:literal, $encode:expr, $decode:expr;)*) => {$(
        impl Encoded<$size> for $type {
            const WHAT: &'static str = $what;

            fn encode(&self) -> [u8; $size] {
                $encode(self)
            }

            fn decode(bytes: &[u8; $size]) -> Result<Self, Error> {
                $decode(bytes)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize::<$size, Self, S>(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let reader = Reader::<$size, Self>(PhantomData);
                if deserializer.is_human_readable() {
                    deserializer.deserialize_str(reader)
                } else {
                    deserializer.deserialize_bytes(reader)
                }
            }
        }
    )*};
}

encoded! {
    PublicKey, 33, "a compressed public key", PublicKey::to_bytes, |bytes: &[u8; 33]| PublicKey::from_slice(bytes);
    XOnlyPublicKey, 32, "an x-only public key", XOnlyPublicKey::to_bytes, XOnlyPublicKey::from_bytes;
    ecdsa::Signature, 64, "a compact ECDSA signature", ecdsa::Signature::to_bytes, ecdsa::Signature::from_bytes;
    ecdsa::RecoverableSignature, 65, "a compact ECDSA signature with its recovery id",
        ecdsa::RecoverableSignature::to_bytes, ecdsa::RecoverableSignature::from_bytes;
    schnorr::Signature, 64, "a BIP-340 signature", schnorr::Signature::to_bytes,
        |bytes: &[u8; 64]| Ok(schnorr::Signature::from_bytes(*bytes));
}

//! The crate secp256k1: libsecp256k1 through secp256k1-sys, by its safe
//! interface only.
//!
//! Since 0.33 every call goes through a context of the thread, which is
//! blinded anew after each operation on a secret (context/internal_std.rs,
//! rerandomize_global_context): signing and deriving a key cost a second
//! multiplication of G, and that is what its users pay.
//!
//! Not offered: tagged hashes, which only the raw bindings have.

use std::ffi::c_int;

use secp256k1::ecdh::SharedSecret;
use secp256k1::ecdsa::{self, RecoverableSignature, RecoveryId, Signature};
use secp256k1::ellswift::{ElligatorSwift, ElligatorSwiftSharedSecret, Party};
use secp256k1::ffi;
use secp256k1::{Keypair, Message, Parity, PublicKey, Scalar, SecretKey, XOnlyPublicKey, schnorr};

use crate::batch::{Op, bytes, verdict};
use crate::contender::{Contender, Mark};
use crate::release;
use crate::shape::Row;

pub const NAME: &str = "rust-secp256k1";

pub fn make() -> Contender {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).expect("random bytes from the system");
    secp256k1::rerandomize_global_context(&seed);
    let mut ops = vec![verdict("empty", |_| Some(()), |()| nothing())];
    ops.extend(ecdsa_ops());
    ops.extend(bip340());
    ops.extend(keys());
    ops.extend(seckeys());
    ops.extend(ellswift());
    ops.extend(primitives());
    Contender {
        name: NAME,
        library: "secp256k1",
        version: env!("SECP256K1_VERSION"),
        flags: flags(),
        claims: &[
            "rfc6979",
            "bip340",
            "low_s",
            "rejects_high_s",
            "ellswift_exact",
        ],
        marks: &[Mark {
            name: "vartime",
            ops: &["point_mul"],
            reason: "PublicKey::mul_tweak is variable time: secp256k1-sys depend/secp256k1/src/eckey_impl.h, eckey_pubkey_tweak_mul calls ecmult",
        }],
        ops,
    }
}

/// What the C code was built with. The definitions are those of the build
/// script of secp256k1-sys without its feature lowmemory.
fn flags() -> String {
    let sys = env!("SECP256K1_SYS_VERSION");
    format!(
        "libsecp256k1 {} in secp256k1-sys {sys}, {}, ECMULT_WINDOW_SIZE=15 COMB_BLOCKS=43 \
         COMB_TEETH=6, no USE_ASM_X86_64; {}, features recovery std; the context is blinded \
         anew after each operation on a secret",
        release::carried(sys).unwrap_or("of unknown version"),
        env!("C_FLAGS"),
        env!("RUST_FLAGS"),
    )
}

/// A call of a C function that does nothing, the way the crate calls C.
fn nothing() -> bool {
    #[inline(never)]
    extern "C" fn callee(_: *const ffi::Context) -> c_int {
        1
    }
    let callee: extern "C" fn(*const ffi::Context) -> c_int = std::hint::black_box(callee);
    secp256k1::with_raw_global_context(|context| callee(context.as_ptr()), None) == 1
}

fn ecdsa_ops() -> [Op; 5] {
    [
        bytes(
            "ecdsa_sign",
            |row| {
                Some((
                    secret_key(row.array(0))?,
                    Message::from_digest(row.array(1)),
                ))
            },
            |(key, msg)| Some(ecdsa::sign(*msg, key)),
            Signature::serialize_compact,
        ),
        verdict(
            "ecdsa_verify",
            |row| {
                let sig = Signature::from_compact(row.bytes(1)).ok()?;
                Some((public_key(row, 0)?, sig, row.array::<32>(2)))
            },
            |(key, sig, msg)| ecdsa::verify(sig, Message::from_digest(*msg), key).is_ok(),
        ),
        verdict(
            "ecdsa_parse_verify",
            |row| Some(row.encoded_ecdsa()),
            |(key, sig, msg)| {
                let Ok(key) = PublicKey::from_slice(key) else {
                    return false;
                };
                let Ok(sig) = Signature::from_der(sig) else {
                    return false;
                };
                ecdsa::verify(&sig, Message::from_digest(*msg), &key).is_ok()
            },
        ),
        bytes(
            "ecdsa_recover",
            |row| {
                let id = RecoveryId::try_from(i32::from(row.byte(1))).ok()?;
                let sig = RecoverableSignature::from_compact(row.bytes(0), id).ok()?;
                Some((sig, row.array::<32>(2)))
            },
            |(sig, msg)| sig.recover(Message::from_digest(*msg)).ok(),
            PublicKey::serialize_uncompressed,
        ),
        bytes(
            "der_parse",
            |row| Some(row.bytes(0).to_vec()),
            |sig| Signature::from_der(sig).ok(),
            Signature::serialize_compact,
        ),
    ]
}

fn bip340() -> [Op; 3] {
    [
        bytes(
            "schnorr_sign",
            |row| {
                let pair = Keypair::from_secret_bytes(row.array(0)).ok()?;
                Some((pair, row.array::<32>(1), row.array::<32>(2)))
            },
            |(pair, msg, aux)| Some(schnorr::sign_with_aux_rand(msg, pair, aux)),
            |sig| sig.to_byte_array(),
        ),
        verdict(
            "schnorr_verify",
            |row| {
                let key = XOnlyPublicKey::from_byte_array(row.array(0)).ok()?;
                Some((key, row.array::<64>(1), row.array::<32>(2)))
            },
            |(key, sig, msg)| schnorr_verify(key, sig, msg),
        ),
        verdict(
            "schnorr_parse_verify",
            |row| Some(row.encoded_schnorr()),
            |(key, sig, msg)| {
                let Ok(key) = key.as_slice().try_into() else {
                    return false;
                };
                XOnlyPublicKey::from_byte_array(key).is_ok_and(|k| schnorr_verify(&k, sig, msg))
            },
        ),
    ]
}

fn schnorr_verify(key: &XOnlyPublicKey, sig: &[u8; 64], msg: &[u8; 32]) -> bool {
    schnorr::verify(&schnorr::Signature::from_byte_array(*sig), msg, key).is_ok()
}

fn keys() -> [Op; 7] {
    [
        bytes(
            "pubkey_create",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(*key).map(|k| k.public_key()),
            PublicKey::serialize_uncompressed,
        ),
        bytes(
            "ecdh",
            |row| Some((row.array::<32>(0), public_key(row, 1)?)),
            |(key, other)| secret_key(*key).map(|k| SharedSecret::new(other, &k)),
            SharedSecret::to_secret_bytes,
        ),
        pubkey_parse("pubkey_parse33"),
        pubkey_parse("pubkey_parse65"),
        bytes(
            "pubkey_tweak_add",
            |row| Some((public_key(row, 0)?, row.array::<32>(1))),
            |(key, tweak)| key.add_exp_tweak(&Scalar::from_be_bytes(*tweak).ok()?).ok(),
            PublicKey::serialize_uncompressed,
        ),
        verdict(
            "xonly_tweak_add_check",
            |row| {
                let internal = XOnlyPublicKey::from_byte_array(row.array(2)).ok()?;
                Some((
                    row.array::<32>(0),
                    row.byte(1),
                    internal,
                    row.array::<32>(3),
                ))
            },
            |(tweaked, parity, internal, tweak)| {
                let Ok(tweaked) = XOnlyPublicKey::from_byte_array(*tweaked) else {
                    return false;
                };
                let Ok(parity) = Parity::from_u8(*parity) else {
                    return false;
                };
                let Ok(tweak) = Scalar::from_be_bytes(*tweak) else {
                    return false;
                };
                internal.tweak_add_check(&tweaked, parity, tweak)
            },
        ),
        bytes(
            "pubkey_combine",
            |row| row.sixteen(public_key),
            |keys| PublicKey::combine_keys(&keys.each_ref()).ok(),
            PublicKey::serialize_uncompressed,
        ),
    ]
}

fn seckeys() -> [Op; 4] {
    let tweaked = |row: &Row| Some((row.array::<32>(0), row.array::<32>(1)));
    [
        verdict(
            "seckey_verify",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(*key).is_some(),
        ),
        bytes(
            "seckey_negate",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(*key).map(SecretKey::negate),
            |key| key.to_secret_bytes(),
        ),
        bytes(
            "seckey_tweak_add",
            tweaked,
            |(key, tweak)| {
                let tweak = Scalar::from_be_bytes(*tweak).ok()?;
                secret_key(*key)?.add_tweak(&tweak).ok()
            },
            |key| key.to_secret_bytes(),
        ),
        bytes(
            "seckey_tweak_mul",
            tweaked,
            |(key, tweak)| {
                let tweak = Scalar::from_be_bytes(*tweak).ok()?;
                secret_key(*key)?.mul_tweak(&tweak).ok()
            },
            |key| key.to_secret_bytes(),
        ),
    ]
}

fn pubkey_parse(name: &'static str) -> Op {
    bytes(
        name,
        |row| Some(row.bytes(0).to_vec()),
        |key| PublicKey::from_slice(key).ok(),
        PublicKey::serialize_uncompressed,
    )
}

fn ellswift() -> [Op; 4] {
    [
        bytes(
            "ellswift_encode",
            |row| Some((public_key(row, 0)?, row.array::<32>(1))),
            |(key, random)| Some(ElligatorSwift::from_pubkey_with_rnd(*key, *random)),
            ElligatorSwift::to_byte_array,
        ),
        bytes(
            "ellswift_decode",
            |row| Some(row.array::<64>(0)),
            |ell| {
                Some(PublicKey::from_ellswift(ElligatorSwift::from_byte_array(
                    *ell,
                )))
            },
            PublicKey::serialize_uncompressed,
        ),
        bytes(
            "ellswift_create",
            |row| Some((row.array::<32>(0), row.array::<32>(1))),
            |(key, aux)| secret_key(*key).map(|k| ElligatorSwift::from_seckey(k, Some(*aux))),
            ElligatorSwift::to_byte_array,
        ),
        bytes(
            "ellswift_xdh",
            |row| {
                Some((
                    row.array::<64>(0),
                    row.array::<64>(1),
                    row.array::<32>(2),
                    row.byte(3),
                ))
            },
            |(a, b, key, party)| {
                let party = match party {
                    0 => Party::Initiator,
                    1 => Party::Responder,
                    _ => return None,
                };
                let [a, b] = [a, b].map(|ell| ElligatorSwift::from_byte_array(*ell));
                secret_key(*key).map(|k| ElligatorSwift::shared_secret(a, b, k, party))
            },
            |secret: &ElligatorSwiftSharedSecret| *secret.as_secret_bytes(),
        ),
    ]
}

fn primitives() -> [Op; 2] {
    [
        bytes(
            "base_mul",
            |row| secret_key(row.array(0)),
            |k| Some(PublicKey::from_secret_key(k)),
            PublicKey::serialize_uncompressed,
        ),
        bytes(
            "point_mul",
            |row| {
                Some((
                    Scalar::from_be_bytes(row.array(0)).ok()?,
                    public_key(row, 1)?,
                ))
            },
            |(k, p)| p.mul_tweak(k).ok(),
            PublicKey::serialize_uncompressed,
        ),
    ]
}

fn secret_key(bytes: [u8; 32]) -> Option<SecretKey> {
    SecretKey::from_secret_bytes(bytes).ok()
}

fn public_key(row: &Row, i: usize) -> Option<PublicKey> {
    PublicKey::from_slice(row.bytes(i)).ok()
}

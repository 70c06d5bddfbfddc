//! The crate koblitz of this repository: the engine, by its safe interface.

use koblitz::batch::Column;
use koblitz::ecdsa::{self, RecoverableSignature, RecoveryId, Signature};
use koblitz::{Keypair, Parity, PublicKey, SecretKey, XOnlyPublicKey, ecdh, schnorr};

use crate::batch::{Op, batch_bytes, batch_verdicts, bytes, verdict};
use crate::contender::{Contender, Mark};
use crate::shape::Row;

pub const NAME: &str = "koblitz-rust";

pub fn make() -> Contender {
    let mut ops = vec![verdict("empty", |_| Some(()), |()| nothing())];
    ops.extend(ecdsa_ops());
    ops.extend(bip340());
    ops.extend(keys());
    ops.extend(seckeys());
    ops.extend(batches());
    Contender {
        name: NAME,
        library: "koblitz",
        version: env!("KOBLITZ_VERSION"),
        flags: format!(
            "{}, {}, {}",
            koblitz::backend_name(),
            env!("C_FLAGS"),
            env!("RUST_FLAGS")
        ),
        claims: &["rfc6979", "bip340", "low_s", "rejects_high_s"],
        marks: &[Mark {
            name: "vartime",
            ops: &["point_mul"],
            reason: "PublicKey::mul_tweak is variable time, as its documentation says",
        }],
        ops,
    }
}

#[inline(never)]
fn nothing() -> bool {
    true
}

fn ecdsa_ops() -> [Op; 5] {
    [
        bytes(
            "ecdsa_sign",
            |row| Some((secret_key(&row.array(0))?, row.array(1))),
            |(key, digest)| Some(key.sign_ecdsa(digest)),
            Signature::to_bytes,
        ),
        verdict(
            "ecdsa_verify",
            |row| {
                Some((
                    public_key(row, 0)?,
                    Signature::from_slice(row.bytes(1)).ok()?,
                    row.array::<32>(2),
                ))
            },
            |(key, sig, digest)| key.verify_ecdsa(digest, sig).is_ok(),
        ),
        verdict(
            "ecdsa_parse_verify",
            |row| Some(row.encoded_ecdsa()),
            |(key, sig, digest)| {
                let Ok(key) = PublicKey::from_slice(key) else {
                    return false;
                };
                Signature::from_der(sig).is_ok_and(|sig| key.verify_ecdsa(digest, &sig).is_ok())
            },
        ),
        bytes(
            "ecdsa_recover",
            |row| {
                let signature = Signature::from_slice(row.bytes(0)).ok()?;
                let id = RecoveryId::from_byte(row.byte(1)).ok()?;
                Some((RecoverableSignature::new(signature, id), row.array::<32>(2)))
            },
            |(sig, digest)| sig.recover(digest).ok(),
            PublicKey::to_uncompressed,
        ),
        bytes(
            "der_parse",
            |row| Some(row.bytes(0).to_vec()),
            |sig| Signature::from_der(sig).ok(),
            Signature::to_bytes,
        ),
    ]
}

fn bip340() -> [Op; 3] {
    [
        bytes(
            "schnorr_sign",
            |row| {
                let pair = Keypair::new(&secret_key(&row.array(0))?);
                Some((pair, row.array::<32>(1), row.array::<32>(2)))
            },
            |(pair, msg, aux)| Some(pair.sign_schnorr(msg, Some(aux))),
            schnorr::Signature::to_bytes,
        ),
        verdict(
            "schnorr_verify",
            |row| {
                Some((
                    XOnlyPublicKey::from_slice(row.bytes(0)).ok()?,
                    signature(row.array(1)),
                    row.array::<32>(2),
                ))
            },
            |(key, sig, msg)| key.verify_schnorr(msg, sig).is_ok(),
        ),
        verdict(
            "schnorr_parse_verify",
            |row| Some(row.encoded_schnorr()),
            |(key, sig, msg)| {
                let key = XOnlyPublicKey::from_slice(key);
                key.is_ok_and(|key| key.verify_schnorr(msg, &signature(*sig)).is_ok())
            },
        ),
    ]
}

fn keys() -> [Op; 8] {
    [
        bytes(
            "pubkey_create",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(key).map(|key| key.public_key()),
            PublicKey::to_uncompressed,
        ),
        bytes(
            "ecdh",
            |row| Some((row.array::<32>(0), public_key(row, 1)?)),
            |(key, other)| secret_key(key).map(|key| ecdh::shared_secret(&key, other)),
            |secret| *secret.as_bytes(),
        ),
        pubkey_parse("pubkey_parse33"),
        pubkey_parse("pubkey_parse65"),
        bytes(
            "pubkey_tweak_add",
            |row| Some((public_key(row, 0)?, row.array::<32>(1))),
            |(key, tweak)| key.add_tweak(tweak).ok(),
            PublicKey::to_uncompressed,
        ),
        verdict(
            "xonly_tweak_add_check",
            |row| {
                let internal = XOnlyPublicKey::from_slice(row.bytes(2)).ok()?;
                let parity = match row.byte(1) {
                    0 => Parity::Even,
                    1 => Parity::Odd,
                    _ => return None,
                };
                Some((row.array::<32>(0), parity, internal, row.array::<32>(3)))
            },
            |(tweaked, parity, internal, tweak)| internal.is_tweaked_to(tweak, tweaked, *parity),
        ),
        bytes(
            "pubkey_combine",
            |row| row.sixteen(public_key),
            |keys| PublicKey::combine(&keys.each_ref()).ok(),
            PublicKey::to_uncompressed,
        ),
        bytes(
            "point_mul",
            |row| Some((row.array::<32>(0), public_key(row, 1)?)),
            |(k, p)| p.mul_tweak(k).ok(),
            PublicKey::to_uncompressed,
        ),
    ]
}

fn pubkey_parse(name: &'static str) -> Op {
    bytes(
        name,
        |row| Some(row.bytes(0).to_vec()),
        |key| PublicKey::from_slice(key).ok(),
        PublicKey::to_uncompressed,
    )
}

fn seckeys() -> [Op; 5] {
    let tweaked = |row: &Row| Some((row.array::<32>(0), row.array::<32>(1)));
    [
        verdict(
            "seckey_verify",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(key).is_some(),
        ),
        bytes(
            "seckey_negate",
            |row| Some(row.array::<32>(0)),
            |key| secret_key(key).map(SecretKey::negate),
            |key| *key.to_bytes(),
        ),
        bytes(
            "seckey_tweak_add",
            tweaked,
            |(key, tweak)| secret_key(key)?.add_tweak(tweak).ok(),
            |key| *key.to_bytes(),
        ),
        bytes(
            "seckey_tweak_mul",
            tweaked,
            |(key, tweak)| secret_key(key)?.mul_tweak(tweak).ok(),
            |key| *key.to_bytes(),
        ),
        bytes(
            "base_mul",
            |row| secret_key(&row.array(0)),
            |k| Some(k.public_key()),
            PublicKey::to_uncompressed,
        ),
    ]
}

/// Batches of every size: recovery, and verification of signatures with parsed keys, as in calls of one row.
fn batches() -> Vec<Op> {
    let recover = [
        "batch_ecdsa_recover_2",
        "batch_ecdsa_recover_8",
        "batch_ecdsa_recover_64",
        "batch_ecdsa_recover_1024",
        "batch_ecdsa_recover_16384",
    ];
    let verify = [
        "batch_ecdsa_verify_2",
        "batch_ecdsa_verify_8",
        "batch_ecdsa_verify_64",
        "batch_ecdsa_verify_1024",
        "batch_ecdsa_verify_16384",
    ];
    let schnorr_verify = [
        "batch_schnorr_verify_2",
        "batch_schnorr_verify_8",
        "batch_schnorr_verify_64",
        "batch_schnorr_verify_1024",
        "batch_schnorr_verify_16384",
    ];
    let mut ops = Vec::new();
    ops.extend(recover.map(|name| {
        batch_bytes(name, |rows| {
            let sigs: Vec<[u8; 64]> = rows.iter().map(|row| row.array(0)).collect();
            // 27 to 30 are recovery ids of the library, and not of the protocol.
            let ids: Vec<[u8; 1]> = rows
                .iter()
                .map(|row| [if row.byte(1) < 4 { row.byte(1) } else { 255 }])
                .collect();
            let digests: Vec<[u8; 32]> = rows.iter().map(|row| row.array(2)).collect();
            Box::new(move |range, keys: &mut [[u8; 65]], recovered| {
                let (sigs, ids, digests) =
                    (&sigs[range.clone()], &ids[range.clone()], &digests[range]);
                ecdsa::recover_batch(sigs, ids, digests, keys, recovered)
                    .expect("columns of one length");
            })
        })
    }));
    ops.extend(verify.map(|name| {
        batch_verdicts(name, |rows| {
            // A key that does not parse makes its row wrong in another way: the signature becomes zeros.
            let other = SecretKey::from_bytes(&[1; 32]).expect("a key").public_key();
            let keys: Vec<_> = rows.iter().map(|row| public_key(row, 0)).collect();
            let sigs: Vec<[u8; 64]> = rows
                .iter()
                .zip(&keys)
                .map(|(row, key)| if key.is_some() { row.array(1) } else { [0; 64] })
                .collect();
            let keys: Vec<_> = keys.into_iter().map(|key| key.unwrap_or(other)).collect();
            let digests: Vec<[u8; 32]> = rows.iter().map(|row| row.array(2)).collect();
            Box::new(move |range, valid| {
                let (sigs, digests, keys) =
                    (&sigs[range.clone()], &digests[range.clone()], &keys[range]);
                ecdsa::verify_batch(sigs, digests, keys, valid).expect("columns of one length");
            })
        })
    }));
    ops.extend(schnorr_verify.map(|name| {
        batch_verdicts(name, |rows| {
            let other = SecretKey::from_bytes(&[1; 32])
                .expect("a key")
                .public_key()
                .to_xonly()
                .0;
            let keys: Vec<_> = rows
                .iter()
                .map(|row| XOnlyPublicKey::from_slice(row.bytes(0)).ok())
                .collect();
            let sigs: Vec<[u8; 64]> = rows
                .iter()
                .zip(&keys)
                .map(|(row, key)| if key.is_some() { row.array(1) } else { [0; 64] })
                .collect();
            let keys: Vec<_> = keys.into_iter().map(|key| key.unwrap_or(other)).collect();
            let messages: Vec<[u8; 32]> = rows.iter().map(|row| row.array(2)).collect();
            Box::new(move |range, valid| {
                let columns: [Column; 2] = [
                    (&sigs[range.clone()]).into(),
                    (&messages[range.clone()]).into(),
                ];
                schnorr::verify_batch(columns[0], columns[1], &keys[range], valid)
                    .expect("columns of one length");
            })
        })
    }));
    ops
}

fn signature(bytes: [u8; 64]) -> schnorr::Signature {
    schnorr::Signature::from_bytes(bytes)
}

fn secret_key(bytes: &[u8; 32]) -> Option<SecretKey> {
    SecretKey::from_bytes(bytes).ok()
}

fn public_key(row: &Row, i: usize) -> Option<PublicKey> {
    PublicKey::from_slice(row.bytes(i)).ok()
}

//! The crate k256: secp256k1 in pure Rust.
//!
//! Its README promises constant time, and the pinned sources keep it on
//! secrets: mul_by_generator and Mul<Scalar> select from tables by masks
//! (primeorder lookup.rs), invert is the constant-time one of crypto-bigint.
//! The `_vartime` calls here take public values only.
//!
//! Not offered: ellswift and tagged hashes, which it does not have.

use k256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use k256::elliptic_curve::PrimeField;
use k256::elliptic_curve::hazmat::FieldArithmetic;
use k256::elliptic_curve::ops::MulByGeneratorVartime;
use k256::elliptic_curve::point::AffineCoordinates;
use k256::elliptic_curve::sec1::ToSec1Point;
use k256::sha2::{Digest, Sha256};
use k256::{
    AffinePoint, NonZeroScalar, ProjectivePoint, PublicKey, Scalar, Sec1Point, Secp256k1,
    SecretKey, schnorr,
};

use crate::batch::{Op, bytes, verdict};
use crate::contender::Contender;
use crate::shape::Row;

pub const NAME: &str = "k256";

type FieldElement = <Secp256k1 as FieldArithmetic>::FieldElement;

pub fn make() -> Contender {
    // The table of multiples of G is computed on first use.
    std::hint::black_box(ProjectivePoint::mul_by_generator(&Scalar::ONE));
    let mut ops = vec![verdict("empty", |_| Some(()), nothing)];
    ops.extend(ecdsa());
    ops.extend(bip340());
    ops.extend(keys());
    ops.extend(seckeys());
    ops.extend(primitives());
    Contender {
        name: NAME,
        library: "k256",
        version: env!("K256_VERSION"),
        flags: concat!(
            env!("RUST_FLAGS"),
            ", features ecdsa precomputed-tables schnorr std"
        )
        .into(),
        claims: &["rfc6979", "bip340", "low_s", "rejects_high_s"],
        marks: &[],
        ops,
    }
}

#[inline(never)]
fn nothing((): &()) -> bool {
    true
}

fn ecdsa() -> [Op; 5] {
    [
        bytes(
            "ecdsa_sign",
            |row| {
                Some((
                    SigningKey::from_slice(row.bytes(0)).ok()?,
                    row.array::<32>(1),
                ))
            },
            |(key, msg)| -> Option<Signature> { key.sign_prehash(msg).ok() },
            Signature::to_bytes,
        ),
        verdict(
            "ecdsa_verify",
            |row| {
                let key = VerifyingKey::from_sec1_bytes(row.bytes(0)).ok()?;
                Some((
                    key,
                    Signature::from_slice(row.bytes(1)).ok()?,
                    row.array::<32>(2),
                ))
            },
            |(key, sig, msg)| key.verify_prehash(msg, sig).is_ok(),
        ),
        verdict(
            "ecdsa_parse_verify",
            |row| Some(row.encoded_ecdsa()),
            |(key, sig, msg)| {
                let Ok(key) = VerifyingKey::from_sec1_bytes(key) else {
                    return false;
                };
                let Ok(sig) = Signature::from_der(sig) else {
                    return false;
                };
                key.verify_prehash(msg, &sig).is_ok()
            },
        ),
        bytes(
            "ecdsa_recover",
            |row| {
                let sig = Signature::from_slice(row.bytes(0)).ok()?;
                Some((sig, RecoveryId::from_byte(row.byte(1))?, row.array::<32>(2)))
            },
            |(sig, id, msg)| VerifyingKey::recover_from_prehash(msg, sig, *id).ok(),
            |key| key.to_sec1_point(false),
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
                let key = schnorr::SigningKey::from_slice(row.bytes(0)).ok()?;
                Some((key, row.array::<32>(1), row.array::<32>(2)))
            },
            |(key, msg, aux)| key.sign_raw(msg, aux).ok(),
            schnorr::Signature::to_bytes,
        ),
        verdict(
            "schnorr_verify",
            |row| {
                let key = schnorr::VerifyingKey::from_slice(row.bytes(0)).ok()?;
                Some((key, row.array::<64>(1), row.array::<32>(2)))
            },
            |(key, sig, msg)| schnorr_verify(key, sig, msg),
        ),
        verdict(
            "schnorr_parse_verify",
            |row| Some(row.encoded_schnorr()),
            |(key, sig, msg)| {
                schnorr::VerifyingKey::from_slice(key).is_ok_and(|k| schnorr_verify(&k, sig, msg))
            },
        ),
    ]
}

fn schnorr_verify(key: &schnorr::VerifyingKey, sig: &[u8; 64], msg: &[u8; 32]) -> bool {
    schnorr::Signature::from_bytes(sig).is_ok_and(|sig| key.verify_raw(msg, &sig).is_ok())
}

fn keys() -> [Op; 7] {
    [
        bytes(
            "pubkey_create",
            |row| Some(row.array::<32>(0)),
            |key| SecretKey::from_slice(key).ok().map(|k| k.public_key()),
            uncompressed,
        ),
        // The crate's own ECDH gives the x coordinate only, so the point is
        // multiplied, in constant time, and hashed here.
        bytes(
            "ecdh",
            |row| Some((row.array::<32>(0), public_key(row, 1)?)),
            |(key, other)| {
                let key = NonZeroScalar::from_repr((*key).into()).into_option()?;
                let shared = (other.to_projective() * *key).to_affine();
                let hash = Sha256::new().chain_update([2 | shared.y_is_odd().unwrap_u8()]);
                Some(hash.chain_update(shared.x()).finalize())
            },
            |hash| *hash,
        ),
        pubkey_parse("pubkey_parse33"),
        pubkey_parse("pubkey_parse65"),
        bytes(
            "pubkey_tweak_add",
            |row| Some((*public_key(row, 0)?.as_affine(), row.array::<32>(1))),
            |(key, tweak)| PublicKey::from_affine(tweak_add(key, tweak)?).ok(),
            uncompressed,
        ),
        verdict(
            "xonly_tweak_add_check",
            |row| {
                let internal = schnorr::VerifyingKey::from_slice(row.bytes(2)).ok()?;
                Some((
                    row.array::<32>(0),
                    row.byte(1),
                    *internal.as_affine(),
                    row.array::<32>(3),
                ))
            },
            |(tweaked, parity, internal, tweak)| {
                tweak_add(internal, tweak).is_some_and(|q| {
                    q != AffinePoint::IDENTITY
                        && q.x().as_slice() == tweaked
                        && q.y_is_odd().unwrap_u8() == *parity
                })
            },
        ),
        bytes(
            "pubkey_combine",
            |row| row.sixteen(|row, i| Some(*public_key(row, i)?.as_affine())),
            |keys| {
                let first = ProjectivePoint::from(keys[0]);
                let sum = keys[1..].iter().fold(first, |sum, key| sum + key);
                PublicKey::from_affine(sum.to_affine()).ok()
            },
            uncompressed,
        ),
    ]
}

fn pubkey_parse(name: &'static str) -> Op {
    bytes(
        name,
        |row| Some(row.bytes(0).to_vec()),
        |key| parse(key),
        uncompressed,
    )
}

fn parse(key: &[u8]) -> Option<PublicKey> {
    PublicKey::from_sec1_bytes(key).ok()
}

fn public_key(row: &Row, i: usize) -> Option<PublicKey> {
    parse(row.bytes(i))
}

fn uncompressed(key: &PublicKey) -> Sec1Point {
    key.to_sec1_point(false)
}

/// P + t*G, None when t is not below n.
fn tweak_add(key: &AffinePoint, tweak: &[u8; 32]) -> Option<AffinePoint> {
    let tweak = Scalar::from_repr((*tweak).into()).into_option()?;
    let point = <ProjectivePoint as MulByGeneratorVartime>::mul_by_generator_vartime(&tweak) + key;
    Some(point.to_affine())
}

/// Products of points count until the affine point, as in the other operations.
fn seckeys() -> [Op; 4] {
    let tweaked = |row: &Row| Some((row.array::<32>(0), row.array::<32>(1)));
    [
        verdict(
            "seckey_verify",
            |row| Some(row.array::<32>(0)),
            |key| seckey(key).is_some(),
        ),
        bytes(
            "seckey_negate",
            |row| Some(row.array::<32>(0)),
            |key| seckey(key).map(|k| -k),
            |key| key.to_bytes(),
        ),
        bytes(
            "seckey_tweak_add",
            tweaked,
            |(key, tweak)| {
                let tweak = Scalar::from_repr((*tweak).into()).into_option()?;
                NonZeroScalar::new(*seckey(key)? + tweak).into_option()
            },
            |key| key.to_bytes(),
        ),
        bytes(
            "seckey_tweak_mul",
            tweaked,
            |(key, tweak)| Some(seckey(key)? * seckey(tweak)?),
            |key| key.to_bytes(),
        ),
    ]
}

fn seckey(bytes: &[u8; 32]) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr((*bytes).into()).into_option()
}

fn primitives() -> [Op; 6] {
    [
        bytes(
            "field_mul",
            |row| Some((field(row, 0)?, field(row, 1)?)),
            |(a, b)| Some(a * b),
            |r| r.to_bytes(),
        ),
        bytes(
            "field_sqr",
            |row| field(row, 0),
            |a| Some(a.square()),
            |r| r.to_bytes(),
        ),
        bytes(
            "field_inv",
            |row| field(row, 0),
            |a| a.invert_vartime().into_option(),
            |r| r.to_bytes(),
        ),
        bytes(
            "field_sqrt",
            |row| field(row, 0),
            |a| a.sqrt().into_option(),
            |r| r.to_bytes(),
        ),
        bytes(
            "base_mul",
            |row| scalar(row, 0),
            |k| Some(ProjectivePoint::mul_by_generator(k).to_affine()),
            |p| p.to_sec1_point(false),
        ),
        bytes(
            "point_mul",
            |row| Some((scalar(row, 0)?, public_key(row, 1)?.to_projective())),
            |(k, p)| Some((p * &**k).to_affine()),
            |p| p.to_sec1_point(false),
        ),
    ]
}

fn field(row: &Row, i: usize) -> Option<FieldElement> {
    FieldElement::from_repr(row.array::<32>(i).into()).into_option()
}

fn scalar(row: &Row, i: usize) -> Option<NonZeroScalar> {
    NonZeroScalar::from_repr(row.array::<32>(i).into()).into_option()
}

//! The crate aws-lc-rs: AWS-LC, a fork of BoringSSL, in the form of the crate
//! ring. The curve is generic code for any prime, by Montgomery multiplication.
//!
//! Keys and digests are its own objects; signatures stay bytes, of r and s or
//! DER, which each call reads. A secret key gets in as an ECPrivateKey of
//! RFC 5915 without its public key.
//!
//! Not offered: recovery, Schnorr and tweaks, which it does not have; ECDH,
//! which it has for other curves only; parsing of a key, of which it gives no
//! point.

use aws_lc_rs::digest::{Digest, SHA256};
use aws_lc_rs::signature::{
    ECDSA_P256K1_SHA256_ASN1, ECDSA_P256K1_SHA256_FIXED, ECDSA_P256K1_SHA256_FIXED_SIGNING,
    EcdsaKeyPair, EcdsaVerificationAlgorithm, KeyPair, ParsedPublicKey, UnparsedPublicKey,
};

use crate::batch::{Op, bytes, verdict};
use crate::contender::Contender;

pub const NAME: &str = "aws-lc-rs";

pub fn make() -> Contender {
    let mut ops = vec![verdict("empty", |_| Some(()), nothing)];
    ops.extend(ecdsa());
    ops.extend(keys());
    Contender {
        name: NAME,
        library: NAME,
        version: env!("AWS_LC_RS_VERSION"),
        flags: concat!(
            env!("RUST_FLAGS"),
            ", aws-lc-sys ",
            env!("AWS_LC_SYS_VERSION")
        )
        .into(),
        claims: &[],
        marks: &[],
        ops,
    }
}

#[inline(never)]
fn nothing((): &()) -> bool {
    true
}

fn ecdsa() -> [Op; 3] {
    [
        bytes(
            "ecdsa_sign",
            |row| Some((key_pair(&row.array(0))?, digest(&row.array(1))?)),
            |(key, digest)| key.sign_digest(digest).ok(),
            |sig| <[u8; 64]>::try_from(sig.as_ref()).expect("r and s"),
        ),
        verdict(
            "ecdsa_verify",
            |row| {
                Some((
                    public_key(&ECDSA_P256K1_SHA256_FIXED, row.bytes(0))?,
                    row.array::<64>(1),
                    digest(&row.array(2))?,
                ))
            },
            |(key, sig, digest)| key.verify_digest_sig(digest, sig).is_ok(),
        ),
        verdict(
            "ecdsa_parse_verify",
            |row| Some(row.encoded_ecdsa()),
            |(key, sig, msg)| {
                digest(msg).is_some_and(|digest| {
                    UnparsedPublicKey::new(&ECDSA_P256K1_SHA256_ASN1, key)
                        .verify_digest(&digest, sig)
                        .is_ok()
                })
            },
        ),
    ]
}

fn keys() -> [Op; 1] {
    [bytes(
        "pubkey_create",
        |row| Some(row.array::<32>(0)),
        key_pair,
        |pair| <[u8; 65]>::try_from(pair.public_key().as_ref()).expect("uncompressed"),
    )]
}

fn public_key(alg: &'static EcdsaVerificationAlgorithm, key: &[u8]) -> Option<ParsedPublicKey> {
    ParsedPublicKey::new(alg, key).ok()
}

fn digest(msg: &[u8; 32]) -> Option<Digest> {
    Digest::import_less_safe(msg, &SHA256).ok()
}

/// SEQUENCE { INTEGER 1, OCTET STRING of 32 bytes, [0] OID of secp256k1 }.
fn key_pair(key: &[u8; 32]) -> Option<EcdsaKeyPair> {
    const BEFORE: [u8; 7] = [0x30, 0x2e, 2, 1, 1, 4, 32];
    const AFTER: [u8; 9] = [0xa0, 7, 6, 5, 0x2b, 0x81, 4, 0, 10];
    let der = [&BEFORE[..], key, &AFTER].concat();
    EcdsaKeyPair::from_private_key_der(&ECDSA_P256K1_SHA256_FIXED_SIGNING, &der).ok()
}

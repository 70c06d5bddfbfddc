//! Published vectors: BIP-340, RFC 6979, Wycheproof, BIP-66; singly and in batches.

mod support;

use koblitz::batch::Column;
use koblitz::{Keypair, PublicKey, SecretKey, XOnlyPublicKey, ecdh, ecdsa, schnorr};
use sha2::{Digest, Sha256, Sha512};
use support::{hex, hex32, vectors};

#[test]
fn bip340() {
    let (mut rows, mut batch) = (0, Vec::new());
    for line in vectors("bip-0340/test-vectors.csv").lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let [_, secret, key, aux, message, signature, result, ..] = fields[..] else { panic!("{line}") };
        let (message, want) = (hex(message), result == "TRUE");
        if !secret.is_empty() {
            let pair = Keypair::new(&SecretKey::from_slice(&hex(secret)).unwrap());
            assert_eq!(pair.xonly_public_key().0.to_bytes()[..], hex(key)[..], "{line}");
            let made = pair.sign_schnorr(&message, Some(&hex32(aux)));
            assert_eq!(made.to_bytes()[..], hex(signature)[..], "{line}");
        }
        let parsed = schnorr::Signature::from_slice(&hex(signature)).unwrap();
        let valid = XOnlyPublicKey::from_slice(&hex(key)).is_ok_and(|k| k.verify_schnorr(&message, &parsed).is_ok());
        assert_eq!(valid, want, "{line}");
        batch.push((parsed, message, hex32(key), want));
        rows += 1;
    }
    assert_eq!(rows, 19);

    let signatures: Vec<_> = batch.iter().map(|row| row.0).collect();
    let keys: Vec<_> = batch.iter().map(|row| row.2).collect();
    let want: Vec<_> = batch.iter().map(|row| row.3).collect();
    let messages: Vec<u8> = batch.iter().flat_map(|row| row.1.clone()).collect();
    let mut offsets = vec![0i32];
    offsets.extend(batch.iter().scan(0, |end, row| {
        *end += row.1.len() as i32;
        Some(*end)
    }));
    let messages = Column::offsets(&messages, &offsets).unwrap();
    let invalid = want.iter().filter(|valid| !**valid).count();
    let mut valid = vec![true; rows];
    assert_eq!(schnorr::verify_batch(&signatures, messages, &keys, &mut valid), Ok(invalid));
    assert_eq!(valid, want);
    let (mut valid, mut scratch) = (vec![true; rows], vec![0; schnorr::scratch_len(rows)]);
    assert_eq!(schnorr::verify_batch_all(&signatures, messages, &keys, &mut valid, &mut scratch), Ok(invalid));
    assert_eq!(valid, want);
}

#[test]
fn rfc6979() {
    let mut rows = 0;
    for line in vectors("rfc6979/signatures.csv").lines().filter(|line| !line.starts_with('#')) {
        let (secret, rest) = line.split_once(',').unwrap();
        let (message, der) = rest.rsplit_once(',').unwrap();
        let message = message.trim_matches('"');
        let mut number = decimal(secret);
        number.reverse();
        let secret = SecretKey::from_bytes(&number).unwrap();
        let digest = Sha256::digest(message).into();
        let signature = secret.sign_ecdsa(&digest);
        assert_eq!(signature.to_der()[..], hex(der)[..], "{line}");
        assert_eq!(secret.sign_ecdsa_recoverable(&digest).signature(), signature);
        assert_eq!(secret.public_key().verify_ecdsa(&digest, &signature), Ok(()));
        rows += 1;
    }
    assert_eq!(rows, 20);
}

/// A decimal number as 32 bytes, little-endian.
fn decimal(text: &str) -> [u8; 32] {
    let mut bytes = [0u8; 32];
    for digit in text.bytes() {
        let mut carry = u16::from(digit - b'0');
        for byte in &mut bytes {
            let sum = u16::from(*byte) * 10 + carry;
            (*byte, carry) = (sum as u8, sum >> 8);
        }
    }
    bytes
}

/// The hash of a message, or its first 32 bytes.
type Hash = fn(&[u8]) -> [u8; 32];

/// (key, digest, signature, valid) of a Wycheproof file.
type Row = (Vec<u8>, [u8; 32], Vec<u8>, bool);

fn wycheproof(name: &str, digest: Hash) -> Vec<Row> {
    let file: serde_json::Value = serde_json::from_str(&vectors(&format!("wycheproof/{name}_test.json"))).unwrap();
    let mut rows = Vec::new();
    for group in file["testGroups"].as_array().unwrap() {
        let key = hex(group["publicKey"]["uncompressed"].as_str().unwrap());
        for test in group["tests"].as_array().unwrap() {
            let text = |field: &str| hex(test[field].as_str().unwrap());
            rows.push((key.clone(), digest(&text("msg")), text("sig"), test["result"] == "valid"));
        }
    }
    assert_eq!(rows.len() as u64, file["numberOfTests"].as_u64().unwrap());
    rows
}

fn sha256(message: &[u8]) -> [u8; 32] {
    Sha256::digest(message).into()
}

fn sha512(message: &[u8]) -> [u8; 32] {
    Sha512::digest(message)[..32].try_into().unwrap()
}

#[test]
fn wycheproof_ecdsa() {
    let files: [(&str, Hash, bool, bool); 5] = [
        // name, digest, DER, high s permitted
        ("ecdsa_secp256k1_sha256_bitcoin", sha256, true, false),
        ("ecdsa_secp256k1_sha256", sha256, true, true),
        ("ecdsa_secp256k1_sha512", sha512, true, true),
        ("ecdsa_secp256k1_sha256_p1363", sha256, false, true),
        ("ecdsa_secp256k1_sha512_p1363", sha512, false, true),
    ];
    for (name, digest, der, high_s) in files {
        let rows = wycheproof(name, digest);
        for (key, digest, sig, want) in &rows {
            let parsed = if der { ecdsa::Signature::from_der(sig) } else { ecdsa::Signature::from_slice(sig) };
            let verified = parsed.and_then(|parsed| {
                let parsed = if high_s { parsed.normalize_s() } else { parsed };
                PublicKey::from_slice(key)?.verify_ecdsa(digest, &parsed)
            });
            assert_eq!(verified.is_ok(), *want, "{name} {sig:02x?}");
        }
        let mut rules = ecdsa::Rules::default();
        (rules.der, rules.high_s) = (der, high_s);
        // Signatures of any length, by offsets.
        let sigs: Vec<u8> = rows.iter().flat_map(|row| row.2.clone()).collect();
        let mut offsets = vec![0i64];
        rows.iter().for_each(|row| offsets.push(offsets[offsets.len() - 1] + row.2.len() as i64));
        let sigs = Column::offsets(&sigs, &offsets).unwrap();
        let digests: Vec<_> = rows.iter().map(|row| row.1).collect();
        let keys: Vec<[u8; 65]> = rows.iter().map(|row| row.0[..].try_into().unwrap()).collect();
        let want: Vec<_> = rows.iter().map(|row| row.3).collect();
        let mut valid = vec![false; rows.len()];
        let invalid = ecdsa::verify_batch_by(rules, sigs, &digests, &keys, &mut valid).unwrap();
        assert_eq!(valid, want, "{name}");
        assert_eq!(invalid, want.iter().filter(|valid| !**valid).count(), "{name}");
    }
}

#[test]
fn wycheproof_ecdh() {
    // SubjectPublicKeyInfo of an uncompressed and of a compressed key of this curve.
    let (uncompressed, compressed) =
        (hex("3056301006072a8648ce3d020106052b8104000a034200"), hex("3036301006072a8648ce3d020106052b8104000a032200"));
    let file: serde_json::Value = serde_json::from_str(&vectors("wycheproof/ecdh_secp256k1_test.json")).unwrap();
    let (mut shared, mut refused, mut otherwise) = (0, 0, 0);
    for test in file["testGroups"][0]["tests"].as_array().unwrap() {
        let text = |field: &str| hex(test[field].as_str().unwrap());
        let public = text("public");
        let key = public.strip_prefix(&uncompressed[..]).filter(|key| key.len() == 65);
        let Some(key) = key.or(public.strip_prefix(&compressed[..]).filter(|key| key.len() == 33)) else {
            otherwise += 1;
            continue;
        };
        let mut secret = text("private");
        while secret.len() > 32 && secret[0] == 0 {
            secret.remove(0);
        }
        while secret.len() < 32 {
            secret.insert(0, 0);
        }
        match PublicKey::from_slice(key) {
            Ok(key) => {
                let x = ecdh::shared_x(&SecretKey::from_slice(&secret).unwrap(), &key);
                assert_eq!(x.as_bytes()[..], text("shared")[..], "{test}");
                assert_ne!(test["result"], "invalid", "{test}");
                shared += 1;
            }
            Err(_) => {
                assert_ne!(test["result"], "valid", "{test}");
                refused += 1;
            }
        }
    }
    println!("{shared} shared, {refused} refused, {otherwise} other encodings");
    assert!(shared > 450 && shared + refused + otherwise == 752);
}

#[test]
fn bip66_der() {
    let file: serde_json::Value = serde_json::from_str(&vectors("bip-0066/bip-0066-test-vectors.json")).unwrap();
    for row in file["valid"].as_array().unwrap() {
        let der = hex(row["DER"].as_str().unwrap());
        // r and s of this file may be negative or too large for the curve: such a signature is refused as well.
        if let Ok(signature) = ecdsa::Signature::from_der(&der) {
            assert_eq!(signature.to_der()[..], der[..], "{row}");
        }
    }
    for row in file["invalid"]["decode"].as_array().unwrap() {
        let der = row["DER"].as_str().unwrap();
        assert!(ecdsa::Signature::from_der(&hex(der)).is_err(), "{row}");
    }
}

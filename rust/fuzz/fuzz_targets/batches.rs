//! Batches of records that the input makes up give the verdicts of single calls.
#![no_main]

use koblitz::batch::Column;
use koblitz::{PublicKey, SecretKey, XOnlyPublicKey, ecdsa, schnorr};

/// Digest, r, s, recovery id, key.
const RECORD: usize = 130;

/// A record of the input: those bytes, or a signature that is made of them and is right but for one byte.
fn record(input: &[u8]) -> [u8; RECORD] {
    let mut record: [u8; RECORD] = input[..RECORD].try_into().unwrap();
    let (kind, at, change) = (input[RECORD], usize::from(input[RECORD + 1]), input[RECORD + 2]);
    let digest: [u8; 32] = record[..32].try_into().unwrap();
    if let (1 | 2, Ok(secret)) = (kind, SecretKey::from_slice(&record[32..64])) {
        if kind == 1 {
            record[32..97].copy_from_slice(&secret.sign_ecdsa_recoverable(&digest).to_bytes());
        } else {
            record[32..96].copy_from_slice(secret.keypair().sign_schnorr(&digest, None).as_bytes());
        }
        record[97..].copy_from_slice(&secret.public_key().to_bytes());
        record[at % RECORD] ^= change;
    }
    record
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let records: Vec<_> = data.chunks_exact(RECORD + 3).map(record).collect();
    let (n, data) = (records.len(), records.as_flattened());
    let column = |at: usize, size| Column::strided(data.get(at..).unwrap_or_default(), size, RECORD, n).unwrap();
    let (digests, signatures, ids) = (column(0, 32), column(32, 64), column(96, 1));
    let (mut valid, mut schnorr_valid) = (vec![false; n], vec![false; n]);
    let (mut recovered, mut out) = (vec![false; n], vec![[0; 33]; n]);
    ecdsa::verify_batch(signatures, digests, column(97, 33), &mut valid).unwrap();
    ecdsa::recover_batch(signatures, ids, digests, &mut out, &mut recovered).unwrap();
    schnorr::verify_batch(signatures, digests, column(98, 32), &mut schnorr_valid).unwrap();
    for (i, record) in records.iter().enumerate() {
        let digest = record[..32].try_into().unwrap();
        let signature = ecdsa::Signature::from_slice(&record[32..96]);
        let key = PublicKey::from_slice(&record[97..]);
        let want = signature.is_ok_and(|s| key.is_ok_and(|key| key.verify_ecdsa(digest, &s).is_ok()));
        assert_eq!(valid[i], want);
        let id = if (27..31).contains(&record[96]) { record[96] - 27 } else { record[96] };
        let id = ecdsa::RecoveryId::from_byte(id);
        let want = signature.and_then(|s| ecdsa::RecoverableSignature::new(s, id?).recover(digest));
        assert_eq!((recovered[i], out[i]), (want.is_ok(), want.map_or([0; 33], |key| key.to_bytes())));
        let signature = schnorr::Signature::from_slice(&record[32..96]).unwrap();
        let want =
            XOnlyPublicKey::from_slice(&record[98..]).is_ok_and(|k| k.verify_schnorr(digest, &signature).is_ok());
        assert_eq!(schnorr_valid[i], want);
    }
});

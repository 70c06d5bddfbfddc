//! Batches of records that the input makes up give the verdicts of single calls.
#![no_main]

use koblitz::batch::Column;
use koblitz::{PublicKey, ecdsa};

/// Digest, r, s, recovery id, key.
const RECORD: usize = 130;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let n = data.len() / RECORD;
    let column = |at: usize, size| Column::strided(data.get(at..).unwrap_or_default(), size, RECORD, n).unwrap();
    let (digests, signatures, ids, keys) = (column(0, 32), column(32, 64), column(96, 1), column(97, 33));
    let (mut valid, mut recovered, mut out) = (vec![false; n], vec![false; n], vec![[0; 33]; n]);
    ecdsa::verify_batch(signatures, digests, keys, &mut valid).unwrap();
    ecdsa::recover_batch(signatures, ids, digests, &mut out, &mut recovered).unwrap();
    for (i, record) in data.chunks_exact(RECORD).enumerate() {
        let digest = record[..32].try_into().unwrap();
        let signature = ecdsa::Signature::from_slice(&record[32..96]);
        let key = PublicKey::from_slice(&record[97..]);
        let want = signature.is_ok_and(|s| key.is_ok_and(|key| key.verify_ecdsa(digest, &s).is_ok()));
        assert_eq!(valid[i], want);
        let id = if (27..31).contains(&record[96]) { record[96] - 27 } else { record[96] };
        let id = ecdsa::RecoveryId::from_byte(id);
        let want = signature.and_then(|s| ecdsa::RecoverableSignature::new(s, id?).recover(digest));
        assert_eq!((recovered[i], out[i]), (want.is_ok(), want.map_or([0; 33], |key| key.to_bytes())));
    }
});

//! Senders of transactions against alloy's own backend, row by row: before koblitz is installed, after it, and in
//! batches. `--features secp256k1` makes alloy's own backend libsecp256k1; otherwise it is k256.

use alloy_consensus::crypto::secp256k1::verify_and_compute_signer_unchecked;
use alloy_consensus::transaction::SignerRecoverable;
use alloy_consensus::{
    SignableTransaction, Signed, TxEip1559, TxEip2930, TxEip4844, TxEip4844Variant, TxEip7702, TxEnvelope, TxLegacy,
};
use alloy_eips::eip2718::Decodable2718;
use alloy_primitives::{Address, B256, Signature, TxKind, U256, hex};
use koblitz::alloy::{self, SignedTransaction};
use koblitz::{Error, SecretKey};

const ORDER: U256 = U256::from_be_bytes(hex!("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"));

/// Transactions that were published, with senders where they are known otherwise.
fn published() -> Vec<(TxEnvelope, Option<Address>)> {
    let lines = include_str!("transactions.txt").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let (raw, sender) = line.split_once(' ').unwrap();
        let transaction = TxEnvelope::decode_2718(&mut &hex::decode(raw).unwrap()[..]).unwrap();
        (transaction, (sender != "-").then(|| sender.parse().unwrap()))
    };
    lines.map(row).collect()
}

fn signed<T: SignableTransaction<Signature>>(tx: T, i: u64) -> Signed<T> {
    let secret = SecretKey::from_bytes(&[1 + (i % 200) as u8; 32]).unwrap();
    let bytes = secret.sign_ecdsa_recoverable(&tx.signature_hash().0).to_bytes();
    let (mut r, mut s) = (U256::from_be_slice(&bytes[..32]), U256::from_be_slice(&bytes[32..64]));
    let mut odd = bytes[64] & 1 == 1;
    match i % 17 {
        3 => (s, odd) = (ORDER - s, !odd),
        4 => odd = !odd,
        5 => r += U256::from(1),
        6 => s = U256::ZERO,
        7 => r = U256::MAX,
        8 => s = ORDER,
        9 => r = U256::ZERO,
        _ => {}
    }
    tx.into_signed(Signature::new(r, s, odd))
}

/// A transaction of each type in turn, some with faults.
fn made(i: u64) -> TxEnvelope {
    let to = Address::repeat_byte(i as u8);
    match i % 6 {
        0 => signed(TxLegacy { chain_id: None, nonce: i, ..Default::default() }, i / 6).into(),
        1 => signed(TxLegacy { chain_id: Some(i), nonce: i, to: TxKind::Call(to), ..Default::default() }, i / 6).into(),
        2 => signed(TxEip2930 { chain_id: 1, nonce: i, ..Default::default() }, i / 6).into(),
        3 => {
            signed(TxEip1559 { chain_id: 10, nonce: i, input: vec![1; 500].into(), ..Default::default() }, i / 6).into()
        }
        4 => {
            let tx =
                TxEip4844 { chain_id: 1, nonce: i, to, blob_versioned_hashes: vec![B256::ZERO], ..Default::default() };
            TxEnvelope::Eip4844(signed(TxEip4844Variant::TxEip4844(tx), i / 6))
        }
        _ => signed(TxEip7702 { chain_id: 1, nonce: i, to, ..Default::default() }, i / 6).into(),
    }
}

/// A batch's call.
type Senders = fn(&[TxEnvelope], &mut [Option<Address>]) -> Result<usize, Error>;

/// Answers of one backend for a transaction.
fn answers(tx: &TxEnvelope) -> [Option<Address>; 2] {
    [tx.recover_signer().ok(), tx.recover_signer_unchecked().ok()]
}

#[test]
fn senders_are_those_of_alloys_own_backend() {
    let published = published();
    let mut transactions: Vec<_> = published.iter().map(|(tx, _)| tx.clone()).collect();
    transactions.extend((0..700).map(made));
    let want: Vec<_> = transactions.iter().map(answers).collect();
    for ((tx, sender), want) in published.iter().zip(&want) {
        assert!(want[0].is_some(), "{tx:?}");
        assert!(sender.is_none() || *sender == want[0], "{tx:?}");
    }
    assert!(want.iter().filter(|answer| answer[0] != answer[1]).count() > 20, "rows with a high s");
    assert!(want.iter().filter(|answer| answer[1].is_none()).count() > 20, "rows without a sender");

    for n in [0, 1, 2, 7, 64, 127, 128, 129, 300, transactions.len()] {
        let rows = &transactions[..n];
        for (high_s, answer) in [(false, 0), (true, 1)] {
            let want: Vec<_> = want[..n].iter().map(|answers| answers[answer]).collect();
            let failed = want.iter().filter(|sender| sender.is_none()).count();
            let calls: [Senders; 2] = if high_s {
                [alloy::recover_signers_unchecked, alloy::recover_signers_unchecked_parallel]
            } else {
                [alloy::recover_signers, alloy::recover_signers_parallel]
            };
            for call in calls {
                let mut senders = vec![Some(Address::ZERO); n];
                assert_eq!(call(rows, &mut senders), Ok(failed), "{n} rows");
                assert_eq!(senders, want, "{n} rows");
            }
        }
    }
    let mut short = [Some(Address::ZERO)];
    assert_eq!(alloy::recover_signers(&transactions[..2], &mut short), Err(Error::DifferentLengths));
    assert_eq!(short, [Some(Address::ZERO)]);

    struct Deposit;
    impl SignedTransaction for Deposit {
        fn signature_and_hash(&self) -> Option<(Signature, B256)> {
            None
        }
    }
    assert_eq!(alloy::recover_signers(&[Deposit], &mut short), Ok(1));
    assert_eq!(short, [None]);

    // Verification against the key, before and after.
    let verify = |tx: &TxEnvelope| {
        let secret = SecretKey::from_bytes(&[1; 32]).unwrap();
        let key = secret.public_key().to_uncompressed();
        let mut wrong = key;
        wrong[64] ^= 1;
        [key, wrong].map(|key| verify_and_compute_signer_unchecked(&key, tx.signature(), tx.signature_hash()).ok())
    };
    // libsecp256k1 refuses a high s here, which the contract of the call accepts.
    let alike = |tx: &&TxEnvelope| {
        !cfg!(feature = "secp256k1") || tx.recover_signer().ok() == tx.recover_signer_unchecked().ok()
    };
    let rows: Vec<_> = transactions.iter().filter(alike).collect();
    let verified: Vec<_> = rows.iter().map(|tx| verify(tx)).collect();
    assert!(verified.iter().any(|answers| answers[0].is_some()));

    alloy::install().unwrap();
    assert!(alloy::install().is_err());
    assert_eq!(transactions.iter().map(answers).collect::<Vec<_>>(), want);
    assert_eq!(rows.iter().map(|tx| verify(tx)).collect::<Vec<_>>(), verified);
}

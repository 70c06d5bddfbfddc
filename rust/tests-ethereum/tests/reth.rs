//! reth's blocks: their senders by koblitz, singly and from one batch, are those of reth's own calls.

use alloy_consensus::{Block, EthereumTxEnvelope, SignableTransaction, TxEip1559, TxEip4844};
use alloy_primitives::Signature;
use koblitz::SecretKey;
use reth_primitives_traits::{Block as _, RecoveredBlock};

type Transaction = EthereumTxEnvelope<TxEip4844>;

/// A block of 300 transactions, of which that number has no sender.
fn block(without: Option<u64>) -> Block<Transaction> {
    let transaction = |nonce: u64| {
        let secret = SecretKey::from_bytes(&[1 + (nonce % 200) as u8; 32]).unwrap();
        let tx = TxEip1559 { nonce, ..Default::default() };
        let mut signed = secret.sign_ecdsa_recoverable(&tx.signature_hash().0).to_bytes();
        if Some(nonce) == without {
            signed[32..64].fill(0);
        }
        tx.into_signed(Signature::from_bytes_and_parity(&signed[..64], signed[64] == 1)).into()
    };
    let mut block = Block::default();
    block.body.transactions = (0..300).map(transaction).collect();
    block
}

#[test]
fn senders_of_blocks_are_those_of_reths_own() {
    let want = block(None).recover_signers().unwrap();
    assert!(block(Some(7)).recover_signers().is_err());

    let batch = |block: &Block<Transaction>| {
        let mut senders = vec![None; block.body.transactions.len()];
        koblitz::alloy::recover_signers_parallel(&block.body.transactions, &mut senders).unwrap();
        senders.into_iter().collect::<Option<Vec<_>>>()
    };
    assert_eq!(batch(&block(Some(7))), None);
    let recovered = RecoveredBlock::new_unhashed(block(None), batch(&block(None)).unwrap());
    assert_eq!(recovered.senders(), want);

    koblitz::alloy::install().unwrap();
    assert_eq!(RecoveredBlock::try_recover(block(None)).unwrap(), recovered);
    assert!(block(Some(7)).recover_signers().is_err());
}

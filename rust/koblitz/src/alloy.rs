//! alloy 2: its recovery backend, and the senders of many transactions at once.
//!
//! [`install`] makes every recovery of alloy, and of what stands on it, use this crate: `recover_signer` of transactions
//! and of `Signature` in `alloy-consensus`. Those are calls of one signature. A block's transactions cost a third and
//! less of that in one call of [`recover_signers`].

use std::sync::Arc;

use alloy_consensus::crypto::backend::{CryptoProvider, CryptoProviderAlreadySetError, install_default_provider};
use alloy_consensus::crypto::{RecoveryError, SECP256K1N_HALF};
use alloy_consensus::transaction::RlpEcdsaEncodableTx;
use alloy_consensus::{EthereumTxEnvelope, SignableTransaction, Signed};
use alloy_primitives::{Address, B256, Signature};

use crate::ethereum::{CHUNK, recover_addresses};
use crate::{Error, PublicKey, Result, ecdsa};

/// The recovery backend. [`install`] installs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Koblitz;

impl CryptoProvider for Koblitz {
    fn recover_signer_unchecked(&self, sig: &[u8; 65], msg: &[u8; 32]) -> core::result::Result<Address, RecoveryError> {
        let recovered = ecdsa::RecoverableSignature::from_bytes(sig).and_then(|sig| sig.recover_address(msg));
        recovered.map(Address::from).map_err(|_| RecoveryError::new())
    }

    /// A high s is accepted, as alloy's contract says.
    fn verify_and_compute_signer_unchecked(
        &self,
        pubkey: &[u8; 65],
        sig: &[u8; 64],
        msg: &[u8; 32],
    ) -> core::result::Result<Address, RecoveryError> {
        let verified = PublicKey::from_slice(pubkey).and_then(|key| {
            key.verify_ecdsa(msg, &ecdsa::Signature::from_bytes(sig)?.normalize_s())?;
            Ok(key)
        });
        verified.map(|key| Address::from(key.to_ethereum_address())).map_err(|_| RecoveryError::new())
    }
}

/// Installs this crate as the recovery backend of alloy in this process. Fails when there is one already.
pub fn install() -> core::result::Result<(), CryptoProviderAlreadySetError> {
    install_default_provider(Arc::new(Koblitz))
}

/// A transaction whose sender its signature tells.
pub trait SignedTransaction {
    /// The signature and what it signs. None for transactions without a signature, such as a rollup's deposits: they
    /// get no sender here.
    fn signature_and_hash(&self) -> Option<(Signature, B256)>;
}

impl<T: SignableTransaction<Signature>> SignedTransaction for Signed<T> {
    fn signature_and_hash(&self) -> Option<(Signature, B256)> {
        Some((*self.signature(), self.signature_hash()))
    }
}

/// Every type: legacy with and without EIP-155, and those of EIP-2930, EIP-1559, EIP-4844 and EIP-7702.
impl<Eip4844> SignedTransaction for EthereumTxEnvelope<Eip4844>
where
    Eip4844: RlpEcdsaEncodableTx + SignableTransaction<Signature>,
{
    fn signature_and_hash(&self) -> Option<(Signature, B256)> {
        Some((*self.signature(), self.signature_hash()))
    }
}

impl<T: SignedTransaction + ?Sized> SignedTransaction for &T {
    fn signature_and_hash(&self) -> Option<(Signature, B256)> {
        (**self).signature_and_hash()
    }
}

/// Recovers the senders of transactions, each as alloy's `recover_signer` does: a high s is refused (EIP-2). Returns how
/// many have none.
///
/// ```
/// use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope};
/// use alloy_primitives::{B256, Signature};
///
/// # fn main() -> Result<(), koblitz::Error> {
/// let secret = koblitz::SecretKey::from_bytes(&[1; 32])?;
/// let transactions: Vec<TxEnvelope> = (0..100)
///     .map(|nonce| {
///         let tx = TxEip1559 { nonce, ..Default::default() };
///         let signed = secret.sign_ecdsa_recoverable(&tx.signature_hash().0).to_bytes();
///         tx.into_signed(Signature::from_bytes_and_parity(&signed[..64], signed[64] == 1)).into()
///     })
///     .collect();
/// let mut senders = vec![None; transactions.len()];
/// assert_eq!(koblitz::alloy::recover_signers(&transactions, &mut senders)?, 0);
/// assert_eq!(senders[99], Some(secret.public_key().to_ethereum_address().into()));
/// # Ok(())
/// # }
/// ```
pub fn recover_signers<T: SignedTransaction>(transactions: &[T], senders: &mut [Option<Address>]) -> Result<usize> {
    same_length(transactions, senders)?;
    recover(transactions, senders, false)
}

/// As [`recover_signers`], with a high s accepted, as transactions from before EIP-2 may have.
pub fn recover_signers_unchecked<T: SignedTransaction>(
    transactions: &[T],
    senders: &mut [Option<Address>],
) -> Result<usize> {
    same_length(transactions, senders)?;
    recover(transactions, senders, true)
}

/// [`recover_signers`] on all cores, which share the hashing of the transactions as well.
#[cfg(feature = "rayon")]
pub fn recover_signers_parallel<T: SignedTransaction + Sync>(
    transactions: &[T],
    senders: &mut [Option<Address>],
) -> Result<usize> {
    same_length(transactions, senders)?;
    recover_halves(transactions, senders, false)
}

/// [`recover_signers_unchecked`] on all cores.
#[cfg(feature = "rayon")]
pub fn recover_signers_unchecked_parallel<T: SignedTransaction + Sync>(
    transactions: &[T],
    senders: &mut [Option<Address>],
) -> Result<usize> {
    same_length(transactions, senders)?;
    recover_halves(transactions, senders, true)
}

fn same_length<T>(transactions: &[T], senders: &[Option<Address>]) -> Result<()> {
    if transactions.len() == senders.len() { Ok(()) } else { Err(Error::DifferentLengths) }
}

#[cfg(feature = "rayon")]
fn recover_halves<T: SignedTransaction + Sync>(
    transactions: &[T],
    senders: &mut [Option<Address>],
    high_s: bool,
) -> Result<usize> {
    if senders.len() <= CHUNK {
        return recover(transactions, senders, high_s);
    }
    let at = (senders.len() / 2).next_multiple_of(64);
    let (first, rest) = transactions.split_at(at);
    let (first_senders, rest_senders) = senders.split_at_mut(at);
    let (a, b) =
        rayon::join(|| recover_halves(first, first_senders, high_s), || recover_halves(rest, rest_senders, high_s));
    Ok(a? + b?)
}

fn recover<T: SignedTransaction>(transactions: &[T], senders: &mut [Option<Address>], high_s: bool) -> Result<usize> {
    let mut failed = 0;
    for (transactions, senders) in transactions.chunks(CHUNK).zip(senders.chunks_mut(CHUNK)) {
        let n = senders.len();
        // Rows that stay zeros have no sender.
        let mut signatures = [[0; 64]; CHUNK];
        let mut ids = [[0]; CHUNK];
        let mut hashes = [[0; 32]; CHUNK];
        for (i, transaction) in transactions.iter().enumerate() {
            let Some((signature, hash)) = transaction.signature_and_hash() else { continue };
            if high_s || signature.s() <= SECP256K1N_HALF {
                signatures[i][..32].copy_from_slice(&signature.r().to_be_bytes::<32>());
                signatures[i][32..].copy_from_slice(&signature.s().to_be_bytes::<32>());
                ids[i] = [u8::from(signature.v())];
                hashes[i] = hash.0;
            }
        }
        let (mut addresses, mut recovered) = ([[0; 20]; CHUNK], [false; CHUNK]);
        let (addresses, recovered) = (&mut addresses[..n], &mut recovered[..n]);
        failed += recover_addresses(&signatures[..n], &ids[..n], &hashes[..n], addresses, recovered)?;
        for ((sender, address), recovered) in senders.iter_mut().zip(addresses).zip(recovered) {
            *sender = recovered.then(|| Address::from(*address));
        }
    }
    Ok(failed)
}

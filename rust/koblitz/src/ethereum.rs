//! Ethereum addresses: the last 20 bytes of the Keccak-256 of a public key's coordinates.

use crate::batch::Column;
use crate::ecdsa::{self, RecoverableSignature};
use crate::{Error, PublicKey, Result};

/// Rows whose keys are on the stack at a time, 65 bytes each.
pub(crate) const CHUNK: usize = 128;

impl PublicKey {
    /// Its Ethereum address.
    pub fn to_ethereum_address(&self) -> [u8; 20] {
        address_of(&self.to_uncompressed())
    }
}

impl RecoverableSignature {
    /// The Ethereum address of the key that signed this hash. A high s is accepted.
    pub fn recover_address(&self, digest: &[u8; 32]) -> Result<[u8; 20]> {
        self.recover(digest).map(|key| key.to_ethereum_address())
    }
}

/// Recovers a batch of Ethereum addresses, each row as [`RecoverableSignature::recover_address`] does. Returns how many
/// rows have none; theirs are zeros.
///
/// `signatures` has rows of 64 bytes, `recovery_ids` of 1 byte, 0 to 3 or that plus 27, and `digests` of 32 bytes.
///
/// ```
/// # fn main() -> Result<(), koblitz::Error> {
/// use koblitz::{SecretKey, ethereum};
///
/// let secret = SecretKey::from_bytes(&[1; 32])?;
/// let digests: Vec<[u8; 32]> = (0..100).map(|i| [i; 32]).collect();
/// let signed: Vec<_> = digests.iter().map(|digest| secret.sign_ecdsa_recoverable(digest)).collect();
/// let signatures: Vec<_> = signed.iter().map(|s| s.signature()).collect();
/// let ids: Vec<[u8; 1]> = signed.iter().map(|s| [s.recovery_id().to_byte()]).collect();
///
/// let (mut senders, mut recovered) = ([[0; 20]; 100], [false; 100]);
/// assert_eq!(ethereum::recover_addresses(&signatures, &ids, &digests, &mut senders, &mut recovered)?, 0);
/// assert_eq!(senders[99], secret.public_key().to_ethereum_address());
/// # Ok(())
/// # }
/// ```
pub fn recover_addresses<'a>(
    signatures: impl Into<Column<'a>>,
    recovery_ids: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    addresses: &mut [[u8; 20]],
    recovered: &mut [bool],
) -> Result<usize> {
    if addresses.len() != recovered.len() {
        return Err(Error::DifferentLengths);
    }
    let columns = [signatures.into(), recovery_ids.into(), digests.into()];
    // Checked as a whole: a call that fails writes nothing.
    for (column, size) in columns.iter().zip([64, 1, 32]) {
        column.bytes(recovered.len(), &[size])?;
    }
    let mut failed = 0;
    let mut keys = [[0; 65]; CHUNK];
    let mut at = 0;
    for (addresses, recovered) in addresses.chunks_mut(CHUNK).zip(recovered.chunks_mut(CHUNK)) {
        let n = recovered.len();
        let [signatures, ids, digests] = columns.map(|column| column.part(at, n));
        failed += ecdsa::recover_batch(signatures, ids, digests, &mut keys[..n], recovered)?;
        for ((address, key), &recovered) in addresses.iter_mut().zip(&keys).zip(&*recovered) {
            *address = if recovered { address_of(key) } else { [0; 20] };
        }
        at += n;
    }
    Ok(failed)
}

/// The address of an uncompressed key.
fn address_of(key: &[u8; 65]) -> [u8; 20] {
    // One block of Keccak-256: 136 bytes of rate, of which the message takes 64.
    let mut state = [0u64; 25];
    for (word, bytes) in state.iter_mut().zip(key[1..].chunks_exact(8)) {
        *word = bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    }
    state[8] = 1;
    state[16] = 1 << 63;
    keccak::Keccak::new().with_f1600(|f1600| f1600(&mut state));
    let mut hash = [0; 32];
    for (bytes, word) in hash.chunks_exact_mut(8).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    let mut address = [0; 20];
    address.copy_from_slice(&hash[12..]);
    address
}

#[cfg(test)]
mod tests {
    use crate::SecretKey;

    #[test]
    fn addresses_of_published_keys() {
        // The key 1; that of EIP-155's example.
        let cases = [
            (
                "0000000000000000000000000000000000000000000000000000000000000001",
                "7e5f4552091a69125d5dfcb7b8c2659029395bdf",
            ),
            (
                "4646464646464646464646464646464646464646464646464646464646464646",
                "9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f",
            ),
        ];
        for (secret, address) in cases {
            let secret = SecretKey::from_bytes(&crate::bytes::parse_hex(secret).unwrap()).unwrap();
            let want = crate::bytes::parse_hex::<20>(address).unwrap();
            assert_eq!(secret.public_key().to_ethereum_address(), want);
        }
    }
}

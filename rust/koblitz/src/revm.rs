//! revm 43: the `ecrecover` precompile. For another version of revm, the ten lines of `impl Crypto` below are what a
//! program writes itself.

use revm_precompile::{Crypto, PrecompileHalt, install_crypto};

use crate::ecdsa::RecoverableSignature;

/// The cryptography of revm with the recovery of this crate, and revm's own otherwise. [`install`] installs it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Koblitz;

impl Crypto for Koblitz {
    fn secp256k1_ecrecover(&self, sig: &[u8; 64], recid: u8, msg: &[u8; 32]) -> Result<[u8; 32], PrecompileHalt> {
        let mut bytes = [recid; 65];
        bytes[..64].copy_from_slice(sig);
        let address = RecoverableSignature::from_bytes(&bytes).and_then(|sig| sig.recover_address(msg));
        let mut word = [0; 32];
        word[12..].copy_from_slice(&address.map_err(|_| PrecompileHalt::Secp256k1RecoverFailed)?);
        Ok(word)
    }
}

/// Installs it in this process. Returns whether it did: false when there is another already, or revm has used its own.
pub fn install() -> bool {
    install_crypto(Koblitz)
}

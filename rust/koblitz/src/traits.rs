//! The traits of the crate `signature`, as k256 has them: messages are hashed by SHA-256, prehashes are 32 bytes for
//! ECDSA and of any length for BIP-340.

use sha2::{Digest, Sha256};
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Error, SignatureEncoding, Signer, Verifier};

use crate::{Keypair, PublicKey, SecretKey, XOnlyPublicKey, ecdsa, schnorr};

fn digest(prehash: &[u8]) -> Result<&[u8; 32], Error> {
    prehash.try_into().map_err(|_| Error::new())
}

fn checked(result: crate::Result<()>) -> Result<(), Error> {
    result.map_err(|_| Error::new())
}

impl SignatureEncoding for ecdsa::Signature {
    type Repr = [u8; 64];
}

impl SignatureEncoding for schnorr::Signature {
    type Repr = [u8; 64];
}

impl PrehashSigner<ecdsa::Signature> for SecretKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<ecdsa::Signature, Error> {
        Ok(self.sign_ecdsa(digest(prehash)?))
    }
}

impl PrehashSigner<ecdsa::RecoverableSignature> for SecretKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<ecdsa::RecoverableSignature, Error> {
        Ok(self.sign_ecdsa_recoverable(digest(prehash)?))
    }
}

impl Signer<ecdsa::Signature> for SecretKey {
    fn try_sign(&self, message: &[u8]) -> Result<ecdsa::Signature, Error> {
        self.sign_prehash(&Sha256::digest(message))
    }
}

impl PrehashVerifier<ecdsa::Signature> for PublicKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &ecdsa::Signature) -> Result<(), Error> {
        checked(self.verify_ecdsa(digest(prehash)?, signature))
    }
}

impl Verifier<ecdsa::Signature> for PublicKey {
    fn verify(&self, message: &[u8], signature: &ecdsa::Signature) -> Result<(), Error> {
        self.verify_prehash(&Sha256::digest(message), signature)
    }
}

impl PrehashSigner<schnorr::Signature> for Keypair {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<schnorr::Signature, Error> {
        Ok(self.sign_schnorr(prehash, None))
    }
}

impl Signer<schnorr::Signature> for Keypair {
    fn try_sign(&self, message: &[u8]) -> Result<schnorr::Signature, Error> {
        self.sign_prehash(&Sha256::digest(message))
    }
}

impl PrehashVerifier<schnorr::Signature> for XOnlyPublicKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &schnorr::Signature) -> Result<(), Error> {
        checked(self.verify_schnorr(prehash, signature))
    }
}

impl Verifier<schnorr::Signature> for XOnlyPublicKey {
    fn verify(&self, message: &[u8], signature: &schnorr::Signature) -> Result<(), Error> {
        self.verify_prehash(&Sha256::digest(message), signature)
    }
}

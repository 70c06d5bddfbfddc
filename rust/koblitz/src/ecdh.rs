//! Diffie-Hellman: what two parties share who know each other's public keys. Constant time in the secret key.

use core::ffi::{c_int, c_uchar, c_void};
use core::fmt;
use core::{ptr, slice};

use koblitz_sys as sys;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::context::public;
use crate::{PublicKey, SecretKey};

/// 32 secret bytes. They are wiped when they are dropped, and have no text and no `==`.
#[derive(Clone)]
pub struct SharedSecret([u8; 32]);

impl SharedSecret {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedSecret(..)")
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SharedSecret {}

/// SHA-256 of the compressed shared point, as libsecp256k1 and the crate secp256k1 have it.
pub fn shared_secret(secret: &SecretKey, other: &PublicKey) -> SharedSecret {
    hashed(secret, other, None)
}

/// x of the shared point, not hashed, for protocols that hash it themselves (ECIES of Ethereum's devp2p).
pub fn shared_x(secret: &SecretKey, other: &PublicKey) -> SharedSecret {
    hashed(secret, other, Some(copy_x))
}

fn hashed(secret: &SecretKey, other: &PublicKey, hash: sys::secp256k1_ecdh_hash_function) -> SharedSecret {
    let mut shared = SharedSecret([0; 32]);
    let output = shared.0.as_mut_ptr();
    // SAFETY: both functions write 32 bytes; 32 bytes and an object of the library are read.
    let made = unsafe { sys::secp256k1_ecdh(public(), output, &other.0, secret.as_ptr(), hash, ptr::null_mut()) };
    assert_eq!(made, 1, "a secret key and a public key share a point");
    shared
}

/// # Safety
///
/// Called by the library: 32 bytes of output and of x.
unsafe extern "C" fn copy_x(output: *mut c_uchar, x: *const c_uchar, _y: *const c_uchar, _: *mut c_void) -> c_int {
    // SAFETY: as above.
    unsafe { slice::from_raw_parts_mut(output, 32).copy_from_slice(slice::from_raw_parts(x, 32)) };
    1
}

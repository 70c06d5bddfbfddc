//! Recovery of public keys.

use core::fmt;

use crate::types::*;
use crate::{CPtr, Context, NonceFn, PublicKey, Signature, impl_array_newtype, macros, secp256k1_context_static};

/// A parsed ECDSA signature with its recovery id.
#[repr(C)]
#[derive(Copy, Clone)]
pub struct RecoverableSignature([c_uchar; 65]);
impl_array_newtype!(RecoverableSignature, c_uchar, 65);

impl RecoverableSignature {
    /// One that is not set.
    pub fn new() -> Self {
        Self([0; 65])
    }
}

impl Default for RecoverableSignature {
    fn default() -> Self {
        Self::new()
    }
}

fn bytes(signature: &RecoverableSignature) -> [u8; 65] {
    let (mut bytes, mut id) = ([0; 65], 0);
    // SAFETY: a constant of the library.
    let (ctx, out) = (unsafe { secp256k1_context_static }, bytes.as_mut_c_ptr());
    // SAFETY: 64 bytes and a number are written.
    unsafe { secp256k1_ecdsa_recoverable_signature_serialize_compact(ctx, out, &mut id, signature) };
    bytes[64] = id as u8;
    bytes
}

impl fmt::Debug for RecoverableSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bytes(self).iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

macros::ordered_by! {
    RecoverableSignature, bytes;
}

macros::declare! {
    fn secp256k1_ecdsa_recoverable_signature_parse_compact(
        cx: *const Context,
        sig: *mut RecoverableSignature,
        input64: *const c_uchar,
        recid: c_int
    ) -> c_int;
    fn secp256k1_ecdsa_recoverable_signature_convert(
        cx: *const Context,
        sig: *mut Signature,
        sigin: *const RecoverableSignature
    ) -> c_int;
    fn secp256k1_ecdsa_recoverable_signature_serialize_compact(
        cx: *const Context,
        output64: *mut c_uchar,
        recid: *mut c_int,
        sig: *const RecoverableSignature
    ) -> c_int;
    fn secp256k1_ecdsa_sign_recoverable(
        cx: *const Context,
        sig: *mut RecoverableSignature,
        msghash32: *const c_uchar,
        seckey: *const c_uchar,
        noncefp: NonceFn,
        ndata: *const c_void
    ) -> c_int;
    fn secp256k1_ecdsa_recover(
        cx: *const Context,
        pubkey: *mut PublicKey,
        sig: *const RecoverableSignature,
        msghash32: *const c_uchar
    ) -> c_int;
}

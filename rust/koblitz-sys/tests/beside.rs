//! This library and the libsecp256k1 of secp256k1-sys in one program, each by its own code.

use std::ffi::CStr;
use std::ptr;

use koblitz_sys as ours;
use secp256k1_sys as theirs;

const KEY: [u8; 32] = [7; 32];
const DIGEST: [u8; 32] = [9; 32];

fn signed_by_ours() -> ([u8; 64], [u8; 33]) {
    let (mut sig, mut key) = ([0; 64], [0; 33]);
    let mut len = key.len();
    // SAFETY: arrays of the sizes that the headers give; the context lives in aligned memory of its size.
    unsafe {
        let words = ours::secp256k1_context_preallocated_size(ours::SECP256K1_CONTEXT_NONE).div_ceil(16);
        let mut memory = vec![0u128; words];
        let flags = ours::SECP256K1_CONTEXT_NONE;
        let ctx = ours::secp256k1_context_preallocated_create(memory.as_mut_ptr().cast(), flags);
        let mut object = ours::secp256k1_ecdsa_signature::new();
        let signed = ours::secp256k1_ecdsa_sign(ctx, &mut object, DIGEST.as_ptr(), KEY.as_ptr(), None, ptr::null());
        let mut public = ours::secp256k1_pubkey::new();
        assert_eq!([signed, ours::secp256k1_ec_pubkey_create(ctx, &mut public, KEY.as_ptr())], [1, 1]);
        let flags = ours::SECP256K1_EC_COMPRESSED;
        ours::secp256k1_ec_pubkey_serialize(ctx, key.as_mut_ptr(), &mut len, &public, flags);
        ours::secp256k1_ecdsa_signature_serialize_compact(ctx, sig.as_mut_ptr(), &object);
        ours::secp256k1_context_preallocated_destroy(ctx);
    }
    (sig, key)
}

fn signed_by_theirs() -> ([u8; 64], [u8; 33]) {
    use theirs::CPtr;
    let (mut sig, mut key) = ([0; 64], [0; 33]);
    let mut len = key.len();
    // SAFETY: as above; the context comes from the library's own allocation.
    unsafe {
        let ctx = theirs::secp256k1_context_create(theirs::SECP256K1_START_NONE);
        let mut object = theirs::Signature::new();
        let digest = DIGEST.as_ptr();
        let signed = theirs::secp256k1_ecdsa_sign(ctx.as_ptr(), &mut object, digest, KEY.as_ptr(), None, ptr::null());
        let mut public = theirs::PublicKey::new();
        let made = theirs::secp256k1_ec_pubkey_create(ctx.as_ptr(), &mut public, KEY.as_ptr());
        assert_eq!([signed, made], [1, 1]);
        let flags = theirs::SECP256K1_SER_COMPRESSED;
        theirs::secp256k1_ec_pubkey_serialize(ctx.as_ptr(), key.as_mut_c_ptr(), &mut len, &public, flags);
        theirs::secp256k1_ecdsa_signature_serialize_compact(ctx.as_ptr(), sig.as_mut_c_ptr(), &object);
        theirs::secp256k1_context_destroy(ctx);
    }
    (sig, key)
}

#[test]
fn both_libraries_sign_alike() {
    assert_eq!(signed_by_ours(), signed_by_theirs());
    let ours = ours::secp256k1_ecdsa_verify as *const () as usize;
    assert_ne!(ours, theirs::secp256k1_ecdsa_verify as *const () as usize);
}

#[test]
fn the_backend_is_one_of_the_list() {
    // SAFETY: the library returns string constants.
    let (backend, sha256) =
        unsafe { (CStr::from_ptr(ours::koblitz_backend_name()), CStr::from_ptr(ours::koblitz_sha256_name())) };
    let backends = [
        "x86_64-ifma",
        "x86_64-bmi2-adx-fma",
        "x86_64-bmi2-adx",
        "x86_64-fma",
        "arm64-wide",
        "arm64-narrow",
        "portable",
    ];
    assert!(backends.contains(&backend.to_str().unwrap()), "{backend:?}");
    assert!(["portable", "sha_ni", "arm64"].contains(&sha256.to_str().unwrap()), "{sha256:?}");
}

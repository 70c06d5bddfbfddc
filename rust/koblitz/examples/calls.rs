//! What the crate adds to the C functions under it.
//!
//! calls OPERATION crate|c N: N calls of an operation, by the crate or by C. Callgrind counts both: rust/tools/ratios.sh.
//! calls ratios [ROUNDS]: the time by the crate to that by C, for each operation: median and its 95% interval of rounds
//! that time both, one after the other. For an idle machine.

#![allow(clippy::undocumented_unsafe_blocks)] // All are calls with the sizes of the headers.

use std::hint::black_box;
use std::ptr;
use std::time::Instant;

use koblitz::{SecretKey, ecdh, ecdsa, sys};

const OPERATIONS: [&str; 8] = [
    "pubkey_create",
    "ecdsa_sign",
    "ecdsa_verify",
    "ecdsa_recover",
    "schnorr_sign",
    "schnorr_verify",
    "ecdh",
    "batch_recover",
];

fn main() {
    let (secret, digest, aux) = (SecretKey::from_bytes(&[7; 32]).unwrap(), [9; 32], [3; 32]);
    let (public, pair) = (secret.public_key(), secret.keypair());
    let (signature, recoverable) = (secret.sign_ecdsa(&digest), secret.sign_ecdsa_recoverable(&digest));
    let (xonly, made) = (pair.xonly_public_key().0, pair.sign_schnorr(&digest, Some(&aux)));
    const ROWS: usize = 256;
    let (sigs, ids, digests) = ([signature; ROWS], [[recoverable.recovery_id().to_byte()]; ROWS], [digest; ROWS]);
    let (mut keys, mut verdicts) = ([[0; 33]; ROWS], [false; ROWS]);

    // The objects of the C functions.
    let mut memory = [0u128; 16];
    let mut c_pair = sys::secp256k1_keypair::new();
    let mut c_public = sys::secp256k1_pubkey::new();
    let mut c_xonly = sys::secp256k1_xonly_pubkey::new();
    let mut c_signature = sys::secp256k1_ecdsa_signature::new();
    let mut c_recoverable = sys::secp256k1_ecdsa_recoverable_signature::new();
    let key = secret.to_bytes();
    // SAFETY: the sizes are those of the headers.
    let (public_ctx, ctx) = unsafe {
        let ctx = sys::secp256k1_context_preallocated_create(memory.as_mut_ptr().cast(), sys::SECP256K1_CONTEXT_NONE);
        let _ = sys::secp256k1_context_randomize(ctx, [1; 32].as_ptr());
        let _ = sys::secp256k1_keypair_create(ctx, &mut c_pair, key.as_ptr());
        let _ = sys::secp256k1_ec_pubkey_create(ctx, &mut c_public, key.as_ptr());
        let _ = sys::secp256k1_xonly_pubkey_from_pubkey(ctx, &mut c_xonly, ptr::null_mut(), &c_public);
        let _ = sys::secp256k1_ecdsa_signature_parse_compact(ctx, &mut c_signature, signature.as_bytes().as_ptr());
        let id = i32::from(recoverable.recovery_id().to_byte());
        let compact = signature.to_bytes();
        let object = &mut c_recoverable;
        let _ = sys::secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, object, compact.as_ptr(), id);
        (sys::secp256k1_context_static, ctx.cast_const())
    };
    let mut out = [0u8; 64];
    let column =
        |data: *const u8, size| sys::koblitz_column { data, size, stride: size, offsets: ptr::null(), offset_size: 0 };

    let mut calls = |operation: &str, by_crate: bool, n: usize| {
        for _ in 0..n {
            match (operation, by_crate) {
                ("pubkey_create", true) => drop(black_box(secret.public_key())),
                ("pubkey_create", false) => unsafe {
                    black_box(sys::secp256k1_ec_pubkey_create(ctx, &mut c_public, key.as_ptr()));
                },
                ("ecdsa_sign", true) => drop(black_box(secret.sign_ecdsa(&digest))),
                ("ecdsa_sign", false) => unsafe {
                    let key = key.as_ptr();
                    black_box(sys::secp256k1_ecdsa_sign(
                        ctx,
                        &mut c_signature,
                        digest.as_ptr(),
                        key,
                        None,
                        ptr::null(),
                    ));
                },
                ("ecdsa_verify", true) => drop(black_box(public.verify_ecdsa(&digest, &signature)).is_ok()),
                ("ecdsa_verify", false) => unsafe {
                    black_box(sys::secp256k1_ecdsa_verify(public_ctx, &c_signature, digest.as_ptr(), &c_public));
                },
                ("ecdsa_recover", true) => drop(black_box(recoverable.recover(&digest)).is_ok()),
                ("ecdsa_recover", false) => unsafe {
                    black_box(sys::secp256k1_ecdsa_recover(public_ctx, &mut c_public, &c_recoverable, digest.as_ptr()));
                },
                ("schnorr_sign", true) => drop(black_box(pair.sign_schnorr(&digest, Some(&aux)))),
                ("schnorr_sign", false) => unsafe {
                    let out = out.as_mut_ptr();
                    black_box(sys::secp256k1_schnorrsig_sign32(ctx, out, digest.as_ptr(), &c_pair, aux.as_ptr()));
                },
                ("schnorr_verify", true) => drop(black_box(xonly.verify_schnorr(&digest, &made)).is_ok()),
                ("schnorr_verify", false) => unsafe {
                    let sig = made.as_bytes().as_ptr();
                    black_box(sys::secp256k1_schnorrsig_verify(public_ctx, sig, digest.as_ptr(), 32, &c_xonly));
                },
                ("ecdh", true) => drop(black_box(ecdh::shared_secret(&secret, &public))),
                ("ecdh", false) => unsafe {
                    let (out, key) = (out.as_mut_ptr(), key.as_ptr());
                    black_box(sys::secp256k1_ecdh(public_ctx, out, &c_public, key, None, ptr::null_mut()));
                },
                ("batch_recover", true) => {
                    let failed = ecdsa::recover_batch(&sigs, &ids, &digests, &mut keys, &mut verdicts);
                    assert_eq!(failed, Ok(0));
                }
                ("batch_recover", false) => unsafe {
                    let output = sys::koblitz_output { data: keys.as_mut_ptr().cast(), size: 33, stride: 33 };
                    let (sigs, ids) = (column(sigs.as_ptr().cast(), 64), column(ids.as_ptr().cast(), 1));
                    let digests = column(digests.as_ptr().cast(), 32);
                    let verdicts = verdicts.as_mut_ptr().cast();
                    black_box(sys::koblitz_batch_ecdsa_recover(
                        public_ctx, verdicts, &output, &sigs, &ids, &digests, ROWS,
                    ));
                },
                _ => panic!("no operation {operation}"),
            }
        }
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [operation, by, n] => calls(operation, *by == "crate", n.parse().expect("a number")),
        ["ratios"] => ratios(201, &mut calls),
        ["ratios", rounds] => ratios(rounds.parse().expect("a number"), &mut calls),
        _ => panic!("calls OPERATION crate|c N, or calls ratios [ROUNDS]"),
    }
}

fn ratios(rounds: usize, calls: &mut dyn FnMut(&str, bool, usize)) {
    for operation in OPERATIONS {
        // About three milliseconds.
        let n = if operation == "batch_recover" { 2 } else { 128 };
        let mut seconds = |by_crate| {
            let start = Instant::now();
            calls(operation, by_crate, n);
            start.elapsed().as_secs_f64()
        };
        let mut ratios: Vec<f64> = (0..rounds)
            .map(|round| {
                if round % 2 == 0 {
                    let c = seconds(false);
                    seconds(true) / c
                } else {
                    seconds(true) / seconds(false)
                }
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        // The ranks that hold the median with 95%.
        let low = ((rounds as f64 - 1.96 * (rounds as f64).sqrt()) / 2.0).max(0.0) as usize;
        let (low, median, high) = (ratios[low], ratios[rounds / 2], ratios[rounds - 1 - low]);
        println!("{operation:16} {median:.4} ({low:.4} - {high:.4})");
    }
}

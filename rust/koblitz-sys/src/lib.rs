//! C bindings of [koblitz](https://koblitz.dev), a fast constant-time secp256k1: libsecp256k1's whole interface, and the
//! batch calls of `koblitz.h`. The crate `koblitz` is the safe one.
//!
//! The library is compiled from its sources by any C++20 compiler (gcc 12, clang 14 or newer) and linked statically; no
//! C++ runtime is needed. Its symbols begin with `koblitz_0_9_`, so it links beside `secp256k1-sys`, other copies of
//! libsecp256k1, and other versions of this crate. Names, arguments and contracts are those of the C headers, whose
//! folder build scripts find in `DEP_KOBLITZ_0_9_INCLUDE`.
//!
//! On wasm32, which clang compiles for, there are no ElligatorSwift and no silent payments, and no functions that allocate
//! (`secp256k1_context_create`, `secp256k1_context_clone`).
//!
//! The default callbacks panic: an illegal argument of a call with the default callbacks ends the process, as a panic
//! cannot leave a function of C.
#![no_std]
#![allow(non_camel_case_types)]

use core::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};

/// What the names of the library's symbols begin with.
pub const PREFIX: &str = "koblitz_0_9_";

macro_rules! symbol {
    ($name:ident) => {
        concat!("koblitz_0_9_", stringify!($name))
    };
}

/// Declares functions and constants of C by their names, which stand after the prefix in the library.
macro_rules! declare {
    ($($header:literal { $(fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)* $(static $constant:ident: $of:ty;)* })*) => {
        unsafe extern "C" {
            $($(
                #[doc = concat!("See `", $header, "`.")]
                #[link_name = symbol!($name)]
                pub fn $name($($arg: $type),*) $(-> $result)?;
            )*
            $(
                #[doc = concat!("See `", $header, "`.")]
                #[link_name = symbol!($constant)]
                pub static $constant: $of;
            )*)*
        }
    };
}

/// Opaque objects of that many bytes; one of zeros is not set.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident[$size:literal];)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            /// Not portable; the serialize calls turn objects into bytes.
            pub data: [c_uchar; $size],
        }

        impl $name {
            /// An object that is not set.
            pub const fn new() -> Self {
                Self { data: [0; $size] }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    )*};
}

/// Opaque; `secp256k1_context_preallocated_size` gives its bytes.
#[repr(C)]
pub struct secp256k1_context {
    private: [u8; 0],
}

objects! {
    /// A parsed public key.
    secp256k1_pubkey[64];
    /// A parsed ECDSA signature.
    secp256k1_ecdsa_signature[64];
    /// A parsed ECDSA signature with its recovery id.
    secp256k1_ecdsa_recoverable_signature[65];
    /// A parsed x-only public key.
    secp256k1_xonly_pubkey[64];
    /// A secret key and its public key.
    secp256k1_keypair[96];
    /// An aggregate public key, its tweaks and coefficients.
    secp256k1_musig_keyagg_cache[197];
    /// A signer's secret nonce, which must not be copied.
    secp256k1_musig_secnonce[132];
    /// A signer's public nonce.
    secp256k1_musig_pubnonce[132];
    /// The sum of all public nonces.
    secp256k1_musig_aggnonce[132];
    /// What signing needs of one message.
    secp256k1_musig_session[133];
    /// A signer's partial signature.
    secp256k1_musig_partial_sig[36];
    /// A label's public key.
    secp256k1_silentpayments_label[68];
    /// What scanning needs of a transaction's inputs.
    secp256k1_silentpayments_prevouts_summary[101];
}

/// Derives an ECDSA nonce.
pub type secp256k1_nonce_function = Option<
    unsafe extern "C" fn(
        nonce32: *mut c_uchar,
        msg32: *const c_uchar,
        key32: *const c_uchar,
        algo16: *const c_uchar,
        data: *mut c_void,
        attempt: c_uint,
    ) -> c_int,
>;
/// Adds blocks of a message to a SHA-256 state.
pub type secp256k1_sha256_compression_function =
    Option<unsafe extern "C" fn(state: *mut u32, blocks64: *const c_uchar, n_blocks: usize)>;
/// Hashes the shared point of `secp256k1_ecdh`.
pub type secp256k1_ecdh_hash_function = Option<
    unsafe extern "C" fn(output: *mut c_uchar, x32: *const c_uchar, y32: *const c_uchar, data: *mut c_void) -> c_int,
>;
/// Hashes the shared x coordinate of `secp256k1_ellswift_xdh`.
pub type secp256k1_ellswift_xdh_hash_function = Option<
    unsafe extern "C" fn(
        output: *mut c_uchar,
        x32: *const c_uchar,
        ell_a64: *const c_uchar,
        ell_b64: *const c_uchar,
        data: *mut c_void,
    ) -> c_int,
>;
/// Derives a nonce of a Schnorr signature.
pub type secp256k1_nonce_function_hardened = Option<
    unsafe extern "C" fn(
        nonce32: *mut c_uchar,
        msg: *const c_uchar,
        msglen: usize,
        key32: *const c_uchar,
        xonly_pk32: *const c_uchar,
        algo: *const c_uchar,
        algolen: usize,
        data: *mut c_void,
    ) -> c_int,
>;
/// Finds a label among a recipient's.
pub type secp256k1_silentpayments_label_lookup =
    Option<unsafe extern "C" fn(label33: *const c_uchar, label_context: *const c_void) -> *const c_uchar>;
/// Called on an illegal argument, or without memory.
pub type secp256k1_callback = Option<unsafe extern "C" fn(message: *const c_char, data: *mut c_void)>;

/// Options of `secp256k1_schnorrsig_sign_custom`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct secp256k1_schnorrsig_extraparams {
    /// [`SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC`].
    pub magic: [c_uchar; 4],
    /// None for the nonce of BIP-340.
    pub noncefp: secp256k1_nonce_function_hardened,
    /// Passed to the nonce function.
    pub ndata: *mut c_void,
}

/// An address to pay.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct secp256k1_silentpayments_recipient {
    /// Its scan key.
    pub scan_pubkey: secp256k1_pubkey,
    /// Its spend key.
    pub spend_pubkey: secp256k1_pubkey,
    /// Its position in the caller's array.
    pub index: usize,
}

/// An output that is the recipient's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct secp256k1_silentpayments_found_output {
    /// The output's key.
    pub output: secp256k1_xonly_pubkey,
    /// What is added to the spend key.
    pub tweak: [c_uchar; 32],
    /// 1 when it was found by a label.
    pub found_with_label: c_int,
    /// That label.
    pub label: secp256k1_silentpayments_label,
}

/// An input column of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct koblitz_column {
    /// Row 0, or what offsets count from.
    pub data: *const c_uchar,
    /// The bytes of a row.
    pub size: usize,
    /// From a row to the next.
    pub stride: usize,
    /// Null, or n + 1 offsets.
    pub offsets: *const c_void,
    /// 4 or 8.
    pub offset_size: usize,
}

/// An output column of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct koblitz_output {
    /// Row 0.
    pub data: *mut c_uchar,
    /// The bytes of a row.
    pub size: usize,
    /// From a row to the next.
    pub stride: usize,
}

/// Whose silent payments (BIP-352) are looked for.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct koblitz_silentpayments_recipient {
    /// A secret key of 32 bytes.
    pub scan_key32: *const c_uchar,
    /// The spend key, and those of labels.
    pub spend_pubkeys: *const *const secp256k1_pubkey,
    /// How many.
    pub n_spend_pubkeys: usize,
}

/// Flags of contexts.
pub const SECP256K1_CONTEXT_NONE: c_uint = 1;
/// A compressed public key.
pub const SECP256K1_EC_COMPRESSED: c_uint = 1 << 1 | 1 << 8;
/// An uncompressed public key.
pub const SECP256K1_EC_UNCOMPRESSED: c_uint = 1 << 1;
/// Marks [`secp256k1_schnorrsig_extraparams`].
pub const SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC: [c_uchar; 4] = [0xda, 0x6f, 0xb3, 0x8c];
/// The most outputs of one transaction for one scan key.
pub const SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT: usize = 2323;
/// Signatures of `koblitz_batch_ecdsa_verify` are DER.
pub const KOBLITZ_BATCH_DER: c_uint = 1;
/// A high s is replaced by n - s.
pub const KOBLITZ_BATCH_HIGH_S: c_uint = 2;

/// What the library calls on an illegal argument where no callback was set.
#[unsafe(export_name = symbol!(secp256k1_default_illegal_callback_fn))]
unsafe extern "C" fn default_illegal_callback(message: *const c_char, _data: *mut c_void) {
    // SAFETY: the library passes a string constant.
    panic!("koblitz: illegal argument: {}", unsafe { CStr::from_ptr(message) }.to_str().unwrap_or("?"));
}

/// What the library calls on an error where no callback was set.
#[unsafe(export_name = symbol!(secp256k1_default_error_callback_fn))]
unsafe extern "C" fn default_error_callback(message: *const c_char, _data: *mut c_void) {
    // SAFETY: the library passes a string constant.
    panic!("koblitz: error: {}", unsafe { CStr::from_ptr(message) }.to_str().unwrap_or("?"));
}

/// C's, for a target that has no library of C.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[unsafe(export_name = symbol!(strcmp))]
unsafe extern "C" fn strcmp(a: *const c_char, b: *const c_char) -> c_int {
    // SAFETY: the library passes two strings.
    unsafe { CStr::from_ptr(a).cmp(CStr::from_ptr(b)) as c_int }
}

declare! {
    "secp256k1.h" {
        fn secp256k1_selftest();
        fn secp256k1_context_create(flags: c_uint) -> *mut secp256k1_context;
        fn secp256k1_context_clone(ctx: *const secp256k1_context) -> *mut secp256k1_context;
        fn secp256k1_context_destroy(ctx: *mut secp256k1_context);
        fn secp256k1_context_set_illegal_callback(
            ctx: *mut secp256k1_context,
            fun: secp256k1_callback,
            data: *const c_void
        );
        fn secp256k1_context_set_error_callback(
            ctx: *mut secp256k1_context,
            fun: secp256k1_callback,
            data: *const c_void
        );
        fn secp256k1_context_set_sha256_compression(
            ctx: *mut secp256k1_context,
            fn_compression: secp256k1_sha256_compression_function
        );
        fn secp256k1_ec_pubkey_parse(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            input: *const c_uchar,
            inputlen: usize
        ) -> c_int;
        fn secp256k1_ec_pubkey_serialize(
            ctx: *const secp256k1_context,
            output: *mut c_uchar,
            outputlen: *mut usize,
            pubkey: *const secp256k1_pubkey,
            flags: c_uint
        ) -> c_int;
        fn secp256k1_ec_pubkey_cmp(
            ctx: *const secp256k1_context,
            pubkey1: *const secp256k1_pubkey,
            pubkey2: *const secp256k1_pubkey
        ) -> c_int;
        fn secp256k1_ec_pubkey_sort(
            ctx: *const secp256k1_context,
            pubkeys: *mut *const secp256k1_pubkey,
            n_pubkeys: usize
        ) -> c_int;
        fn secp256k1_ecdsa_signature_parse_compact(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_signature,
            input64: *const c_uchar
        ) -> c_int;
        fn secp256k1_ecdsa_signature_parse_der(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_signature,
            input: *const c_uchar,
            inputlen: usize
        ) -> c_int;
        fn secp256k1_ecdsa_signature_serialize_der(
            ctx: *const secp256k1_context,
            output: *mut c_uchar,
            outputlen: *mut usize,
            sig: *const secp256k1_ecdsa_signature
        ) -> c_int;
        fn secp256k1_ecdsa_signature_serialize_compact(
            ctx: *const secp256k1_context,
            output64: *mut c_uchar,
            sig: *const secp256k1_ecdsa_signature
        ) -> c_int;
        fn secp256k1_ecdsa_verify(
            ctx: *const secp256k1_context,
            sig: *const secp256k1_ecdsa_signature,
            msghash32: *const c_uchar,
            pubkey: *const secp256k1_pubkey
        ) -> c_int;
        fn secp256k1_ecdsa_signature_normalize(
            ctx: *const secp256k1_context,
            sigout: *mut secp256k1_ecdsa_signature,
            sigin: *const secp256k1_ecdsa_signature
        ) -> c_int;
        fn secp256k1_ecdsa_sign(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_signature,
            msghash32: *const c_uchar,
            seckey: *const c_uchar,
            noncefp: secp256k1_nonce_function,
            ndata: *const c_void
        ) -> c_int;
        fn secp256k1_ec_seckey_verify(ctx: *const secp256k1_context, seckey: *const c_uchar) -> c_int;
        fn secp256k1_ec_pubkey_create(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            seckey: *const c_uchar
        ) -> c_int;
        fn secp256k1_ec_seckey_negate(ctx: *const secp256k1_context, seckey: *mut c_uchar) -> c_int;
        fn secp256k1_ec_pubkey_negate(ctx: *const secp256k1_context, pubkey: *mut secp256k1_pubkey) -> c_int;
        fn secp256k1_ec_seckey_tweak_add(
            ctx: *const secp256k1_context,
            seckey: *mut c_uchar,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_ec_pubkey_tweak_add(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_ec_seckey_tweak_mul(
            ctx: *const secp256k1_context,
            seckey: *mut c_uchar,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_ec_pubkey_tweak_mul(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_context_randomize(ctx: *mut secp256k1_context, seed32: *const c_uchar) -> c_int;
        fn secp256k1_ec_pubkey_combine(
            ctx: *const secp256k1_context,
            out: *mut secp256k1_pubkey,
            ins: *const *const secp256k1_pubkey,
            n: usize
        ) -> c_int;
        fn secp256k1_tagged_sha256(
            ctx: *const secp256k1_context,
            hash32: *mut c_uchar,
            tag: *const c_uchar,
            taglen: usize,
            msg: *const c_uchar,
            msglen: usize
        ) -> c_int;
        static secp256k1_context_static: *const secp256k1_context;
        static secp256k1_nonce_function_rfc6979: secp256k1_nonce_function;
        static secp256k1_nonce_function_default: secp256k1_nonce_function;
    }
    "secp256k1_preallocated.h" {
        fn secp256k1_context_preallocated_size(flags: c_uint) -> usize;
        fn secp256k1_context_preallocated_create(prealloc: *mut c_void, flags: c_uint) -> *mut secp256k1_context;
        fn secp256k1_context_preallocated_clone_size(ctx: *const secp256k1_context) -> usize;
        fn secp256k1_context_preallocated_clone(
            ctx: *const secp256k1_context,
            prealloc: *mut c_void
        ) -> *mut secp256k1_context;
        fn secp256k1_context_preallocated_destroy(ctx: *mut secp256k1_context);
    }
    "secp256k1_recovery.h" {
        fn secp256k1_ecdsa_recoverable_signature_parse_compact(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_recoverable_signature,
            input64: *const c_uchar,
            recid: c_int
        ) -> c_int;
        fn secp256k1_ecdsa_recoverable_signature_convert(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_signature,
            sigin: *const secp256k1_ecdsa_recoverable_signature
        ) -> c_int;
        fn secp256k1_ecdsa_recoverable_signature_serialize_compact(
            ctx: *const secp256k1_context,
            output64: *mut c_uchar,
            recid: *mut c_int,
            sig: *const secp256k1_ecdsa_recoverable_signature
        ) -> c_int;
        fn secp256k1_ecdsa_sign_recoverable(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_ecdsa_recoverable_signature,
            msghash32: *const c_uchar,
            seckey: *const c_uchar,
            noncefp: secp256k1_nonce_function,
            ndata: *const c_void
        ) -> c_int;
        fn secp256k1_ecdsa_recover(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            sig: *const secp256k1_ecdsa_recoverable_signature,
            msghash32: *const c_uchar
        ) -> c_int;
    }
    "secp256k1_ecdh.h" {
        fn secp256k1_ecdh(
            ctx: *const secp256k1_context,
            output: *mut c_uchar,
            pubkey: *const secp256k1_pubkey,
            seckey: *const c_uchar,
            hashfp: secp256k1_ecdh_hash_function,
            data: *mut c_void
        ) -> c_int;
        static secp256k1_ecdh_hash_function_sha256: secp256k1_ecdh_hash_function;
        static secp256k1_ecdh_hash_function_default: secp256k1_ecdh_hash_function;
    }
    "secp256k1_extrakeys.h" {
        fn secp256k1_xonly_pubkey_parse(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_xonly_pubkey,
            input32: *const c_uchar
        ) -> c_int;
        fn secp256k1_xonly_pubkey_serialize(
            ctx: *const secp256k1_context,
            output32: *mut c_uchar,
            pubkey: *const secp256k1_xonly_pubkey
        ) -> c_int;
        fn secp256k1_xonly_pubkey_cmp(
            ctx: *const secp256k1_context,
            pk1: *const secp256k1_xonly_pubkey,
            pk2: *const secp256k1_xonly_pubkey
        ) -> c_int;
        fn secp256k1_xonly_pubkey_from_pubkey(
            ctx: *const secp256k1_context,
            xonly_pubkey: *mut secp256k1_xonly_pubkey,
            pk_parity: *mut c_int,
            pubkey: *const secp256k1_pubkey
        ) -> c_int;
        fn secp256k1_xonly_pubkey_tweak_add(
            ctx: *const secp256k1_context,
            output_pubkey: *mut secp256k1_pubkey,
            internal_pubkey: *const secp256k1_xonly_pubkey,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_xonly_pubkey_tweak_add_check(
            ctx: *const secp256k1_context,
            tweaked_pubkey32: *const c_uchar,
            tweaked_pk_parity: c_int,
            internal_pubkey: *const secp256k1_xonly_pubkey,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_keypair_create(
            ctx: *const secp256k1_context,
            keypair: *mut secp256k1_keypair,
            seckey: *const c_uchar
        ) -> c_int;
        fn secp256k1_keypair_sec(
            ctx: *const secp256k1_context,
            seckey: *mut c_uchar,
            keypair: *const secp256k1_keypair
        ) -> c_int;
        fn secp256k1_keypair_pub(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            keypair: *const secp256k1_keypair
        ) -> c_int;
        fn secp256k1_keypair_xonly_pub(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_xonly_pubkey,
            pk_parity: *mut c_int,
            keypair: *const secp256k1_keypair
        ) -> c_int;
        fn secp256k1_keypair_xonly_tweak_add(
            ctx: *const secp256k1_context,
            keypair: *mut secp256k1_keypair,
            tweak32: *const c_uchar
        ) -> c_int;
    }
    "secp256k1_schnorrsig.h" {
        fn secp256k1_schnorrsig_sign32(
            ctx: *const secp256k1_context,
            sig64: *mut c_uchar,
            msg32: *const c_uchar,
            keypair: *const secp256k1_keypair,
            aux_rand32: *const c_uchar
        ) -> c_int;
        fn secp256k1_schnorrsig_sign_custom(
            ctx: *const secp256k1_context,
            sig64: *mut c_uchar,
            msg: *const c_uchar,
            msglen: usize,
            keypair: *const secp256k1_keypair,
            extraparams: *mut secp256k1_schnorrsig_extraparams
        ) -> c_int;
        fn secp256k1_schnorrsig_verify(
            ctx: *const secp256k1_context,
            sig64: *const c_uchar,
            msg: *const c_uchar,
            msglen: usize,
            pubkey: *const secp256k1_xonly_pubkey
        ) -> c_int;
        static secp256k1_nonce_function_bip340: secp256k1_nonce_function_hardened;
    }
    "secp256k1_ellswift.h" {
        fn secp256k1_ellswift_encode(
            ctx: *const secp256k1_context,
            ell64: *mut c_uchar,
            pubkey: *const secp256k1_pubkey,
            rnd32: *const c_uchar
        ) -> c_int;
        fn secp256k1_ellswift_decode(
            ctx: *const secp256k1_context,
            pubkey: *mut secp256k1_pubkey,
            ell64: *const c_uchar
        ) -> c_int;
        fn secp256k1_ellswift_create(
            ctx: *const secp256k1_context,
            ell64: *mut c_uchar,
            seckey32: *const c_uchar,
            auxrnd32: *const c_uchar
        ) -> c_int;
        fn secp256k1_ellswift_xdh(
            ctx: *const secp256k1_context,
            output: *mut c_uchar,
            ell_a64: *const c_uchar,
            ell_b64: *const c_uchar,
            seckey32: *const c_uchar,
            party: c_int,
            hashfp: secp256k1_ellswift_xdh_hash_function,
            data: *mut c_void
        ) -> c_int;
        static secp256k1_ellswift_xdh_hash_function_prefix: secp256k1_ellswift_xdh_hash_function;
        static secp256k1_ellswift_xdh_hash_function_bip324: secp256k1_ellswift_xdh_hash_function;
    }
    "secp256k1_musig.h" {
        fn secp256k1_musig_pubnonce_parse(
            ctx: *const secp256k1_context,
            nonce: *mut secp256k1_musig_pubnonce,
            in66: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_pubnonce_serialize(
            ctx: *const secp256k1_context,
            out66: *mut c_uchar,
            nonce: *const secp256k1_musig_pubnonce
        ) -> c_int;
        fn secp256k1_musig_aggnonce_parse(
            ctx: *const secp256k1_context,
            nonce: *mut secp256k1_musig_aggnonce,
            in66: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_aggnonce_serialize(
            ctx: *const secp256k1_context,
            out66: *mut c_uchar,
            nonce: *const secp256k1_musig_aggnonce
        ) -> c_int;
        fn secp256k1_musig_partial_sig_parse(
            ctx: *const secp256k1_context,
            sig: *mut secp256k1_musig_partial_sig,
            in32: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_partial_sig_serialize(
            ctx: *const secp256k1_context,
            out32: *mut c_uchar,
            sig: *const secp256k1_musig_partial_sig
        ) -> c_int;
        fn secp256k1_musig_pubkey_agg(
            ctx: *const secp256k1_context,
            agg_pk: *mut secp256k1_xonly_pubkey,
            keyagg_cache: *mut secp256k1_musig_keyagg_cache,
            pubkeys: *const *const secp256k1_pubkey,
            n_pubkeys: usize
        ) -> c_int;
        fn secp256k1_musig_pubkey_get(
            ctx: *const secp256k1_context,
            agg_pk: *mut secp256k1_pubkey,
            keyagg_cache: *const secp256k1_musig_keyagg_cache
        ) -> c_int;
        fn secp256k1_musig_pubkey_ec_tweak_add(
            ctx: *const secp256k1_context,
            output_pubkey: *mut secp256k1_pubkey,
            keyagg_cache: *mut secp256k1_musig_keyagg_cache,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_pubkey_xonly_tweak_add(
            ctx: *const secp256k1_context,
            output_pubkey: *mut secp256k1_pubkey,
            keyagg_cache: *mut secp256k1_musig_keyagg_cache,
            tweak32: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_nonce_gen(
            ctx: *const secp256k1_context,
            secnonce: *mut secp256k1_musig_secnonce,
            pubnonce: *mut secp256k1_musig_pubnonce,
            session_secrand32: *mut c_uchar,
            seckey: *const c_uchar,
            pubkey: *const secp256k1_pubkey,
            msg32: *const c_uchar,
            keyagg_cache: *const secp256k1_musig_keyagg_cache,
            extra_input32: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_nonce_gen_counter(
            ctx: *const secp256k1_context,
            secnonce: *mut secp256k1_musig_secnonce,
            pubnonce: *mut secp256k1_musig_pubnonce,
            nonrepeating_cnt: u64,
            keypair: *const secp256k1_keypair,
            msg32: *const c_uchar,
            keyagg_cache: *const secp256k1_musig_keyagg_cache,
            extra_input32: *const c_uchar
        ) -> c_int;
        fn secp256k1_musig_nonce_agg(
            ctx: *const secp256k1_context,
            aggnonce: *mut secp256k1_musig_aggnonce,
            pubnonces: *const *const secp256k1_musig_pubnonce,
            n_pubnonces: usize
        ) -> c_int;
        fn secp256k1_musig_nonce_process(
            ctx: *const secp256k1_context,
            session: *mut secp256k1_musig_session,
            aggnonce: *const secp256k1_musig_aggnonce,
            msg32: *const c_uchar,
            keyagg_cache: *const secp256k1_musig_keyagg_cache
        ) -> c_int;
        fn secp256k1_musig_partial_sign(
            ctx: *const secp256k1_context,
            partial_sig: *mut secp256k1_musig_partial_sig,
            secnonce: *mut secp256k1_musig_secnonce,
            keypair: *const secp256k1_keypair,
            keyagg_cache: *const secp256k1_musig_keyagg_cache,
            session: *const secp256k1_musig_session
        ) -> c_int;
        fn secp256k1_musig_partial_sig_verify(
            ctx: *const secp256k1_context,
            partial_sig: *const secp256k1_musig_partial_sig,
            pubnonce: *const secp256k1_musig_pubnonce,
            pubkey: *const secp256k1_pubkey,
            keyagg_cache: *const secp256k1_musig_keyagg_cache,
            session: *const secp256k1_musig_session
        ) -> c_int;
        fn secp256k1_musig_partial_sig_agg(
            ctx: *const secp256k1_context,
            sig64: *mut c_uchar,
            session: *const secp256k1_musig_session,
            partial_sigs: *const *const secp256k1_musig_partial_sig,
            n_sigs: usize
        ) -> c_int;
    }
    "secp256k1_silentpayments.h" {
        fn secp256k1_silentpayments_sender_create_outputs(
            ctx: *const secp256k1_context,
            generated_outputs: *mut *mut secp256k1_xonly_pubkey,
            recipients: *mut *const secp256k1_silentpayments_recipient,
            n_recipients: usize,
            outpoint_smallest36: *const c_uchar,
            keypairs: *const *const secp256k1_keypair,
            n_keypairs: usize,
            seckeys: *const *const c_uchar,
            n_seckeys: usize
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_label_parse(
            ctx: *const secp256k1_context,
            label: *mut secp256k1_silentpayments_label,
            in33: *const c_uchar
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_label_serialize(
            ctx: *const secp256k1_context,
            out33: *mut c_uchar,
            label: *const secp256k1_silentpayments_label
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_label_create(
            ctx: *const secp256k1_context,
            label: *mut secp256k1_silentpayments_label,
            label_tweak32: *mut c_uchar,
            scan_key32: *const c_uchar,
            m: u32
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
            ctx: *const secp256k1_context,
            labeled_spend_pubkey: *mut secp256k1_pubkey,
            unlabeled_spend_pubkey: *const secp256k1_pubkey,
            label: *const secp256k1_silentpayments_label
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_prevouts_summary_create(
            ctx: *const secp256k1_context,
            prevouts_summary: *mut secp256k1_silentpayments_prevouts_summary,
            outpoint_smallest36: *const c_uchar,
            xonly_pubkeys: *const *const secp256k1_xonly_pubkey,
            n_xonly_pubkeys: usize,
            pubkeys: *const *const secp256k1_pubkey,
            n_pubkeys: usize
        ) -> c_int;
        fn secp256k1_silentpayments_recipient_scan_outputs(
            ctx: *const secp256k1_context,
            found_outputs: *mut *mut secp256k1_silentpayments_found_output,
            n_found_outputs: *mut u32,
            tx_outputs: *const *const secp256k1_xonly_pubkey,
            n_tx_outputs: usize,
            scan_key32: *const c_uchar,
            prevouts_summary: *const secp256k1_silentpayments_prevouts_summary,
            unlabeled_spend_pubkey: *const secp256k1_pubkey,
            label_lookup: secp256k1_silentpayments_label_lookup,
            label_context: *const c_void
        ) -> c_int;
    }
    "koblitz.h" {
        fn koblitz_backend_name() -> *const c_char;
        fn koblitz_sha256_name() -> *const c_char;
        fn koblitz_batch_ecdsa_verify(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            signatures: *const koblitz_column,
            msghashes: *const koblitz_column,
            pubkeys: *const koblitz_column,
            n: usize,
            flags: c_uint
        ) -> usize;
        fn koblitz_batch_schnorrsig_verify(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            signatures: *const koblitz_column,
            messages: *const koblitz_column,
            pubkeys: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_schnorrsig_scratch(ctx: *const secp256k1_context, n: usize) -> usize;
        fn koblitz_batch_schnorrsig_verify_all(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            signatures: *const koblitz_column,
            messages: *const koblitz_column,
            pubkeys: *const koblitz_column,
            n: usize,
            scratch: *mut c_void,
            size: usize
        ) -> usize;
        fn koblitz_batch_ec_pubkey_parse(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            output: *const koblitz_output,
            pubkeys: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_ec_pubkey_tweak_add(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            output: *const koblitz_output,
            pubkeys: *const koblitz_column,
            tweaks: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_xonly_pubkey_tweak_add_check(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            tweaked: *const koblitz_column,
            parities: *const koblitz_column,
            internal: *const koblitz_column,
            tweaks: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_ecdsa_recover(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            output: *const koblitz_output,
            signatures: *const koblitz_column,
            recids: *const koblitz_column,
            msghashes: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_ec_pubkey_create(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            output: *const koblitz_output,
            seckeys: *const koblitz_column,
            n: usize
        ) -> usize;
        fn koblitz_batch_ec_pubkey_mul(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            output: *const koblitz_output,
            pubkeys: *const koblitz_column,
            seckey32: *const c_uchar,
            n: usize
        ) -> usize;
        fn koblitz_batch_silentpayments_scan(
            ctx: *const secp256k1_context,
            verdicts: *mut c_uchar,
            keys: *mut c_uchar,
            matches: *mut u32,
            tweaks: *const koblitz_column,
            k: *const u32,
            outputs: *const koblitz_column,
            output_size: usize,
            recipient: *const koblitz_silentpayments_recipient,
            n: usize
        ) -> usize;
    }
}

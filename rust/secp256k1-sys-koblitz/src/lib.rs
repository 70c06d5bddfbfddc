//! The interface of `secp256k1-sys` over koblitz's library, for programs that use the crate `secp256k1`: by two lines under
//! `[patch.crates-io]` it takes the place of libsecp256k1 (docs/drop-in.md of the repository). One source serves every
//! version from 0.10 to 0.14: it has the names of all of them.
//!
//! Contexts have koblitz's layout: C code of other crates, such as `secp256k1-zkp-sys`, must not be given them.
//! There is no build for fuzzing without cryptography (`secp256k1_fuzz`), and the feature `lowmemory` changes nothing.
#![no_std]
#![allow(clippy::missing_safety_doc)] // Contracts are those of libsecp256k1's headers.

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(secp256k1_fuzz)]
compile_error!("koblitz's secp256k1-sys has no mode without cryptography; leave the patch out of fuzzing builds");

use core::ptr::{self, NonNull};

// What is declared here is defined there.
use koblitz_sys as _;

mod lax_der;
mod macros;
#[cfg(feature = "recovery")]
pub mod recovery;
pub mod types;

pub use lax_der::ecdsa_signature_parse_der_lax;
use types::*;

/// Flags of contexts, all alike.
pub const SECP256K1_START_NONE: c_uint = 1;
/// As [`SECP256K1_START_NONE`].
pub const SECP256K1_START_VERIFY: c_uint = 1 | (1 << 8);
/// As [`SECP256K1_START_NONE`].
pub const SECP256K1_START_SIGN: c_uint = 1 | (1 << 9);
/// An uncompressed public key.
pub const SECP256K1_SER_UNCOMPRESSED: c_uint = 1 << 1;
/// A compressed public key.
pub const SECP256K1_SER_COMPRESSED: c_uint = (1 << 1) | (1 << 8);

/// Derives an ECDSA nonce.
pub type NonceFn = Option<
    unsafe extern "C" fn(
        nonce32: *mut c_uchar,
        msg32: *const c_uchar,
        key32: *const c_uchar,
        algo16: *const c_uchar,
        data: *mut c_void,
        attempt: c_uint,
    ) -> c_int,
>;
/// Hashes the shared point of ECDH.
pub type EcdhHashFn = Option<
    unsafe extern "C" fn(output: *mut c_uchar, x: *const c_uchar, y: *const c_uchar, data: *mut c_void) -> c_int,
>;
/// Derives a nonce of a Schnorr signature.
pub type SchnorrNonceFn = Option<
    unsafe extern "C" fn(
        nonce32: *mut c_uchar,
        msg32: *const c_uchar,
        msg_len: size_t,
        key32: *const c_uchar,
        xonly_pk32: *const c_uchar,
        algo16: *const c_uchar,
        algo_len: size_t,
        data: *mut c_void,
    ) -> c_int,
>;
/// Hashes the shared x coordinate of ElligatorSwift's ECDH.
pub type EllswiftEcdhHashFn = Option<
    unsafe extern "C" fn(
        output: *mut c_uchar,
        x32: *const c_uchar,
        ell_a64: *const c_uchar,
        ell_b64: *const c_uchar,
        data: *mut c_void,
    ) -> c_int,
>;

/// Options of [`secp256k1_schnorrsig_sign_custom`].
#[repr(C)]
pub struct SchnorrSigExtraParams {
    magic: [c_uchar; 4],
    nonce_fp: SchnorrNonceFn,
    ndata: *const c_void,
}

impl SchnorrSigExtraParams {
    /// A nonce function, None for BIP-340's, and its data, for which that one takes null or 32 bytes.
    pub fn new(nonce_fp: SchnorrNonceFn, ndata: *const c_void) -> Self {
        Self { magic: [0xda, 0x6f, 0xb3, 0x8c], nonce_fp, ndata }
    }
}

/// An opaque context.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Context(c_int);

macros::object! {
    /// A parsed public key.
    PublicKey, 64;
    /// A parsed ECDSA signature.
    Signature, 64;
    /// A parsed x-only public key.
    XOnlyPublicKey, 64;
    /// A secret key and its public key.
    Keypair, 96;
}

macros::ordered_by! {
    PublicKey, |key: &PublicKey| {
        let (mut bytes, mut len) = ([0u8; 33], 33);
        let (out, flags) = (bytes.as_mut_ptr(), SECP256K1_SER_COMPRESSED);
        // SAFETY: 33 bytes are written, which the flags ask for.
        unsafe { secp256k1_ec_pubkey_serialize(secp256k1_context_static, out, &mut len, key, flags) };
        bytes
    };
    Signature, |signature: &Signature| {
        let mut bytes = [0u8; 64];
        // SAFETY: 64 bytes are written.
        unsafe { secp256k1_ecdsa_signature_serialize_compact(secp256k1_context_static, bytes.as_mut_ptr(), signature) };
        bytes
    };
    XOnlyPublicKey, |key: &XOnlyPublicKey| {
        let mut bytes = [0u8; 32];
        // SAFETY: 32 bytes are written.
        unsafe { secp256k1_xonly_pubkey_serialize(secp256k1_context_static, bytes.as_mut_ptr(), key) };
        bytes
    };
    // By its public half.
    Keypair, |pair: &Keypair| {
        let (mut key, mut bytes, mut len) = (PublicKey([0; 64]), [0u8; 33], 33);
        let (out, flags) = (bytes.as_mut_ptr(), SECP256K1_SER_COMPRESSED);
        // SAFETY: an object and 33 bytes are written.
        unsafe {
            secp256k1_keypair_pub(secp256k1_context_static, &mut key, pair);
            secp256k1_ec_pubkey_serialize(secp256k1_context_static, out, &mut len, &key, flags);
        }
        bytes
    };
}

impl Keypair {
    /// Overwrites it by the key pair of the secret key 0x0101...01. Copies that the compiler made stay.
    #[inline]
    pub fn non_secure_erase(&mut self) {
        let mut pair = Keypair([0; 96]);
        // SAFETY: a call without pointers.
        let size = unsafe { secp256k1_context_preallocated_size(SECP256K1_START_NONE) };
        let mut memory = [AlignedType::ZERO; 32];
        assert!(size <= size_of_val(&memory));
        // SAFETY: the memory is aligned and as large as the library asks for; 32 bytes are read, an object is written.
        unsafe {
            let ctx = secp256k1_context_preallocated_create(NonNull::from(&mut memory).cast(), SECP256K1_START_NONE);
            secp256k1_keypair_create(ctx.as_ptr(), &mut pair, [1u8; 32].as_ptr());
        }
        non_secure_erase_impl(&mut self.0, pair.0);
    }
}

/// Overwrites `dst` by a write that the compiler does not leave out.
#[inline(always)]
pub fn non_secure_erase_impl<T>(dst: &mut T, src: T) {
    use core::sync::atomic::{Ordering, compiler_fence};
    // SAFETY: a reference to a T.
    unsafe { ptr::write_volatile(dst, src) };
    compiler_fence(Ordering::SeqCst);
}

/// An ElligatorSwift encoding.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElligatorSwift([u8; 64]);
impl_array_newtype!(ElligatorSwift, u8, 64);
impl_raw_debug!(ElligatorSwift);

impl ElligatorSwift {
    /// Any 64 bytes are one.
    pub fn from_array(arr: [u8; 64]) -> Self {
        Self(arr)
    }

    /// The bytes.
    pub fn to_array(self) -> [u8; 64] {
        self.0
    }
}

macro_rules! musig {
    ($($(#[$attribute:meta])* $name:ident, $constant:ident, $size:literal;)*) => {$(
        #[doc = concat!("The bytes of [`", stringify!($name), "`].")]
        pub const $constant: usize = $size;
        $(#[$attribute])*
        #[repr(C)]
        #[derive(Copy, Clone, PartialEq, Eq)]
        pub struct $name([c_uchar; $constant]);
        impl_array_newtype!($name, c_uchar, $constant);
        impl_raw_debug!($name);
    )*};
}

musig! {
    /// An aggregate key, its tweaks and coefficients.
    #[derive(PartialOrd, Ord, Hash)]
    MusigKeyAggCache, MUSIG_KEYAGG_SIZE, 197;
    /// A signer's secret nonce.
    MusigSecNonce, MUSIG_SECNONCE_SIZE, 132;
    /// A signer's public nonce.
    #[derive(PartialOrd, Ord, Hash)]
    MusigPubNonce, MUSIG_PUBNONCE_SIZE, 132;
    /// The sum of all public nonces.
    #[derive(PartialOrd, Ord, Hash)]
    MusigAggNonce, MUSIG_AGGNONCE_SIZE, 132;
    /// What signing needs of one message.
    #[derive(PartialOrd, Ord, Hash)]
    MusigSession, MUSIG_SESSION_SIZE, 133;
    /// A signer's partial signature.
    #[derive(PartialOrd, Ord, Hash)]
    MusigPartialSignature, MUSIG_PART_SIG_SIZE, 36;
}

impl MusigSecNonce {
    /// A copy of a nonce must not be used twice.
    pub fn dangerous_from_bytes(bytes: [c_uchar; MUSIG_SECNONCE_SIZE]) -> Self {
        Self(bytes)
    }

    /// A copy of a nonce must not be used twice.
    pub fn dangerous_into_bytes(self) -> [c_uchar; MUSIG_SECNONCE_SIZE] {
        self.0
    }

    /// Overwrites it by zeros. Copies that the compiler made stay.
    #[inline]
    pub fn non_secure_erase(&mut self) {
        non_secure_erase_impl(&mut self.0, [0; MUSIG_SECNONCE_SIZE]);
    }
}

/// Pointers for C: null for what is empty.
pub trait CPtr {
    /// What they point to.
    type Target;
    /// A pointer to read from.
    fn as_c_ptr(&self) -> *const Self::Target;
    /// A pointer to write to.
    fn as_mut_c_ptr(&mut self) -> *mut Self::Target;
}

impl<T> CPtr for [T] {
    type Target = T;

    fn as_c_ptr(&self) -> *const T {
        if self.is_empty() { ptr::null() } else { self.as_ptr() }
    }

    fn as_mut_c_ptr(&mut self) -> *mut T {
        if self.is_empty() { ptr::null_mut() } else { self.as_mut_ptr() }
    }
}

// Up to 0.11.
impl<T> CPtr for &[T] {
    type Target = T;

    fn as_c_ptr(&self) -> *const T {
        (**self).as_c_ptr()
    }

    fn as_mut_c_ptr(&mut self) -> *mut T {
        (**self).as_c_ptr().cast_mut()
    }
}

impl CPtr for [u8; 32] {
    type Target = u8;

    fn as_c_ptr(&self) -> *const u8 {
        self.as_ptr()
    }

    fn as_mut_c_ptr(&mut self) -> *mut u8 {
        self.as_mut_ptr()
    }
}

impl<T: CPtr> CPtr for Option<T> {
    type Target = T::Target;

    fn as_c_ptr(&self) -> *const T::Target {
        self.as_ref().map_or(ptr::null(), CPtr::as_c_ptr)
    }

    fn as_mut_c_ptr(&mut self) -> *mut T::Target {
        self.as_mut().map_or(ptr::null_mut(), CPtr::as_mut_c_ptr)
    }
}

/// A context on the heap, which [`secp256k1_context_destroy`] frees.
#[cfg(feature = "alloc")]
pub unsafe fn secp256k1_context_create(flags: c_uint) -> NonNull<Context> {
    let layout = context_layout();
    // SAFETY: the size is not 0; the memory is as large and aligned as the library asks for.
    unsafe {
        let Some(memory) = NonNull::new(alloc::alloc::alloc(layout)) else { alloc::alloc::handle_alloc_error(layout) };
        secp256k1_context_preallocated_create(memory.cast(), flags)
    }
}

/// Frees a context of [`secp256k1_context_create`].
#[cfg(feature = "alloc")]
pub unsafe fn secp256k1_context_destroy(ctx: NonNull<Context>) {
    // SAFETY: the caller's context, which was allocated with this layout.
    unsafe {
        secp256k1_context_preallocated_destroy(ctx);
        alloc::alloc::dealloc(ctx.as_ptr().cast(), context_layout());
    }
}

/// All contexts are of one size.
#[cfg(feature = "alloc")]
fn context_layout() -> alloc::alloc::Layout {
    // SAFETY: a call without pointers.
    let size = unsafe { secp256k1_context_preallocated_size(SECP256K1_START_NONE) };
    alloc::alloc::Layout::from_size_align(size, align_of::<AlignedType>()).expect("a small size")
}

macros::declare! {
    fn secp256k1_ec_pubkey_parse(
        cx: *const Context,
        pubkey: *mut PublicKey,
        input: *const c_uchar,
        inputlen: size_t
    ) -> c_int;
    fn secp256k1_ec_pubkey_serialize(
        cx: *const Context,
        output: *mut c_uchar,
        outputlen: *mut size_t,
        pubkey: *const PublicKey,
        flags: c_uint
    ) -> c_int;
    fn secp256k1_ec_pubkey_cmp(cx: *const Context, pubkey1: *const PublicKey, pubkey2: *const PublicKey) -> c_int;
    fn secp256k1_ec_pubkey_sort(cx: *const Context, pubkeys: *mut *const PublicKey, n_pubkeys: size_t) -> c_int;
    fn secp256k1_ecdsa_signature_parse_compact(
        cx: *const Context,
        sig: *mut Signature,
        input64: *const c_uchar
    ) -> c_int;
    fn secp256k1_ecdsa_signature_parse_der(
        cx: *const Context,
        sig: *mut Signature,
        input: *const c_uchar,
        inputlen: size_t
    ) -> c_int;
    fn secp256k1_ecdsa_signature_serialize_der(
        cx: *const Context,
        output: *mut c_uchar,
        outputlen: *mut size_t,
        sig: *const Signature
    ) -> c_int;
    fn secp256k1_ecdsa_signature_serialize_compact(
        cx: *const Context,
        output64: *mut c_uchar,
        sig: *const Signature
    ) -> c_int;
    fn secp256k1_ecdsa_verify(
        cx: *const Context,
        sig: *const Signature,
        msghash32: *const c_uchar,
        pubkey: *const PublicKey
    ) -> c_int;
    fn secp256k1_ecdsa_signature_normalize(
        cx: *const Context,
        sigout: *mut Signature,
        sigin: *const Signature
    ) -> c_int;
    fn secp256k1_ecdsa_sign(
        cx: *const Context,
        sig: *mut Signature,
        msghash32: *const c_uchar,
        seckey: *const c_uchar,
        noncefp: NonceFn,
        ndata: *const c_void
    ) -> c_int;
    fn secp256k1_ec_seckey_verify(cx: *const Context, seckey: *const c_uchar) -> c_int;
    fn secp256k1_ec_pubkey_create(cx: *const Context, pubkey: *mut PublicKey, seckey: *const c_uchar) -> c_int;
    fn secp256k1_ec_seckey_negate(cx: *const Context, seckey: *mut c_uchar) -> c_int;
    fn secp256k1_ec_pubkey_negate(cx: *const Context, pubkey: *mut PublicKey) -> c_int;
    fn secp256k1_ec_seckey_tweak_add(cx: *const Context, seckey: *mut c_uchar, tweak32: *const c_uchar) -> c_int;
    fn secp256k1_ec_pubkey_tweak_add(cx: *const Context, pubkey: *mut PublicKey, tweak32: *const c_uchar) -> c_int;
    fn secp256k1_ec_seckey_tweak_mul(cx: *const Context, seckey: *mut c_uchar, tweak32: *const c_uchar) -> c_int;
    fn secp256k1_ec_pubkey_tweak_mul(cx: *const Context, pubkey: *mut PublicKey, tweak32: *const c_uchar) -> c_int;
    fn secp256k1_context_randomize(cx: NonNull<Context>, seed32: *const c_uchar) -> c_int;
    fn secp256k1_ec_pubkey_combine(
        cx: *const Context,
        out: *mut PublicKey,
        ins: *const *const PublicKey,
        n: size_t
    ) -> c_int;
    fn secp256k1_tagged_sha256(
        cx: *const Context,
        hash32: *mut c_uchar,
        tag: *const c_uchar,
        taglen: size_t,
        msg: *const c_uchar,
        msglen: size_t
    ) -> c_int;
    fn secp256k1_context_preallocated_create(prealloc: NonNull<c_void>, flags: c_uint) -> NonNull<Context>;
    fn secp256k1_context_preallocated_clone_size(cx: *const Context) -> size_t;
    fn secp256k1_context_preallocated_clone(cx: *const Context, prealloc: NonNull<c_void>) -> NonNull<Context>;
    fn secp256k1_context_preallocated_destroy(cx: NonNull<Context>);
    fn secp256k1_ecdh(
        cx: *const Context,
        output: *mut c_uchar,
        pubkey: *const PublicKey,
        seckey: *const c_uchar,
        hashfp: EcdhHashFn,
        data: *mut c_void
    ) -> c_int;
    fn secp256k1_xonly_pubkey_parse(
        cx: *const Context,
        pubkey: *mut XOnlyPublicKey,
        input32: *const c_uchar
    ) -> c_int;
    fn secp256k1_xonly_pubkey_serialize(
        cx: *const Context,
        output32: *mut c_uchar,
        pubkey: *const XOnlyPublicKey
    ) -> c_int;
    fn secp256k1_xonly_pubkey_cmp(
        cx: *const Context,
        pk1: *const XOnlyPublicKey,
        pk2: *const XOnlyPublicKey
    ) -> c_int;
    fn secp256k1_xonly_pubkey_from_pubkey(
        cx: *const Context,
        xonly_pubkey: *mut XOnlyPublicKey,
        pk_parity: *mut c_int,
        pubkey: *const PublicKey
    ) -> c_int;
    fn secp256k1_xonly_pubkey_tweak_add(
        cx: *const Context,
        output_pubkey: *mut PublicKey,
        internal_pubkey: *const XOnlyPublicKey,
        tweak32: *const c_uchar
    ) -> c_int;
    fn secp256k1_xonly_pubkey_tweak_add_check(
        cx: *const Context,
        tweaked_pubkey32: *const c_uchar,
        tweaked_pk_parity: c_int,
        internal_pubkey: *const XOnlyPublicKey,
        tweak32: *const c_uchar
    ) -> c_int;
    fn secp256k1_keypair_create(cx: *const Context, keypair: *mut Keypair, seckey: *const c_uchar) -> c_int;
    fn secp256k1_keypair_sec(cx: *const Context, seckey: *mut c_uchar, keypair: *const Keypair) -> c_int;
    fn secp256k1_keypair_pub(cx: *const Context, pubkey: *mut PublicKey, keypair: *const Keypair) -> c_int;
    fn secp256k1_keypair_xonly_pub(
        cx: *const Context,
        pubkey: *mut XOnlyPublicKey,
        pk_parity: *mut c_int,
        keypair: *const Keypair
    ) -> c_int;
    fn secp256k1_keypair_xonly_tweak_add(
        cx: *const Context,
        keypair: *mut Keypair,
        tweak32: *const c_uchar
    ) -> c_int;
    fn secp256k1_schnorrsig_sign32(
        cx: *const Context,
        sig64: *mut c_uchar,
        msg32: *const c_uchar,
        keypair: *const Keypair,
        aux_rand32: *const c_uchar
    ) -> c_int;
    fn secp256k1_schnorrsig_sign_custom(
        cx: *const Context,
        sig64: *mut c_uchar,
        msg: *const c_uchar,
        msglen: size_t,
        keypair: *const Keypair,
        extraparams: *const SchnorrSigExtraParams
    ) -> c_int;
    fn secp256k1_schnorrsig_verify(
        cx: *const Context,
        sig64: *const c_uchar,
        msg: *const c_uchar,
        msglen: size_t,
        pubkey: *const XOnlyPublicKey
    ) -> c_int;
    fn secp256k1_ellswift_encode(
        cx: *const Context,
        ell64: *mut c_uchar,
        pubkey: *const PublicKey,
        rnd32: *const c_uchar
    ) -> c_int;
    fn secp256k1_ellswift_decode(cx: *const Context, pubkey: *mut u8, ell64: *const c_uchar) -> c_int;
    fn secp256k1_ellswift_create(
        cx: *const Context,
        ell64: *mut c_uchar,
        seckey32: *const c_uchar,
        auxrnd32: *const c_uchar
    ) -> c_int;
    fn secp256k1_ellswift_xdh(
        cx: *const Context,
        output: *mut c_uchar,
        ell_a64: *const c_uchar,
        ell_b64: *const c_uchar,
        seckey32: *const c_uchar,
        party: c_int,
        hashfp: EllswiftEcdhHashFn,
        data: *mut c_void
    ) -> c_int;
    fn secp256k1_musig_pubnonce_parse(cx: *const Context, nonce: *mut MusigPubNonce, in66: *const c_uchar) -> c_int;
    fn secp256k1_musig_pubnonce_serialize(
        cx: *const Context,
        out66: *mut c_uchar,
        nonce: *const MusigPubNonce
    ) -> c_int;
    fn secp256k1_musig_aggnonce_parse(cx: *const Context, nonce: *mut MusigAggNonce, in66: *const c_uchar) -> c_int;
    fn secp256k1_musig_aggnonce_serialize(
        cx: *const Context,
        out66: *mut c_uchar,
        nonce: *const MusigAggNonce
    ) -> c_int;
    fn secp256k1_musig_partial_sig_parse(
        cx: *const Context,
        sig: *mut MusigPartialSignature,
        in32: *const c_uchar
    ) -> c_int;
    fn secp256k1_musig_partial_sig_serialize(
        cx: *const Context,
        out32: *mut c_uchar,
        sig: *const MusigPartialSignature
    ) -> c_int;
    fn secp256k1_musig_pubkey_agg(
        cx: *const Context,
        agg_pk: *mut XOnlyPublicKey,
        keyagg_cache: *mut MusigKeyAggCache,
        pubkeys: *const *const PublicKey,
        n_pubkeys: size_t
    ) -> c_int;
    fn secp256k1_musig_pubkey_get(
        cx: *const Context,
        agg_pk: *mut PublicKey,
        keyagg_cache: *const MusigKeyAggCache
    ) -> c_int;
    fn secp256k1_musig_pubkey_ec_tweak_add(
        cx: *const Context,
        output_pubkey: *mut PublicKey,
        keyagg_cache: *mut MusigKeyAggCache,
        tweak32: *const c_uchar
    ) -> c_int;
    fn secp256k1_musig_pubkey_xonly_tweak_add(
        cx: *const Context,
        output_pubkey: *mut PublicKey,
        keyagg_cache: *mut MusigKeyAggCache,
        tweak32: *const c_uchar
    ) -> c_int;
    fn secp256k1_musig_nonce_gen(
        cx: *const Context,
        secnonce: *mut MusigSecNonce,
        pubnonce: *mut MusigPubNonce,
        session_secrand32: *mut c_uchar,
        seckey: *const c_uchar,
        pubkey: *const PublicKey,
        msg32: *const c_uchar,
        keyagg_cache: *const MusigKeyAggCache,
        extra_input32: *const c_uchar
    ) -> c_int;
    fn secp256k1_musig_nonce_gen_counter(
        cx: *const Context,
        secnonce: *mut MusigSecNonce,
        pubnonce: *mut MusigPubNonce,
        nonrepeating_cnt: u64,
        keypair: *const Keypair,
        msg32: *const c_uchar,
        keyagg_cache: *const MusigKeyAggCache,
        extra_input32: *const c_uchar
    ) -> c_int;
    fn secp256k1_musig_nonce_agg(
        cx: *const Context,
        aggnonce: *mut MusigAggNonce,
        pubnonces: *const *const MusigPubNonce,
        n_pubnonces: size_t
    ) -> c_int;
    fn secp256k1_musig_nonce_process(
        cx: *const Context,
        session: *mut MusigSession,
        aggnonce: *const MusigAggNonce,
        msg32: *const c_uchar,
        keyagg_cache: *const MusigKeyAggCache
    ) -> c_int;
    fn secp256k1_musig_partial_sign(
        cx: *const Context,
        partial_sig: *mut MusigPartialSignature,
        secnonce: *mut MusigSecNonce,
        keypair: *const Keypair,
        keyagg_cache: *const MusigKeyAggCache,
        session: *const MusigSession
    ) -> c_int;
    fn secp256k1_musig_partial_sig_verify(
        cx: *const Context,
        partial_sig: *const MusigPartialSignature,
        pubnonce: *const MusigPubNonce,
        pubkey: *const PublicKey,
        keyagg_cache: *const MusigKeyAggCache,
        session: *const MusigSession
    ) -> c_int;
    fn secp256k1_musig_partial_sig_agg(
        cx: *const Context,
        sig64: *mut c_uchar,
        session: *const MusigSession,
        partial_sigs: *const *const MusigPartialSignature,
        n_sigs: size_t
    ) -> c_int;
    fn secp256k1_context_preallocated_size(flags: c_uint) -> size_t;
    // Up to 0.11.
    fn secp256k1_schnorrsig_sign = secp256k1_schnorrsig_sign32(
        cx: *const Context,
        sig64: *mut c_uchar,
        msg32: *const c_uchar,
        keypair: *const Keypair,
        aux_rand32: *const c_uchar
    ) -> c_int;
    static secp256k1_context_static: *const Context;
    // Up to 0.13.
    static secp256k1_context_no_precomp = secp256k1_context_static: *const Context;
    static secp256k1_nonce_function_rfc6979: NonceFn;
    static secp256k1_nonce_function_default: NonceFn;
    static secp256k1_nonce_function_bip340: SchnorrNonceFn;
    static secp256k1_ecdh_hash_function_default: EcdhHashFn;
    static secp256k1_ellswift_xdh_hash_function_bip324: EllswiftEcdhHashFn;
}

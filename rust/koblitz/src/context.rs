//! The library's contexts: the static one for public data, and one of this process for secrets, blinded once.

use core::cell::UnsafeCell;
use core::ffi::CStr;
use core::ptr;
use core::sync::atomic::{AtomicU8, Ordering};

use koblitz_sys as sys;
use zeroize::Zeroize;

/// The bytes of a context, with room to grow; `memory` compares.
const SIZE: usize = 256;

#[repr(C, align(16))]
struct Memory(UnsafeCell<[u8; SIZE]>);

// SAFETY: written by the one thread that moves STATE from EMPTY to BUSY, and read only after READY.
unsafe impl Sync for Memory {}

static SHARED: Memory = Memory(UnsafeCell::new([0; SIZE]));
static STATE: AtomicU8 = AtomicU8::new(EMPTY);
const EMPTY: u8 = 0;
const BUSY: u8 = 1;
const READY: u8 = 2;

/// The context of calls on public data.
#[inline]
pub(crate) fn public() -> *const sys::secp256k1_context {
    // SAFETY: a constant of the library.
    unsafe { sys::secp256k1_context_static }
}

/// Calls `f` with a context for secrets.
#[inline]
pub(crate) fn with_secrets<R>(f: impl FnOnce(*const sys::secp256k1_context) -> R) -> R {
    if STATE.load(Ordering::Acquire) == READY {
        return f(SHARED.0.get().cast());
    }
    first(f)
}

/// The first call makes the shared context. One that comes meanwhile takes a context of its own, so nobody waits.
#[cold]
fn first<R>(f: impl FnOnce(*const sys::secp256k1_context) -> R) -> R {
    let mut seed = [0; 32];
    #[cfg(feature = "std")]
    let blinded = getrandom::fill(&mut seed).is_ok();
    #[cfg(not(feature = "std"))]
    let blinded = false;
    let result = if share(blinded.then_some(&seed)) {
        f(SHARED.0.get().cast())
    } else {
        let memory = Memory(UnsafeCell::new([0; SIZE]));
        make(&memory, blinded.then_some(&seed));
        let result = f(memory.0.get().cast());
        // SAFETY: a context that `make` made, in use by nobody else.
        unsafe { sys::secp256k1_context_preallocated_destroy(memory.0.get().cast()) };
        result
    };
    seed.zeroize();
    result
}

/// Makes the shared context if nobody did. Returns whether it is there.
fn share(seed: Option<&[u8; 32]>) -> bool {
    match STATE.compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Acquire) {
        Ok(_) => {
            make(&SHARED, seed);
            STATE.store(READY, Ordering::Release);
            true
        }
        Err(state) => state == READY,
    }
}

fn make(memory: &Memory, seed: Option<&[u8; 32]>) {
    // SAFETY: the memory is the caller's alone, aligned, and as large as the library asks for.
    unsafe {
        assert!(sys::secp256k1_context_preallocated_size(sys::SECP256K1_CONTEXT_NONE) <= SIZE);
        let context = sys::secp256k1_context_preallocated_create(memory.0.get().cast(), sys::SECP256K1_CONTEXT_NONE);
        let seed = seed.map_or(ptr::null(), |seed| seed.as_ptr());
        // Returns 1 always.
        let _ = sys::secp256k1_context_randomize(context, seed);
    }
}

/// Blinds all multiplications by secrets of this process with 32 random bytes. No result changes; an attacker who
/// measures power or radiation learns less. With the feature `std` the first use of a secret does this by the system's
/// randomness, if the system gives any; programs without call it before that.
///
/// Returns whether it took effect: once a secret was used, or after another call, it does not.
pub fn blind(seed: &[u8; 32]) -> bool {
    let fresh = STATE.compare_exchange(EMPTY, BUSY, Ordering::Acquire, Ordering::Acquire).is_ok();
    if fresh {
        make(&SHARED, Some(seed));
        STATE.store(READY, Ordering::Release);
    }
    fresh
}

/// The code that the library runs on this processor: `x86_64-ifma`, `x86_64-bmi2-adx-fma`, `x86_64-bmi2-adx`,
/// `x86_64-fma`, `arm64-wide`, `arm64-narrow` or `portable`. The environment variable `KOBLITZ_BACKEND` chooses another.
pub fn backend_name() -> &'static str {
    // SAFETY: the library returns a string constant.
    unsafe { CStr::from_ptr(sys::koblitz_backend_name()) }.to_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_as_large_as_the_library_asks_for() {
        // SAFETY: a call without pointers.
        let size = unsafe { sys::secp256k1_context_preallocated_size(sys::SECP256K1_CONTEXT_NONE) };
        assert!(size <= SIZE, "{size}");
    }

    #[test]
    fn contexts_of_both_kinds_give_the_same_key() {
        let public = |context| {
            let mut key = sys::secp256k1_pubkey::new();
            // SAFETY: the sizes are those of the headers.
            assert_eq!(unsafe { sys::secp256k1_ec_pubkey_create(context, &mut key, [5; 32].as_ptr()) }, 1);
            key.data
        };
        let own = Memory(UnsafeCell::new([0; SIZE]));
        make(&own, Some(&[1; 32]));
        let want = public(own.0.get().cast_const().cast());
        assert_eq!(with_secrets(public), want);
        assert_eq!(with_secrets(public), want);
        assert!(!blind(&[2; 32]), "too late");
        assert_eq!(first(public), want);
    }
}

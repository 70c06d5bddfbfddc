//! Types of C.
#![allow(non_camel_case_types)]

pub use core::ffi::c_void;

/// `int`.
pub type c_int = i32;
/// `unsigned char`.
pub type c_uchar = u8;
/// `unsigned int`.
pub type c_uint = u32;
/// `size_t`.
pub type size_t = usize;
/// `char`, of whatever sign.
pub type c_char = i8;

/// Memory that is aligned as `malloc` aligns.
#[repr(align(16))]
#[derive(Default, Copy, Clone)]
#[allow(dead_code)] // Read through pointers.
pub struct AlignedType([u8; 16]);

impl AlignedType {
    /// Zeros.
    pub fn zeroed() -> Self {
        Self::ZERO
    }

    /// Zeros.
    pub const ZERO: AlignedType = AlignedType([0; 16]);
}

#[doc(hidden)]
#[cfg(target_arch = "wasm32")]
pub fn sanity_checks_for_wasm() {}

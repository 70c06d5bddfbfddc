#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "std")]
extern crate std;

mod bytes;
mod context;
mod error;
mod keys;
mod xonly;

#[cfg(feature = "alloy")]
pub mod alloy;
pub mod batch;
pub mod ecdh;
pub mod ecdsa;
#[cfg(feature = "ethereum")]
pub mod ethereum;
#[cfg(feature = "rayon")]
pub mod parallel;
#[cfg(feature = "revm")]
pub mod revm;
pub mod schnorr;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "signature")]
mod traits;

pub use context::{backend_name, blind};
pub use error::Error;
pub use keys::{Parity, PublicKey, SecretKey};
pub use xonly::{Keypair, XOnlyPublicKey};

/// Calls into the C library are made with this: the bindings, for what the safe interface does not have.
pub use koblitz_sys as sys;

/// The result of calls that can fail.
pub type Result<T> = core::result::Result<T, Error>;

/// The Rust program of the repository's README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "ethereum", feature = "std"))]
#[doc = include_str!("../../../docs/rust.md")]
mod page {}

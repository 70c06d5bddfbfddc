//! Nothing: see tests/.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
mod page {}

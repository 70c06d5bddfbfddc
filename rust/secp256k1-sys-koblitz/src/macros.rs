/// What every type around an array has.
#[macro_export]
macro_rules! impl_array_newtype {
    ($thing:ident, $ty:ty, $len:expr) => {
        impl $thing {
            /// Compares the library's own bytes, which another version may lay out otherwise.
            pub fn cmp_fast_unstable(&self, other: &Self) -> core::cmp::Ordering {
                self.0.cmp(&other.0)
            }

            /// Compares the library's own bytes, which another version may lay out otherwise.
            pub fn eq_fast_unstable(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl AsRef<[$ty; $len]> for $thing {
            fn as_ref(&self) -> &[$ty; $len] {
                &self.0
            }
        }

        impl<I> core::ops::Index<I> for $thing
        where
            [$ty]: core::ops::Index<I>,
        {
            type Output = <[$ty] as core::ops::Index<I>>::Output;

            fn index(&self, index: I) -> &Self::Output {
                &self.0[index]
            }
        }

        impl $crate::CPtr for $thing {
            type Target = $ty;

            fn as_c_ptr(&self) -> *const $ty {
                self.0.as_ptr()
            }

            fn as_mut_c_ptr(&mut self) -> *mut $ty {
                self.0.as_mut_ptr()
            }
        }
    };
}

/// Debug by the bytes.
#[macro_export]
macro_rules! impl_raw_debug {
    ($thing:ident) => {
        impl core::fmt::Debug for $thing {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }
    };
}

/// Opaque objects of that many bytes.
macro_rules! object {
    ($($(#[$doc:meta])* $name:ident, $size:literal;)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        #[derive(Copy, Clone)]
        pub struct $name([c_uchar; $size]);
        impl_array_newtype!($name, c_uchar, $size);
        impl_raw_debug!($name);

        impl $name {
            /// An object that is not set: only to be written to.
            pub unsafe fn new() -> Self {
                Self([0; $size])
            }

            /// The library's own bytes, of an object of this version.
            pub unsafe fn from_array_unchecked(data: [c_uchar; $size]) -> Self {
                Self(data)
            }

            /// The library's own bytes.
            pub fn underlying_bytes(self) -> [c_uchar; $size] {
                self.0
            }
        }
    )*};
}
pub(crate) use object;

/// Order, equality and hash by an encoding.
macro_rules! ordered_by {
    ($($name:ident, $encode:expr;)*) => {$(
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                let encode = $encode;
                encode(self).cmp(&encode(other))
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl Eq for $name {}

        impl core::hash::Hash for $name {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                let encode = $encode;
                encode(self).hash(state);
            }
        }
    )*};
}
pub(crate) use ordered_by;

/// Declares functions and constants of koblitz's library: by their names, or by others after `=`.
macro_rules! declare {
    (@symbol $name:ident) => {
        concat!("koblitz_0_9_", stringify!($name))
    };
    (@symbol $name:ident $other:ident) => {
        concat!("koblitz_0_9_", stringify!($other))
    };
    (
        $(fn $name:ident $(= $function:ident)? ($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*
        $(static $constant:ident $(= $original:ident)?: $of:ty;)*
    ) => {
        unsafe extern "C" {
            $(
                #[allow(missing_docs)]
                #[link_name = $crate::macros::declare!(@symbol $name $($function)?)]
                pub fn $name($($arg: $type),*) $(-> $result)?;
            )*
            $(
                #[allow(missing_docs)]
                #[link_name = $crate::macros::declare!(@symbol $constant $($original)?)]
                pub static $constant: $of;
            )*
        }
    };
}
pub(crate) use declare;

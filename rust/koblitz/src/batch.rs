//! Columns: what calls on many rows take.
//!
//! A slice of arrays is a column, and so is a slice of signatures or keys of this crate; with the feature `std` a `&Vec`
//! of them, too. Rows that lie in records, or are of different lengths, are columns by [`Column::strided`] and
//! [`Column::offsets`]. All columns of a call have as many rows as its verdicts; [`Column::repeated`] has any number.
//!
//! No row changes the verdict of another. Nothing is allocated. The calls are [`crate::ecdsa::verify_batch`],
//! [`crate::ecdsa::recover_batch`], [`crate::schnorr::verify_batch`], [`crate::schnorr::verify_batch_all`],
//! [`crate::ethereum::recover_addresses`](../ethereum/index.html) and, on all cores,
//! [`crate::parallel`](../parallel/index.html).

use core::ffi::c_void;
use core::marker::PhantomData;
use core::ptr;

use koblitz_sys as sys;

use crate::{Error, PublicKey, Result, XOnlyPublicKey, ecdsa, schnorr};

/// Many rows of bytes, or of keys: an input of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    raw: sys::koblitz_column,
    /// usize::MAX: any number.
    rows: usize,
    keys: Keys,
    data: PhantomData<&'a [u8]>,
}

// SAFETY: a shared reference to bytes, written as pointers.
unsafe impl Send for Column<'_> {}
// SAFETY: as above.
unsafe impl Sync for Column<'_> {}

/// Rows are bytes, or objects of the library, which are 64 bytes as well and must not be mistaken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    Encoded,
    Public,
    XOnly,
}

impl<'a> Column<'a> {
    fn new(data: *const u8, size: usize, stride: usize, rows: usize) -> Self {
        let raw = sys::koblitz_column { data, size, stride, offsets: ptr::null(), offset_size: 0 };
        Self { raw, rows, keys: Keys::Encoded, data: PhantomData }
    }

    /// Row i is the `size` bytes of `data` from `i * stride` on. Fails when the last row ends beyond `data`.
    ///
    /// ```
    /// use koblitz::batch::Column;
    ///
    /// // Records of 97 bytes: a digest, then r and s, then the recovery id.
    /// let records = [0; 97 * 10];
    /// let digests = Column::strided(&records, 32, 97, 10);
    /// let signatures = Column::strided(&records[32..], 64, 97, 10);
    /// let ids = Column::strided(&records[96..], 1, 97, 10);
    /// assert!(digests.is_ok() && signatures.is_ok() && ids.is_ok());
    /// assert!(Column::strided(&records[97..], 1, 97, 10).is_err());
    /// ```
    pub fn strided(data: &'a [u8], size: usize, stride: usize, rows: usize) -> Result<Self> {
        let last = rows.saturating_sub(1).checked_mul(stride).and_then(|at| at.checked_add(size));
        match last {
            Some(end) if rows == 0 || end <= data.len() => Ok(Self::new(data.as_ptr(), size, stride, rows)),
            _ => Err(Error::OutOfBounds),
        }
    }

    /// Every row is these bytes, however many rows the call has.
    pub fn repeated(row: &'a [u8]) -> Self {
        Self::new(row.as_ptr(), row.len(), 0, usize::MAX)
    }

    /// Row i is the bytes of `data` from offset i up to offset i + 1, as Arrow lays out binary columns: one offset more
    /// than rows. A row whose offsets decrease, or start below 0, is empty. Fails when an offset is beyond `data`.
    ///
    /// ```
    /// use koblitz::batch::Column;
    ///
    /// let messages = Column::offsets(b"onethreetwo", &[0i32, 3, 8, 11]).unwrap();
    /// assert!(Column::offsets(b"short", &[0i64, 6]).is_err());
    /// ```
    pub fn offsets<O: Offset>(data: &'a [u8], offsets: &'a [O]) -> Result<Self> {
        let rows = offsets.len().checked_sub(1).ok_or(Error::OutOfBounds)?;
        if offsets.iter().any(|&offset| offset.into() > i64::try_from(data.len()).unwrap_or(i64::MAX)) {
            return Err(Error::OutOfBounds);
        }
        let mut column = Self::new(data.as_ptr(), 0, 0, rows);
        column.raw.offsets = offsets.as_ptr().cast::<c_void>();
        column.raw.offset_size = size_of::<O>();
        Ok(column)
    }

    /// The column of n rows of bytes of one of these sizes; of any when there is none.
    pub(crate) fn bytes(self, n: usize, sizes: &[usize]) -> Result<sys::koblitz_column> {
        self.keys(n, Keys::Encoded, sizes)
    }

    /// The column of n rows of these keys, or of bytes of one of these sizes.
    pub(crate) fn keys(self, n: usize, keys: Keys, sizes: &[usize]) -> Result<sys::koblitz_column> {
        if self.rows != n && self.rows != usize::MAX {
            return Err(Error::DifferentLengths);
        }
        let fits = match self.keys {
            Keys::Encoded => sizes.is_empty() || !self.raw.offsets.is_null() || sizes.contains(&self.raw.size),
            objects => objects == keys,
        };
        if fits { Ok(self.raw) } else { Err(Error::WrongRowSize) }
    }

    /// n rows from row `at` on, which are there.
    #[cfg(any(feature = "ethereum", feature = "rayon"))]
    pub(crate) fn part(mut self, at: usize, n: usize) -> Self {
        if self.rows != usize::MAX {
            self.rows = n;
        }
        if self.raw.offsets.is_null() {
            self.raw.data = self.raw.data.wrapping_add(self.raw.stride.wrapping_mul(at));
        } else {
            self.raw.offsets = self.raw.offsets.cast::<u8>().wrapping_add(self.raw.offset_size * at).cast();
        }
        self
    }
}

/// Offsets of [`Column::offsets`]: `i32` or `i64`.
pub trait Offset: Copy + Into<i64> + sealed::Sealed {}

impl Offset for i32 {}
impl Offset for i64 {}

/// Rows of a slice that is a column: arrays of bytes, signatures and keys.
pub trait Row: sealed::Sealed {
    #[doc(hidden)]
    const KEYS: u8 = 0;
}

impl<const N: usize> Row for [u8; N] {}
impl Row for ecdsa::Signature {}
impl Row for schnorr::Signature {}
impl Row for PublicKey {
    const KEYS: u8 = 1;
}
impl Row for XOnlyPublicKey {
    const KEYS: u8 = 2;
}

/// An encoded key that a batch writes: `[u8; 33]` or `[u8; 65]`.
pub trait EncodedKey: Send + sealed::Sealed {}

impl EncodedKey for [u8; 33] {}
impl EncodedKey for [u8; 65] {}

mod sealed {
    /// Types that are bytes of any value, or objects of the library, without padding.
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
    impl<const N: usize> Sealed for [u8; N] {}
    impl Sealed for crate::ecdsa::Signature {}
    impl Sealed for crate::schnorr::Signature {}
    impl Sealed for crate::PublicKey {}
    impl Sealed for crate::XOnlyPublicKey {}
}

impl<'a, T: Row> From<&'a [T]> for Column<'a> {
    fn from(rows: &'a [T]) -> Self {
        let mut column = Self::new(rows.as_ptr().cast(), size_of::<T>(), size_of::<T>(), rows.len());
        column.keys = match T::KEYS {
            0 => Keys::Encoded,
            1 => Keys::Public,
            _ => Keys::XOnly,
        };
        column
    }
}

impl<'a, T: Row, const N: usize> From<&'a [T; N]> for Column<'a> {
    fn from(rows: &'a [T; N]) -> Self {
        Self::from(&rows[..])
    }
}

#[cfg(feature = "std")]
impl<'a, T: Row> From<&'a std::vec::Vec<T>> for Column<'a> {
    fn from(rows: &'a std::vec::Vec<T>) -> Self {
        Self::from(&rows[..])
    }
}

/// The bytes that verdicts are written to.
pub(crate) fn rows(verdicts: &mut [bool]) -> *mut u8 {
    verdicts.as_mut_ptr().cast()
}

/// The column that n keys are written to.
pub(crate) fn output<K: EncodedKey>(keys: &mut [K], n: usize) -> Result<sys::koblitz_output> {
    if keys.len() != n {
        return Err(Error::DifferentLengths);
    }
    Ok(sys::koblitz_output { data: keys.as_mut_ptr().cast(), size: size_of::<K>(), stride: size_of::<K>() })
}

#[cfg(test)]
mod tests {
    use core::slice;

    use super::*;

    /// Row i, read as the library reads it. Miri tells whether its bytes are the column's.
    fn row(raw: &sys::koblitz_column, i: usize) -> &[u8] {
        let offset = |i: usize| match raw.offset_size {
            // SAFETY: n + 1 offsets of this size.
            4 => i64::from(unsafe { *raw.offsets.cast::<i32>().add(i) }),
            // SAFETY: as above.
            _ => unsafe { *raw.offsets.cast::<i64>().add(i) },
        };
        let (start, size) = if raw.offsets.is_null() {
            (raw.stride * i, raw.size)
        } else {
            let (start, end) = (offset(i), offset(i + 1));
            if start < 0 || end < start { (0, 0) } else { (start as usize, (end - start) as usize) }
        };
        // SAFETY: what a column promises.
        unsafe { slice::from_raw_parts(raw.data.add(start), size) }
    }

    #[test]
    fn rows_are_those_of_the_data() {
        let mut data = [0; 103];
        data.iter_mut().zip(0..).for_each(|(byte, i)| *byte = i);
        let column = Column::strided(&data[3..], 4, 10, 10).unwrap();
        let raw = column.bytes(10, &[4]).unwrap();
        for i in 0..10 {
            assert_eq!(row(&raw, i), &data[3 + 10 * i..][..4]);
        }
        let mut arrays = [[0; 5]; 20];
        arrays.iter_mut().zip(data.chunks_exact(5)).for_each(|(array, chunk)| array.copy_from_slice(chunk));
        let raw = Column::from(&arrays).bytes(20, &[5]).unwrap();
        for (i, array) in arrays.iter().enumerate() {
            assert_eq!(row(&raw, i), array);
        }
        let raw = Column::repeated(&data[..7]).bytes(1000, &[7]).unwrap();
        assert_eq!(row(&raw, 999), &data[..7]);
        let raw = Column::strided(&data, 0, 1, 104).unwrap().bytes(104, &[]).unwrap();
        assert!(row(&raw, 103).is_empty());

        // Offsets: with an empty row, one that decreases, and one that starts below 0.
        let (narrow, wide) = ([0i32, 3, 3, 103, 100, -1, 7], [0i64, 3, 3, 103, 100, -1, 7]);
        let want = [&data[..3], &[], &data[3..], &[], &[], &[]];
        for column in [Column::offsets(&data, &narrow).unwrap(), Column::offsets(&data, &wide).unwrap()] {
            let raw = column.bytes(6, &[]).unwrap();
            for (i, want) in want.iter().enumerate() {
                assert_eq!(row(&raw, i), *want, "{i}");
            }
        }
    }

    #[test]
    #[cfg(any(feature = "ethereum", feature = "rayon"))]
    fn parts_have_the_rows_of_the_whole() {
        let mut data = [0; 100];
        data.iter_mut().zip(0..).for_each(|(byte, i)| *byte = i);
        let offsets = [0i32, 9, 20, 30, 40, 55, 60, 70, 80, 95, 100];
        for column in [
            Column::strided(&data, 7, 10, 10).unwrap(),
            Column::repeated(&data[..7]),
            Column::offsets(&data, &offsets).unwrap(),
        ] {
            let whole = column.bytes(10, &[]).unwrap();
            for at in 0..=10 {
                let (first, rest) = (column.part(0, at), column.part(at, 10 - at));
                let (first, rest) = (first.bytes(at, &[]).unwrap(), rest.bytes(10 - at, &[]).unwrap());
                for i in 0..10 {
                    let part = if i < at { row(&first, i) } else { row(&rest, i - at) };
                    assert_eq!(part, row(&whole, i), "{i} of a whole that is cut at {at}");
                }
            }
        }
    }

    #[test]
    fn outputs_are_the_callers() {
        let (mut keys, mut verdicts) = ([[0; 33]; 3], [true; 3]);
        let raw = output(&mut keys, 3).unwrap();
        let flags = rows(&mut verdicts);
        for i in 0..3 {
            // SAFETY: 33 bytes a row, and a verdict.
            unsafe {
                raw.data.add(raw.stride * i).write_bytes(i as u8, raw.size);
                flags.add(i).write(u8::from(i == 1));
            }
        }
        assert_eq!((keys, verdicts), ([[0; 33], [1; 33], [2; 33]], [false, true, false]));
        assert_eq!(output(&mut keys, 2).unwrap_err(), Error::DifferentLengths);
    }
}

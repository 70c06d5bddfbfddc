//! The batches on all cores, by rayon. Arguments and results are those of the calls on one core.

use rayon::join;

use crate::batch::{Column, EncodedKey, Keys};
use crate::ecdsa::Rules;
use crate::{Error, Result, ecdsa, schnorr};

/// The fewest rows worth a thread: about a millisecond. A multiple of the 64 rows that share an inversion.
const ROWS: usize = 128;

/// Where to cut n rows in two, if they are enough.
fn cut(n: usize) -> Option<usize> {
    (n >= 2 * ROWS).then(|| (n / 2).next_multiple_of(64))
}

/// Both sums, or the first failure.
fn sum((first, second): (Result<usize>, Result<usize>)) -> Result<usize> {
    Ok(first? + second?)
}

/// [`ecdsa::verify_batch`].
pub fn verify_batch<'a>(
    signatures: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    verify_batch_by(Rules::COMPACT, signatures, digests, keys, valid)
}

/// [`ecdsa::verify_batch_by`].
pub fn verify_batch_by<'a>(
    rules: Rules,
    signatures: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    let columns = [signatures.into(), digests.into(), keys.into()];
    columns[0].bytes(valid.len(), if rules.der { &[] } else { &[64] })?;
    columns[1].bytes(valid.len(), &[32])?;
    columns[2].keys(valid.len(), Keys::Public, &[33, 65])?;
    verify(columns, valid, &|[signatures, digests, keys], valid| {
        ecdsa::verify_batch_by(rules, signatures, digests, keys, valid)
    })
}

/// [`schnorr::verify_batch`].
pub fn verify_batch_schnorr<'a>(
    signatures: impl Into<Column<'a>>,
    messages: impl Into<Column<'a>>,
    keys: impl Into<Column<'a>>,
    valid: &mut [bool],
) -> Result<usize> {
    let columns = [signatures.into(), messages.into(), keys.into()];
    columns[0].bytes(valid.len(), &[64])?;
    columns[1].bytes(valid.len(), &[])?;
    columns[2].keys(valid.len(), Keys::XOnly, &[32])?;
    verify(columns, valid, &|[signatures, messages, keys], valid| {
        schnorr::verify_batch(signatures, messages, keys, valid)
    })
}

/// [`ecdsa::recover_batch`].
pub fn recover_batch<'a, K: EncodedKey>(
    signatures: impl Into<Column<'a>>,
    recovery_ids: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    keys: &mut [K],
    recovered: &mut [bool],
) -> Result<usize> {
    let columns = recoverable([signatures.into(), recovery_ids.into(), digests.into()], keys, recovered)?;
    recover(columns, keys, recovered, &|[signatures, ids, digests], keys, recovered| {
        ecdsa::recover_batch(signatures, ids, digests, keys, recovered)
    })
}

/// [`crate::ethereum::recover_addresses`].
#[cfg(feature = "ethereum")]
pub fn recover_addresses<'a>(
    signatures: impl Into<Column<'a>>,
    recovery_ids: impl Into<Column<'a>>,
    digests: impl Into<Column<'a>>,
    addresses: &mut [[u8; 20]],
    recovered: &mut [bool],
) -> Result<usize> {
    let columns = recoverable([signatures.into(), recovery_ids.into(), digests.into()], addresses, recovered)?;
    recover(columns, addresses, recovered, &|[signatures, ids, digests], addresses, recovered| {
        crate::ethereum::recover_addresses(signatures, ids, digests, addresses, recovered)
    })
}

type Verify<'f> = &'f (dyn Fn([Column<'_>; 3], &mut [bool]) -> Result<usize> + Sync);

fn verify(columns: [Column<'_>; 3], valid: &mut [bool], f: Verify<'_>) -> Result<usize> {
    let Some(at) = cut(valid.len()) else {
        return f(columns, valid);
    };
    let (first, rest) = valid.split_at_mut(at);
    let [a, b] = halves(columns, at, first.len(), rest.len());
    sum(join(|| verify(a, first, f), || verify(b, rest, f)))
}

fn recoverable<'a, T>(columns: [Column<'a>; 3], out: &[T], recovered: &[bool]) -> Result<[Column<'a>; 3]> {
    if out.len() != recovered.len() {
        return Err(Error::DifferentLengths);
    }
    for (column, size) in columns.iter().zip([64, 1, 32]) {
        column.bytes(recovered.len(), &[size])?;
    }
    Ok(columns)
}

type Recover<'f, T> = &'f (dyn Fn([Column<'_>; 3], &mut [T], &mut [bool]) -> Result<usize> + Sync);

fn recover<T: Send>(
    columns: [Column<'_>; 3],
    out: &mut [T],
    recovered: &mut [bool],
    f: Recover<'_, T>,
) -> Result<usize> {
    let Some(at) = cut(recovered.len()) else {
        return f(columns, out, recovered);
    };
    let (first, rest) = recovered.split_at_mut(at);
    let (out_first, out_rest) = out.split_at_mut(at);
    let [a, b] = halves(columns, at, first.len(), rest.len());
    sum(join(|| recover(a, out_first, first, f), || recover(b, out_rest, rest, f)))
}

fn halves(columns: [Column<'_>; 3], at: usize, first: usize, rest: usize) -> [[Column<'_>; 3]; 2] {
    [columns.map(|column| column.part(0, first)), columns.map(|column| column.part(at, rest))]
}

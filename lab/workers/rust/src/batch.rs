//! Loaded rows and their timing.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use crate::shape::Row;

/// The loaded rows of one operation.
pub trait Batch {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// Calls the operation on the rows of `warm`, then, between two readings
    /// of a monotonic clock, on those of `timed`, `times` over. Returns
    /// nanoseconds and the last results as the wire has them. Both ranges must
    /// lie within the rows.
    fn run(&mut self, timed: Range<usize>, warm: Range<usize>, times: usize) -> (u128, String);
}

type Load = dyn Fn(&[Row]) -> Box<dyn Batch>;

/// An operation of a contender.
pub struct Op {
    pub name: &'static str,
    load: Box<Load>,
}

impl Op {
    /// Prepares rows, untimed.
    pub fn load(&self, rows: &[Row]) -> Box<dyn Batch> {
        (self.load)(rows)
    }
}

/// An operation that answers yes or no. `prepare` gives None for a row that
/// the library refuses already then; its verdict is no.
pub fn verdict<P: 'static>(
    name: &'static str,
    prepare: impl Fn(&Row) -> Option<P> + 'static,
    call: impl Fn(&P) -> bool + Copy + 'static,
) -> Op {
    let refused = || false;
    let write = |answers: &[bool]| answers.iter().map(|&a| if a { '1' } else { '0' }).collect();
    op(name, prepare, call, refused, write)
}

/// An operation that gives bytes. `call` returns the library's own object, or
/// None when the library refuses, and `bytes` serialises it; both are timed.
pub fn bytes<P: 'static, R, B: AsRef<[u8]> + 'static>(
    name: &'static str,
    prepare: impl Fn(&Row) -> Option<P> + 'static,
    call: impl Fn(&P) -> Option<R> + Copy + 'static,
    bytes: impl Fn(&R) -> B + Copy + 'static,
) -> Op {
    let write = |answers: &[Option<B>]| {
        let item = |a: &Option<B>| match a {
            Some(b) => base16ct::lower::encode_string(b.as_ref()),
            None => "-".to_owned(),
        };
        answers.iter().map(item).collect::<Vec<_>>().join(",")
    };
    let call = move |row: &P| call(row).map(|r| bytes(&r));
    op(name, prepare, call, || None, write)
}

fn op<P: 'static, A: 'static>(
    name: &'static str,
    prepare: impl Fn(&Row) -> Option<P> + 'static,
    call: impl Fn(&P) -> A + Copy + 'static,
    refused: impl Fn() -> A + Copy + 'static,
    write: impl Fn(&[A]) -> String + Copy + 'static,
) -> Op {
    let load = move |rows: &[Row]| -> Box<dyn Batch> {
        let rows = rows.iter().map(&prepare).collect();
        Box::new(Rows {
            rows,
            answers: Vec::new(),
            call,
            refused,
            write,
        })
    };
    Op {
        name,
        load: Box::new(load),
    }
}

/// A batch's call on some of the loaded rows, which writes verdicts.
pub type Verdicts = Box<dyn Fn(Range<usize>, &mut [bool])>;

/// A batch's call on some of the loaded rows, which writes results and whether there are any.
pub type Results<B> = Box<dyn Fn(Range<usize>, &mut [B], &mut [bool])>;

/// The rows of a call of `batch_OP_N`.
fn size(name: &str) -> usize {
    let n = name.rsplit('_').next().and_then(|n| n.parse().ok());
    n.expect("a number of rows")
}

/// A batch that answers yes or no. `prepare` lays all rows out.
pub fn batch_verdicts(name: &'static str, prepare: impl Fn(&[Row]) -> Verdicts + 'static) -> Op {
    let load = move |rows: &[Row]| -> Box<dyn Batch> {
        let call = prepare(rows);
        Box::new(Calls {
            rows: rows.len(),
            size: size(name),
            results: Vec::<()>::new(),
            verdicts: Vec::new(),
            call: move |range: Range<usize>, _: &mut [()], verdicts: &mut [bool]| {
                call(range, verdicts)
            },
            write: |_: &[()], verdicts: &[bool]| {
                verdicts
                    .iter()
                    .map(|&v| if v { '1' } else { '0' })
                    .collect()
            },
        })
    };
    Op {
        name,
        load: Box::new(load),
    }
}

/// A batch that gives N bytes a row.
pub fn batch_bytes<const N: usize>(
    name: &'static str,
    prepare: impl Fn(&[Row]) -> Results<[u8; N]> + 'static,
) -> Op {
    let load = move |rows: &[Row]| -> Box<dyn Batch> {
        Box::new(Calls {
            rows: rows.len(),
            size: size(name),
            results: Vec::<[u8; N]>::new(),
            verdicts: Vec::new(),
            call: prepare(rows),
            write: |results: &[[u8; N]], verdicts: &[bool]| {
                let item = |(bytes, &there): (&[u8; N], &bool)| match there {
                    true => base16ct::lower::encode_string(bytes),
                    false => "-".to_owned(),
                };
                results
                    .iter()
                    .zip(verdicts)
                    .map(item)
                    .collect::<Vec<_>>()
                    .join(",")
            },
        })
    };
    Op {
        name,
        load: Box::new(load),
    }
}

/// Calls of `size` rows each, the last one of what is left.
struct Calls<B, Call, Write> {
    rows: usize,
    size: usize,
    results: Vec<B>,
    verdicts: Vec<bool>,
    call: Call,
    write: Write,
}

impl<B, Call, Write> Calls<B, Call, Write>
where
    B: Filler,
    Call: Fn(Range<usize>, &mut [B], &mut [bool]),
{
    fn call(&mut self, range: Range<usize>, times: usize) -> u128 {
        self.results.clear();
        self.results.resize_with(range.len(), B::filler);
        self.verdicts.clear();
        self.verdicts.resize(range.len(), false);
        let start = Instant::now();
        for _ in 0..times {
            let (results, verdicts) = (black_box(&mut self.results), black_box(&mut self.verdicts));
            let chunks = results
                .chunks_mut(self.size)
                .zip(verdicts.chunks_mut(self.size));
            for (i, (results, verdicts)) in chunks.enumerate() {
                let first = range.start + i * self.size;
                (self.call)(first..first + verdicts.len(), results, verdicts);
            }
        }
        black_box((&mut self.results, &mut self.verdicts));
        start.elapsed().as_nanos()
    }
}

impl<B, Call, Write> Batch for Calls<B, Call, Write>
where
    B: Filler,
    Call: Fn(Range<usize>, &mut [B], &mut [bool]),
    Write: Fn(&[B], &[bool]) -> String,
{
    fn len(&self) -> usize {
        self.rows
    }

    fn run(&mut self, timed: Range<usize>, warm: Range<usize>, times: usize) -> (u128, String) {
        self.call(warm, 1);
        let ns = self.call(timed, times);
        (ns, (self.write)(&self.results, &self.verdicts))
    }
}

/// What results hold before a call writes them.
trait Filler {
    fn filler() -> Self;
}

impl Filler for () {
    fn filler() -> Self {}
}

impl<const N: usize> Filler for [u8; N] {
    fn filler() -> Self {
        [0; N]
    }
}

struct Rows<P, A, Call, Refused, Write> {
    rows: Vec<Option<P>>,
    answers: Vec<A>,
    call: Call,
    refused: Refused,
    write: Write,
}

impl<P, A, Call, Refused, Write> Rows<P, A, Call, Refused, Write>
where
    Call: Fn(&P) -> A,
    Refused: Fn() -> A,
{
    /// Calls the operation on those rows, `times` over, and stores the answers.
    /// Returns the nanoseconds that the calls took.
    fn call(&mut self, range: Range<usize>, times: usize) -> u128 {
        // Written once before the clock starts: no page is touched for the
        // first time in between.
        self.answers.clear();
        self.answers.resize_with(range.len(), &self.refused);
        let rows = black_box(&self.rows[range]);
        let start = Instant::now();
        for _ in 0..times {
            for (answer, row) in black_box(&mut self.answers).iter_mut().zip(rows) {
                if let Some(row) = row {
                    *answer = (self.call)(row);
                }
            }
        }
        // No answer may still be under way when the clock is read.
        black_box(&mut self.answers);
        start.elapsed().as_nanos()
    }
}

impl<P, A, Call, Refused, Write> Batch for Rows<P, A, Call, Refused, Write>
where
    Call: Fn(&P) -> A,
    Refused: Fn() -> A,
    Write: Fn(&[A]) -> String,
{
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn run(&mut self, timed: Range<usize>, warm: Range<usize>, times: usize) -> (u128, String) {
        self.call(warm, 1);
        let ns = self.call(timed, times);
        (ns, (self.write)(&self.answers))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn warm_rows_are_called_and_then_timed_ones() {
        static CALLS: Mutex<Vec<u8>> = Mutex::new(Vec::new());
        let prepare = |row: &Row| Some(row.byte(0)).filter(|&b| b != 9);
        let call = |b: &u8| {
            CALLS.lock().expect("one thread").push(*b);
            b % 2 == 1
        };
        let shape = [crate::shape::Field::Bytes(1)];
        let rows = ["00", "01", "09", "03"].map(|line| Row::parse(line, &shape).expect("a row"));
        let mut batch = verdict("empty", prepare, call).load(&rows);
        assert_eq!(batch.len(), 4);
        assert_eq!(batch.run(1..4, 0..2, 2).1, "101");
        assert_eq!(*CALLS.lock().expect("one thread"), [0, 1, 1, 3, 1, 3]);
    }
}

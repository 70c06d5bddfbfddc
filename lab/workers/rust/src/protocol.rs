//! The conversation of docs/protocol.md.

use std::any::Any;
use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::batch::Batch;
use crate::contender::Contender;
use crate::shape::{self, Row};

const VERSION: &str = "1";

/// Answers commands until `quit` or the end of the input.
pub fn serve(
    contender: &Contender,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut session = Session {
        contender,
        loaded: None,
    };
    while let Some(line) = read_line(input)? {
        if line == "quit" {
            writeln!(output, "ok")?;
            return output.flush();
        }
        let reply = session
            .answer(&line, input)?
            .unwrap_or_else(|e| format!("error {e}"));
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}

/// A line without its end; None at the end of the input. What is not ASCII
/// becomes something that no command has.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

struct Session<'a> {
    contender: &'a Contender,
    loaded: Option<(&'static str, Box<dyn Batch>)>,
}

type Reply = Result<String, String>;

impl Session<'_> {
    fn answer(&mut self, line: &str, input: &mut impl BufRead) -> io::Result<Reply> {
        let words: Vec<&str> = line.split(' ').collect();
        Ok(match words[..] {
            ["hello", VERSION] => Ok(self.contender.hello()),
            ["hello", _] => Err(format!("this worker speaks protocol {VERSION} only")),
            ["load", op, count] => match number(count) {
                Ok(count) => self.load(op, count, input)?,
                Err(e) => Err(e),
            },
            ["run", op, first, count, warm_first, warm_count] => {
                self.run(op, [first, count, warm_first, warm_count, "1"])
            }
            ["run", op, first, count, warm_first, warm_count, times] => {
                self.run(op, [first, count, warm_first, warm_count, times])
            }
            ["alloc", ..] => Err("alloc is not offered".to_owned()),
            _ => Err("no such command, or a wrong number of words".to_owned()),
        })
    }

    /// Reads all rows, also of a load that fails: the next command follows them.
    fn load(&mut self, op: &str, count: usize, input: &mut impl BufRead) -> io::Result<Reply> {
        self.loaded = None;
        let op = self.contender.ops.iter().find(|o| o.name == op);
        let shape = op.and_then(|o| shape::of(o.name)).unwrap_or_default();
        let mut rows = Ok(Vec::new());
        for i in 0..count {
            let Some(line) = read_line(input)? else {
                let why = format!("the input ended after {i} of {count} rows");
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, why));
            };
            if let (Some(_), Ok(list)) = (op, &mut rows) {
                match Row::parse(&line, shape) {
                    Ok(row) => list.push(row),
                    Err(e) => rows = Err(format!("row {i}: {e}")),
                }
            }
        }
        let Some(op) = op else {
            return Ok(Err("the operation is not offered".to_owned()));
        };
        let rows = match rows {
            Ok(rows) => rows,
            Err(e) => return Ok(Err(e)),
        };
        Ok(guard(op.name, || op.load(&rows)).map(|batch| {
            self.loaded = Some((op.name, batch));
            "ok".to_owned()
        }))
    }

    fn run(&mut self, op: &str, numbers: [&str; 5]) -> Reply {
        let [first, count, warm_first, warm_count, times] = numbers.map(number);
        let Some((name, batch)) = self.loaded.as_mut().filter(|(name, _)| *name == op) else {
            return Err("the operation is not loaded".to_owned());
        };
        let timed = range(first?, count?, batch.len())?;
        let warm = range(warm_first?, warm_count?, batch.len())?;
        let times = times?;
        let (ns, results) = guard(name, || batch.run(timed, warm, times))?;
        Ok(format!("ok {ns} {results}"))
    }
}

/// A number in decimal digits only.
fn number(word: &str) -> Result<usize, String> {
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| word.parse().ok())
        .flatten()
        .ok_or_else(|| "a number is malformed or too large".to_owned())
}

fn range(first: usize, count: usize, rows: usize) -> Result<Range<usize>, String> {
    match first.checked_add(count) {
        Some(end) if end <= rows => Ok(first..end),
        _ => Err(format!("rows out of range, {rows} are loaded")),
    }
}

/// Turns a panic of the library into an error; the panic itself is on stderr.
fn guard<T>(op: &str, f: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f))
        .map_err(|panic| format!("panic in {op}: {}", one_line(&message(panic.as_ref()))))
}

fn message(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = panic.downcast_ref::<String>() {
        text.clone()
    } else {
        "no message".to_owned()
    }
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if (' '..='~').contains(&c) { c } else { ' ' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::{bytes, verdict};

    #[test]
    fn a_panic_becomes_an_error() {
        let contender = Contender {
            name: "panics",
            library: "",
            version: "",
            flags: String::new(),
            claims: &[],
            marks: &[],
            ops: vec![
                verdict("empty", |_| Some(()), |()| panic!("in a\ncall")),
                bytes(
                    "der_parse",
                    |row| Some(1 / row.bytes(0).len()),
                    |n| Some([*n as u8]),
                    |r| *r,
                ),
            ],
        };
        let input = "load empty 1\n\nrun empty 0 1 0 0\nload der_parse 1\n-\n\
                     run der_parse 0 1 0 0\nload der_parse 1\n00\nquit\n";
        let mut output = Vec::new();
        serve(&contender, &mut input.as_bytes(), &mut output).expect("in memory");
        let got = String::from_utf8(output).expect("ASCII");
        let got: Vec<_> = got.lines().collect();
        let want = [
            "ok",
            "error panic in empty: in a call",
            "error panic in der_parse: ",
            "error",
        ];
        assert_eq!(got.len(), 6, "{got:?}");
        for (got, want) in got.iter().zip(want) {
            assert!(got.starts_with(want), "{got} {want}");
        }
        assert_eq!(got[4..], ["ok", "ok"]);
    }
}

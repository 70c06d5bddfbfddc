//! Drives the built worker over its pipes.

mod known_answers;
mod protocol;

use std::io::Write;
use std::process::{Command, Output, Stdio};

const CONTENDERS: [&str; 4] = ["k256", "rust-secp256k1", "aws-lc-rs", "koblitz-rust"];

/// Runs the worker with these arguments and this input.
fn worker(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_worker-rust"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the worker starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // A worker that refuses its arguments may end before it reads.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the worker ends");
    writer.join().expect("the writer ends");
    output
}

/// The lines that a contender answers with.
fn talk(contender: &str, input: &[u8]) -> Vec<String> {
    let output = worker(&["--contender", contender], input);
    assert!(output.status.success(), "{contender}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("ASCII");
    text.lines().map(str::to_owned).collect()
}

/// The operations that a contender offers.
fn offered(contender: &str) -> Vec<String> {
    hello(contender, "op ")
}

/// What a contender promises.
fn claims(contender: &str) -> Vec<String> {
    hello(contender, "claim ")
}

fn hello(contender: &str, key: &str) -> Vec<String> {
    let hello = talk(contender, b"hello 1\n");
    hello
        .iter()
        .filter_map(|l| l.strip_prefix(key))
        .map(str::to_owned)
        .collect()
}

/// Loads these rows and runs each once. The reply without the time.
fn run(contender: &str, op: &str, rows: &[&str]) -> String {
    let n = rows.len();
    let rows: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let reply = talk(
        contender,
        format!("load {op} {n}\n{rows}run {op} 0 {n} 0 {n}\n").as_bytes(),
    );
    assert_eq!(reply.len(), 2, "{contender} {op}: {reply:?}");
    assert_eq!(reply[0], "ok", "{contender} {op}");
    let rest = reply[1]
        .strip_prefix("ok ")
        .unwrap_or_else(|| panic!("{contender} {op}: {reply:?}"));
    let (ns, results) = rest.split_once(' ').expect("time and results");
    ns.parse::<u64>().expect("nanoseconds");
    results.to_owned()
}

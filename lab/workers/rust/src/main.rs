//! The lab's worker for Rust libraries: speaks docs/protocol.md on stdin and
//! stdout for the contender that its arguments name.

mod aws_lc_crate;
// Only koblitz-rust has calls for batches.
#[cfg_attr(not(feature = "koblitz"), allow(dead_code))]
mod batch;
mod contender;
mod contenders;
mod k256_crate;
#[cfg(feature = "koblitz")]
mod koblitz_crate;
mod protocol;
mod release;
mod secp256k1_crate;
mod shape;

use std::io;
use std::process::ExitCode;

const USAGE: &str = "usage: worker-rust --contender NAME | --list";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for (name, _) in contenders::ALL {
                println!("{name}");
            }
            ExitCode::SUCCESS
        }
        ["--contender", name] => match contenders::find(name) {
            Some(contender) => serve(&contender),
            None => refuse(&format!("no contender {name:?}; --list names them")),
        },
        _ => refuse(USAGE),
    }
}

fn serve(contender: &contender::Contender) -> ExitCode {
    match protocol::serve(contender, &mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("worker-rust: {e}");
            ExitCode::FAILURE
        }
    }
}

fn refuse(why: &str) -> ExitCode {
    eprintln!("worker-rust: {why}");
    ExitCode::from(2)
}

//! verify-rows FILE THREADS: verifies rows of ECDSA signatures, which lie in memory one behind
//! the other, with rust-secp256k1 and rayon, as programs that have millions of them do. Prints
//! how many there are, how many are valid, and the seconds that took.
//!
//! A row of FILE is a compressed key (33 bytes), a digest (32), the number of the signature's
//! bytes (1), and the signature in DER, filled up to 72 bytes.

use std::env;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use rayon::prelude::*;
use secp256k1::ecdsa::{self, Signature};
use secp256k1::{Message, PublicKey};

const KEY: usize = 33;
const DIGEST: usize = 32;
const ROW: usize = KEY + DIGEST + 1 + 72;

fn is_valid(row: &[u8]) -> bool {
    let Ok(digest) = <[u8; DIGEST]>::try_from(&row[KEY..KEY + DIGEST]) else {
        return false;
    };
    let size = usize::from(row[KEY + DIGEST]);
    let Some(der) = row[KEY + DIGEST + 1..].get(..size) else {
        return false;
    };
    let (Ok(key), Ok(mut sig)) = (PublicKey::from_slice(&row[..KEY]), Signature::from_der(der))
    else {
        return false;
    };
    // It refuses a high s, which Bitcoin's consensus does not.
    sig.normalize_s();
    ecdsa::verify(&sig, Message::from_digest(digest), &key).is_ok()
}

fn count_valid(rows: &[u8]) -> usize {
    rows.par_chunks_exact(ROW)
        .filter(|row| is_valid(row))
        .count()
}

fn run(file: &str, threads: &str) -> Result<(), Box<dyn std::error::Error>> {
    let rows = fs::read(file)?;
    if rows.len() % ROW != 0 {
        return Err(format!("{file}: not rows of {ROW} bytes").into());
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.parse()?)
        .build_global()?;
    let start = Instant::now();
    let valid = count_valid(&rows);
    let seconds = start.elapsed().as_secs_f64();
    println!("{} {valid} {seconds}", rows.len() / ROW);
    Ok(())
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, threads] = arguments.as_slice() else {
        eprintln!("verify-rows FILE THREADS");
        return ExitCode::from(2);
    };
    if let Err(error) = run(file, threads) {
        eprintln!("verify-rows: {error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;
    use secp256k1::SecretKey;

    fn row(digest: [u8; 32]) -> [u8; ROW] {
        let key = SecretKey::from_secret_bytes([7; 32]).unwrap();
        let der = ecdsa::sign(Message::from_digest(digest), &key).serialize_der();
        let mut row = [0; ROW];
        row[..KEY].copy_from_slice(&PublicKey::from_secret_key(&key).serialize());
        row[KEY..KEY + DIGEST].copy_from_slice(&digest);
        row[KEY + DIGEST] = u8::try_from(der.len()).unwrap();
        row[KEY + DIGEST + 1..][..der.len()].copy_from_slice(&der);
        row
    }

    #[test]
    fn each_row_is_judged_alone() {
        let good = row([1; 32]);
        let with = |at: usize, byte: u8| {
            let mut row = good;
            row[at] = byte;
            row
        };
        for (bytes, valid) in [
            (good, true),
            (with(KEY, 2), false),
            (with(0, 9), false),
            (with(KEY + DIGEST, 73), false),
            (with(KEY + DIGEST, 3), false),
            (with(KEY + DIGEST + 1, 0x31), false),
        ] {
            assert_eq!(is_valid(&bytes), valid);
        }
        let rows = [good, with(KEY, 2), good].concat();
        assert_eq!(count_valid(&rows), 2);
    }
}

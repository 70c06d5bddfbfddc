//! Tells the program how it was built: the versions that Cargo.lock pins, and
//! the compilers with their flags.

use std::env;
use std::fs;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock");
    for name in [
        "aws-lc-rs",
        "aws-lc-sys",
        "k256",
        "koblitz",
        "secp256k1",
        "secp256k1-sys",
    ] {
        let key = name.to_uppercase().replace('-', "_");
        export(&format!("{key}_VERSION"), &locked(&lock, name));
    }
    export("RUST_FLAGS", &rust_flags());
    export("C_FLAGS", &c_flags());
}

fn export(key: &str, value: &str) {
    println!("cargo::rustc-env={key}={value}");
}

/// The version of the package of that name in Cargo.lock.
fn locked(lock: &str, name: &str) -> String {
    let entry = format!("name = \"{name}\"\nversion = \"");
    let at = lock.find(&entry).expect("package in Cargo.lock") + entry.len();
    lock[at..].chars().take_while(|&c| c != '"').collect()
}

fn rust_flags() -> String {
    let mut flags = vec![
        first_line(&env::var("RUSTC").unwrap()),
        format!("{} profile", env::var("PROFILE").unwrap()),
        format!("opt-level {}", env::var("OPT_LEVEL").unwrap()),
        env::var("TARGET").unwrap(),
    ];
    let extra = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if !extra.is_empty() {
        flags.push(extra.replace('\x1f', " "));
    }
    flags.join(", ")
}

/// The compiler and the flags that the cc crate gives to the build script of
/// secp256k1-sys, which leaves both to it; the environment (CC, CFLAGS) and
/// the profile decide.
fn c_flags() -> String {
    let tool = cc::Build::new().get_compiler();
    let mut flags = vec![first_line(tool.path().to_str().expect("ASCII path"))];
    flags.extend(tool.args().iter().map(|a| a.to_string_lossy().into_owned()));
    flags.join(" ")
}

fn first_line(program: &str) -> String {
    let out = Command::new(program).arg("--version").output();
    let text = out
        .map(|o| String::from_utf8_lossy(&o.stdout).into_owned())
        .unwrap_or_default();
    text.lines().next().unwrap_or(program).to_owned()
}

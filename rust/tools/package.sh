#!/usr/bin/env bash
# package.sh OUT: packages koblitz-sys, with the engine's sources in it, and koblitz, as crates.io would get them: OUT/*.crate.
# Then builds both from the packages alone, offline, in an empty folder. Needs cargo and a C++ compiler; the network for what
# they depend on.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$1"
mkdir -p "$1"
out=$(cd "$1" && pwd)

# The workspace with the engine where the package has it. -L: licences are links.
mkdir "$out/workspace"
cp -rL "$here"/{Cargo.toml,Cargo.lock,koblitz-sys,koblitz,tests-ethereum} "$out/workspace/"
mkdir "$out/workspace/koblitz-sys/engine"
cp -r "$here/../engine/"{CMakeLists.txt,cmake,include,src} "$out/workspace/koblitz-sys/engine/"
if [ -e "$here/../engine/VERSION" ]; then cp "$here/../engine/VERSION" "$out/workspace/koblitz-sys/engine/"; fi
cd "$out/workspace"
CARGO_TARGET_DIR=$out/target cargo package --quiet --allow-dirty --no-verify -p koblitz-sys -p koblitz
cp "$out"/target/package/*.crate "$out/"

# An empty folder: a program on the unpacked packages.
mkdir -p "$out/program/src" "$out/unpacked"
for crate in "$out"/*.crate; do tar -xzf "$crate" -C "$out/unpacked"; done
cd "$out/program"
cat > Cargo.toml <<TOML
[package]
name = "program"
version = "0.0.0"
edition = "2021"
[dependencies]
koblitz = "=$(cat "$here/../VERSION")"
[patch.crates-io]
koblitz = { path = "$(echo "$out"/unpacked/koblitz-[0-9]*)" }
koblitz-sys = { path = "$(echo "$out"/unpacked/koblitz-sys-*)" }
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let secret = koblitz::SecretKey::from_bytes(&[1; 32]).unwrap();
    let signature = secret.sign_ecdsa(&[2; 32]);
    secret.public_key().verify_ecdsa(&[2; 32], &signature).unwrap();
    println!("{}", koblitz::backend_name());
}
RUST
cargo fetch --quiet
CARGO_NET_OFFLINE=true CARGO_TARGET_DIR=$out/target cargo run --quiet --offline

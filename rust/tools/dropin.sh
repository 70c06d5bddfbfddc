#!/usr/bin/env bash
# dropin.sh OUT [VERSION...]: the suites of the crate secp256k1, from the registry, with the two lines of docs/drop-in.md
# in its Cargo.toml; then on a copy whose engine calls every signature valid, which they have to notice. Prints for each how
# many tests ran and passed. Last runs a program with two versions of the crate. Everything is built under OUT. Needs the
# network, cargo and a C++ compiler.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- 0.29.1 0.30.0 0.31.1 0.33.1
failed=0

# A copy of the crates with a lying engine beside them.
mutant=$out/mutant
rm -rf "$mutant"
mkdir -p "$mutant/rust"
cp -r "$here/koblitz-sys" "$here/secp256k1-sys-koblitz" "$here/Cargo.toml" "$mutant/rust/"
sed -i 's/^members = .*/members = ["koblitz-sys"]/; s/^default-members = .*//' "$mutant/rust/Cargo.toml"
mkdir "$mutant/engine"
cp -r "$here/../engine/"{CMakeLists.txt,cmake,include,src} "$mutant/engine/"
cp "$here/../LICENSE" "$mutant/"
sed -i '/^int secp256k1_\(ecdsa\|schnorrsig\)_verify(/,/{$/s/{$/{ return 1;/' "$mutant"/engine/src/abi/{ecdsa,schnorrsig}.cpp

for version in "$@"; do
    case $version in
    0.29.*) features="rand-std recovery global-context serde hashes-std" ;;
    0.30.*) features="rand std recovery global-context serde hashes" ;;
    *) features="rand std recovery global-context serde" ;;
    esac
    fetch=$out/fetch-$version
    if [ ! -d "$fetch/vendor" ]; then
        mkdir -p "$fetch/src"
        printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\nsecp256k1 = "=%s"\n' \
            "$version" > "$fetch/Cargo.toml"
        : > "$fetch/src/lib.rs"
        (cd "$fetch" && cargo vendor --quiet --versioned-dirs vendor > /dev/null)
    fi
    sys=$(basename "$(echo "$fetch"/vendor/secp256k1-sys-*)" | sed 's/secp256k1-sys-\([0-9]*\.[0-9]*\)\..*/\1/')
    for library in engine mutant; do
        root=$here
        [ $library = engine ] || root=$mutant/rust
        crate=$out/crate-$version-$library
        rm -rf "$crate"
        cp -r "$fetch/vendor/secp256k1-$version" "$crate"
        rm -f "$crate/Cargo.lock"
        printf '\n[workspace]\n[patch.crates-io]\nsecp256k1-sys = { path = "%s" }\n' "$root/secp256k1-sys-koblitz/$sys" \
            >> "$crate/Cargo.toml"
        (cd "$crate" && cargo tree --features "$features" -i secp256k1-sys) | grep -q "^secp256k1-sys v$sys.* ($root/" ||
            { echo "FAILED secp256k1 $version on $library: the patch is not used"; failed=1; continue; }
        status=0
        (cd "$crate" && CARGO_TARGET_DIR=$out/target-$library RUSTFLAGS=--cap-lints=warn \
            cargo test --lib --features "$features") > "$out/log" 2>&1 || status=$?
        summary=$(grep '^test result' "$out/log" || true)
        echo "secp256k1 $version on $library: $summary"
        case $library-$status in
        engine-0) ;;
        mutant-0) false ;;
        mutant-*) [ -n "$summary" ] ;;
        *) false ;;
        esac || { echo "FAILED secp256k1 $version on $library"; tail -30 "$out/log"; failed=1; }
    done
done

# Two versions in one program, each patched under a name of its own.
program=$out/several
mkdir -p "$program/src"
cat > "$program/Cargo.toml" <<TOML
[package]
name = "several"
version = "0.0.0"
edition = "2021"
[workspace]
[dependencies]
newer = { package = "secp256k1", version = "0.33.1" }
older = { package = "secp256k1", version = "0.31.1" }
[patch.crates-io]
secp256k1-sys = { path = "$here/secp256k1-sys-koblitz/0.14" }
secp256k1-sys-11 = { path = "$here/secp256k1-sys-koblitz/0.11", package = "secp256k1-sys" }
TOML
cat > "$program/src/main.rs" <<'RUST'
use newer::{ecdsa, Message, PublicKey, SecretKey};

fn main() {
    let secret = SecretKey::from_secret_bytes([7; 32]).unwrap();
    let signature = ecdsa::sign(Message::from_digest([9; 32]), &secret).serialize_compact();
    let context = older::Secp256k1::verification_only();
    let key = older::PublicKey::from_slice(&PublicKey::from_secret_key(&secret).serialize()).unwrap();
    let signature = older::ecdsa::Signature::from_compact(&signature).unwrap();
    context.verify_ecdsa(older::Message::from_digest([9; 32]), &signature, &key).unwrap();
    context.verify_ecdsa(older::Message::from_digest([8; 32]), &signature, &key).unwrap_err();
}
RUST
rm -f "$program/Cargo.lock"
if (cd "$program" && CARGO_TARGET_DIR=$out/target-engine cargo run --quiet) && ! grep -A2 'name = "secp256k1-sys"' "$program/Cargo.lock" | grep -q source; then
    echo "secp256k1 0.31 and 0.33 in one program: ok"
else
    echo "FAILED secp256k1 0.31 and 0.33 in one program"
    failed=1
fi
exit $failed

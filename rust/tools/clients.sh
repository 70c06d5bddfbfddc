#!/usr/bin/env bash
# clients.sh OUT [CRATE-VERSION...]: the suites of bitcoin and bdk_wallet, from the registry, as they are and with the two
# lines of docs/drop-in.md in their Cargo.toml. Every test has to end alike. Files of test data that a package leaves out
# are empty, so tests that read them fail on both. Needs the network, cargo and a C++ compiler.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- bitcoin-0.32.102 bdk_wallet-2.4.0
failed=0

# suite LIBRARY CRATE OPTIONS...: the names of the tests, each with how it ended, in OUT/CRATE-LIBRARY.
suite() {
    local library=$1 crate=$2 folder=$out/$2
    shift 2
    rm -rf "$folder"
    cp -r "$out/fetch/vendor/$crate" "$folder"
    rm -f "$folder/Cargo.lock"
    printf '\n[workspace]\n' >> "$folder/Cargo.toml"
    if [ "$library" = koblitz ]; then
        printf '[patch.crates-io]\nsecp256k1-sys = { path = "%s" }\n' "$here/secp256k1-sys-koblitz/0.10" >> "$folder/Cargo.toml"
        (cd "$folder" && cargo tree --quiet -i secp256k1-sys) | grep -q "^secp256k1-sys v0.10.* ($here/" ||
            { echo "FAILED $crate: the patch is not used"; exit 1; }
    fi
    grep -rhoE 'include_(str|bytes)!\("(\.\./)+tests/data/[^"]*' "$folder/src" | sed 's#.*[.]/tests/#tests/#' | sort -u | while read -r file; do
        mkdir -p "$folder/${file%/*}"
        [ -e "$folder/$file" ] || : > "$folder/$file"
    done
    (cd "$folder" && CARGO_TARGET_DIR=$out/target RUSTFLAGS=--cap-lints=warn cargo test --no-fail-fast "$@") > "$out/log" 2>&1 || true
    sed -nE 's/^test (.*) \.\.\. (ok|FAILED|ignored.*)$/\1 \2/p' "$out/log" | sort > "$out/$crate-$library"
    [ -s "$out/$crate-$library" ] || { echo "FAILED $crate on $library"; tail -30 "$out/log"; exit 1; }
}

if [ ! -d "$out/fetch/vendor" ]; then
    mkdir -p "$out/fetch/src"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\nbitcoin = "=0.32.102"\nbdk_wallet = "=2.4.0"\n' \
        > "$out/fetch/Cargo.toml"
    : > "$out/fetch/src/lib.rs"
    (cd "$out/fetch" && cargo vendor --quiet --versioned-dirs vendor > /dev/null)
fi
for crate in "$@"; do
    case $crate in
    bitcoin-*) options=(--lib --features "rand-std serde base64") ;;
    # Without persisted_wallet, which needs a crate that the package does not name.
    bdk_wallet-*)
        options=(--features "test-utils rusqlite" --lib)
        for test in add_foreign_utxo build_fee_bump psbt wallet wallet_event; do options+=(--test "$test"); done
        ;;
    esac
    for library in secp256k1-sys koblitz; do
        suite $library "$crate" "${options[@]}"
        list=$out/$crate-$library
        echo "$crate on $library: $(grep -c ' ok$' "$list") passed, $(grep -c ' FAILED$' "$list" || true) failed"
    done
    diff "$out/$crate-secp256k1-sys" "$out/$crate-koblitz" || { echo "FAILED $crate: tests end differently"; failed=1; }
done
exit $failed

#!/usr/bin/env bash
# clients.sh ENGINE_BUILD: the test suites of programs that stand on libsecp256k1, from their package registries, run
# against this library; then against a mutant that calls every signature valid, which each suite has to notice.
# Prints for each how many tests ran and passed. Needs network, cargo, cc, binutils and Python.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rust_version=0.33.1 sys_version=0.14.1 sys_links=rustsecp256k1_v0_14
electrum_version=0.0.8
failed=0

# The library and the mutant, each as an archive and as a shared library, in a folder of its own.
mkdir -p "$work/engine" "$work/mutant"
cp "$build/libsecp256k1.a" "$work/engine/"
cat > "$work/yes.c" <<'C'
int secp256k1_ecdsa_verify(void);
int secp256k1_ecdsa_verify(void) { return 1; }
int secp256k1_schnorrsig_verify(void);
int secp256k1_schnorrsig_verify(void) { return 1; }
C
cc -O2 -fPIC -c "$work/yes.c" -o "$work/yes.o"
objcopy --redefine-sym secp256k1_ecdsa_verify=replaced_ecdsa_verify \
    --redefine-sym secp256k1_schnorrsig_verify=replaced_schnorrsig_verify \
    "$build/libsecp256k1.a" "$work/mutant/libsecp256k1.a"
ar rs "$work/mutant/libsecp256k1.a" "$work/yes.o" 2> /dev/null
for library in engine mutant; do
    cc -shared -Wl,--whole-archive "$work/$library/libsecp256k1.a" -Wl,--no-whole-archive \
        -o "$work/$library/libsecp256k1.so"
done

# judge CLIENT LIBRARY STATUS LOG SUMMARY: the engine passes, the mutant fails by failing tests, not for want of a build.
judge() {
    local expected=pass
    [ "$2" = engine ] || expected=fail
    echo "$1 on $2: $5"
    case $expected in
    pass) [ "$3" -eq 0 ] && [ -n "$5" ] && return ;;
    fail) [ "$3" -ne 0 ] && [ -n "$5" ] && return ;;
    esac
    echo "FAILED $1 on $2: expected to $expected"
    tail -20 "$4"
    failed=1
}

# The crate's C is replaced by naming the library under the crate's `links` key, which leaves its build script out. Of its
# C stays only the lax DER parser, a client of the interface.
rust() {
    local sources=$work/rust crate status lax
    mkdir -p "$sources/fetch/src"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nsecp256k1 = "=%s"\nsecp256k1-sys = "=%s"\n' \
        "$rust_version" "$sys_version" > "$sources/fetch/Cargo.toml"
    : > "$sources/fetch/src/lib.rs"
    (cd "$sources/fetch" && cargo vendor --quiet --versioned-dirs vendor > /dev/null)
    crate=$sources/fetch/vendor/secp256k1-$rust_version
    cp -r "$crate" "$sources/crate"
    lax=$sources/fetch/vendor/secp256k1-sys-$sys_version/depend/secp256k1/contrib
    for file in lax_der_parsing.c lax_der_parsing.h; do
        sed "s/${sys_links}_ecdsa_signature_parse_der_lax/ecdsa_signature_parse_der_lax/; s/${sys_links}_/secp256k1_/g" \
            "$lax/$file" > "$sources/$file"
    done
    cc -O2 -fPIC "-I$here/include" -c "$sources/lax_der_parsing.c" -o "$sources/lax.o"
    ar rcs "$sources/liblax_der_parsing.a" "$sources/lax.o"
    mkdir -p "$sources/crate/.cargo"
    for library in engine mutant; do
        cat > "$sources/crate/.cargo/config.toml" <<TOML
[build]
rustflags = ["--cfg=rust_secp_no_symbol_renaming"]
[target.$(rustc -vV | sed -n 's/^host: //p').$sys_links]
rustc-link-search = ["native=$work/$library", "native=$sources"]
rustc-link-lib = ["static=lax_der_parsing", "static=secp256k1"]
TOML
        status=0
        # The suite asks for other answers in its fuzzing build only; nothing here does.
        (cd "$sources/crate" && CARGO_TARGET_DIR=$sources/target-$library cargo test --lib \
            --features "rand std recovery global-context serde") > "$work/log" 2>&1 || status=$?
        judge "rust secp256k1 $rust_version" $library $status "$work/log" "$(grep '^test result' "$work/log" || true)"
    done
}

# electrum-ecc loads the libsecp256k1.so that lies beside its package.
electrum() {
    local sources=$work/electrum status
    mkdir -p "$sources"
    python3 -m pip download --quiet --no-deps --no-binary electrum-ecc --dest "$sources" "electrum-ecc==$electrum_version"
    tar -xzf "$sources"/electrum_ecc-*.tar.gz -C "$sources"
    for library in engine mutant; do
        cp "$work/$library/libsecp256k1.so" "$sources/electrum_ecc-$electrum_version/src/electrum_ecc/"
        status=0
        (cd "$sources/electrum_ecc-$electrum_version" && PYTHONPATH=src python3 -m unittest discover -s tests) \
            > "$work/log" 2>&1 || status=$?
        judge "electrum-ecc $electrum_version" $library $status "$work/log" \
            "$(grep -E '^(Ran|OK|FAILED)' "$work/log" | paste -sd' ' || true)"
    done
}

rust
electrum
exit $failed

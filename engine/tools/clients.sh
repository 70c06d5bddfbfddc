#!/usr/bin/env bash
# clients.sh ENGINE_BUILD: the test suites of programs that stand on libsecp256k1, from their package registries, run
# against this library; then against a mutant that calls every signature valid, which each suite has to notice.
# Prints for each how many tests ran and passed. Needs network, cargo, cc, c++, cmake, binutils, pkg-config, Python and
# Boost's headers.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rust_version=0.33.1 rust_features="rand std recovery global-context serde"
# These link a name that libsecp256k1 has removed since.
rust_old_versions="0.31.1 0.30.0 0.29.1"
electrum_version=0.0.8 coincurve_version=21.0.0 kernel_version=0.3.2
failed=0

# The library and the mutant, each as an archive and as a shared library, in a folder of its own; and both once more with
# the functions that libsecp256k1 removed.
cmake -S "$here" -B "$work/removed" -DCMAKE_BUILD_TYPE=Release -DKOBLITZ_REMOVED_FUNCTIONS=ON > /dev/null
cmake --build "$work/removed" --parallel --target secp256k1_static > /dev/null
mkdir -p "$work/engine" "$work/mutant" "$work/engine-removed" "$work/mutant-removed"
cp "$build/libsecp256k1.a" "$work/engine/"
cp "$work/removed/libsecp256k1.a" "$work/engine-removed/"
cat > "$work/yes.c" <<'C'
int secp256k1_ecdsa_verify(void);
int secp256k1_ecdsa_verify(void) { return 1; }
int secp256k1_schnorrsig_verify(void);
int secp256k1_schnorrsig_verify(void) { return 1; }
C
cc -O2 -fPIC -c "$work/yes.c" -o "$work/yes.o"
for kind in "" -removed; do
    objcopy --redefine-sym secp256k1_ecdsa_verify=replaced_ecdsa_verify \
        --redefine-sym secp256k1_schnorrsig_verify=replaced_schnorrsig_verify \
        "$work/engine$kind/libsecp256k1.a" "$work/mutant$kind/libsecp256k1.a"
    ar rs "$work/mutant$kind/libsecp256k1.a" "$work/yes.o" 2> /dev/null
done
for library in engine mutant; do
    cc -shared -Wl,--whole-archive "$work/$library/libsecp256k1.a" -Wl,--no-whole-archive \
        -o "$work/$library/libsecp256k1.so"
done

# judge CLIENT LIBRARY STATUS LOG SUMMARY: the engine passes, the mutant fails by failing tests, not for want of a build.
judge() {
    local expected=pass
    [[ $2 == engine* ]] || expected=fail
    echo "$1 on $2: $5"
    case $expected in
    pass) [ "$3" -eq 0 ] && [ -n "$5" ] && return ;;
    fail) [ "$3" -ne 0 ] && [ -n "$5" ] && return ;;
    esac
    echo "FAILED $1 on $2: expected to $expected"
    tail -20 "$4"
    failed=1
}

# vendored FOLDER CRATE VERSION: the sources of a crate and of what it needs, in FOLDER/vendor.
vendored() {
    mkdir -p "$1/src"
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s = "=%s"\n' "$2" "$3" \
        > "$1/Cargo.toml"
    : > "$1/src/lib.rs"
    (cd "$1" && cargo vendor --quiet --versioned-dirs vendor > /dev/null)
}

# The crate's C is replaced by naming the library under the crate's `links` key, which leaves its build script out. Of its
# C stays only the lax DER parser, a client of the interface.
# rust VERSION FEATURES KIND, which names the folders of the library and the mutant.
rust() {
    local version=$1 features=$2 kind=$3 sources=$work/rust-$1 sys links status
    vendored "$sources/fetch" secp256k1 "$version"
    cp -r "$sources/fetch/vendor/secp256k1-$version" "$sources/crate"
    sys=$(echo "$sources"/fetch/vendor/secp256k1-sys-*)
    links=$(sed -n 's/^links = "\(.*\)"$/\1/p' "$sys/Cargo.toml")
    for file in lax_der_parsing.c lax_der_parsing.h; do
        sed "s/${links}_ecdsa_signature_parse_der_lax/ecdsa_signature_parse_der_lax/; s/${links}_/secp256k1_/g" \
            "$sys/depend/secp256k1/contrib/$file" > "$sources/$file"
    done
    cc -O2 -fPIC "-I$here/include" -c "$sources/lax_der_parsing.c" -o "$sources/lax.o"
    ar rcs "$sources/liblax_der_parsing.a" "$sources/lax.o"
    mkdir -p "$sources/crate/.cargo"
    for library in "engine$kind" "mutant$kind"; do
        cat > "$sources/crate/.cargo/config.toml" <<TOML
[build]
rustflags = ["--cfg=rust_secp_no_symbol_renaming", "--cap-lints=warn"]
[target.$(rustc -vV | sed -n 's/^host: //p').$links]
rustc-link-search = ["native=$work/$library", "native=$sources"]
rustc-link-lib = ["static=lax_der_parsing", "static=secp256k1"]
TOML
        status=0
        # The suite asks for other answers in its fuzzing build only; nothing here does.
        (cd "$sources/crate" && CARGO_TARGET_DIR=$sources/target-$library cargo test --lib \
            --features "$features") > "$work/log" 2>&1 || status=$?
        judge "rust secp256k1 $version" "$library" $status "$work/log" "$(grep '^test result' "$work/log" || true)"
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

# coincurve is built on the installed library, found by pkg-config. Its suite never shows the library a signature that is
# not valid, so a mutant of its own stands in: one that calls every signature invalid.
coincurve() {
    local sources=$work/coincurve status python=$work/coincurve/venv/bin/python
    mkdir -p "$sources" "$work/refusing"
    cmake --install "$build" --prefix "$sources/prefix" > /dev/null
    sed 's/return 1/return 0/' "$work/yes.c" > "$work/no.c"
    cc -O2 -fPIC -c "$work/no.c" -o "$work/no.o"
    cp "$work/mutant/libsecp256k1.a" "$work/refusing/"
    ar d "$work/refusing/libsecp256k1.a" yes.o
    ar rs "$work/refusing/libsecp256k1.a" "$work/no.o" 2> /dev/null
    # cffi 2 has no licence file where this version's build looks for one.
    echo 'cffi==1.17.1' > "$sources/constraint.txt"
    export COINCURVE_IGNORE_SYSTEM_LIB=OFF PKG_CONFIG_PATH="$sources/prefix/lib/pkgconfig" PIP_CONSTRAINT="$sources/constraint.txt"
    python3 -m venv "$sources/venv"
    "$python" -m pip install --quiet --disable-pip-version-check pytest pytest-benchmark asn1crypto cffi
    "$python" -m pip download --quiet --no-deps --no-binary coincurve --dest "$sources" "coincurve==$coincurve_version"
    "$python" -m pip install --quiet --no-deps --no-binary coincurve "coincurve==$coincurve_version"
    unset COINCURVE_IGNORE_SYSTEM_LIB PKG_CONFIG_PATH PIP_CONSTRAINT
    tar -xzf "$sources"/coincurve-*.tar.gz -C "$sources"
    for library in engine refusing; do
        mkdir -p "$sources/$library"
        cc -shared -Wl,--whole-archive "$work/$library/libsecp256k1.a" -Wl,--no-whole-archive \
            -Wl,-soname,libsecp256k1.so.7 -o "$sources/$library/libsecp256k1.so.7"
        status=0
        (cd "$sources/coincurve-$coincurve_version" && LD_LIBRARY_PATH=$sources/$library "$python" -m pytest -q tests) \
            > "$work/log" 2>&1 || status=$?
        judge "coincurve $coincurve_version" $library $status "$work/log" "$(grep -E '[0-9]+ (passed|failed)' "$work/log" || true)"
    done
}

# Bitcoin Core as the crate libbitcoinkernel-sys carries it, its subtree replaced by this folder; then by a copy that calls
# every signature valid. The tests are those of bitcoinkernel.
kernel() {
    local sources=$work/kernel status core
    if ! echo '#include <boost/version.hpp>' | c++ -x c++ -fsyntax-only - 2> /dev/null; then
        echo "SKIPPED bitcoinkernel: apt-get install libboost-dev"
        return
    fi
    vendored "$sources/fetch" bitcoinkernel "$kernel_version"
    cp -r "$sources/fetch/vendor/bitcoinkernel-$kernel_version" "$sources/crate"
    cp -r "$sources"/fetch/vendor/libbitcoinkernel-sys-* "$sources/sys"
    rm -f "$sources/crate/Cargo.lock"
    printf '\n[patch.crates-io]\nlibbitcoinkernel-sys = { path = "%s" }\n' "$sources/sys" >> "$sources/crate/Cargo.toml"
    core=$sources/sys/bitcoin/src/secp256k1
    rm -rf "$core"
    for library in engine mutant; do
        if [ $library = engine ]; then
            ln -s "$here" "$core"
        else
            rm "$core"
            cp -r "$here" "$core"
            sed -i '/^int secp256k1_\(ecdsa\|schnorrsig\)_verify(/,/{$/s/{$/{ return 1;/' \
                "$core/src/abi/ecdsa.cpp" "$core/src/abi/schnorrsig.cpp"
        fi
        status=0
        (cd "$sources/crate" && CARGO_TARGET_DIR=$sources/target cargo test --no-fail-fast --lib --tests) \
            > "$work/log" 2>&1 || status=$?
        judge "bitcoinkernel $kernel_version" $library $status "$work/log" "$(grep '^test result' "$work/log" | paste -sd' ' || true)"
    done
}

rust $rust_version "$rust_features" ""
for version in $rust_old_versions; do
    case $version in
    0.29.*) rust "$version" "rand-std recovery global-context serde hashes-std" -removed ;;
    0.30.*) rust "$version" "$rust_features hashes" -removed ;;
    *) rust "$version" "$rust_features" -removed ;;
    esac
done
electrum
coincurve
kernel
exit $failed

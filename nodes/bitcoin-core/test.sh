#!/usr/bin/env bash
# test.sh OUT [--bench | --functional]: builds Bitcoin Core in the folder OUT, from the PyPI source package that pins.sha256
# names: with the engine, then with the engine and batches. Runs Core's unit tests and the tests of batches on both, with two
# script threads; those that connect blocks without threads too; the fuzz target of batches; then the tests on changed copies of
# scriptcheckbatch.cpp, which they have to notice.
# --bench builds bench_bitcoin instead, as OUT/{bundled,swap,batches}/bin/bench_bitcoin; bundled has libsecp256k1.
# --functional runs functional tests of Core on batches instead. They have timeouts, so a busy machine can fail them.
# Needs Python with pip, cmake, a C++20 compiler, headers of Boost, libevent and SQLite. Uses ccache where it is installed.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case ${1:--} in -*) mode=-- ;; *) mode=${2:-} ;; esac
case $mode in '' | --bench | --functional) ;; *) sed -n '2s/^# //p' "$0"; exit 2 ;; esac
mkdir -p "$1"
out=$(cd "$1" && pwd)
package=py_bitcoinkernel-0.1.0a5
package_sha256=71b91eecac7a8b07248be04471c3bf98016b38bf823aefd28f7b31179940520d
tree=$out/tree

fail() {
    echo "FAILED $1"
    exit 1
}
for header in boost/version.hpp event2/event.h sqlite3.h; do
    if ! echo "#include <$header>" | c++ -x c++ -fsyntax-only - 2> /dev/null; then
        echo "SKIPPED Bitcoin Core: apt-get install libboost-dev libevent-dev libsqlite3-dev"
        exit 0
    fi
done

extract() {
    rm -rf "$tree" "$out/package"
    mkdir -p "$tree" "$out/package"
    [ -e "$out/$package.tar.gz" ] || echo "py-bitcoinkernel==${package#*-} --hash=sha256:$package_sha256" |
        python3 -m pip download --quiet --no-deps --no-binary py-bitcoinkernel --dest "$out" --requirement /dev/stdin
    echo "$package_sha256  $out/$package.tar.gz" | sha256sum --check --quiet
    tar -xzf "$out/$package.tar.gz" -C "$out/package" --strip-components=1 "$package/depend/bitcoin"
    rmdir "$tree"
    mv "$out/package/depend/bitcoin" "$tree"
}

# swap.sh: what it refuses changes nothing, what is done twice is done once, and what is reverted is as it was.
hashes() { (cd "$1" && find . \( -type f -exec sha256sum {} + \) -o \( -type l -printf '%p -> %l\n' \) | sort -k 2); }
try_swap() {
    local before=$out/before after=$out/after row
    hashes "$tree" > "$before"
    refused() { # WORDS ARGUMENT...
        if "$here/swap.sh" "${@:2}" > "$out/log" 2>&1; then fail "swap.sh ${*:2} is not refused"; fi
        grep -q -e "$1" "$out/log" || fail "swap.sh ${*:2} does not say: $1"
        hashes "$tree" > "$after"
        cmp "$before" "$after" || fail "swap.sh ${*:2} is refused and changes the tree"
    }
    refused 'swap.sh --revert SOURCE_TREE'
    refused 'swap.sh --revert SOURCE_TREE' --other "$tree"
    refused 'no such folder' "$tree/nothing"
    refused 'not a source tree' "$tree/src"
    refused 'not a source tree' --revert "$here"
    for row in src/validation.cpp src/checkqueue.h; do
        echo >> "$tree/$row"
        hashes "$tree" > "$before"
        refused 'not the version' --batches "$tree"
        truncate -s -1 "$tree/$row"
    done
    touch "$tree/src/scriptcheckbatch.h"
    hashes "$tree" > "$before"
    refused 'is there already' --batches "$tree"
    rm "$tree/src/scriptcheckbatch.h"
    hashes "$tree" > "$before"
    for row in "" --batches; do
        # shellcheck disable=SC2086
        "$here/swap.sh" $row "$tree" > "$out/log"
        hashes "$tree" > "$out/swapped"
        # shellcheck disable=SC2086
        "$here/swap.sh" $row "$tree" > "$out/log"
        hashes "$tree" > "$after"
        cmp "$out/swapped" "$after" || fail "swap.sh $row twice differs from once"
        [ "$(readlink "$tree/src/secp256k1")" = "$(cd "$here/../../engine" && pwd)" ] || fail "swap.sh $row: the link"
        "$here/swap.sh" --revert "$tree" > "$out/log"
        "$here/swap.sh" --revert "$tree" > "$out/log"
        hashes "$tree" > "$after"
        cmp "$before" "$after" || fail "swap.sh $row, reverted, leaves changes"
    done
    # As a checkout leaves it, or an interruption.
    "$here/swap.sh" --batches "$tree" > "$out/log"
    cp "$tree/.koblitz/original/src/validation.cpp" "$tree/src/"
    rm "$tree/src/scriptcheckbatch.h"
    "$here/swap.sh" --batches "$tree" > "$out/log"
    hashes "$tree" > "$after"
    cmp "$out/swapped" "$after" || fail "swap.sh --batches leaves an original that is back"
    cp "$tree/.koblitz/original/src/validation.cpp" "$tree/src/"
    "$here/swap.sh" --revert "$tree" > "$out/log"
    hashes "$tree" > "$after"
    cmp "$before" "$after" || fail "swap.sh --revert after an original is back leaves changes"
    "$here/swap.sh" --batches "$tree" > "$out/log"
    echo >> "$tree/src/validation.h"
    hashes "$tree" > "$before"
    refused 'changed after the patch' --batches "$tree"
    refused 'changed after the patch' --revert "$tree"
    truncate -s -1 "$tree/src/validation.h"
    echo >> "$tree/src/scriptcheckbatch.cpp"
    hashes "$tree" > "$before"
    refused 'changed after the patch' --revert "$tree"
    truncate -s -1 "$tree/src/scriptcheckbatch.cpp"
    echo >> "$tree/.koblitz/added/src/scriptcheckbatch.cpp"
    cp "$tree/.koblitz/added/src/scriptcheckbatch.cpp" "$tree/src/"
    hashes "$tree" > "$before"
    refused 'another version of koblitz' --batches "$tree"
    mv "$tree/.koblitz/original/src/validation.h" "$out/"
    hashes "$tree" > "$before"
    refused 'another version of koblitz' --batches "$tree"
    mv "$out/validation.h" "$tree/.koblitz/original/src/"
    "$here/swap.sh" --revert "$tree" > "$out/log"
    # The folder is back, the link is gone, or it points elsewhere.
    hashes "$tree" > "$before"
    for row in back gone elsewhere; do
        for mode in '' --batches --revert; do
            "$here/swap.sh" "$tree" > "$out/log"
            rm "$tree/src/secp256k1"
            case $row in
            back) cp -R "$tree/src/secp256k1.upstream" "$tree/src/secp256k1" ;;
            elsewhere) ln -s /nothing "$tree/src/secp256k1" ;;
            esac
            # shellcheck disable=SC2086
            "$here/swap.sh" $mode "$tree" > "$out/log"
            if [ "$mode" != --revert ]; then
                [ "$(readlink "$tree/src/secp256k1")" = "$(cd "$here/../../engine" && pwd)" ] || fail "swap.sh $mode, the folder $row"
                "$here/swap.sh" --revert "$tree" > "$out/log"
            fi
            hashes "$tree" > "$after"
            cmp "$before" "$after" || fail "swap.sh $mode, the folder $row"
        done
    done
    "$here/swap.sh" "$tree" > "$out/log"
    (cd "$tree/src" && rm secp256k1 && cp -R secp256k1.upstream secp256k1 && echo >> secp256k1/README.md)
    hashes "$tree" > "$before"
    refused 'both there and differ' --revert "$tree"
    truncate -s -1 "$tree/src/secp256k1/README.md"
    mkdir "$tree/build"
    touch "$tree/build/CMakeCache.txt"
    "$here/swap.sh" --revert "$tree" | grep -q "fresh build folder: $tree/build" || fail "swap.sh says nothing of an old build folder"
    rm -r "$tree/build"
    echo "ok: swap.sh"
}

# Of the benchmarks those of signatures, and of the fuzz targets that of batches. The number of script threads is as
# SCRIPT_THREADS says, 0 being -par=1. The engine is compiled as by default, whatever options Core gets.
benchmarks='bip324_ecdh|connectblock|ellswift|sign_transaction|verify_script'
reduce() {
    sed -i -E "/^# Benchmarks:/,/^\)/{/^  ($benchmarks)\.cpp|^\)/!d}" "$tree/src/bench/CMakeLists.txt"
    sed -i -E '/^  addition_overflow\.cpp/,/^\)/{/^  script_check_batch\.cpp|^\)/!d};/^if\(ENABLE_WALLET/,/^endif/d' \
        "$tree/src/test/fuzz/CMakeLists.txt"
    sed -i 's/EnableFuzzDeterminism() ? 0 : 2,/std::getenv("SCRIPT_THREADS") ? std::atoi(std::getenv("SCRIPT_THREADS")) : 2,/' \
        "$tree/src/test/util/setup_common.cpp"
    sed -i 's/^  add_subdirectory/  set(CMAKE_CXX_FLAGS_RELEASE -O2)\n&/' "$tree/cmake/secp256k1.cmake"
    grep -q SCRIPT_THREADS "$tree/src/test/util/setup_common.cpp" || fail "the number of script threads cannot be set"
}

configure() { # NAME OPTION...
    rm -f "$out/$1/CMakeCache.txt"
    cmake -S "$tree" -B "$out/$1" -DCMAKE_BUILD_TYPE=Release -DENABLE_IPC=OFF -DENABLE_EXTERNAL_SIGNER=OFF \
        -DWITH_EMBEDDED_ASMAP=OFF "${@:2}" > "$out/$1.log" 2>&1 || {
        tail -30 "$out/$1.log"
        fail "$1: configure"
    }
    grep -q 'secp256k1: koblitz' "$out/$1.log" || [ "$1" = bundled ] || fail "$1: the configure step does not name the engine"
}

# ccache sees paths relative to a build's folder, so that the second build takes most objects of the first.
export CCACHE_BASEDIR=$out CCACHE_NOHASHDIR=1
build() { # NAME TARGET...
    cmake --build "$out/$1" --parallel "$(nproc)" --target "${@:2}" >> "$out/$1.log" 2>&1 || {
        tail -30 "$out/$1.log"
        fail "$1 does not compile"
    }
}

# Core's tests take their random numbers from this.
export RANDOM_CTX_SEED=1
run() { # NAME: all suites with two script threads, then those that connect blocks without
    "$out/$1/bin/test_bitcoin" > "$out/$1.tests" 2>&1 || {
        tail -30 "$out/$1.tests"
        fail "$1: tests"
    }
    SCRIPT_THREADS=0 "$out/$1/bin/test_bitcoin" --run_test='scriptcheckbatch*,txvalidation*,validation_block_tests' > "$out/$1.tests1" 2>&1 || {
        tail -30 "$out/$1.tests1"
        fail "$1: tests without script threads"
    }
    echo "ok: $1, $(grep -hm1 'Running .* test case' "$out/$1.tests" "$out/$1.tests1" | paste -sd,)"
}

# The same inputs each time.
fuzz() {
    python3 - "$out/inputs" << 'PYTHON'
import os, random, sys
os.makedirs(sys.argv[1], exist_ok=True)
source = random.Random(1)
for i in range(4000):
    with open(f"{sys.argv[1]}/{i}", "wb") as file:
        file.write(source.randbytes(source.randrange(600)))
PYTHON
    FUZZ=script_check_batch "$out/batches/bin/fuzz" "$out/inputs" > "$out/fuzz.log" 2>&1 && grep -q "against 4000 files" "$out/fuzz.log"
}

if [ "$mode" = --bench ]; then
    for name in bundled swap batches; do
        extract
        case $name in
        swap) "$here/swap.sh" "$tree" ;;
        batches) "$here/swap.sh" --batches "$tree" ;;
        esac
        reduce
        configure $name -DBUILD_BENCH=ON -DENABLE_WALLET=OFF
        build $name bench_bitcoin
    done
    exit
fi

# -O1 takes two thirds of the compiler's time. The fuzz target runs only where failed assumptions abort.
options=(-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DAPPEND_CPPFLAGS=-DABORT_ON_FAILED_ASSUME)
functional=(feature_taproot feature_block feature_segwit p2p_segwit feature_assumevalid feature_csv_activation feature_cltv
    feature_dersig feature_nulldummy mempool_accept rpc_psbt rpc_signrawtransactionwithkey rpc_signmessagewithprivkey wallet_musig
    wallet_taproot wallet_signrawtransactionwithwallet p2p_v2_transport)
if [ "$mode" = --functional ]; then
    extract
    "$here/swap.sh" --batches "$tree"
    reduce
    configure batches "${options[@]}"
    build batches bitcoind bitcoin-cli
    python3 "$out/batches/test/functional/test_runner.py" "${functional[@]/%/.py}"
    exit
fi

extract
try_swap
"$here/swap.sh" "$tree"
# The test of batches without them: what it expects of blocks is what Core does.
sed -i 's/^  script_tests.cpp/&\n  scriptcheckbatch_tests.cpp/' "$tree/src/test/CMakeLists.txt"
grep -q scriptcheckbatch_tests "$tree/src/test/CMakeLists.txt" || fail "the tests of batches are not added to Core's"
cp "$here/added/src/test/scriptcheckbatch_tests.cpp" "$tree/src/test/"
cp "$here/added/src/test/util/scriptcheckbatch.h" "$tree/src/test/util/"
reduce
configure swap "${options[@]}"
build swap test_bitcoin
run swap
extract
"$here/swap.sh" --batches "$tree"
reduce
configure batches "${options[@]}" -DBUILD_FUZZ_BINARY=ON
build batches test_bitcoin fuzz
run batches
fuzz || {
    tail "$out/fuzz.log"
    fail "fuzz target"
}
echo "ok: $(tail -1 "$out/fuzz.log")"

# Each changes one line of scriptcheckbatch.cpp.
while IFS='|' read -r name change; do
    cp "$here/added/src/scriptcheckbatch.cpp" "$tree/src/"
    sed -i "$change" "$tree/src/scriptcheckbatch.cpp"
    if cmp -s "$here/added/src/scriptcheckbatch.cpp" "$tree/src/scriptcheckbatch.cpp"; then fail "changed copy: $name: no line is changed"; fi
    build batches test_bitcoin
    if "$out/batches/bin/test_bitcoin" --run_test='scriptcheckbatch*' > "$out/changed.tests" 2>&1; then
        fail "changed copy: $name: no test notices"
    fi
    grep -q 'error: in "scriptcheckbatch' "$out/changed.tests" || fail "changed copy: $name: it ends without a failed check"
    echo "ok: changed copy: $name: $(grep -c 'error: in' "$out/changed.tests") checks fail"
    if [ "$name" = 'bad rows are ignored' ]; then
        build batches fuzz
        if fuzz || ! grep -q 'Assertion .*expected' "$out/fuzz.log"; then fail "changed copy: $name: the fuzz target does not notice"; fi
    fi
done << 'ROWS'
bad rows are ignored|s/if (verdicts\[i\] != 1)/if (verdicts[i] > 2)/
rows of a full batch are dropped|s/^            Verify(m_schnorr);/            m_schnorr.clear();/
the last checks of a block are dropped|s/if (pending.empty())/if (true)/
a run that was misled counts|s/^            valid\[i\] = false;/            (void)0;/
what was learned is forgotten|s/return it == m_known.end() ?/return true ?/
waste costs nothing|s/-answers.Guesses(i)/0/
credit is not asked|s/ \&\& m_credit->Left() > 0//
uncompressed keys are refused|s/if (!key.IsValid() ||/if (!key.IsCompressed() ||/
what is alone waits for others|s/if (kind == Kind::ALONE)/if (false)/
kinds share batches in a queue|s/m_pending\[kind == Kind::SCHNORR\]/m_pending[0]/
legacy inputs are collected|s/: redeem.empty() &&.*/: true};/
large scripts are collected|s/ || size > MAX_SIZE//
large outputs are not seen|s/outputs\[check.nIn\].scriptPubKey.size() : 0/0 : 0/
high s is refused|s/KOBLITZ_BATCH_HIGH_S/0/
what was learned of one hash holds for others|s/ComputeEntryECDSA(entry, sighash, /ComputeEntryECDSA(entry, uint256{}, /
checks that fill the cache are collected|s/if (check.cacheStore)/if (false)/
ROWS

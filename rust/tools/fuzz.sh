#!/usr/bin/env bash
# fuzz.sh OUT [SECONDS]: runs every target of rust/fuzz for SECONDS (20). The crates and the engine are compiled with coverage
# and the address sanitizer. Corpora stay in OUT/corpus, inputs that fail in OUT. Needs clang with libFuzzer and the network;
# no nightly Rust.
set -eu
cd "$(dirname "$0")/../fuzz"
mkdir -p "$1"
out=$(cd "$1" && pwd)
seconds=${2:-20}
target=$(rustc -vV | sed -n 's/^host: //p')
library=$(clang --print-file-name="libclang_rt.fuzzer-${target%%-*}.a")
[ -e "$library" ] || { echo "fuzz.sh: clang has no libFuzzer ($library); Debian: libclang-rt-14-dev"; exit 1; }

export CC=clang CXX=clang++ CFLAGS="-fsanitize=address,fuzzer-no-link" CXXFLAGS="-fsanitize=address,fuzzer-no-link"
export CUSTOM_LIBFUZZER_PATH=$library CUSTOM_LIBFUZZER_STD_CXX=stdc++
export CARGO_TARGET_DIR=$out/target RUSTC_BOOTSTRAP=1 # for -Zsanitizer
flags=(--cfg fuzzing -Cdebug-assertions -Zsanitizer=address -Cpasses=sancov-module)
for option in level=4 inline-8bit-counters pc-table trace-compares; do flags+=("-Cllvm-args=-sanitizer-coverage-$option"); done
RUSTFLAGS="${flags[*]}" cargo build --quiet --release --target "$target"

for source in fuzz_targets/*.rs; do
    name=$(basename "$source" .rs)
    mkdir -p "$out/corpus/$name"
    echo "$name:"
    "$out/target/$target/release/$name" -max_total_time="$seconds" -max_len=16000 -artifact_prefix="$out/$name-" -print_final_stats=1 \
        "$out/corpus/$name" 2>&1 | tee "$out/$name.log" | grep -E "INITED|DONE|ERROR|SUMMARY|panicked|stat::number_of_executed" || true
    grep -q '^Done ' "$out/$name.log" || { tail -30 "$out/$name.log"; exit 1; }
done

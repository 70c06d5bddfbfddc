#!/usr/bin/env bash
# ratios.sh: instructions of a call of the crate koblitz and of the C function under it, and their ratio, by callgrind. The
# processor that valgrind shows has neither SHA extensions nor AVX-512, so the code that runs is another than outside.
set -eu
cd "$(dirname "$0")/.."
cargo build --quiet --release -p koblitz --example calls
program=${CARGO_TARGET_DIR:-target}/release/examples/calls

# instructions ARGUMENTS...
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 | sed -n 's/.*Collected : //p'
}

for operation in pubkey_create ecdsa_sign ecdsa_verify ecdsa_recover schnorr_sign schnorr_verify ecdh batch_recover; do
    for by in crate c; do
        some=$(instructions "$operation" "$by" 2)
        more=$(instructions "$operation" "$by" 22)
        declare "$by=$(((more - some) / 20))"
    done
    # shellcheck disable=SC2154 # declared above
    awk -v o="$operation" -v r="$crate" -v c="$c" 'BEGIN { printf "%-16s %9d %9d  %.4f\n", o, r, c, r / c }'
done

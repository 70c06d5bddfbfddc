#!/usr/bin/env bash
# run.sh OUT ANCHORS CXX PROGRAM: tests OUT/worker-c or OUT/worker-c-sanitized (under
# the address and undefined-behaviour sanitizers; built first) with the newest anchor
# (built into ANCHORS when it is missing), other anchors and the engine where they are
# there, and the system's libcrypto. What cannot run here prints a line
# "SKIPPED <check>: <command>".
set -eu

out=$1 anchors=$2 cxx=$3 program=$4
here=$(cd "$(dirname "$0")" && pwd)
newest=libsecp256k1-0.8.0

skip() { echo "SKIPPED $1: $("$here/../../../../tools/need.sh" --command "$2")"; }

if ! command -v python3 >/dev/null; then
    skip worker-c python3
    exit 0
fi

# The library is built as ever: not with the compiler that is tested here.
libraries=()
if [ ! -e "$anchors/$newest.so" ] && command -v cargo >/dev/null; then
    env -u CC MAKEFLAGS= make -C "$here/../../../anchors" OUT="$anchors" $newest
fi
if [ -e "$anchors/$newest.so" ]; then
    libraries+=("$anchors/$newest.so")
else
    skip "worker-c on $newest" cargo
fi
for so in "$anchors"/*.so; do
    if [ -e "$so" ] && [ "$so" != "$anchors/$newest.so" ]; then
        libraries+=("$so")
    fi
done
engine=$anchors/../engine/libsecp256k1.so
if [ -e "$engine" ]; then
    libraries+=("$engine")
fi
system=()
for so in /usr/lib/*/libcrypto.so.[134]* /usr/lib64/libcrypto.so.[134]* /usr/lib/libcrypto.so.[134]*; do
    [ ! -e "$so" ] || system=("$so")
done
if [ ${#system[@]} = 0 ]; then
    skip "worker-c on libcrypto" libssl3
fi
libraries+=("${system[@]}")
[ ${#libraries[@]} -gt 0 ] || exit 0

if [ "$program" = worker-c-sanitized ]; then
    if ! echo 'int main() {}' | "$cxx" -x c++ -fsanitize=address,undefined -o /dev/null - 2>/dev/null; then
        skip "worker-c under sanitizers" gcc
        exit 0
    fi
    MAKEFLAGS='' make -j "$(nproc)" -C "$here/.." OUT="$out" CXX="$cxx" "$out/$program"
fi
python3 "$here/test_worker.py" "$out/$program" "${libraries[@]}"

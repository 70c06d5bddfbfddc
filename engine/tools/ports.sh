#!/bin/sh
# ports.sh CXX...: every source of the engine compiles for the targets that take the portable code and are not run here.
# CXX is a compiler that takes "-target" with Zig's names and brings each target's headers.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for target in x86_64-macos aarch64-macos x86_64-windows-gnu aarch64-linux-musl riscv64-linux-musl; do
    for source in src/*/*.cpp src/*/*/*.S; do
        case $source in
        *.S) options= ;;
        *) options="-std=c++20 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Werror" ;;
        esac
        # shellcheck disable=SC2086
        "$@" -target $target -O1 $options -Iinclude -Isrc -DSECP256K1_BUILD -DKOBLITZ_REMOVED_FUNCTIONS -c "$source" -o "$out/object.o"
    done
    echo "ok $target"
done

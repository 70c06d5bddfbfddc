#!/usr/bin/env bash
# test.sh ENGINE_BUILD: builds the adapter's test by $CXX on the library in ENGINE_BUILD and runs it.
set -eu
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CXX:-c++}" -std=c++20 -O2 -Wall -Wextra -Werror -Wshadow -pthread -I"$here" -I"$root/engine/include" \
    -I"$root/engine/tests" "$here/test.cpp" "$root/engine/tests/support/bytes.cpp" "$build/libsecp256k1.a" -o "$work/test"
"$work/test" "$root/vectors"
KOBLITZ_BACKEND=portable "$work/test" "$root/vectors"

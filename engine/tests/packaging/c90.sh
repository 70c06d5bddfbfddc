#!/bin/sh
# c90.sh CC SOURCE INCLUDE LIBRARY_DIR [flags]: C90 against the headers; linked with plain cc to the shared library and to
# the archive; and a client built by pkg-config-like flags that copies the data symbols (no position-independent code).
# shellcheck disable=SC2086 # flags and compiler are lists of words
set -eu
cc=$1
source=$2
include=$3
libraries=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-std=c90 -pedantic -Wall -Wextra -Werror -Wno-long-long -I$include"
$cc $flags "$@" "$source" -L"$libraries" -lsecp256k1 -o "$work/shared"
LD_LIBRARY_PATH=$libraries "$work/shared"
$cc $flags "$@" "$source" "$libraries/libsecp256k1.a" -o "$work/static"
"$work/static"
if [ $# -eq 0 ]; then
    $cc $flags -no-pie -fno-pic "$source" -L"$libraries" -lsecp256k1 -o "$work/copied"
    LD_LIBRARY_PATH=$libraries "$work/copied"
fi

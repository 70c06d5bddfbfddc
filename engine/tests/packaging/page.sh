#!/bin/sh
# page.sh CC PAGE INCLUDE LIBRARY_DIR OUTPUT [flags]: the one C program on a page of the documentation compiles as it stands
# there, and prints OUTPUT.
# shellcheck disable=SC2086 # compiler is a list of words
set -eu
cc=$1
page=$2
include=$3
libraries=$4
output=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016
[ "$(grep -c '^```c$' "$page")" = 1 ] || { echo "FAILED: $page has not one C program"; exit 1; }
# shellcheck disable=SC2016
sed -n '/^```c$/,/^```$/p' "$page" | sed '1d;$d' > "$work/program.c"
$cc -std=c99 -pedantic -Wall -Wextra -Wconversion -Werror -I"$include" "$@" "$work/program.c" -L"$libraries" -lsecp256k1 -o "$work/program"
printed=$(LD_LIBRARY_PATH=$libraries "$work/program")
[ "$printed" = "$output" ] || { echo "FAILED: it prints $printed"; exit 1; }

#!/usr/bin/env bash
# declassified.sh SRC: the lines of code that make secrets public, compared with declassified.txt: those that declassify, and
# those whose choices become an int or a byte, which may only be the answer of the call or go where the caller wants it. A
# new one is listed there once docs/engine-interface.md says that what it shows is public.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1
grep -rwE 'declassify[_a-z]*|export_result|export_bits' . | sed 's,^\./,,; s,: *,: ,' | grep -vE '^[^:]*: (/\*|\*|//) ' | LC_ALL=C sort |
    diff "$here/declassified.txt" - && echo "$(wc -l < "$here/declassified.txt") lines"

#!/usr/bin/env bash
# declassified.sh SRC: the lines of code that make secrets public, compared with declassified.txt. A new one is listed there
# once docs/engine-interface.md says that what it shows is public.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1
grep -rw 'declassify[_a-z]*' . | sed 's,^\./,,; s,: *,: ,' | grep -vE '^[^:]*: (/\*|\*|//) ' | LC_ALL=C sort |
    diff "$here/declassified.txt" - && echo "$(wc -l < "$here/declassified.txt") lines"

#!/usr/bin/env bash
# constant_time.sh SRC: the files whose code names constant_time, the tag that gives the words of secrets, compared with
# constant_time.txt. A new one is listed there once it is reviewed: it neither branches on those words nor uses them as an
# address.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$1" || exit 1
grep -rwE 'constant_time' . | sed 's,^\./,,; s,: *,: ,' | grep -vE '^[^:]*: (/\*|\*|//) ' | cut -d: -f1 | LC_ALL=C sort -u |
    diff "$here/constant_time.txt" - && echo "$(wc -l < "$here/constant_time.txt") files"

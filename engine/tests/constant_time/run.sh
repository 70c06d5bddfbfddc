#!/bin/sh
# run.sh PROGRAM EXPECTED_STATUS BACKEND [options]: the program under memcheck, and the status it must give.
# shellcheck source=/dev/null
. "$(dirname "$0")/../support/valgrind.sh"
if ! command -v valgrind > /dev/null; then
    echo "SKIPPED constant time: apt-get install valgrind"
    exit 77
fi
program=$1
expected=$2
shift 2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
valgrind --quiet --sigill-diagnostics=yes --error-exitcode=42 --track-origins=no "$program" "$@" > "$log" 2>&1
status=$?
cat "$log"
if [ $status -ne "$expected" ]; then
    if cannot_run "constant time" $status "$log"; then exit 77; fi
    echo "exit status $status, expected $expected"
    exit 1
fi

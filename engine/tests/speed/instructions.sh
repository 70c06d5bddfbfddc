#!/bin/sh
# instructions.sh PROGRAM FIGURES COMPILER BACKEND OPERATION: counts instructions under callgrind and compares with the
# committed figure: more than 2 % above it fails, more than 2 % below it asks for a new figure.
set -u
# shellcheck source=/dev/null
. "$(dirname "$0")/../support/valgrind.sh"
program=$1
figures=$2
compiler=$3
backend=$4
operation=$5
if ! command -v valgrind > /dev/null; then
    echo "SKIPPED instruction count: apt-get install valgrind"
    exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no "$program" "$backend" "$operation" > "$log" 2>&1 || {
    status=$?
    cat "$log"
    if cannot_run "instruction count" $status "$log"; then exit 77; fi
    exit 1
}
count=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
count=$((${count:-0} / 16))
echo "$compiler $backend $operation $count instructions"
[ "$count" -gt 0 ] || exit 1
figure=$(awk -v c="$compiler" -v b="$backend" -v o="$operation" '$1 == c && $2 == b && $3 == o {print $4}' "$figures")
if [ -z "$figure" ]; then
    echo "SKIPPED instruction count: no figure for $compiler; add the line above to $figures"
    exit 77
fi
if [ $((count * 100)) -gt $((figure * 102)) ]; then
    echo "FAILED: more than 2 % above $figure"
    exit 1
fi
if [ $((count * 100)) -lt $((figure * 98)) ]; then
    echo "note: more than 2 % below $figure; lower the figure in $figures"
fi

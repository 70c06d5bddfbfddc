#!/bin/sh
# run_test.sh RUN: what run.sh says of how valgrind ended: 0 as expected, 77 where it could not run the program, else 1.
set -eu
run=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
while IFS='|' read -r status text wanted; do
    printf '#!/bin/sh\necho "%s" >&2\nexit %s\n' "$text" "$status" > "$work/valgrind"
    chmod +x "$work/valgrind"
    got=0
    PATH=$work:$PATH "$run" program 0 portable > "$work/out" 2>&1 || got=$?
    if [ "$got" -ne "$wanted" ] || { [ "$got" -eq 77 ] && ! grep -q '^SKIPPED constant time: ' "$work/out"; }; then
        echo "FAILED: status $status, $text: $got"
        failed=1
    fi
done << 'ROWS'
0||0
42|Conditional jump or move depends on uninitialised value(s)|1
1|wrong result|1
132|vex amd64->IR: unhandled instruction bytes: 0x62 0xF1|77
132|valgrind: Unrecognised instruction at address 0x4011a6.|1
132|Use of uninitialised value of size 8; vex amd64->IR: unhandled instruction bytes: 0x62|1
132|Illegal instruction|1
1|vex amd64->IR: unhandled instruction bytes: 0x62 0xF1|1
1|Valgrind: debuginfo reader: ensure_valid failed:|77
0|Valgrind: debuginfo reader: Possibly corrupted debuginfo file.|0
ROWS
exit $failed

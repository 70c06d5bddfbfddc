#!/bin/sh
# check_dll.sh DLL EXPORTS [ALSO]: what a library for Windows offers and needs: the interface alone, and nothing but the
# system's own libraries, and those that match ALSO.
set -u
if ! command -v objdump > /dev/null; then
    echo "SKIPPED symbols: apt-get install binutils"
    exit 77
fi
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
awk '{print $1}' "$2" | sort > "$work/interface"
objdump -p "$1" > "$work/headers"
awk '
    /\[Ordinal\/Name Pointer\]/ { names = 1; next }
    names && NF == 0 { exit }
    names { print $NF }' "$work/headers" | sort > "$work/exports"
diff "$work/interface" "$work/exports" || { echo "FAILED: what the DLL exports"; failed=1; }
sed -n 's/^[[:space:]]*DLL Name: //p' "$work/headers" | grep -viE "^(kernel32|msvcrt|ucrtbase|api-ms-win-crt-[a-z0-9-]+${3:+|$3})\.dll\$" &&
    { echo "FAILED: what the DLL needs"; failed=1; }
[ $failed -eq 0 ] && echo "ok: $(wc -l < "$work/exports") exports"
exit $failed

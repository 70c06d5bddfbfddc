#!/bin/sh
# check_symbols.sh LIBRARY EXPORTS SOVERSION REFERENCE: what the shared library offers, needs and keeps writable.
set -u
library=$1
exports=$2
soversion=$3
reference=$4
failed=0
fail() {
    echo "FAILED $1"
    failed=1
}
for tool in nm readelf size strip; do
    if ! command -v $tool > /dev/null; then
        echo "SKIPPED symbols: apt-get install binutils"
        exit 77
    fi
done
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Exactly the documented symbols, of the documented kinds.
nm -D --defined-only "$library" | awk '{print $3, ($2 == "T" ? "function" : "data")}' | sort > "$work/exports"
diff "$exports" "$work/exports" || fail "exported symbols"

# From outside: libc's memory and text functions, the environment (one variable), the auxiliary vector, and the clock. Nothing of
# C++, no file, no socket, no library loading.
nm -D --undefined-only "$library" | awk '$1 == "U" {sub(/@.*/, "", $2); print $2}' | sort > "$work/imports"
allowed='abort|clock_gettime|fprintf|__fprintf_chk|free|getauxval|getenv|malloc|memcmp|bcmp|memcpy|memmove|memset|stderr|strcmp|strlen|fwrite|__stack_chk_fail'
grep -Evx "$allowed" "$work/imports" && fail "imported symbols"

# Calls between exported functions stay inside, whatever else the program has loaded under their names.
readelf -rW "$library" | grep -E '(JUMP_SLO|GLOB_DA).*(secp256k1|koblitz)_' && fail "interposable calls"

readelf -d "$library" | grep NEEDED | grep -v 'libc\.so\.6' && fail "needed libraries"
readelf -d "$library" | grep -q "SONAME.*\[libsecp256k1\.so\.$soversion\]" || fail "SONAME"
readelf -lW "$library" | grep -q ' TLS ' && fail "thread-local storage: a cache?"
readelf -lW "$library" | grep GNU_STACK | grep -q 'RWE' && fail "executable stack"
readelf -SW "$library" | grep -qE '\.init_array|\.ctors' &&
    [ "$(readelf -SW "$library" | awk '/\.init_array/ {print $6}' | sed 's/^0*//')" != 8 ] && fail "code at start-up"

# Writable data: the words of the CPU probe and of the last lone call, and the compiler's own; nothing that could hold keys or results.
writable=$(size -A "$library" | awk '$1 == ".data" || $1 == ".bss" {sum += $2} END {print sum + 0}')
[ "$writable" -le 64 ] || fail "$writable bytes of writable data"

# Tables: at most 768 KB; the code apart.
tables=$(size -A "$library" | awk '$1 == ".rodata" {print $2}')
[ "$tables" -le 786432 ] || fail "$tables bytes of read-only data"

# The file without its symbols: at most libsecp256k1's and half a megabyte.
stripped_size() {
    strip -o "$work/stripped" "$1" && wc -c < "$work/stripped"
}
if [ -e "$reference" ]; then
    ours=$(stripped_size "$library")
    theirs=$(stripped_size "$reference")
    [ "$ours" -le $((theirs + 524288)) ] || fail "$ours bytes, libsecp256k1 has $theirs"
else
    echo "SKIPPED size: no $reference; install cargo and run: make anchors"
fi

[ $failed -eq 0 ] && echo "ok: $(wc -l < "$work/exports") exports, $(wc -l < "$work/imports") imports, $writable bytes writable, $tables bytes of tables"
exit $failed

#!/usr/bin/env bash
# check.sh NAME TOOLS COMMAND: one check of tools/checks.mk. COMMAND is bash, runs
# at the root and ends at its first error; its output is build/logs/NAME.log.
# A missing tool, or a line "SKIPPED <what>: <install command>" in the output, is
# kept in NAME.skipped, a failure in NAME.failed.
# check.sh --summary: what was skipped and failed, then "N passed, N failed, N
# skipped". With REQUIRE_ALL=1 a skip is a failure, unless its install command
# is "a processor with <features>".
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
logs=build/logs

if [ "$1" = --summary ]; then
    cat "$logs"/*.skipped "$logs"/*.failed 2>/dev/null
    passed=$(find "$logs" -name '*.passed' | wc -l)
    failed=$(find "$logs" -name '*.failed' | wc -l)
    skipped=$(sort -u "$logs"/*.skipped 2>/dev/null | wc -l)
    if [ "${REQUIRE_ALL:-0}" = 1 ]; then
        wanted=$(sort -u "$logs"/*.skipped 2>/dev/null | grep -cv ': a processor with')
        failed=$((failed + wanted)) skipped=$((skipped - wanted))
    fi
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
    exit
fi

name=$1 log=$logs/$1.log
mkdir -p "$logs"
rm -f "$logs/$name".*
for tool in $2; do
    if ! tools/need.sh "$tool" >/dev/null; then
        echo "SKIPPED $name: $(tools/need.sh --command "$tool")" | tee "$logs/$name.skipped"
        exit 0
    fi
done

# What other checks built, if they did.
for library in KOBLITZ_TEST_LIBSECP256K1=$PWD/build/anchors/libsecp256k1-0.8.0.so KOBLITZ_TEST_ENGINE=$PWD/build/engine/libsecp256k1.so; do
    if [ -e "${library#*=}" ]; then export "${library?}"; fi
done
unset MAKEFLAGS MFLAGS MAKELEVEL
processors=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL=$processors CTEST_PARALLEL_LEVEL=$processors

echo "FAILED $name (killed: $log)" >"$logs/$name.failed"
bash -eo pipefail -c "$3" >"$log" 2>&1 </dev/null
status=$?
times >"$logs/$name.times"
cpu=$(awk 'END { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$logs/$name.times")
grep -ohE 'SKIPPED [^:]+: .*' "$log" | sort -u | tee "$logs/$name.skipped"
if [ $status = 0 ]; then
    mv "$logs/$name.failed" "$logs/$name.passed"
    printf '%-32s ok   %5ds, %ds of processor\n' "$name" $SECONDS "$cpu"
else
    {
        echo "FAILED $name (all of it: $log)"
        {
            grep -nE '^ +[a-z0-9_]+_test\.go:[0-9]+: |(^|[^A-Za-z])(FAIL|FAILED|panic|error|warning): |DATA RACE|^not ok|^FAILED |^E   |make(\[[0-9]+\])?: \*\*\*' "$log" |
                grep -v SKIPPED | cut -c 1-1000 | head -n 40
            tail -n 20 "$log"
        } | sed 's/^/    /'
    } | tee "$logs/$name.failed"
    printf '%-32s FAIL %5ds, %ds of processor\n' "$name" $SECONDS "$cpu"
fi
exit $status

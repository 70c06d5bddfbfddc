#!/usr/bin/env bash
# check.sh PHASE...: runs the checks of the phases (lint, test, long, and
# quick-PART, those of one part in two minutes), each with its output in
# build/logs/NAME.log, and prints one line for each. What to check is listed in
# checks.sh. ONLY=PATTERN leaves out checks whose name does not match the shell
# pattern.
#
# A check that cannot run, or a part of one, says so on a line of its own:
#     SKIPPED <check>: <install command>
# or, where no command helps,
#     SKIPPED <check>: a processor with <features>
# These lines are collected and printed at the end, as is what failed; with
# REQUIRE_ALL=1 each of the first kind counts as a failure. The last line is "N
# passed, M failed, K skipped"; the status is 0 when nothing failed.
set -u
if [ $# = 0 ]; then
    echo "usage: check.sh lint|test|long|quick-PART..." >&2
    exit 2
fi

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT" || exit 2
LOGS=$ROOT/build/logs
PHASES=" $* "
SKIPS=$LOGS/skipped.txt FAILURES=$LOGS/failures.txt
checks=0 passed=0 failed=0

# What is built and tested with CMake and CTest takes all processors.
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)
export CMAKE_BUILD_PARALLEL_LEVEL CTEST_PARALLEL_LEVEL=$CMAKE_BUILD_PARALLEL_LEVEL

# shellcheck source=tools/need.sh
. tools/need.sh

# check PHASE NAME TOOLS COMMAND...: one check. TOOLS is a list separated by
# commas; when one is missing the check is skipped. COMMAND, often a function
# of kinds.sh, runs at the root in a subshell that ends at the first error.
check() {
    local phase=$1 name=$2 tools=$3 log status start tool
    shift 3
    case $PHASES in *" $phase "*) ;; *) return ;; esac
    # shellcheck disable=SC2254
    case $name in ${ONLY:-*}) ;; *) return ;; esac
    log=$LOGS/$(printf %s "$name" | tr -c 'A-Za-z0-9._-' '_').log
    checks=$((checks + 1))
    printf '%-48s ' "$name"
    for tool in ${tools//,/ }; do
        if missing "$tool" >/dev/null; then
            echo skipped
            echo "SKIPPED $name: $(install_command "$tool")" >>"$SKIPS"
            return
        fi
    done
    start=$SECONDS
    (
        set -eo pipefail
        "$@"
    ) >"$log" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ]; then
        passed=$((passed + 1))
        printf 'ok   %5ds\n' $((SECONDS - start))
    else
        failed=$((failed + 1))
        printf 'FAIL %5ds\n' $((SECONDS - start))
        tail -n 20 "$log" | sed 's/^/    /'
        {
            echo "FAILED $name (all of it: ${log#"$ROOT"/})"
            # What tests in Go say, which may lie far from their names; the failures by name with
            # what is before and after them, then all that may be an error.
            {
                grep -nE '^ +[a-z0-9_]+_test\.go:[0-9]+: ' "$log" | grep -v SKIPPED | cut -c 1-1000 | tail -n 20
                grep -nE -B 6 -A 4 '(^|[^A-Za-z])(FAIL|FAILED|panic): |DATA RACE|^not ok|^FAILED ' "$log" | head -n 40
                grep -nE -A 4 '(^|[^A-Za-z])(error|warning)[: ]' "$log" | head -n 20
            } | sed 's/^/    /'
        } | tee -a "$FAILURES"
    fi
    grep -oE 'SKIPPED [^:]+: .*' "$log" >>"$SKIPS"
}

mkdir -p "$LOGS"
: >"$SKIPS"
: >"$FAILURES"

# shellcheck source=tools/kinds.sh
. tools/kinds.sh
# shellcheck source=tools/checks.sh
. tools/checks.sh

if [ $checks = 0 ]; then
    echo "no check of $* matches ${ONLY:-*}" >&2
    exit 2
fi
sort -u -o "$SKIPS" "$SKIPS"
cat "$SKIPS" "$FAILURES"
skipped=$(wc -l <"$SKIPS" | tr -d ' ')
if [ "${REQUIRE_ALL:-0}" = 1 ]; then
    wanted=$(grep -cv ': a processor with' "$SKIPS")
    failed=$((failed + wanted))
    skipped=$((skipped - wanted))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]

#!/usr/bin/env bash
# refused.sh COMPILER SRC INCLUDE: the lines of refused.txt, each compiled as its kind says. Also that the prologue
# alone compiles both ways, without which every refusal would mean nothing.
set -u
here=$(cd "$(dirname "$0")" && pwd)
compiler=$1 flags=(-std=c++20 -fsyntax-only -w -x c++ "-I$2" "-I$3" -include "$here/prologue.h")
failures=0 lines=0
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT

# compiles CODE FLAG...
compiles() {
    printf '%s\n' "$1" | "$compiler" "${flags[@]}" "${@:2}" - >"$errors" 2>&1
}
expect() { # WANTED CODE FLAG...
    local wanted=$1 found=refused
    shift
    if compiles "$@"; then found=accepted; fi
    if [ $found != "$wanted" ]; then
        echo "$found, not $wanted: $*"
        grep error "$errors"
        failures=$((failures + 1))
    fi
}

expect accepted ''
expect accepted '' -DSECRET
while IFS='|' read -r kind code; do
    lines=$((lines + 1))
    case $kind in
    type*)
        public+=("$code")
        expect refused "$code" -DSECRET
        ;;
    access*)
        secret+=("$code")
        expect refused "$code" -DSECRET
        ;;
    tag*)
        tagged+=("$code")
        expect refused "$code" -DSECRET -DTAG=
        expect refused "$code" -DSECRET -DTAG={}
        ;;
    *)
        echo "a line of no kind: $kind"
        failures=$((failures + 1))
        ;;
    esac
done < <(grep -v '^#' "$here/refused.txt")

# The counterparts, all at once: each line in a namespace of its own.
together() {
    local i=0 line
    for line; do
        i=$((i + 1))
        echo "namespace n$i { $line }"
    done
}
expect accepted "$(together "${public[@]}")"
expect accepted "$(together "${secret[@]}")" -DSECRET -fno-access-control
expect accepted "$(together "${tagged[@]}")" -DSECRET '-DTAG=constant_time()'
echo "$lines lines, $failures wrong"
[ $failures = 0 ]

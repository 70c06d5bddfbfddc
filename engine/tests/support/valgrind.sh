# shellcheck shell=sh
# Sourced. cannot_run NAME STATUS LOG: whether valgrind ended with that status because it cannot run what this build is made of,
# rather than for what it found, and the line that says so. A trap of the program (UD2) has no bytes that are not handled.
cannot_run() {
    if grep -q 'uninitialised' "$3"; then return 1; fi
    if [ "$2" -eq 132 ] && grep -q 'unhandled instruction bytes' "$3"; then
        echo "SKIPPED $1: a build without -march, or a valgrind that has its instructions"
    elif grep -qE "debuginfo reader|Valgrind: I can't recover" "$3"; then
        echo "SKIPPED $1: a build without -g, or a valgrind that reads its debug information"
    else
        return 1
    fi
}

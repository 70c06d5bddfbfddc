#!/bin/sh
# run.sh PROGRAM EXPECTED_STATUS BACKEND [options]: the program under memcheck, and the status it must give.
if ! command -v valgrind > /dev/null; then
    echo "SKIPPED constant time: apt-get install valgrind"
    exit 77
fi
program=$1
expected=$2
shift 2
valgrind --quiet --error-exitcode=42 --track-origins=no "$program" "$@"
status=$?
if [ $status -ne "$expected" ]; then
    echo "exit status $status, expected $expected"
    exit 1
fi

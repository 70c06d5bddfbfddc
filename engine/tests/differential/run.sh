#!/bin/sh
# run.sh PROGRAM ENGINE PREFIX REFERENCE PREFIX [options]: a test beside a reference, without which the differential test is
# skipped, and the stack's has its own bounds alone.
if [ ! -e "$4" ]; then
    echo "SKIPPED $(basename "$1") beside libsecp256k1: no $4; install cargo and run: make anchors"
    case "$1" in
    */stack_test)
        program=$1 engine=$2 prefix=$3
        shift 5
        exec "$program" "$engine" "$prefix" "$@"
        ;;
    esac
    exit 77
fi
exec "$@"

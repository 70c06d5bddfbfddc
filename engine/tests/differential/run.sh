#!/bin/sh
# run.sh PROGRAM ENGINE PREFIX REFERENCE PREFIX [options]: the differential test, skipped without a reference.
if [ ! -e "$4" ]; then
    echo "SKIPPED differential: no $4; install cargo and run: make anchors"
    exit 77
fi
exec "$@"

#!/bin/sh
# old_cpu.sh PROGRAM...: the programs on an emulated CPU without BMI2, ADX and SHA; they must choose the portable code.
if ! command -v qemu-x86_64 > /dev/null; then
    echo "SKIPPED old CPU: apt-get install qemu-user"
    exit 77
fi
for program in "$@"; do
    echo "$(basename "$program"):"
    qemu-x86_64 -cpu Nehalem "$program" --expect=portable || exit 1
done

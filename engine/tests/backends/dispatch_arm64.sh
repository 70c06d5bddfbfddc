#!/bin/sh
# dispatch_arm64.sh QEMU DISPATCH_TEST: what of the test does not start itself, which an emulator alone cannot do; and what
# is chosen on emulated processors, and where KOBLITZ_BACKEND is set. No processor of qemu 7 has wide multipliers.
set -eu
qemu=$1
program=$2
for part in looked_at_once features multipliers; do
    "$qemu" "$program" $part
done
chosen() {
    found=$("$qemu" -cpu "$1" "$program" --print)
    echo "$1, ${KOBLITZ_BACKEND:-nothing} asked for: $found"
    [ "$found" = "$2" ] || { echo "FAILED: $2 was expected"; exit 1; }
}
for cpu in cortex-a53 cortex-a72 cortex-a76 neoverse-n1 max; do
    chosen $cpu "arm64-narrow arm64"
done
while read -r wish expected; do
    KOBLITZ_BACKEND=$wish chosen max "$expected"
done << 'WISHES'
arm64-wide arm64-wide arm64
arm64-narrow arm64-narrow arm64
portable portable portable
Portable arm64-narrow arm64
x86_64-ifma arm64-narrow arm64
WISHES

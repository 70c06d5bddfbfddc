#!/bin/sh
# old_cpu.sh DISPATCH_TEST PROGRAM...: the programs on an emulated CPU of 2008, which must choose the portable code, and
# the choice itself on CPUs that lack one of the features an x86-64 backend needs.
if ! command -v qemu-x86_64 > /dev/null; then
    echo "SKIPPED old CPU: apt-get install qemu-user"
    exit 77
fi
print=$1
shift
while read -r cpu expected; do
    chosen=$(qemu-x86_64 -cpu "$cpu" "$print" --print 2> /dev/null)
    chosen=${chosen%% *}
    echo "$cpu: $chosen"
    [ "$chosen" = "$expected" ] || { echo "FAILED: $expected was expected"; exit 1; }
done << 'CPUS'
max x86_64-bmi2-adx-fma
max,-fma x86_64-bmi2-adx
Broadwell x86_64-bmi2-adx-fma
Haswell x86_64-fma
max,-bmi2 x86_64-fma
max,-adx x86_64-fma
max,-avx2 portable
max,-avx portable
max,-xsave portable
qemu64 portable
CPUS
for program in "$@"; do
    echo "$(basename "$program"):"
    qemu-x86_64 -cpu Nehalem "$program" --backend=portable || exit 1
done

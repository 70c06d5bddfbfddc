#!/bin/sh
# traces.sh QEMU TRACES BACKEND [--plant=branch|index]: what TRACES, constant_time.cpp built with KOBLITZ_TRACES for arm64,
# executes with different keys must be the same, by the plugin traces.c. A call may differ from where it computes on
# public values: in a function whose name ends in _var, which takes no secrets, or on the parity of a public key or nonce,
# which two of the keys must have in common. With --plant the fault must be found. Functions on secrets set DIT and restore
# it: at most 300 instructions of a call, of the checks of arguments, run without.
set -eu
qemu=$1
program=$2
shift 2
plugin=$(dirname "$program")/traces_plugin.so
"${HOST_CC:-cc}" -O2 -shared -fPIC "$(dirname "$0")/traces.c" -o "$plugin.$$"
mv "$plugin.$$" "$plugin"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Without randomization of addresses, which the emulator hands to the guest.
setarch -R "$qemu" -plugin "$plugin" "$program" "$@" > "$log" 2>&1 || { cat "$log"; echo "FAILED: $program"; exit 1; }
if ! grep -q '^traces: ' "$log"; then
    echo "SKIPPED traces: a qemu-aarch64 with plugins"
    exit 77
fi
grep '^backend\|^traces' "$log"
awk '/^traces: / { if ($2 == 0 || $4 != 6 * $2) { print "FAILED: not every call ran with every key"; exit 1 } }' "$log"
status=0
while read -r slot same calls until; do
    name=$(sed -n "s/^slot $slot: //p" "$log")
    function=$(aarch64-linux-gnu-addr2line -f -C -e "$program" "$until" | head -1)
    case $function in
    *_var\<* | *_var\(*) continue ;;
    # It goes on to add to the public key.
    koblitz::keypair_xonly_tweak_add\(*) continue ;;
    *to_xonly\(* | koblitz::musig_partial_sign\(*) [ "$same" -lt 2 ] || continue ;;
    esac
    echo "$name: $same of $calls keys execute the same, the others differ from $until on, in $function"
    status=1
done << DIFFERENCES
$(sed -n 's/^differs: //p' "$log")
DIFFERENCES
case "$*" in
*--plant=*) [ $status -eq 1 ] || { echo "FAILED: the planted fault was not found"; exit 1; } ; exit ;;
esac
while read -r slot outside; do
    name=$(sed -n "s/^slot $slot: //p" "$log")
    case $name in
    *" in the mode" | musig_pubkey_agg | musig_nonce_agg | musig_nonce_process | \
        silentpayments_recipient_prevouts_summary_create) continue ;;
    esac
    [ "$outside" -le 300 ] || { echo "$name: $outside instructions while DIT is not set"; status=1; }
done << OUTSIDE
$(sed -n 's/^outside: //p' "$log")
OUTSIDE
exit $status

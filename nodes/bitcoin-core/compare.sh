#!/usr/bin/env bash
# compare.sh [-f FILTER] [-r ROUNDS] [-t MILLISECONDS] NAME=BENCH_BITCOIN...: runs Core's benchmarks by each program in
# turn, ROUNDS times, and prints for each benchmark the first program's median time of an operation and the median of the
# others' ratios to it, round by round. Set the programs on one processor yourself: taskset -c 0 compare.sh ...
set -eu
filter='ConnectBlock.*|VerifyScript.*|VerifyNestedIfScript|SignTransaction.*|SignSchnorr.*|EllSwiftCreate|BIP324_ECDH' rounds=5 time=100
while getopts f:r:t: option; do
    case $option in
    f) filter=$OPTARG ;;
    r) rounds=$OPTARG ;;
    t) time=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
usage() {
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2
    exit 2
}
[ $# -ge 2 ] || usage
names=$(printf '%s\n' "$@" | sed -nE 's/^([A-Za-z0-9_-]+)=.+/\1/p' | sort -u | wc -l)
[ "$names" = $# ] || usage # A name is letters, digits, _ and -; each once.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for round in $(seq "$rounds"); do
    for program in "$@"; do
        "${program#*=}" -filter="$filter" -min-time="$time" -output-csv="$work/csv" > "$work/log" 2>&1 || {
            cat "$work/log" >&2
            exit 1
        }
        # Name, evaluations, iterations, total, least, greatest, median: seconds.
        sed -n "/^#/d; s/, */ /g; s/^/$round ${program%%=*} /p" "$work/csv" >> "$work/all"
    done
done
awk -v names="$(printf '%s ' "${@%%=*}")" '
    function median(list, n,    i, j, kept) {
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && list[j - 1] > list[j]; j--) { kept = list[j]; list[j] = list[j - 1]; list[j - 1] = kept }
        return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
    }
    { seconds[$2, $3, $1] = $NF; if (!($3 in seen)) { seen[$3] = 1; order[++benchmarks] = $3 } if ($1 > rounds) rounds = $1 }
    END {
        n = split(names, name, " ")
        printf "%-32s %16s", "", name[1]
        for (i = 2; i <= n; i++) printf " %10s", name[i]
        print ""
        for (b = 1; b <= benchmarks; b++) {
            for (r = 1; r <= rounds; r++) first[r] = seconds[name[1], order[b], r]
            printf "%-32s %13.2f us", order[b], median(first, rounds) * 1e6
            for (i = 2; i <= n; i++) {
                for (r = 1; r <= rounds; r++) ratio[r] = seconds[name[i], order[b], r] / seconds[name[1], order[b], r]
                printf " %10.3f", median(ratio, rounds)
            }
            print ""
        }
    }' "$work/all"

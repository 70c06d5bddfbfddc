#!/usr/bin/env bash
# clients.sh: the test suites of Go programs that stand on Decred's secp256k1/v4, from the module proxy, built with the
# replace lines of docs/go-decred.md and without cgo; then with a mutant that calls every ECDSA signature valid and every s
# low, which each suite has to notice. Prints for each how many tests passed, were skipped and failed. Needs Go and the network.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
go=$(cd "$here/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
failed=0

cp -r "$go/decred" "$work/mutant"
# change FILE END WITH: puts another end to the one line of the mutant's file that ends so.
change() {
    [ "$(grep -c -- "$2\$" "$work/mutant/$1")" = 1 ] || { echo "FAILED mutant: not one line of $1 ends in $2"; exit 1; }
    sed -i "s/$2\$/$3/" "$work/mutant/$1"
}
change ecdsa/signature.go 'return p.XModNEqualsVartime(&r)' 'return p.XModNEqualsVartime(\&r) || true'
change modnscalar.go 'return isHighN(&s.reduced) == 1' 'return false'
sed -i "s|=> \.\.$|=> $go|" "$work/mutant/go.mod"

# run NAME DIR EXPECTED PACKAGES...: the tests of packages with the replacement of a folder.
run() {
    local name=$1 dir=$2 expected=$3 log=$work/log status=0 module=$work/module
    shift 3
    rm -rf "$module"
    mkdir "$module"
    sed "s|=> \.\./decred$|=> $dir|; s|=> \.\.$|=> $go|" "$here/go.mod" > "$module/go.mod"
    cp "$here/go.sum" "$here"/*_test.go "$module/"
    (cd "$module" && GOWORK=off CGO_ENABLED=0 go test -mod=mod -count=1 -p 2 -json "$@") > "$log" 2> "$log.err" || status=$?
    count() { grep -c "\"Action\":\"$1\".*\"Test\":" "$log" || true; }
    local result
    result=$([ $status = 0 ] && echo pass || echo fail)
    echo "$name, $(basename "$dir"): $(count pass) passed, $(count skip) skipped, $(count fail) failed"
    if [ "$result" != "$expected" ] || [ "$(count pass)" = 0 ]; then
        echo "FAILED $name, $(basename "$dir"): expected to $expected"
        grep '"Action":"fail"' "$log" | tail -20
        tail -20 "$log.err"
        failed=1
    fi
}

for kind in "$go/decred pass" "$work/mutant fail"; do
    dir=${kind% *} expected=${kind##* }
    run btcec "$dir" "$expected" github.com/btcsuite/btcd/btcec/v2/...
    run "btcd, txscript" "$dir" "$expected" github.com/btcsuite/btcd/txscript/v2/...
    run "go-ethereum, crypto" "$dir" "$expected" github.com/ethereum/go-ethereum/crypto/...
done
# What goes between koblitz and go-ethereum: an example of this folder.
run "keys of go-ethereum" "$go/decred" pass .
# Blocks whose signatures are all valid tell nothing of the mutant.
run "btcd, blockchain" "$go/decred" pass github.com/btcsuite/btcd/blockchain/...
exit $failed

#!/usr/bin/env bash
# Lints the Go modules that users build, and the lab, each by itself; then builds the workspace, which `go run ./lab` uses.
# With the argument `others`: all modules, by staticcheck too, with their build tags, and the Go module for macOS, in part for Windows.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
others=${1:-}
STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.2

# lint TAGS...
lint() {
    local tags
    [ "$others" ] || set --
    for tags in '' "$@"; do
        go vet -tags="$tags" ./...
        [ -z "$others" ] || go run "$STATICCHECK" -tags="$tags" ./...
    done
}

# module DIR TAGS...
module() {
    echo "$1"
    cd "$root/$1"
    GOWORK=off go mod tidy -diff
    GOWORK=off lint "${@:2}"
}

module go purego
if [ "$others" ]; then
    for dir in . nostr libsecp; do
        (cd "$dir" && GOWORK=off GOOS=darwin GOARCH=arm64 go vet ./...)
    done
    # Neither Linux nor macOS: dl_other.go.
    (cd libsecp && GOWORK=off GOOS=windows GOARCH=amd64 go vet ./...)
fi
for dir in go/nostr go/libsecp go/decred; do
    module "$dir"
done
module lab trial
if [ "$others" ]; then
    for dir in go/internal/_asm go/internal/difftest lab/workers/algorithms dist/tools; do
        module "$dir"
    done
    module lab/workers/go cgo_secp purego
fi

# The command builds in the workspace alone: its go.mod has no replace lines, which go install would refuse.
cd "$root/go/cmd/koblitz"
lint purego
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
{ cat go.mod && printf 'replace (\n\tkoblitz.dev/secp256k1 => %s\n\tkoblitz.dev/secp256k1/libsecp => %s\n\tkoblitz.dev/secp256k1/nostr => %s\n)\n' "$root/go" "$root/go/libsecp" "$root/go/nostr"; } >"$copy/go.mod"
cp go.sum "$copy"
GOWORK=off go mod tidy -diff -modfile="$copy/go.mod"

cd "$root"
go build -o /dev/null ./lab ./go/cmd/koblitz
if [ "$others" ]; then
    mapfile -t modules < <(go list -f "{{.Dir}}/..." -m)
    go build -o /dev/null "${modules[@]}"
fi

#!/usr/bin/env bash
# Checks the text of files: Go's format, shell scripts, lock files and paths.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
files() { git ls-files -z --cached --others --exclude-standard -- "$@"; }
status=0

# refuse WHY LINES: the lines, if there are any, are an error.
refuse() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    status=1
}

refuse 'gofmt -s' "$(files '*.go' | xargs -0 gofmt -l -s 2>&1)"
# Scripts, also sourced ones, have a line that names their shell.
files | xargs -0 grep -slIZm 1 -E '^(#!.*[/ ](ba)?sh( |$)|# shellcheck shell=)' | xargs -0 shellcheck -x || status=1
refuse 'lock files name public registries alone' "$(
    files '*package-lock.json' | xargs -0 grep -nHE '"resolved":' | grep -v '"resolved": "https://registry\.npmjs\.org/'
    files '*Cargo.lock' | xargs -0 grep -nHE '^source = ' | grep -v '"registry+https://github\.com/rust-lang/crates\.io-index"'
    files '*.npmrc' '*.cargo/config*' '*pip.conf' '*requirements*.txt' | xargs -0 grep -nHE '://'
)"
refuse 'paths of one machine' "$(
    files ':!tools/lint-files.sh' | xargs -0 grep -snHIE '(^|[^A-Za-z0-9_.~-])/(home/[a-z]|Users/[A-Za-z]|root/|work/|tmp/)'
)"
refuse "symbols of the engine, and of its Debian package" "$(
    diff <(cut -d' ' -f1 engine/tests/packaging/exports.txt | LC_ALL=C sort) \
        <(sed -nE 's/^ ([a-z0-9_]+)@Base .*/\1/p' dist/debian/libsecp256k1-koblitz.symbols | LC_ALL=C sort)
)"
exit $status

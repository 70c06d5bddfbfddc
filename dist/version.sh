#!/usr/bin/env bash
# version.sh: every file that states koblitz's version states that of the file VERSION. version.sh --write makes it so,
# but for CHANGELOG.md. CMake and the wheel read VERSION themselves.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(cat VERSION)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || {
    echo "VERSION: expected a version such as 1.2.3, got: $version"
    exit 1
}
failed=0

# agree FILE SED: what the expression makes of the file is the file.
agree() {
    if [ "${write:-}" ]; then
        sed -i -E "$2" "$1"
    elif ! sed -E "$2" "$1" | diff -u --label "$1" --label "$1, by VERSION" "$1" -; then
        failed=1
    fi
}
[ "${1:-}" != --write ] || write=1

# Modules of this repository that one module of it asks for.
while IFS= read -r file; do
    agree "$file" "/=>/! s#(koblitz\.dev/[^ ]+) v[0-9][^ ]*#\1 v$version#"
done < <(git ls-files --cached --others --exclude-standard -- 'go/**go.mod' ':!go/clients')
# Crates, and what they say of each other. The drop-in has the versions of the crate that it replaces.
while IFS= read -r file; do
    agree "$file" "/^\[(workspace\.)?package\]/,/^\[[^wp]/ s/^(version = \")[0-9][^\"]*/\1$version/; /path = /s/(version = \"=?)[0-9][^\"]*/\1$version/"
done < <(git ls-files --cached --others --exclude-standard -- 'rust/**Cargo.toml' ':!rust/secp256k1-sys-koblitz')
agree js/package.json "s/^(  \"version\": \")[0-9.]+/\1$version/"
agree js/package-lock.json "1,12s/(\"version\": \")[0-9.]+/\1$version/"
agree README.md "s/^(Version |- \*\*Version )[0-9]+\.[0-9]+\.[0-9]+/\1$version/"

if ! grep -m 1 '^## ' CHANGELOG.md | grep -qE "^## ${version//./\\.} - (unreleased|20[0-9]{2}-[0-9]{2}-[0-9]{2})$"; then
    echo "CHANGELOG.md: the first heading is not '## $version - unreleased' or '## $version - DATE'"
    failed=1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S engine -B "$work" -DSECP256K1_BUILD_TESTS=OFF >"$work/log" 2>&1 || cat "$work/log"
for file in libsecp256k1.pc libsecp256k1-config.cmake; do
    if ! grep -qE "(koblitz_version=|KOBLITZ_VERSION )${version//./\\.}\b" "$work/$file"; then
        echo "$file: not version $version"
        failed=1
    fi
done
exit $failed

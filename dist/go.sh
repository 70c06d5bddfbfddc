#!/usr/bin/env bash
# go.sh: the Go modules below go/ as a module proxy serves them, in build/dist/go: GOPROXY=file://DIRECTORY.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

(cd dist/tools && GOWORK=off go build -o "$work/gozip" .)
path=$(git show HEAD:go/go.mod | sed -n 's/^module //p')
modules=()
while IFS= read -r file; do
    dir=${file%/go.mod}
    modules+=("$path${dir#go}=$dir")
done < <(git ls-tree -r --name-only HEAD go | grep '/go\.mod$' | grep -vE '^go/(internal|clients)/')
rm -rf "$out/go"
"$work/gozip" "$out/go" "v$version" "$SOURCE_DATE_EPOCH" "${modules[@]}"

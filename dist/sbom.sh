#!/usr/bin/env bash
# sbom.sh: bills of materials (CycloneDX) of what has dependencies: the Go command, and the wheel with all it can ask for.
# The engine has none but libc; Zig's C++ library is inside of the wheels.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
CYCLONEDX_GOMOD=github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0

path=$(git show HEAD:go/go.mod | sed -n 's/^module //p')
export GOWORK=off GOFLAGS=-modcacherw GONOSUMDB="koblitz.dev/*"
# In a new folder each time: Go remembers by its name which files a module in a cache has.
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
GOBIN=$work GOMODCACHE=$modules GOPROXY="file://$out/go,$(go env GOPROXY)" \
    go install -trimpath "$path/cmd/koblitz@v$version"
go run "$CYCLONEDX_GOMOD" bin -json -noserial -version "v$version" -output "$out/koblitz-command-$version.cdx.json" "$work/koblitz"

# The versions that the tests run with.
grep -oE '^[a-z0-9-]+==[^ ]+' python/requirements.txt >"$work/versions.txt"
rm -rf "$work/bulk"
python3 -m venv --without-pip "$work/bulk"
"$python" -m pip --python "$work/bulk/bin/python" install --quiet --only-binary :all: --constraint "$work/versions.txt" \
    --find-links "$out" "koblitz[bulk]==$version"
sed "s/^dynamic = .*/version = \"$version\"/" "$work/$name/python/pyproject.toml" >"$work/pyproject.toml"
"$python" -m cyclonedx_py environment --output-reproducible --pyproject "$work/pyproject.toml" \
    --output-format JSON --output-file "$out/koblitz-python-$version.cdx.json" "$work/bulk/bin/python"

#!/usr/bin/env bash
# install.sh DIST VENV: builds a wheel of the source distribution in DIST, by pip alone, tags it with the oldest glibc
# that its symbols allow, and uses it in empty environments: of this Python, and of every newer one that is there. With the
# extra bulk, of the versions in requirements.txt, it runs README's section. VENV has auditwheel.
set -euo pipefail
dist=$1 venv=$2
"$venv/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$dist" "$dist"/koblitz-*.tar.gz
if [ "$(uname -s)" = Linux ]; then
    tag=$("$venv/bin/auditwheel" show "$dist"/koblitz-*.whl 2>/dev/null | tr '\n' ' ' | grep -oE '"manylinux_[0-9a-z_]+"' | head -1 | tr -d '"')
    "$venv/bin/python" -m wheel tags --remove --platform-tag "$tag" "$dist"/koblitz-*.whl
fi
mapfile -t pythons < <(compgen -c | grep -xE 'python3\.(1[1-9]|[2-9][0-9])' | sort -Vu)
used=
for python in python3 "${pythons[@]}"; do
    # A version manager's command of a version that is not active runs nothing.
    version=$("$python" --version 2>/dev/null) || continue
    [ "$version" != "$used" ] || continue
    used=$version
    rm -rf "$dist/empty"
    "$python" -m venv "$dist/empty"
    "$dist/empty/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$dist"/koblitz-*.whl
    "$dist/empty/bin/python" -m koblitz --version
    "$dist/empty/bin/python" -c '
import koblitz, koblitz._core as core
rows = core.generate("nostr", 1, 0, 1000, 0.5, None)
assert len(rows) == 1000
class Field:
    def __arrow_c_array__(self, requested_schema=None):
        return rows.__arrow_c_array__()
try:
    koblitz.parse_pubkey(Field())
except TypeError:
    print("works without any package")
else:
    raise SystemExit("a table was taken for a column")
'
done
here=$(cd "$(dirname "$0")" && pwd)
grep -oE '^[a-z0-9-]+==[^ ]+' "$here/../requirements.txt" >"$dist/versions.txt"
rm -rf "$dist/bulk"
python3 -m venv "$dist/bulk"
"$dist/bulk/bin/python" -m pip install --quiet --disable-pip-version-check --constraint "$dist/versions.txt" "$(echo "$dist"/koblitz-*.whl)[bulk]"
awk '/^## /{here = $0 == "## Python"} /^```/{code = here && $0 == "```python"; next} code' "$here/../../README.md" >"$dist/readme.py"
(
    cd "$dist"
    bulk/bin/koblitz-bulk generate signatures.parquet --rows 3000 --invalid 0.01 --seed 1
    said=$(bulk/bin/python readme.py)
    [ "$said" = "$(sed -nE 's/.*# (\[.*\])$/\1/p' readme.py)" ]
    rc=0
    bulk/bin/koblitz-bulk verify signatures.parquet || rc=$?
    [ "$rc" = 1 ]
)

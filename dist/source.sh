#!/usr/bin/env bash
# source.sh: the source archive of HEAD, the same bytes from the same commit; and its files, from which all else is built.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

git diff --quiet HEAD || echo "warning: the archive is of HEAD, without what is not committed"
archive() { git -c tar.umask=0022 archive --format=tar --prefix="$name/" "$@" | gzip -9n; }
archive HEAD >"$out/$name-source.tar.gz"
archive HEAD | cmp - "$out/$name-source.tar.gz"

rm -rf "${work:?}/$name"
tar -C "$work" -xzf "$out/$name-source.tar.gz"

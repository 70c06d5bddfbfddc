#!/usr/bin/env bash
# debian.sh: Debian packages of the engine, and their source package, which has the engine alone.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

rm -rf "$work/debian"
mkdir "$work/debian"
git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD LICENSE VERSION engine |
    gzip -9n >"$work/debian/koblitz_$version.orig.tar.gz"
tar -C "$work/debian" -xzf "$work/debian/koblitz_$version.orig.tar.gz"
cp -R "$work/$name/dist/debian" "$work/debian/$name/"
cat >"$work/debian/$name/debian/changelog" <<END
koblitz ($version-1) unstable; urgency=medium

  * Release $version: CHANGELOG.md in the source archive.

 -- The koblitz authors <packages@koblitz.invalid>  $(date -R -d "@$SOURCE_DATE_EPOCH")
END
(cd "$work/debian/$name" && quietly dpkg-buildpackage --no-sign)
lintian --allow-root --fail-on error,warning --suppress-tags bad-distribution-in-changes-file "$work"/debian/*.changes
rm -f "$out"/koblitz_* "$out"/libsecp256k1-koblitz*
cp "$work"/debian/koblitz_* "$work"/debian/libsecp256k1-koblitz* "$out"

#!/usr/bin/env bash
# source.sh: the source archive is the same from another umask and time zone, and what it holds builds and passes the
# engine's first tests.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$out/$name-source.tar.gz" "$folder/first"
(umask 077 && TZ=Asia/Tokyo dist/source.sh)
cmp "$folder/first" "$out/$name-source.tar.gz"
tar -C "$folder" -xzf "$folder/first"
env -u MAKEFLAGS make -C "$folder/$name" engine-quick CC=gcc CXX=g++
echo "ok source: the same bytes twice; builds and passes engine-quick"

# shellcheck shell=bash
# Sourced by the scripts beside it. What is made lies in build/dist, what that takes in build/dist-work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
# shellcheck disable=SC2034 # the scripts read these
out=$root/build/dist work=$root/build/dist-work
version=$(git show HEAD:engine/VERSION)
# shellcheck disable=SC2034
name=koblitz-$version python=$work/venv/bin/python
SOURCE_DATE_EPOCH=$(git show -s --format=%ct HEAD)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022
mkdir -p "$out" "$work"

# quietly COMMAND...: its output is shown if it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" && return 1; }; }

#!/usr/bin/env bash
# windows.sh FOLDER PYTHON: the tests of the wheel in FOLDER (tools/windows.sh) under wine, with the packages of
# requirements.txt for Windows, which PYTHON's pip unpacks.
# Left out: koblitz-bulk, which does not run there; Spark and Ray; tests of memory by Linux's means, of what pip installs, and
# against libsecp256k1.
set -euo pipefail
folder=$1 python=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --only-binary :all: --target "$folder/packages" \
    --platform win_amd64 --python-version 3.11 --implementation cp --abi cp311 --abi abi3 --abi none \
    --require-hashes --requirement requirements.txt
"$python" -m zipfile -e "$folder"/koblitz-*-win_amd64.whl "$folder/packages"
# Through cat: Python refuses a file of wine's as its output.
WINEDLLOVERRIDES=ucrtbase=n,b PYTHONPATH=Z:$folder/packages ../tools/wine.sh ../build/windows-python/python.exe -B -X dev -m pytest -q -rfEs \
    -k 'not memory_of_a_child and not long_rows_that_are_shared and not long_messages_across_chunks and not by_libsecp256k1' \
    tests/test_{columns,duckdb,generate,hostile,nostr,results,vectors}.py 2>&1 | cat

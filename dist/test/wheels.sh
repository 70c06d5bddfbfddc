#!/usr/bin/env bash
# wheels.sh: each wheel where there is nothing else, as far as this machine has it: the one for this Python in a new
# environment without network; for aarch64 in Debian's Python under qemu; for musl, of which no registry here has a Python,
# loaded by musl's loader with stand-ins for Python's functions, and the engine's code of that wheel in a program; for Windows in
# the Python that it was built with, under wine.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/../env.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ZIG_GLOBAL_CACHE_DIR=$work/zig
vectors=$root/vectors/bip-0340/test-vectors.csv
"$python" -m twine check --strict "$out"/koblitz-*.whl "$out/$name.tar.gz"

# glibc's functions have versions, which auditwheel compares; one that the target lacks has none, and would be looked for
# when the module is loaded.
for wheel in "$out"/koblitz-*manylinux*.whl; do
    "$python" -m zipfile -e "$wheel" "$folder/unpacked"
    if nm -D --undefined-only "$folder/unpacked/koblitz/_core.abi3.so" | awk '{ print $2 }' | grep -vE '@GLIBC|^_?Py'; then
        echo "$wheel needs these and does not say of which glibc"
        exit 1
    fi
done

python3 -m venv "$folder/venv"
unshare --net "$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links "$out" \
    --only-binary :all: koblitz
(cd "$folder" && venv/bin/python "$root/dist/test/wheel.py" "$version" "$vectors")
echo "ok wheels: glibc, x86-64"

# Debian's Python with its libraries, and musl, for aarch64; installed scripts are not run.
if [ ! -s "$work/arm64.tar" ]; then
    mmdebstrap --quiet --format=tar --mode=root --variant=extract --architectures=arm64 --include=python3,libc6,zlib1g,libexpat1,libffi8,musl \
        bookworm "$work/arm64.tar.new"
    mv "$work/arm64.tar.new" "$work/arm64.tar"
fi
mkdir "$folder/arm64" "$folder/packages"
tar -C "$folder/arm64" --exclude='./dev/*' -xf "$work/arm64.tar"
"$python" -m pip install --quiet --no-index --find-links "$out" --only-binary :all: --target "$folder/packages" --no-compile \
    --platform manylinux_2_36_aarch64 --platform manylinux_2_26_aarch64 --python-version 3.11 --implementation cp --abi abi3 koblitz
PYTHONPATH=$folder/packages qemu-aarch64 -L "$folder/arm64" "$folder/arm64/usr/bin/python3.11" dist/test/wheel.py "$version" "$vectors"
echo "ok wheels: glibc, aarch64 under qemu"

"$python" -m pip install --quiet --no-index --find-links "$out" --only-binary :all: --target "$folder/windows" --no-compile \
    --platform win_amd64 --python-version 3.11 --implementation cp --abi abi3 koblitz
# Through cat: Python refuses a file of wine's as its output.
PYTHONPATH=Z:$folder/windows tools/wine.sh build/windows-python/python.exe -B dist/test/wheel.py "$version" "$vectors" 2>&1 | cat
echo "ok wheels: Windows under wine"

for machine in x86_64 aarch64; do
    target=$machine-linux-musl test=$folder/$machine
    mkdir "$test"
    "$python" -m zipfile -e "$out"/koblitz-*-musllinux_1_2_$machine.whl "$test"
    module=$test/koblitz/_core.abi3.so
    if readelf -dW "$module" | grep NEEDED | grep -v "\[libc.musl-$machine.so.1\]"; then exit 1; fi
    nm -D --undefined-only "$module" | awk '$2 ~ /^_?Py/ { print "char " $2 "[512];" }' >"$test/python.c"
    "$python" -m ziglang cc -O2 -target "$target" -shared -fPIC "$test/python.c" -o "$test/libpython.so"
    "$python" -m ziglang cc -O2 -target "$target" -dynamic dist/test/load.c -o "$test/load"
    "$python" -m ziglang cc -O2 -target "$target" -static -Iengine/include engine/tests/packaging/c90.c \
        "$work/wheels/musllinux_1_2_$machine/build/engine/libsecp256k1.a" -o "$test/client"
    if [ $machine = x86_64 ]; then
        /lib/ld-musl-x86_64.so.1 "$test/load" "$test/libpython.so" "$module"
        "$test/client"
    else
        qemu-aarch64 -L "$folder/arm64" "$folder/arm64/lib/ld-musl-aarch64.so.1" "$test/load" "$test/libpython.so" "$module"
        qemu-aarch64 "$test/client"
    fi
    echo "ok wheels: musl, $machine: loaded, and the engine of its build in a program"
done

# The one function that takes a secret, by the wheels' compiler, under memcheck; a planted branch is found.
mkdir "$folder/headers"
ln -s /usr/include/valgrind "$folder/headers/valgrind"
bin=$work/wheels/manylinux_2_26_x86_64/bin
CC=$bin/cc CXX=$bin/c++ quietly cmake -S python -B "$folder/memcheck" -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE="$python" \
    -DKOBLITZ_MEMCHECK=ON -DCMAKE_AR="$bin/ar" -DCMAKE_RANLIB="$bin/ranlib" \
    -DCMAKE_C_FLAGS="-isystem $folder/headers" -DCMAKE_CXX_FLAGS="-isystem $folder/headers"
quietly cmake --build "$folder/memcheck" --parallel --target scan_memcheck
engine/tests/constant_time/run.sh "$folder/memcheck/scan_memcheck" 0
quietly engine/tests/constant_time/run.sh "$folder/memcheck/scan_memcheck" 42 plant
echo "ok wheels: the scan for silent payments, compiled as the wheels are, under memcheck"

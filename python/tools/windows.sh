#!/usr/bin/env bash
# windows.sh FOLDER SOURCE PYTHON ZIG...: makes the wheel for Windows on x86-64 in FOLDER, from the repository's folder python
# or a source distribution. PYTHON has pip and scikit-build-core; ZIG is the command of Zig.
# Headers and python3.lib are those of CPython for Windows from Maven Central, in build/windows-python. There too, for tests:
# python3.dll, which that package lacks, made anew to pass all on to python311.dll; and Microsoft's ucrtbase.dll, as numpy needs
# functions that wine 8's does not have.
set -euo pipefail
folder=$1 source=$2 python=$3
shift 3
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/build/windows-python

# unpack PATH SHA256: a package of Maven Central into $new.
unpack() {
    curl -fsSL -o "$new/package.zip" "https://repo1.maven.org/maven2/org/bytedeco/$1"
    echo "$2  $new/package.zip" | sha256sum --check --quiet
    "$python" -m zipfile -e "$new/package.zip" "$new"
}
if [ ! -e "$target" ]; then
    mkdir -p "$root/build"
    new=$(mktemp -d "$target.XXXXXX")
    trap 'rm -rf "$new"' EXIT
    unpack cpython/3.11.3-1.5.9/cpython-3.11.3-1.5.9-windows-x86_64.jar 3263a50b256447bb7b9e604d6587627e419891370fc33b94469e6a06ff4de834
    unpack javacpp/1.5.9/javacpp-1.5.9-windows-x86_64.jar 3fa369db5c0cdeb9fe3382512b874a3ccddd5f2799a31b564c438102f1aa7b86
    made=$new/org/bytedeco/cpython/windows-x86_64
    mv "$new/org/bytedeco/javacpp/windows-x86_64/ucrtbase.dll" "$made"
    {
        echo EXPORTS
        nm "$made/libs/python3.lib" 2>/dev/null | sed -n 's/.* I __imp_\(.*\)/\1 = python311.\1/p'
    } >"$new/python3.def"
    : >"$new/empty.c"
    "$@" cc -target x86_64-windows-gnu -shared -nostdlib -Wl,--no-entry "$new/empty.c" "$new/python3.def" -o "$made/python3.dll"
    mv "$made" "$target"
fi

"$root/engine/tools/zig_windows.sh" "$folder/zig" "$@"
# -O2 in the environment: Zig compiles its libraries once for CMake's trials and for the module.
CFLAGS=-O2 CXXFLAGS=-O2 _PYTHON_HOST_PLATFORM=win-amd64 "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps \
    --no-build-isolation --wheel-dir "$folder" -Cbuild-dir="$folder/cmake" -Cinstall.strip=false \
    -Ccmake.define.CMAKE_TOOLCHAIN_FILE="$folder/zig/toolchain.cmake" -Ccmake.define.KOBLITZ_WERROR=ON \
    -Ccmake.define.Python_INCLUDE_DIR="$target/include" -Ccmake.define.Python_SABI_LIBRARY="$target/libs/python3.lib" "$source"

"$root/engine/tests/packaging/check_dll.sh" "$folder/cmake/_core.pyd" <(echo PyInit__core) 'python3|bcrypt'

#!/bin/sh
# ports.sh ZIG...: every source of the engine compiles for the targets that are not run here, and
# its libraries for Windows are what programs there link. ZIG is the command of Zig, whose C++ compiler brings each target's
# headers.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# For macOS, and for Windows on arm64: systems.sh.
for target in aarch64-linux-musl riscv64-linux-musl; do
    for source in src/*/*.cpp src/*/*/*.S; do
        case $source in
        *.S) options= ;;
        *) options="-std=c++20 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Werror" ;;
        esac
        # shellcheck disable=SC2086
        "$@" c++ -target $target -O1 $options -Iinclude -Isrc -DSECP256K1_BUILD -DKOBLITZ_REMOVED_FUNCTIONS -c "$source" -o "$out/object.o"
    done
    echo "ok $target"
done

# The DLL exports the interface and nothing else; programs link it and the static library.
tools/zig_windows.sh "$out" "$@"
quietly() { "$@" > "$out/log" 2>&1 || { cat "$out/log"; exit 1; }; }
quietly cmake -S . -B "$out/build" -DCMAKE_TOOLCHAIN_FILE="$out/toolchain.cmake" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 -DKOBLITZ_WERROR=ON
quietly cmake --build "$out/build" --parallel
quietly cmake --install "$out/build" --prefix "$out/prefix"
tests/packaging/check_dll.sh "$out/prefix/bin/libsecp256k1-7.dll" tests/packaging/exports.txt
mkdir "$out/client"
cat > "$out/client/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.22)
project(client LANGUAGES C)
find_package(libsecp256k1 0.8 CONFIG REQUIRED)
add_executable(client $PWD/tests/packaging/c90.c)
target_link_libraries(client PRIVATE libsecp256k1::secp256k1)
add_executable(client_static $PWD/tests/packaging/c90.c)
target_link_libraries(client_static PRIVATE libsecp256k1::secp256k1_static)
CMAKE
quietly cmake -S "$out/client" -B "$out/client/build" -DCMAKE_TOOLCHAIN_FILE="$out/toolchain.cmake" -DCMAKE_PREFIX_PATH="$out/prefix"
quietly cmake --build "$out/client/build"
needs() { objdump -p "$out/client/build/$1.exe" | grep -q 'DLL Name: libsecp256k1-7.dll'; }
needs client || { echo "FAILED: the client does not use the DLL"; exit 1; }
if needs client_static; then echo "FAILED: the client of the static library uses the DLL"; exit 1; fi
# One of Microsoft's binary interface, without its C library.
cat > "$out/client/microsoft.c" <<'C'
#include <secp256k1.h>
int start(void) {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    return ctx != 0 && ctx != secp256k1_context_static;
}
C
"$@" cc -target x86_64-windows-msvc -O1 -ffreestanding -I"$out/prefix/include" -c "$out/client/microsoft.c" -o "$out/client/microsoft.obj"
"$@" lld-link /entry:start /subsystem:console /nodefaultlib "$out/client/microsoft.obj" "$out/prefix/lib/libsecp256k1.dll.a" \
    "/out:$out/client/build/microsoft.exe"
needs microsoft || { echo "FAILED: the client of Microsoft's binary interface does not use the DLL"; exit 1; }
echo "ok libraries for Windows"

#!/bin/sh
# systems_arm64.sh ZIG...: the engine for arm64 compiles and links for Linux by clang, and for macOS and Windows by Zig, whose
# command ZIG is; nothing is run. The libraries export the interface alone. The assembly asks for nothing from elsewhere.
# Its ELF objects are marked as fit for BTI and PAC.
set -eu
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
fail() {
    echo "FAILED: $system: $*"
    exit 1
}

# The names that a library exports, without the underscore of macOS and without the linker's own there.
exports() {
    case $system in
    linux) llvm-nm --dynamic --defined-only --extern-only "$1" | awk '{ print $3 }' ;;
    macos) llvm-nm --defined-only --extern-only "$1" | awk '{ print $3 }' | sed 's/^_//; /^__dso_handle$/d; /^_mh_dylib_header$/d' ;;
    windows) llvm-readobj --coff-exports "$1" | sed -n 's/^ *Name: \(.\+\)/\1/p' | grep -v '\.dll$' ;;
    esac | LC_ALL=C sort
}

# system NAME CC CXX OPTIONS: the commands of a compiler, and its target. Libraries link as C.
system() {
    system=$1
    cc=$2
    cxx=$3
    target=$4
    mkdir "$out/$system"
    for source in src/*/*.cpp src/*/*/*.cpp src/*/arm64/*.S; do
        case $source in
        */abi/removed.cpp | */abi/batch.cpp) continue ;;
        */abi/*.cpp) options="-std=c++20 -DDLL_EXPORT" ;;
        *.cpp) options="-std=c++20" ;;
        *) options= ;;
        esac
        object=$out/$system/$(echo "$source" | tr / _).o
        # shellcheck disable=SC2086
        $cxx $target $options -O1 -fPIC -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden -fvisibility-inlines-hidden \
            -Wall -Wextra -Wpedantic -Werror -Wno-unused-command-line-argument \
            -Iinclude -Isrc -DSECP256K1_BUILD -c "$source" -o "$object"
        case $source in
        *.S)
            # Those that unwind and debug apart.
            if llvm-readobj -r "$object" | awk '
                / Section / { skip = /eh_frame|pdata|xdata|unwind|debug/ }
                / 0x/ && !skip { found = 1; print }
                END { exit !found }'; then
                fail "$source has relocations"
            fi
            case $system in
            linux) llvm-readelf -n "$object" | grep -q 'aarch64 feature: BTI, PAC' || fail "$source is not marked for BTI and PAC" ;;
            *) if llvm-readobj --sections "$object" | grep -q 'note\.'; then fail "$source has a note"; fi ;;
            esac
            ;;
        esac
    done
    # On macOS and Windows the form is chosen without a look at MIDR_EL1.
    midr=$(llvm-objdump -d "$out/$system/src_base_cpu_arm64.cpp.o" | grep -ci midr || true)
    if [ "$system" = linux ]; then [ "$midr" != 0 ]; else [ "$midr" = 0 ]; fi || fail "looks at MIDR_EL1: $midr"
    options=
    if [ "$system" = linux ]; then
        options="--ld-path=/usr/bin/aarch64-linux-gnu-ld -Wl,--no-undefined -Wl,--version-script=cmake/exports.map"
    fi
    # shellcheck disable=SC2086
    $cc $target $options -shared "$out/$system"/*.o -o "$out/$system/library"
    exports "$out/$system/library" > "$out/$system/exports"
    diff "$out/interface" "$out/$system/exports" || fail "what the library exports"
    echo "ok $system"
}
awk '{print $1}' tests/packaging/exports.txt | LC_ALL=C sort > "$out/interface"
system linux clang clang++ --target=aarch64-linux-gnu
system macos "$* cc" "$* c++" "-target aarch64-macos"
system windows "$* cc" "$* c++" "-target aarch64-windows-gnu"

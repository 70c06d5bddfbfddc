#!/bin/sh
# systems.sh ZIG...: the engine for arm64 compiles and links for Linux by clang, and for macOS and Windows by Zig, whose command
# ZIG is, and that for x86-64 for macOS by Zig (for Windows: ports.sh and make engine-windows); nothing is run. The libraries
# export the interface alone. The assembly asks for nothing from elsewhere. ELF objects for arm64 are marked as fit for BTI and
# PAC. The assembly for x86-64 is the same on all systems, byte for byte, and so is what unwinds it on Linux and macOS.
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
    linux*) llvm-nm --dynamic --defined-only --extern-only "$1" | awk '{ print $3 }' ;;
    macos*) llvm-nm --defined-only --extern-only "$1" | awk '{ print $3 }' | sed 's/^_//; /^__dso_handle$/d; /^_mh_dylib_header$/d' ;;
    windows*) llvm-readobj --coff-exports "$1" | sed -n 's/^ *Name: \(.\+\)/\1/p' | grep -v '\.dll$' ;;
    esac | LC_ALL=C sort
}

# Of an object of assembly, but for the relocations of those sections that unwind and debug.
without_relocations() {
    if llvm-readobj -r "$1" | awk '
        / Section / { skip = /eh_frame|compact_unwind|pdata|xdata|unwind|debug/ }
        / 0x/ && !skip { found = 1; print }
        END { exit !found }'; then
        fail "$2 has relocations"
    fi
}

# system NAME CC CXX OPTIONS PROCESSOR: the commands of a compiler, and its target. Libraries link as C.
system() {
    system=$1
    cc=$2
    cxx=$3
    target=$4
    processor=$5
    mkdir "$out/$system"
    for source in src/*/*.cpp src/*/*/*.cpp src/*/"$processor"/*.S; do
        case $source in
        */abi/removed.cpp | */abi/batch.cpp | */abi/silentpayments_light.cpp) continue ;;
        */abi/*.cpp) options="-std=c++20 -DDLL_EXPORT" ;;
        */x86_ifma.cpp) options="-std=c++20 -mavx512f -mavx512dq -mavx512ifma" ;;
        */x86_fma.cpp) options="-std=c++20 -mavx2 -mfma -frounding-math -ffp-contract=off" ;;
        *.cpp) options="-std=c++20" ;;
        *) options= ;;
        esac
        case $source in */x86_*.cpp) [ "$processor" = x86_64 ] || continue ;; esac
        [ "$processor" = arm64 ] || options="$options -DKOBLITZ_LANES"
        object=$out/$system/$(echo "$source" | tr / _).o
        # shellcheck disable=SC2086
        $cxx $target $options -O1 -fPIC -fno-exceptions -fno-rtti -fno-threadsafe-statics -fvisibility=hidden -fvisibility-inlines-hidden \
            -Wall -Wextra -Wpedantic -Werror -Wno-unused-command-line-argument \
            -Iinclude -Isrc -DSECP256K1_BUILD -c "$source" -o "$object"
        case $source in
        *.S)
            without_relocations "$object" "$source"
            case $system in
            linux) llvm-readelf -n "$object" | grep -q 'aarch64 feature: BTI, PAC' || fail "$source is not marked for BTI and PAC" ;;
            *) if llvm-readobj --sections "$object" | grep -q 'note\.'; then fail "$source has a note"; fi ;;
            esac
            ;;
        esac
    done
    if [ "$processor" = arm64 ]; then
        # On macOS and Windows the form is chosen without a look at MIDR_EL1.
        midr=$(llvm-objdump -d "$out/$system/src_base_cpu_arm64.cpp.o" | grep -ci midr || true)
        if [ "$system" = linux ]; then [ "$midr" != 0 ]; else [ "$midr" = 0 ]; fi || fail "looks at MIDR_EL1: $midr"
    fi
    options=
    if [ "$system" = linux ]; then
        options="--ld-path=/usr/bin/aarch64-linux-gnu-ld -Wl,--no-undefined -Wl,--version-script=cmake/exports.map"
    fi
    # shellcheck disable=SC2086
    $cc $target $options -shared "$out/$system"/*.o -o "$out/$system/library"
    case $system in
    macos*)
        if llvm-objdump --macho --rebase --bind --lazy-bind "$out/$system/library" | grep '^__TEXT'; then fail "relocations of code"; fi
        if llvm-objdump --macho --dylibs-used "$out/$system/library" | grep '^[[:space:]]' | grep -v '/library \|/usr/lib/libSystem'; then fail "needs more"; fi
        ;;
    esac
    if [ "$system" = macos-x86_64 ]; then
        # The linker keeps what unwinds each routine.
        llvm-nm "$out/$system/library" | awk '$3 ~ /^_koblitz_(fe4|point4|fe_f64)_/ { print $1 }' > "$out/routines"
        llvm-dwarfdump --eh-frame "$out/$system/library" | sed -n 's/.* FDE .*pc=\([0-9a-f]*\)\.\.\..*/\1/p' > "$out/unwound"
        [ "$(grep -c -F -f "$out/unwound" "$out/routines")" = 31 ] || fail "a routine cannot be unwound"
    fi
    exports "$out/$system/library" > "$out/$system/exports"
    diff "$out/interface" "$out/$system/exports" || fail "what the library exports"
    echo "ok $system"
}

# The section of code of an object of assembly.
code() {
    case $2 in
    *macos*) llvm-objcopy --dump-section=__TEXT,__text="$1.text" "$1" "$1.copy" ;;
    *) objcopy -O binary -j .text "$1" "$1.text" ;;
    esac
}
# What unwinds it: the operations for each function.
unwinding() {
    llvm-dwarfdump --eh-frame "$1" | sed -n '/ FDE /,$s/^ *\(DW_CFA_[a-z0-9_]*\): */\1 /p' | grep -v '^DW_CFA_nop' || true
}

# same COMMAND...: the code that the first assembler makes, and its unwinding where both are by DWARF, is that of each other.
same() {
    system=$1
    for source in src/*/x86_64/*.S; do
        first=
        for command in "$@"; do
            system=$command
            object=$out/$(echo "$command" | tr ' /' __).o
            # shellcheck disable=SC2086
            $command -Isrc -c "$source" -o "$object"
            without_relocations "$object" "$source"
            code "$object" "$command"
            [ -s "$object.text" ] || fail "$source has no code"
            if [ -z "$first" ]; then
                first=$object
                unwinding "$object" > "$first.unwinding"
                continue
            fi
            # GNU's assembler fills the end of a section of COFF.
            cmp -n "$(stat -c %s "$first.text")" "$first.text" "$object.text" || fail "$source has other code"
            functions=$(llvm-nm --defined-only --extern-only "$object" | wc -l)
            case $command in
            *macos*) unwinding "$object" | diff "$first.unwinding" - || fail "$source unwinds in another way" ;;
            *)
                [ "$(llvm-readobj --unwind "$object" | grep -c 'RuntimeFunction {')" -ge "$functions" ] ||
                    fail "$source: a function cannot be unwound"
                ;;
            esac
        done
    done
    for command in "$@"; do echo "ok the same code for x86-64: $command"; done
}

awk '{print $1}' tests/packaging/exports.txt | LC_ALL=C sort > "$out/interface"
same gcc x86_64-w64-mingw32-gcc
same "clang --target=x86_64-linux-gnu" "clang --target=x86_64-apple-macos11" "clang --target=x86_64-w64-windows-gnu" \
    "clang --target=x86_64-pc-windows-msvc"
same "$* cc -target x86_64-linux-gnu" "$* cc -target x86_64-macos" "$* cc -target x86_64-windows-gnu"
system macos-x86_64 "$* cc" "$* c++" "-target x86_64-macos" x86_64
system linux clang clang++ --target=aarch64-linux-gnu arm64
system macos "$* cc" "$* c++" "-target aarch64-macos" arm64
system windows "$* cc" "$* c++" "-target aarch64-windows-gnu" arm64

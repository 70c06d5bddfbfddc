#!/usr/bin/env bash
# packaging.sh CHECK ENGINE: builds as packagers and parent projects make them, in a scratch folder, by $CC and $CXX.
# Unoptimized, as that compiles in a tenth of the time.
set -eu
check=$1 engine=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    echo "FAILED $check: $1"
    failed=1
}
configure() { # BUILD OPTION...: the engine alone
    cmake -S "$engine" -B "$work/$1" -DCMAKE_BUILD_TYPE=Debug -DSECP256K1_BUILD_TESTS=OFF "${@:2}" > "$work/log" 2>&1
}
build() { # BUILD [TARGET...]
    cmake --build "$work/$1" --parallel ${2+--target "${@:2}"} > "$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
}
api() { # LIBRARY: the interface's names that it exports
    nm -D --defined-only "$1" | awk '{print $3}' | grep -E '^(secp256k1|koblitz|rust)' || true
}

options() {
    local line word
    # Accepted as libsecp256k1 accepts them, values included.
    configure accepted -DSECP256K1_ECMULT_WINDOW_SIZE=15 -DSECP256K1_ECMULT_GEN_KB=86 -DSECP256K1_ASM=x86_64 \
        -DSECP256K1_EXPERIMENTAL=ON -DSECP256K1_VALGRIND=OFF -DSECP256K1_TEST_OVERRIDE_WIDE_MULTIPLY=OFF \
        -DSECP256K1_BUILD_BENCHMARK=OFF -DSECP256K1_BUILD_EXHAUSTIVE_TESTS=OFF -DSECP256K1_BUILD_CTIME_TESTS=OFF \
        -DSECP256K1_BUILD_EXAMPLES=OFF -DSECP256K1_INSTALL=OFF -DSECP256K1_APPEND_CFLAGS='-DA=1 -DB' \
        -DSECP256K1_APPEND_LDFLAGS=-Wl,-O1 || fail "options of libsecp256k1 are refused"
    while read -r line; do
        word=${line#-D}
        if configure "refused" "$line"; then fail "$line passes"; fi
        grep -q "${word%%=*}" "$work/log" || fail "$line: the error does not name it"
        rm -rf "$work/refused"
    done <<'LINES'
-DSECP256K1_ENABLE_MODULE_SCHNORSIG=ON
-DSECP256K1_ENABLE_MODULE_SCHNORSIG=OFF
-DSECP256K1_ENABLE_MODULE_EXTRAKEYS=OFF
-DSECP256K1_ECMULT_WINDOW_SIZE=25
-DSECP256K1_ASM=sparc
LINES
}

# Options that others put into the flags, such as those for C alone or for another compiler, about which ours warns: what is
# compiled, and how, stays the same. Nor does it depend on what the system's name for the processor is, which is unset where
# a toolchain file says nothing.
flags() {
    local line
    commands() { # NAME OPTION...: the command for each file, without the folder
        configure build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:2}" || { cat "$work/log" >&2; exit 1; }
        grep '"command"' "$work/build/compile_commands.json" > "$work/$1"
        rm -rf "$work/build"
    }
    commands plain
    for line in -ffile-prefix-map $([ "$(uname -sm)" != "Linux x86_64" ] || echo -mavx512ifma -mfma -fcf-protection=full -fno-plt); do
        grep -q -e "$line" "$work/plain" || fail "$line is missing"
    done
    if grep -q -e -Werror "$work/plain"; then fail "warnings are errors without being asked for"; fi
    while read -r line; do
        commands other "-DCMAKE_CXX_FLAGS=$line" "-DCMAKE_C_FLAGS=$line"
        grep -q -e "$line" "$work/other" || fail "$line is not there"
        sed "s/ $line / /" "$work/other" | cmp -s "$work/plain" - || fail "$line changes what is built"
    done <<'LINES'
-Wstrict-prototypes
-Werror=implicit-function-declaration
-Wno-pointer-sign
-Wno-maybe-uninitialized
-Wl,-z,now
LINES
    commands other -DCMAKE_SYSTEM_NAME=Linux
    cmp -s "$work/plain" "$work/other" || fail "a system without a processor's name changes what is built"
    # The lanes of AVX2 are built where the assembly is.
    if [ "$(uname -sm)" = "Linux x86_64" ]; then
        configure lanes
        grep -q 'AVX-512 IFMA and of AVX2' "$work/log" || fail "lanes are built, and the configure step does not say so"
        for line in -DCMAKE_CXX_FLAGS=-U__ELF__ -DKOBLITZ_SANITIZE=memory; do
            configure "lanes$line" "$line"
            grep -q 'those of AVX2 need assembly' "$work/log" || fail "$line: the configure step says that lanes of AVX2 are built"
        done
    fi
    configure several '-DCMAKE_OSX_ARCHITECTURES=x86_64;arm64'
    grep -q 'no lanes' "$work/log" || fail "a build for two processors has no lanes, and does not say so"
}

# What assembly says of its object, in builds too in which the file has no code: one that does not say that the stack is
# not executable makes it so in what it is linked into.
notes() {
    local file kind
    if [ "$(uname -m)" != x86_64 ]; then
        echo "SKIPPED notes: a processor with x86-64's instructions"
        exit 77
    fi
    for kind in "" -mx32 -DKOBLITZ_MEMORY_SANITIZER; do
        for file in "$engine"/src/*/x86_64/*.S; do
            # shellcheck disable=SC2086
            "$CC" $kind "-I$engine/src" -c "$file" -o "$work/object.o"
            readelf -SW "$work/object.o" | grep 'GNU-stack' | grep -qvE ' [WAX]+ ' || fail "$kind $file: the stack"
            [ "$kind" = -mx32 ] || readelf -n "$work/object.o" | grep -q 'IBT, SHSTK' || fail "$kind $file: IBT and SHSTK"
        done
    done
}

# A shared library whose callbacks the program brings: it links, and the program's callback is called.
callbacks() {
    configure shared -DSECP256K1_USE_EXTERNAL_DEFAULT_CALLBACKS=ON -DBUILD_SHARED_LIBS=ON
    build shared secp256k1
    cat > "$work/own.c" <<'C'
#include <stdio.h>
#include "secp256k1.h"
static int calls;
void secp256k1_default_illegal_callback_fn(const char* message, void* data);
void secp256k1_default_error_callback_fn(const char* message, void* data);
void secp256k1_default_illegal_callback_fn(const char* message, void* data) { (void)message; (void)data; calls++; }
void secp256k1_default_error_callback_fn(const char* message, void* data) { (void)message; (void)data; }
int main(void) {
    secp256k1_pubkey unset = {{0}};
    unsigned char out[33];
    size_t len = 33;
    secp256k1_ec_pubkey_serialize(secp256k1_context_static, out, &len, &unset, SECP256K1_EC_COMPRESSED);
    return calls == 1 ? 0 : 1;
}
C
    "$CC" "$work/own.c" "-I$engine/include" -L"$work/shared" -lsecp256k1 -rdynamic -o "$work/own"
    LD_LIBRARY_PATH=$work/shared "$work/own" || fail "the program's callback was not called"
}

# As Bitcoin Core takes libsecp256k1: a subtree, static, symbols hidden, its own flags and C++20; and that library inside
# a shared one. With and without link-time optimization; the parent's own files are joined to one.
subtree() {
    mkdir "$work/core"
    cat > "$work/core/wrapper.cpp" <<'CPP'
#include <secp256k1.h>
extern "C" __attribute__((visibility("default"))) int wrapped_api() {
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_context_destroy(ctx);
    return 1;
}
CPP
    cat > "$work/core/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.22)
project(core LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 20)
set(BUILD_SHARED_LIBS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION \${LTO})
set(CMAKE_UNITY_BUILD ON)
add_compile_options(-fstack-protector-all -fcf-protection=full -D_FORTIFY_SOURCE=0 -Wall)
set(SECP256K1_ENABLE_API_VISIBILITY_ATTRIBUTES OFF CACHE BOOL "" FORCE)
set(SECP256K1_ENABLE_MODULE_ECDH OFF CACHE BOOL "" FORCE)
set(SECP256K1_ENABLE_MODULE_RECOVERY ON CACHE BOOL "" FORCE)
set(SECP256K1_BUILD_TESTS ON CACHE BOOL "" FORCE)
set(SECP256K1_BUILD_EXHAUSTIVE_TESTS ON CACHE BOOL "" FORCE)
set(SECP256K1_APPEND_CFLAGS "" CACHE STRING "" FORCE)
add_subdirectory($engine src/secp256k1)
set_target_properties(secp256k1 PROPERTIES EXCLUDE_FROM_ALL TRUE)
add_library(kernel SHARED wrapper.cpp)
target_link_libraries(kernel PRIVATE secp256k1)
target_link_options(kernel PRIVATE -Wl,--no-undefined)
CMAKE
    local lto
    for lto in OFF ON; do
        cmake -S "$work/core" -B "$work/$lto" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DLTO="$lto" \
            -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O0 -g" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
        grep -q 'secp256k1: koblitz .*; modules: recovery' "$work/log" || fail "the parent's configure step prints no summary"
        grep -q 'SECP256K1_BUILD_TESTS has no effect in a subtree' "$work/log" || fail "the option for tests is silently ignored"
        build "$lto"
        local exported
        exported=$(api "$work/$lto/libkernel.so")
        [ -z "$exported" ] || fail "a library around the static one exports $(wc -w <<< "$exported") of its names"
        nm "$work/$lto/libkernel.so" | grep -q wrapped_api || fail "the wrapper is not there"
        # One object without the marks of control-flow enforcement takes them from whatever links it.
        if [ "$lto" = OFF ] && [ "$(uname -m)" = x86_64 ]; then
            local objects marked
            objects=$(ar t "$work/$lto/src/secp256k1/libsecp256k1.a" | wc -l)
            marked=$(readelf -n "$work/$lto/src/secp256k1/libsecp256k1.a" | grep -c 'IBT, SHSTK')
            [ "$objects" = "$marked" ] || fail "$marked of $objects objects are marked for IBT and SHSTK"
        fi
    done
}

# The functions that libsecp256k1 removed, and those that it may get: declared by the installed headers, and there.
removed() {
    configure removed -DKOBLITZ_REMOVED_FUNCTIONS=ON -DSECP256K1_ENABLE_MODULE_BATCH=ON -DBUILD_SHARED_LIBS=ON
    build removed
    cmake --install "$work/removed" --prefix "$work/prefix" > "$work/log"
    cat > "$work/old.c" <<'C'
#include <string.h>
#include <secp256k1_schnorrsig.h>
#include <secp256k1_schnorrsig_batch.h>
#include <secp256k1_tweak_check_batch.h>
static int batch(const secp256k1_context* ctx, const unsigned char* sig, const unsigned char* msg, const secp256k1_keypair* pair) {
    int all;
    secp256k1_xonly_pubkey key;
    secp256k1_batch* batch = secp256k1_batch_create(ctx, 4, NULL);
    if (batch == NULL || !secp256k1_keypair_xonly_pub(ctx, &key, NULL, pair)) return 0;
    all = secp256k1_batch_add_schnorrsig(ctx, batch, sig, msg, 32, &key) && secp256k1_batch_verify(ctx, batch);
    all = all && !secp256k1_batch_add_xonlypub_tweak_check(ctx, batch, sig, 2, &key, msg);
    all = all && !secp256k1_batch_usable(ctx, batch);
    secp256k1_batch_destroy(ctx, batch);
    return all;
}
int main(void) {
    unsigned char key[32], tweak[32], sig[64], msg[32];
    secp256k1_keypair pair;
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    memset(key, 1, 32); memset(tweak, 2, 32); memset(msg, 3, 32);
    if (secp256k1_context_no_precomp != secp256k1_context_static) return 1;
    if (!secp256k1_ec_privkey_negate(ctx, key) || !secp256k1_ec_privkey_tweak_add(ctx, key, tweak)) return 2;
    if (!secp256k1_ec_privkey_tweak_mul(ctx, key, tweak) || !secp256k1_keypair_create(ctx, &pair, key)) return 3;
    if (!secp256k1_schnorrsig_sign(ctx, sig, msg, &pair, NULL)) return 4;
    return batch(ctx, sig, msg, &pair) ? 0 : 5;
}
C
    local lib
    lib=$(dirname "$(find "$work/prefix" -name 'libsecp256k1.so')")
    "$CC" -Wall -Wextra -Werror -std=c90 "-I$work/prefix/include" "$work/old.c" -L"$lib" -lsecp256k1 -o "$work/old"
    LD_LIBRARY_PATH=$lib "$work/old" || fail "the functions on request do not work"
    if "$CC" -Werror=implicit-function-declaration "-I$engine/include" -c "$work/old.c" -o "$work/old.o" 2> "$work/log"; then
        fail "headers of a library without them declare them"
    fi
}

# The same bytes from two folders, debug information included.
reproducible() {
    local place
    for place in one another/deeper; do
        mkdir -p "$work/$place"
        cp -r "$engine" "$work/$place/engine"
        cmake -S "$work/$place/engine" -B "$work/$place/build" -DCMAKE_BUILD_TYPE=Debug -DSECP256K1_BUILD_TESTS=OFF \
            -DBUILD_SHARED_LIBS=ON > "$work/log"
        build "$place/build"
    done
    local file
    for file in libsecp256k1.so libsecp256k1.a; do
        cmp "$work/one/build/$file" "$work/another/deeper/build/$file" || fail "$file differs"
    done
}

case $check in
options) options ;;
flags) flags ;;
notes) notes ;;
callbacks) callbacks ;;
subtree) subtree ;;
removed) removed ;;
reproducible) reproducible ;;
*) fail "there is no such check" ;;
esac
[ $failed -eq 0 ] && echo "ok: $check"
exit $failed

#!/bin/sh
# package.sh BUILD SOURCE ENGINE: installs into a scratch prefix and builds a C client by find_package and by pkg-config,
# then one that has the engine as a subdirectory. All are projects in C alone, and need nothing but libc. The README's
# section C runs too: its install command, its project and its program.
set -eu
build=$1
source=$2
engine=$3
run() {
    if readelf -d "$1" | grep NEEDED | grep -vE '\[(libc|libsecp256k1)\.so\.[0-9]+\]'; then
        echo "FAILED: $1 needs more"
        exit 1
    fi
    "$1"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
readme() { # LANGUAGE: the one block of the README's section C
    awk -v start="\`\`\`$1" '/^## /{here = $0 == "## C"} here && $0 == start {code = 1; next} /^```/{code = 0} code' "$engine/../README.md"
}
readme sh | sed -n "s|^\(cmake --install\) build/engine --prefix /opt/koblitz$|\1 '$build' --prefix '$work/prefix'|p" > "$work/install.sh"
[ -s "$work/install.sh" ] || { echo "FAILED: README.md does not install the library"; exit 1; }
sh "$work/install.sh" > /dev/null

mkdir "$work/readme"
{
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(wallet LANGUAGES C)\nadd_executable(wallet wallet.c)\n'
    readme cmake
} > "$work/readme/CMakeLists.txt"
readme c > "$work/readme/wallet.c"
CFLAGS="-std=c99 -pedantic -Wall -Wextra -Wconversion -Werror" cmake -S "$work/readme" -B "$work/readme/build" -DCMAKE_PREFIX_PATH="$work/prefix" > /dev/null
cmake --build "$work/readme/build" > /dev/null
printed=$(run "$work/readme/build/wallet")
[ "$printed" = 1 ] || { echo "FAILED: the README's program prints $printed"; exit 1; }

mkdir "$work/client"
cat > "$work/client/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.22)
project(client LANGUAGES C)
find_package(libsecp256k1 0.8 CONFIG REQUIRED)
add_executable(client $source)
target_link_libraries(client PRIVATE libsecp256k1::secp256k1)
add_executable(client_static $source)
target_link_libraries(client_static PRIVATE libsecp256k1::secp256k1_static)
# On Windows the headers need to know that names come from no DLL.
get_target_property(of_shared libsecp256k1::secp256k1 INTERFACE_COMPILE_DEFINITIONS)
get_target_property(of_static libsecp256k1::secp256k1_static INTERFACE_COMPILE_DEFINITIONS)
if(NOT of_static MATCHES SECP256K1_STATIC OR of_shared MATCHES SECP256K1_STATIC)
  message(FATAL_ERROR "SECP256K1_STATIC: shared \${of_shared}, static \${of_static}")
endif()
EOF
cmake -S "$work/client" -B "$work/client/build" -DCMAKE_PREFIX_PATH="$work/prefix" > /dev/null
cmake --build "$work/client/build" > /dev/null
run "$work/client/build/client"
run "$work/client/build/client_static"

if command -v pkg-config > /dev/null; then
    pc=$(dirname "$(find "$work/prefix" -name libsecp256k1.pc)")
    flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs libsecp256k1)
    # shellcheck disable=SC2086
    cc "$source" $flags -o "$work/by_pkg_config"
    LD_LIBRARY_PATH=$(dirname "$pc") "$work/by_pkg_config"
    # Folders of the installation may be given absolute, one or both.
    for include in /opt/k-dev/include include; do
        cmake -S "$engine" -B "$work/absolute" -DCMAKE_INSTALL_PREFIX=/opt/k -DCMAKE_INSTALL_LIBDIR=/opt/k/lib64 \
            -DCMAKE_INSTALL_INCLUDEDIR=$include -DSECP256K1_BUILD_TESTS=OFF > /dev/null
        flags=$(PKG_CONFIG_PATH=$work/absolute pkg-config --cflags --libs libsecp256k1 | tr -s ' ' | sed 's/ $//')
        case $include in /*) wanted=$include ;; *) wanted=/opt/k/$include ;; esac
        if [ "$flags" != "-I$wanted -L/opt/k/lib64 -lsecp256k1" ]; then
            echo "FAILED: the absolute folder /opt/k/lib64, headers in $include: $flags"
            exit 1
        fi
    done
else
    echo "SKIPPED pkg-config: apt-get install pkg-config"
fi

mkdir "$work/parent"
echo 'int wallet(void); int wallet(void) { return 1; }' > "$work/wallet.c"
cat > "$work/parent/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.22)
project(parent LANGUAGES C)
add_subdirectory($engine engine)
add_executable(client $source)
target_link_libraries(client PRIVATE secp256k1)
add_executable(client_by_package_name $source)
target_link_libraries(client_by_package_name PRIVATE libsecp256k1::secp256k1)
add_library(wallet STATIC $work/wallet.c)
target_link_libraries(wallet PRIVATE secp256k1_objs)
target_include_directories(wallet INTERFACE $engine/include)
add_executable(client_of_objects $source)
target_link_libraries(client_of_objects PRIVATE wallet)
if(TARGET secp256k1_static OR TARGET koblitz_test)
  message(FATAL_ERROR "a subdirectory brings the library alone")
endif()
EOF
# Unoptimized, as that compiles in a tenth of the time.
cmake -S "$work/parent" -B "$work/parent/build" -DCMAKE_BUILD_TYPE=Debug > /dev/null
cmake --build "$work/parent/build" > /dev/null
run "$work/parent/build/client"
run "$work/parent/build/client_by_package_name"
run "$work/parent/build/client_of_objects"

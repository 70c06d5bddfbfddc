#!/bin/sh
# package.sh BUILD SOURCE: installs into a scratch prefix and builds a C client by find_package and by pkg-config.
set -eu
build=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" > /dev/null

mkdir "$work/client"
cat > "$work/client/CMakeLists.txt" <<EOF
cmake_minimum_required(VERSION 3.22)
project(client LANGUAGES C)
find_package(libsecp256k1 0.8 CONFIG REQUIRED)
add_executable(client $source)
target_link_libraries(client PRIVATE libsecp256k1::secp256k1)
add_executable(client_static $source)
target_link_libraries(client_static PRIVATE libsecp256k1::secp256k1_static)
EOF
cmake -S "$work/client" -B "$work/client/build" -DCMAKE_PREFIX_PATH="$work/prefix" > /dev/null
cmake --build "$work/client/build" > /dev/null
"$work/client/build/client"
"$work/client/build/client_static"

if command -v pkg-config > /dev/null; then
    pc=$(dirname "$(find "$work/prefix" -name libsecp256k1.pc)")
    # The file names the configured prefix; the scratch one replaces it.
    flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$work/prefix" --cflags --libs libsecp256k1)
    # shellcheck disable=SC2086
    cc "$source" $flags -o "$work/by_pkg_config"
    LD_LIBRARY_PATH=$(dirname "$pc") "$work/by_pkg_config"
fi

#!/usr/bin/env bash
# wheels.sh: the Python source distribution, and wheels of it for Linux (glibc and musl, x86-64 and aarch64) and Windows. Zig
# compiles them for glibc 2.28, of which they need what 2.26 has, and links its C++ library in.
# shellcheck source=dist/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

rm -rf "$work/wheels" "$out"/koblitz-*.whl
quietly "$python" -m build --sdist --no-isolation --outdir "$out" "$work/$name/python"
mkdir "$work/wheels"
tar -C "$work/wheels" -xzf "$out/$name.tar.gz"

export PATH=$work/venv/bin:$PATH ZIG_GLOBAL_CACHE_DIR=$work/zig
# wheel TARGET TAG: TARGET as Zig names it, TAG the platform of the wheel.
wheel() {
    local folder=$work/wheels/$2 tool
    mkdir -p "$folder/bin"
    # -s in every link, CMake's trials too: Zig compiles its C++ library again for links without it, for minutes.
    for tool in cc c++; do
        printf '#!/bin/sh\ncase " $* " in *" -"[cES]" "*) ;; *) set -- -s "$@" ;; esac\nexec "%s" -m ziglang %s -target %s "$@"\n' \
            "$python" $tool "$1" >"$folder/bin/$tool"
    done
    for tool in ar ranlib; do
        printf '#!/bin/sh\nexec "%s" -m ziglang %s "$@"\n' "$python" $tool >"$folder/bin/$tool"
    done
    chmod +x "$folder"/bin/*
    # The processor of the wheel is not that of this machine: its name goes by the environment, and nothing is run.
    # -O2 in the environment: Zig compiles its libraries once for CMake's trials and for the module.
    CC=$folder/bin/cc CXX=$folder/bin/c++ CFLAGS=-O2 CXXFLAGS=-O2 _PYTHON_HOST_PLATFORM=linux-${1%%-*} \
        quietly "$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$folder" \
        -Ccmake.define.CMAKE_AR="$folder/bin/ar" -Ccmake.define.CMAKE_RANLIB="$folder/bin/ranlib" -Cinstall.strip=false \
        -Cbuild-dir="$folder/build" "$work/wheels/$name"
    if [[ $1 == *-musl ]]; then
        # The name that musl's libc has in distributions; Zig links it by another.
        quietly "$python" -m wheel unpack --dest "$folder" "$folder"/koblitz-*.whl
        patchelf --replace-needed libc.so "libc.musl-${1%%-*}.so.1" "$folder/$name/koblitz/_core.abi3.so"
        quietly "$python" -m wheel pack --dest-dir "$folder" "$folder/$name"
    fi
    quietly "$python" -m auditwheel repair --plat auto --only-plat --wheel-dir "$out" "$folder"/koblitz-*.whl
    compgen -G "$out/koblitz-$version-*$2.whl" || { echo "$2: auditwheel found another platform" && return 1; }
}
for machine in x86_64 aarch64; do
    wheel $machine-linux-gnu.2.28 manylinux_2_26_$machine
    wheel $machine-linux-musl musllinux_1_2_$machine
done
quietly python/tools/windows.sh "$work/wheels/win_amd64" "$work/wheels/$name" "$python" "$python" -m ziglang
cp "$work"/wheels/win_amd64/koblitz-*.whl "$out"

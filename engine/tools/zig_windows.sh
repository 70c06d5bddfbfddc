#!/bin/sh
# zig_windows.sh FOLDER ZIG...: makes FOLDER/toolchain.cmake, by which CMake builds for Windows on x86-64 with Zig's clang and
# libraries. ZIG is the command of Zig.
set -eu
folder=$1
shift
mkdir -p "$folder"
for tool in cc c++ ar ranlib; do
    case $tool in c*) options="-target x86_64-windows-gnu" ;; *) options= ;; esac
    printf '#!/bin/sh\nexec %s %s %s "$@"\n' "$*" $tool "$options" > "$folder/$tool"
    chmod +x "$folder/$tool"
done
cat > "$folder/toolchain.cmake" <<CMAKE
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER $folder/cc)
set(CMAKE_CXX_COMPILER $folder/c++)
set(CMAKE_AR $folder/ar)
set(CMAKE_RANLIB $folder/ranlib)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
CMAKE

#!/bin/sh
# wine.sh PROGRAM ARGUMENT...: runs a program for Windows in wine, in the prefix build/wine. Wine before 9 lacks the DLL of
# randomness that Go and Rust load; here it passes on to the function that wine has. Without a program it only prepares that.
set -eu
folder=$(cd "$(dirname "$0")/.." && pwd)/build/wine
export WINEPREFIX="$folder" WINEDEBUG=-all
library=$folder/drive_c/windows/system32/bcryptprimitives.dll
if [ ! -e "$library" ]; then
    mkdir -p "$folder"
    wine wineboot --init
    new=$(mktemp -d "$folder/XXXXXX")
    cat > "$new/prng.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
    return RtlGenRandom(data, (ULONG)size);
}
C
    x86_64-w64-mingw32-gcc -O1 -shared -o "$new/prng.dll" "$new/prng.c" -ladvapi32
    mv "$new/prng.dll" "$library"
    rm -r "$new"
fi
[ $# = 0 ] || exec wine "$@"

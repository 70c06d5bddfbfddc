#!/bin/sh
# check_binding.sh ARCHIVE: no call of another library's function goes by a procedure linkage table, where a program that
# links the archive might bind it at its first call, among secrets (cmake/flags.cmake).
set -u
if ! command -v readelf > /dev/null; then
    echo "SKIPPED binding: apt-get install binutils"
    exit 77
fi
readelf -W --relocs --syms "$1" | awk '
    /^File:/ { file = $2 }
    / R_[A-Z0-9_]*PLT/ { table[file " " $5]++ }
    / UND / { undefined[$8]++ }
    / (GLOBAL|WEAK) .* [0-9]+ / { if ($7 != "UND") defined[$8]++ }
    END {
        for (use in table) {
            split(use, part, " ")
            if (undefined[part[2]] && !defined[part[2]]) { print "FAILED " part[1] ": " part[2] " by a table"; bad = 1 }
        }
        for (name in undefined) if (!defined[name]) calls++
        for (name in defined) names++
        if (!names) { print "SKIPPED binding: a build without link-time optimization"; exit 77 }
        if (!calls) { print "FAILED: no function of another library is there"; bad = 1 }
        if (!bad) print "ok: " calls " functions of other libraries, none by a table"
        exit bad
    }'

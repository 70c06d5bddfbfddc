#!/bin/sh
# check_instructions.sh LIBRARY: MULX, ADCX, ADOX only in the x86_64-bmi2-adx backend's assembly, 256-bit vectors only in
# its scan of tables and the lanes of koblitz_f64, AVX-512 only in those of koblitz_ifma, the SHA extensions only in their own function, other
# extensions beyond SSE2 nowhere else. TZCNT is left out: compilers write REP BSF, which any CPU runs and objdump shows as TZCNT.
set -u
if ! command -v objdump > /dev/null; then
    echo "SKIPPED instructions: apt-get install binutils"
    exit 77
fi
objdump -d --no-show-raw-insn "$1" | awk '
    /^[0-9a-f]+ <.*>:$/ { symbol = $2; gsub(/[<>:]/, "", symbol) }
    /^ *[0-9a-f]+:\t/ {
        op = $2
        if (symbol ~ /koblitz_ifma/) { if (/%zmm/) count["ifma"]++; next }
        if (symbol ~ /koblitz_(fe_)?f64/ && !/%zmm/ && op !~ /^(mulx|adcx|adox|sha)/) { if (/%ymm/) count["fma"]++; next }
        if (op ~ /^(mulx|adcx|adox)/) { kind = "bmi2-adx"; home = symbol ~ /^koblitz_(fe4|point4)_/ }
        else if (/%[yz]mm/) { kind = "avx2"; home = symbol == "koblitz_point4_scan" }
        else if (op ~ /^sha(1|256)/) { kind = "sha"; home = symbol ~ /sha256_compress_sha_ni/ }
        else if (op ~ /^(andn|bextr|bzhi|pdep|pext|rorx|sarx|shlx|shrx|blsi|blsr|blsmsk|lzcnt|v[a-z])/) {
            if (op ~ /^verr|^verw/) next
            kind = "other"; home = symbol ~ /^koblitz_(fe4|point4)_/ || symbol ~ /wipe_registers/
        }
        else if (op ~ /^(pshufb|palignr|pblendw)/) { kind = "ssse3"; home = symbol ~ /sha256_compress_sha_ni/ }
        else next
        count[kind]++
        if (!home) { print "FAILED " op " in " symbol; bad = 1 }
    }
    END {
        if (count["bmi2-adx"] == 0 || count["avx2"] == 0 || count["sha"] == 0 || count["ifma"] == 0 || count["fma"] == 0) {
            print "FAILED: the instructions looked for are not there"
            bad = 1
        }
        if (!bad) printf "ok: %d of BMI2 and ADX, %d of AVX2, %d of its lanes, %d of SHA, %d of AVX-512, all at home\n", count["bmi2-adx"],
            count["avx2"], count["fma"], count["sha"], count["ifma"]
        exit bad
    }'

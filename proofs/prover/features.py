"""What a processor must have for an instruction that is lifted, beside what every x86-64 has."""

from __future__ import annotations

from prover.decode import Instruction

FEATURES = BMI2, ADX, AVX2, FMA, AVX512F, AVX512DQ, AVX512VL, IFMA = (
    "BMI2",
    "ADX",
    "AVX2",
    "FMA",
    "AVX-512 F",
    "AVX-512 DQ",
    "AVX-512 VL",
    "AVX-512 IFMA",
)
NAMED = {"mulx": BMI2, "adcx": ADX, "adox": ADX, "vpmadd52luq": IFMA, "vpmadd52huq": IFMA}
# Of those with EVEX or masks; on floating numbers the bitwise ones.
OF_DQ = ("kandb", "korb", "kxorb", "kxnorb", "knotb", "kmovb", "vpmullq", "vpmovm2q", "vpmovq2m", "vpinsrq", "vpextrq")
BITWISE = tuple(f"v{name}p{kind}" for name in ("and", "or", "xor") for kind in "sd")
# Whose registers are not those of lanes.
OF_ONE = ("vmovd", "vmovq", "vpinsrq", "vpextrq")


def needs(i: Instruction) -> frozenset[str]:
    found = {NAMED[i.name]} if i.name in NAMED else set()
    if i.evex or i.name[0] == "k":
        found.add(AVX512DQ if i.name in OF_DQ or i.name in BITWISE else AVX512F)
        whole = any(o.register.startswith("zmm") for o in i.operands)
        if i.evex and not whole and i.name not in OF_ONE:
            found.add(AVX512VL)
    elif i.name[0] == "v":
        found.add(FMA if i.name.startswith("vf") else AVX2)
    return frozenset(found)

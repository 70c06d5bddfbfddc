"""What a processor must have for an instruction that is lifted, beside what every x86-64 has."""

from __future__ import annotations

from enum import StrEnum

from core.contract import Contract
from core.isa import Instruction


class Feature(StrEnum):
    BMI2 = "BMI2"
    ADX = "ADX"
    AVX2 = "AVX2"
    FMA = "FMA"
    AVX512F = "AVX-512 F"
    AVX512DQ = "AVX-512 DQ"
    AVX512VL = "AVX-512 VL"
    IFMA = "AVX-512 IFMA"


BMI2, ADX, AVX2, FMA, AVX512F, AVX512DQ, AVX512VL, IFMA = Feature
# What callers ask for, by the kind of routine; compilers take AVX2 to come with AVX-512 F.
SCALAR, DOUBLES, LANES = (BMI2, ADX, AVX2), (AVX2, FMA), (AVX2, AVX512F, AVX512DQ, IFMA)
NAMED = {"mulx": BMI2, "adcx": ADX, "adox": ADX, "vpmadd52luq": IFMA, "vpmadd52huq": IFMA}
# Of those with EVEX or masks; on floating numbers the bitwise ones.
OF_DQ = ("kandb", "korb", "kxorb", "kxnorb", "knotb", "kmovb", "vpmullq", "vpmovm2q", "vpmovq2m", "vpinsrq", "vpextrq")
BITWISE = tuple(f"v{name}p{kind}" for name in ("and", "or", "xor") for kind in "sd")
# Whose registers are not those of lanes.
OF_ONE = ("vmovd", "vmovq", "vpinsrq", "vpextrq")


def assumed(contract: Contract) -> frozenset[str]:
    """What those who call a routine have asked the processor for (engine/src/base/cpu.cpp, go/internal/cpu)."""
    if contract.processor is not None:
        return frozenset(contract.processor)
    if contract.shape.doubles:
        return frozenset(DOUBLES)
    if contract.shape.step == 8:
        return frozenset(SCALAR)
    return frozenset(LANES if contract.abi == "sysv" else SCALAR + LANES)


def needs(i: Instruction) -> frozenset[str]:
    found: set[str] = {NAMED[i.name]} if i.name in NAMED else set()
    if i.form == "evex" or i.name[0] == "k":
        found.add(AVX512DQ if i.name in OF_DQ or i.name in BITWISE else AVX512F)
        whole = any(o.register.startswith("zmm") for o in i.operands)
        if i.form == "evex" and not whole and i.name not in OF_ONE:
            found.add(AVX512VL)
    elif i.name[0] == "v":
        found.add(FMA if i.name.startswith("vf") else AVX2)
    return frozenset(found)

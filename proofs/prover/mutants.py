"""Changes of one instruction in a routine's bytes, of the same length, for tests of the prover and for survivors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from prover.decode import Instruction, decode, disassembled
from prover.encoding import EVEX, VEX2, VEX3
from prover.flow import Program
from prover.machine import Refused
from prover.objects import Routine

# Groups of opcodes 80, 81 and 83 by the field of their second byte.
GROUP = {"add": 0, "or": 1, "adc": 2, "sbb": 3, "and": 4, "sub": 5, "xor": 6, "cmp": 7}
NEAR = {
    "add": ("adc", "sub"),
    "adc": ("add",),
    "sub": ("sbb", "add"),
    "sbb": ("sub",),
    "and": ("or",),
    "or": ("and",),
    "xor": ("and",),
}
NOP = b"\x90"


@dataclass(frozen=True)
class Mutant:
    """`code` stands at the address instead of the instruction `text`. The patched section is made when it is asked for: a
    routine has thousands of mutants."""

    original: Routine
    address: int
    text: str
    change: str
    code: bytes

    @property
    def routine(self) -> Routine:
        return patched(self.original, self.address, self.code)


def patched(routine: Routine, address: int, code: bytes) -> Routine:
    at = address - routine.base
    return replace(routine, section=routine.section[:at] + code + routine.section[at + len(code) :])


def opcode_at(code: bytes) -> int:
    """Where the opcode begins, or VEX or EVEX, behind legacy prefixes and REX."""
    at = 0
    while code[at] in (0x66, 0xF2, 0xF3) or 0x40 <= code[at] < 0x50:
        at += 1
    return at


# Of EVEX instructions the opcodes of others with the same operands.
NEAR_EVEX = {
    "vpmadd52luq": {"vpmadd52huq": 0xB5},
    "vpmadd52huq": {"vpmadd52luq": 0xB4},
    "vpaddq": {"vpsubq": 0xFB},
    "vpsubq": {"vpaddq": 0xD4},
    "vpandd": {"vpord": 0xEB},
    "vpandq": {"vporq": 0xEB},
    "vpord": {"vpandd": 0xDB},
    "vporq": {"vpxorq": 0xEF},
}


# The same of VEX instructions.
NEAR_VEX = {
    "vpand": {"vpor": 0xEB},
    "vpor": {"vpand": 0xDB},
    "vpaddd": {"vpsubd": 0xFA},
    "vpsubd": {"vpaddd": 0xFE},
    "vpaddq": {"vpsubq": 0xFB},
    "vpsubq": {"vpaddq": 0xD4},
    "vaddpd": {"vsubpd": 0x5C},
    "vsubpd": {"vaddpd": 0x58},
    "vmulpd": {"vaddpd": 0x58},
    "vfmadd231pd": {"vfnmadd231pd": 0xBC, "vfmadd213pd": 0xA8},
    "vfmadd213pd": {"vfnmadd213pd": 0xAC, "vfmadd231pd": 0xB8},
    "vfmadd132pd": {"vfnmadd132pd": 0x9C, "vfmadd213pd": 0xA8},
    "vfnmadd231pd": {"vfmadd231pd": 0xB8},
    "vfnmadd213pd": {"vfmadd213pd": 0xA8},
    "vfnmadd132pd": {"vfmadd132pd": 0x98},
}


def lane_forms(i: Instruction, code: bytes) -> Iterator[tuple[str, bytes]]:
    """Another operation, a shift the other way or by one more or less, another table of three operands, other lanes."""
    for other, opcode in NEAR_EVEX.get(i.name, {}).items():
        yield f"{i.name} -> {other}", code[:4] + bytes([opcode]) + code[5:]
    if i.name in ("vpsrlq", "vpsllq") and code[4] == 0x73:
        yield f"{i.name} -> the other shift", code[:5] + bytes([code[5] ^ 0x20]) + code[6:]
        for step in (1, -1):
            yield f"constant {step:+d}", code[:-1] + bytes([(code[-1] + step) % 256])
    if i.name in ("vptestmq", "vptestnmq"):
        yield f"{i.name} -> the other test", code[:2] + bytes([code[2] ^ 0x03]) + code[3:]
    if i.name.startswith("vpternlog"):
        for bit in range(8):
            yield f"table ^ {1 << bit}", code[:-1] + bytes([code[-1] ^ 1 << bit])
    if code[3] & 7:
        yield "mask dropped", code[:3] + bytes([code[3] & ~7]) + code[4:]
        yield "mask ^ 1", code[:3] + bytes([code[3] ^ 1]) + code[4:]


def forms(i: Instruction, code: bytes) -> Iterator[tuple[str, bytes]]:
    """The instruction's near relatives."""
    if code[0] == EVEX:
        yield from lane_forms(i, code)
        return
    at = opcode_at(code)
    for other in NEAR.get(i.name, ()):
        if code[at] in (0x80, 0x81, 0x83):
            new = code[at + 1] & 0xC7 | GROUP[other] << 3
            yield f"{i.name} -> {other}", code[: at + 1] + bytes([new]) + code[at + 2 :]
        elif code[at] < 0x40:
            yield f"{i.name} -> {other}", code[:at] + bytes([code[at] & 7 | GROUP[other] << 3]) + code[at + 1 :]
    if i.name in ("adcx", "adox") and code[0] in (0x66, 0xF3):
        other = "adox" if i.name == "adcx" else "adcx"
        yield f"{i.name} -> {other}", bytes([0x66 ^ 0xF3 ^ code[0]]) + code[1:]
    if (i.name == "mov" and code[at] == 0xC7) or i.name == "movabs":
        size = 4 if code[at] == 0xC7 else 8
        value = int.from_bytes(code[-size:], "little")
        for step in (1, -1):
            yield f"constant {step:+d}", code[:-size] + ((value + step) % 256**size).to_bytes(size, "little")
    if i.name in ("adc", "sbb") and code[at] == 0x83 and i.operands[1].immediate == 0:
        yield "0 -> 1", code[:-1] + b"\x01"
    if i.name in ("shl", "shr", "shrd") and code[-1] == 63:
        yield "63 -> 62", code[:-1] + b"\x3e"
    memory = next((o.memory for o in i.operands if o.kind == "memory"), None)
    if (
        memory is not None
        and memory.base not in ("rsp", "rbp")
        and memory.displacement in (8, 16, 24)
        and code[-1] == memory.displacement
    ):
        yield "other limb", code[:-1] + bytes([memory.displacement - 8])
    if i.name in NEAR_VEX and code[0] in (VEX3, VEX2):
        place = 2 if code[0] == VEX2 else 3
        for other, opcode in NEAR_VEX[i.name].items():
            yield f"{i.name} -> {other}", code[:place] + bytes([opcode]) + code[place + 1 :]
    if i.name in ("vpsrlq", "vpsllq") and code[0] in (VEX3, VEX2) and i.operands[-1].kind == "immediate":
        yield f"{i.name} -> the other shift", code[:-2] + bytes([code[-2] ^ 0x20, code[-1]])
        for step in (1, -1):
            yield f"constant {step:+d}", code[:-1] + bytes([(code[-1] + step) % 256])
    if i.name in ("jb", "jae", "je", "jne") and (code[0] & 0xF0 == 0x70 or code[0] == 0x0F):
        where = 0 if code[0] != 0x0F else 1
        yield "the other way", code[:where] + bytes([code[where] ^ 1]) + code[where + 1 :]
    if i.name.startswith("cmov") and code[at] == 0x0F:
        yield "the other way", code[: at + 1] + bytes([code[at + 1] ^ 1]) + code[at + 2 :]


KEEP = ("push", "pop", "ret", "call", "jmp", "nop", "endbr64")


def mutants(program: Program) -> Iterator[Mutant]:
    """Of every instruction that a path reaches: without it, and each near relative."""
    routine = program.routine
    for address, i in sorted(program.code.items()):
        if i.name in KEEP or (
            "rsp" in i.text.split(",")[0] and i.name in ("lea", "add", "sub", "mov") and "[" not in i.text.split(",")[0]
        ):
            continue
        code = routine.section[address - routine.base :][: i.size]
        yield Mutant(routine, address, i.text, "drop", NOP * i.size)
        try:
            for change, new in forms(i, code):
                yield Mutant(routine, address, i.text, change, new)
        except (IndexError, Refused):
            continue


def modrm_at(code: bytes) -> int:
    """Where the byte stands that names operands, behind prefixes and opcode; past the end where there is none."""
    at = opcode_at(code)
    if (
        code[at] & 0xF0 in (0x50, 0x70, 0xE0)
        or code[at] & 0xF8 == 0xB8
        or (code[at] == 0x0F and code[at + 1] & 0xF0 == 0x80)
    ):
        return len(code)
    if code[at] == EVEX:
        return at + 5
    if code[at] == VEX3:
        return at + 4
    if code[at] == VEX2:
        return at + 3
    if code[at] == 0x0F:
        return at + (3 if code[at + 1] in (0x38, 0x3A) else 2)
    return at + 1


# The opcode of the form r64, r/m64.
PLAIN = {"add": 0x03, "adc": 0x13}


def wider(i: Instruction, code: bytes) -> Iterator[tuple[str, bytes]]:
    """What `forms` leaves out: carry instructions of another length, other registers, displacements and immediates."""
    yield from forms(i, code)
    rex = next((k for k, byte in enumerate(code[:2]) if 0x48 <= byte < 0x50), None)
    if rex is not None and opcode_at(code) == rex + 1:
        yield "32 bits", code[:rex] + bytes([code[rex] & ~8]) + code[rex + 1 :]
    if i.name in ("adcx", "adox"):
        rex, modrm = code[1], code[5:]
        for other, opcode in PLAIN.items():
            short = bytes([rex, opcode]) + modrm
            yield f"{i.name} -> {other}", short + NOP * (len(code) - len(short))
    at = opcode_at(code)
    if code[at] & 0xF0 == 0x50 or code[at] & 0xF8 == 0xB8:
        for flip in range(1, 8):
            yield f"register ^ {flip}", code[:at] + bytes([code[at] ^ flip]) + code[at + 1 :]
    at = modrm_at(code)
    if at < len(code):
        mode = code[at] >> 6
        fields = [("register", 3)] + ([("register", 0)] if mode == 3 else [("base", 0)] if code[at] & 7 != 4 else [])
        for what, place in fields:
            for flip in range(1, 8):
                yield f"{what} ^ {flip}", code[:at] + bytes([code[at] ^ flip << place]) + code[at + 1 :]
        wide = at + 1 + (mode != 3 and code[at] & 7 == 4)
        if mode == 1:
            for step in (8, -8, 32, -32, 1):
                new = (code[wide] + step) % 256
                yield f"displacement {step:+d}", code[:wide] + bytes([new]) + code[wide + 1 :]
        if mode == 2:
            for step in (8, -8, 32, -32):
                new = (int.from_bytes(code[wide : wide + 4], "little") + step) % 2**32
                yield f"displacement {step:+d}", code[:wide] + new.to_bytes(4, "little") + code[wide + 4 :]
    if code[0] == EVEX:
        for flip in range(1, 16):
            yield f"register ^^ {flip}", code[:2] + bytes([code[2] ^ flip << 3]) + code[3:]
        for flip in (0x80, 0x10, 0x60):
            yield f"register ^^^ {flip}", code[:1] + bytes([code[1] ^ flip]) + code[2:]
    if code[opcode_at(code)] in (VEX3, VEX2):
        vex = opcode_at(code) + (2 if code[opcode_at(code)] == VEX3 else 1)
        for flip in range(1, 16):
            yield f"register ^^ {flip}", code[:vex] + bytes([code[vex] ^ flip << 3]) + code[vex + 1 :]
    if any(o.kind == "immediate" for o in i.operands) and i.name[0] != "j":
        for step in (1, -1, 2):
            yield f"immediate {step:+d}", code[:-1] + bytes([(code[-1] + step) % 256])


def sampled(program: Program) -> Iterator[Mutant]:
    """Every change of `wider` that is the same instruction with other operands, or another one, in every place."""
    routine = program.routine
    for address, i in sorted(program.code.items()):
        if i.name in ("nop", "endbr64"):
            continue
        code = routine.section[address - routine.base :][: i.size]
        seen = {code}
        yield Mutant(routine, address, i.text, "drop", NOP * i.size)
        for change, new in wider(i, code):
            if new in seen:
                continue
            seen.add(new)
            try:
                j = decode(new, address)
            except Refused:
                continue
            named = any(part in change for part in (" -> ", "way", "bits", "mask", "table"))
            if (j.size == i.size and (named or j.name == i.name)) or named:
                yield Mutant(routine, address, i.text, f"{change}: {j.text}", new)


def flipped(program: Program) -> Iterator[Mutant]:
    """Each bit of what stands before the opcode, of the opcode and of the bytes behind it that name operands, where that is
    an instruction still, of whatever size and encoding: the prover has to know which ones a processor refuses."""
    routine = program.routine
    for address, i in sorted(program.code.items()):
        code = routine.section[address - routine.base :][: i.size]
        for bit in range(8 * min(i.size, modrm_at(code) + 2)):
            new = bytes(b ^ (1 << bit % 8 if n == bit // 8 else 0) for n, b in enumerate(code))
            try:
                j = disassembled(new + routine.section[address + i.size - routine.base :][:16], address)
            except Refused:
                continue
            yield Mutant(routine, address, i.text, f"bit {bit % 8} of byte {bit // 8}: {j.text}", new)

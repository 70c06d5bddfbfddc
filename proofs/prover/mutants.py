"""Changes of one instruction in a routine's bytes, of the same length, for tests of the prover and for survivors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from prover.flow import Program
from prover.lift import Instruction
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
    address: int
    text: str
    change: str
    routine: Routine


def patched(routine: Routine, address: int, code: bytes) -> Routine:
    at = address - routine.base
    return replace(routine, section=routine.section[:at] + code + routine.section[at + len(code) :])


def opcode_at(code: bytes) -> int:
    """Where the opcode begins, behind legacy prefixes and REX."""
    at = 0
    while code[at] in (0x66, 0xF2, 0xF3) or 0x40 <= code[at] < 0x50:
        at += 1
    return at


def forms(i: Instruction, code: bytes) -> Iterator[tuple[str, bytes]]:
    """The instruction's near relatives."""
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
    if i.name in ("jb", "jae", "je", "jne") and (code[0] & 0xF0 == 0x70 or code[0] == 0x0F):
        where = 0 if code[0] != 0x0F else 1
        yield "the other way", code[:where] + bytes([code[where] ^ 1]) + code[where + 1 :]


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
        yield Mutant(address, i.text, "drop", patched(routine, address, NOP * i.size))
        try:
            for change, new in forms(i, code):
                yield Mutant(address, i.text, change, patched(routine, address, new))
        except (IndexError, Refused):
            continue

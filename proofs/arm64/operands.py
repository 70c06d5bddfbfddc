"""The operands of an instruction, from capstone's text of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from arm64.registers import GENERAL, VECTORS

REGISTER = re.compile(r"([xw])(\d+|zr)|(w?)sp")
VECTOR = re.compile(r"([qv])(\d+)(?:\.(16b|4s|2d))?")
NUMBER = re.compile(r"#(-?(?:0x[0-9a-f]+|\d+))")
MEMORY = re.compile(r"\[(\w+)(?:, #(-?(?:0x[0-9a-f]+|\d+)))?\](!?)")
SHIFT = re.compile(r"(lsl|lsr) #(0x[0-9a-f]+|\d+)")
CONDITIONS = ("hs", "lo", "eq", "ne")
PREFETCH = "pldl1keep"


class Unread(Exception):
    """A text that names something else than the operands of instructions that are lifted."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A number, a condition, a register of 64 or 32 bits, shifted by a constant perhaps, a vector, what is prefetched, or
    memory at a register and a number, which the register may be set to before (`writes`)."""

    kind: str
    register: str = ""
    number: int = 0
    bits: int = 64
    shift: tuple[str, int] | None = None
    writes: bool = False


def operands_of(text: str) -> tuple[Operand, ...]:
    result: list[Operand] = []
    for one in re.findall(r"(?:\[[^]]*\]!?|[^,\[\]]+)", text):
        part = one.strip()
        if not part:
            continue
        if found := SHIFT.fullmatch(part):
            if not result or result[-1].kind not in ("register", "number") or result[-1].shift is not None:
                raise Unread(part)
            result[-1] = replace(result[-1], shift=(found[1], int(found[2], 0)))
        else:
            result.append(operand(part, result[0].bits if result else 64))
    return tuple(result)


def operand(text: str, bits: int) -> Operand:
    """A number has the size of the first operand."""
    if found := REGISTER.fullmatch(text):
        kind, number, half = found.groups()
        name = "sp" if kind is None else "zr" if number == "zr" else f"x{number}"
        if name not in (*GENERAL, "zr"):
            raise Unread(text)
        return Operand("register", name, bits=32 if kind == "w" or half else 64)
    if found := VECTOR.fullmatch(text):
        if f"v{found[2]}" not in VECTORS or (found[1] == "q") == bool(found[3]):
            raise Unread(text)
        return Operand("vector", f"v{found[2]}", bits={"16b": 8, "4s": 32, "2d": 64, None: 128}[found[3]])
    if found := NUMBER.fullmatch(text):
        return Operand("number", number=int(found[1], 0), bits=bits)
    if found := MEMORY.fullmatch(text):
        if found[1] not in GENERAL:
            raise Unread(text)
        return Operand("memory", found[1], int(found[2] or "0", 0), writes=bool(found[3]))
    if text in CONDITIONS or text == PREFETCH:
        return Operand("condition" if text != PREFETCH else "prefetch", text)
    raise Unread(text)

"""The operands of an instruction, from its text in Intel's syntax."""

from __future__ import annotations

import re
from dataclasses import dataclass

from x86.registers import PARTS

SIZES = {"byte": 8, "word": 16, "dword": 32, "qword": 64, "xmmword": 128, "ymmword": 256, "zmmword": 512}
VECTORS = {"x": 128, "y": 256, "z": 512}
MASK = re.compile(r" ?\{(k[1-7])\}")
MEMORY = re.compile(r"(?:(\w+) ptr )?(?:(\w+):)?\[(.*)\](?: ?\{1to\d+\})?")
NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|\d+)")


class Unread(Exception):
    """A text that names something else than the operands of instructions that are lifted."""


@dataclass(frozen=True, slots=True)
class Memory:
    base: str | None
    index: str | None
    scale: int
    displacement: int
    segment: str | None


@dataclass(frozen=True, slots=True)
class Operand:
    kind: str  # register, vector, immediate, memory
    register: str
    immediate: int
    memory: Memory | None
    bits: int


def operands_of(text: str, following: int) -> tuple[Operand, ...]:
    """A mask stands behind the operand that it chooses lanes of; a number has the size of the first operand. `following` is
    the next instruction's address, from which distances count."""
    result: list[Operand] = []
    for one in text.split(", ") if text else []:
        found = MASK.search(one)
        plain = one.replace(" {z}", "").replace("{z}", "")
        result.append(operand(MASK.sub("", plain), result[0].bits if result else 64, following))
        if found:
            result.append(vector(found[1]))
    return tuple(result)


def operand(text: str, bits: int, following: int) -> Operand:
    if text in PARTS:
        return Operand("register", text, 0, None, PARTS[text][1])
    if NUMBER.fullmatch(text):
        return Operand("immediate", "", int(text, 0), None, bits)
    if found := MEMORY.fullmatch(text):
        size, segment, inside = found.groups()
        if size is not None and size not in SIZES:
            raise Unread(size)
        return Operand("memory", "", 0, memory(inside, segment, following), SIZES[size] if size else bits)
    return vector(text)


def vector(name: str) -> Operand:
    if not re.fullmatch(r"[xyz]mm\d+|k[0-7]", name):
        raise Unread(name)
    return Operand("vector", name, 0, None, VECTORS.get(name[0], 64))


def memory(text: str, segment: str | None, following: int) -> Memory:
    base = index = None
    scale, displacement = 1, 0
    for sign, term in re.findall(r"([+-]?) ?([^ +-]+)", text):
        name, _, factor = term.partition("*")
        if NUMBER.fullmatch(term):
            displacement += int(term, 0) * (-1 if sign == "-" else 1)
        elif factor or base is not None:
            index, scale = name, int(factor or 1)
        else:
            base = name
    if displacement >= 2**63:
        displacement -= 2**64
    return Memory(base, index, scale, displacement + (following if base == "rip" else 0), segment)

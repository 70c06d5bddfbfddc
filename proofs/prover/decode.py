"""Instructions from their bytes: capstone gives the name, and both capstone and encoding.py the operands."""

from __future__ import annotations

from dataclasses import dataclass

import capstone
from capstone import x86_const as x86

from prover import encoding
from prover.encoding import Memory, Operand, Unencoded
from prover.machine import Refused

ENGINE = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
ENGINE.detail = True
# Index registers that are none.
NO_INDEX = ("riz", "eiz")
# Whose operands are not taken from here.
IMPLIED = (*encoding.IDLE, "rep movsq")


@dataclass(frozen=True, slots=True)
class Instruction:
    address: int
    size: int
    name: str
    operands: tuple[Operand, ...]
    text: str
    # Whether it is one of AVX-512 by its encoding.
    evex: bool = False

    @property
    def next(self) -> int:
        return self.address + self.size


def disassembled(code: bytes, address: int) -> Instruction:
    """The first instruction of the bytes as capstone has it."""
    for i in ENGINE.disasm(code[: encoding.LONGEST + 1], address, 1):
        operands = tuple(operand_of(i, o) for o in i.operands)
        text = f"{i.mnemonic} {i.op_str}".strip()
        return Instruction(i.address, i.size, i.mnemonic, operands, text, code[0] == encoding.EVEX)
    raise Refused(address, "bytes that are no instruction")


def operand_of(i: capstone.CsInsn, o: x86.X86Op) -> Operand:  # type: ignore[name-defined]
    bits = o.size * 8
    if o.type == x86.X86_OP_REG:
        name = i.reg_name(o.reg)
        return Operand("register" if name in encoding.NAMES else "vector", name, 0, None, bits)
    if o.type == x86.X86_OP_IMM:
        return Operand("immediate", "", o.imm, None, bits)
    base, index, segment = (i.reg_name(r) if r else None for r in (o.mem.base, o.mem.index, o.mem.segment))
    index = None if index in NO_INDEX else index
    offset = o.mem.disp + (i.address + i.size if base == "rip" else 0)
    return Operand("memory", "", 0, Memory(base, index, o.mem.scale if index else 1, offset, segment), bits)


def decode(code: bytes, address: int) -> Instruction:
    """The first instruction of the bytes. Of one that is lifted every bit is accounted for."""
    i = disassembled(code, address)
    name = i.name.removeprefix("data16 ").strip()
    if name not in encoding.KNOWN:
        return i
    try:
        found = encoding.read(name, code[: encoding.LONGEST + 1], address)
    except Unencoded as error:
        raise Refused(address, f"{i.text}: not in the table of instructions: {error}") from None
    if (
        found.size != i.size
        or found.zeroing != ("{z}" in i.text)
        or found.broadcast != ("{1to" in i.text)
        or (name not in IMPLIED and not alike(found.operands, i.operands))
    ):
        raise Refused(address, f"{i.text}: not in the table of instructions: read in two ways")
    return Instruction(i.address, i.size, name, found.operands, i.text, i.evex)


# What fills the bytes between functions.
FILL = ("nop", "int3", "ud2")


def padding(code: bytes) -> bool:
    """Whether nothing but what does nothing, or traps, is in the bytes."""
    at = 0
    while at < len(code):
        try:
            i = decode(code[at:], at)
        except Refused:
            return False
        if i.name not in FILL:
            return False
        at = i.next
    return True


def alike(ours: tuple[Operand, ...], theirs: tuple[Operand, ...]) -> bool:
    """Whether they name the same. Capstone's sizes of masks, immediates and addresses that are only computed are others."""
    return len(ours) == len(theirs) and all(
        a.kind == b.kind
        and a.register == b.register
        and a.memory == b.memory
        and (a.immediate - b.immediate) % 2 ** (a.bits or 64) == 0
        for a, b in zip(ours, theirs, strict=True)
    )

"""Instructions from their bytes: capstone gives the text, the GNU assembler makes bytes of it again, and where these are
the same, the operands are what the text names."""

from __future__ import annotations

import re

import capstone

from assembler import Assembler, distance
from core.isa import Instruction
from core.state import Refused
from x86.operands import Unread, operands_of

ENGINE = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
LONGEST = 15
# 0F 1F names memory that it does not touch, with sizes and a segment before it.
NOP = rb"\x66{0,9}\x2e?(?:\x90|\x0f\x1f(?:\x00|\x04.|\x40.|\x44..|\x80.{4}|\x84.{5}))"
ENDBR = bytes.fromhex("f30f1efa")
IDLE = re.compile(NOP + rb"|" + ENDBR, re.DOTALL)
# What fills the bytes between functions: those, and int3 and ud2.
PADDING = re.compile(rb"(?:" + NOP + rb"|\xcc|\x0f\x0b)*", re.DOTALL)
JUMPS = ("jb", "jae", "je", "jne", "jbe", "ja", "jg", "jle", "jl", "jge")
FLOW = {"ret": "return", "call": "call", "jmp": "jump"} | dict.fromkeys(JUMPS, "branch")
# Ways to encode one instruction, for the assembler, beside the one that it takes by itself.
WAYS = (
    "{load} ",
    "{store} ",
    "{disp32} ",
    "{disp8} ",
    "{vex3} ",
    "{evex} ",
    "{load} {vex3} ",
    "{disp32} {evex} ",
    "{disp8} {evex} ",
)
EVEX = 0x62


def decode(code: bytes, address: int) -> Instruction:
    """The first instruction of the bytes, which is to be confirmed."""
    for i in ENGINE.disasm(code[: LONGEST + 1], address, 1):
        text = f"{i.mnemonic} {i.op_str}".strip()
        name, named = i.mnemonic, i.op_str
        if IDLE.fullmatch(code[: i.size]):
            return Instruction(address, i.size, name.removeprefix("data16 "), (), text, "idle")
        if name == "rep movsq":
            named = ""
        try:
            operands = operands_of(named, address + i.size)
        except Unread:
            raise Refused(address, f"{text}: not in the table of instructions") from None
        flow = FLOW.get(name, "")
        target = operands[0].immediate if flow in ("call", "jump", "branch") and operands[0].kind == "immediate" else None
        return Instruction(address, i.size, name, operands, text, flow, target, "evex" if code[0] == EVEX else "")
    raise Refused(address, "bytes that are no instruction")


def padding(code: bytes) -> bool:
    return PADDING.fullmatch(code) is not None


def source(i: Instruction) -> str:
    """For the assembler, with what it takes in another form."""
    if i.target is not None:
        return f"{i.name} {distance(i)}"
    if i.name == "rep movsq":
        return i.name
    return i.text.replace("fs:[0xfffffffffffffff8]", "fs:[-8]")


def variants(text: str) -> list[str]:
    result = [way + text for way in WAYS]
    if text.startswith("vpcmpeqq k"):
        result.append(text.replace("vpcmpeqq", "vpcmpq") + ", 0")
    if text.startswith("call ."):
        # Which linkers write where a call through memory was.
        result.append(f".byte 0x67; call .{int(text[6:]) - 1:+d}")
    return result


ASSEMBLER = Assembler(("as", "--64"), ".intel_syntax noprefix", 32, 0xCC, "hlt", source, variants)

"""Instructions from their bytes: capstone gives the text, the GNU assembler makes bytes of it again, and where these are
the same, the operands are what the text names."""

from __future__ import annotations

import re

import capstone

from arm64.operands import Unread, operands_of
from assembler import Assembler, distance
from core.isa import Instruction
from core.state import Refused

ENGINE = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_LITTLE_ENDIAN)
SIZE = 4
NOP = bytes.fromhex("1f2003d5")
LANDING = bytes.fromhex("5f2403d5")  # bti c
PADDING = re.compile(rb"(?:\x1f\x20\x03\xd5|\x00\x00\x00\x00)*", re.DOTALL)
BRANCHES = ("b.hs", "b.lo", "b.ls", "b.eq", "b.ne", "cbz", "cbnz")
FLOW = {"ret": "return", "b": "jump", "bl": "call"} | dict.fromkeys(BRANCHES, "branch")
# The opcode of ORR with a number.
ORR_NUMBER = 0x64


def decode(code: bytes, address: int) -> Instruction:
    """The first instruction of the bytes, which is to be confirmed."""
    code = code[:SIZE]
    if code in (NOP, LANDING):
        return Instruction(address, SIZE, "nop", (), "nop" if code == NOP else "bti c", "idle")
    for i in ENGINE.disasm(code, address, 1):
        name, named = i.mnemonic, i.op_str
        if name == "mov" and int.from_bytes(code, "little") >> 23 & 0xFF == ORR_NUMBER:
            # An assembler would take the other encoding.
            name, named = "orr", named.replace(", #", ", wzr, #" if named[0] == "w" else ", xzr, #")
        text = f"{name} {named}".strip()
        flow = FLOW.get(name, "")
        target = None
        if flow in ("jump", "branch", "call"):
            named, _, place = named.rpartition("#")
            target, named = int(place, 0), named.rstrip(", ")
        try:
            return Instruction(address, SIZE, name, operands_of(named), text, flow, target)
        except Unread:
            raise Refused(address, f"{text}: not in the table of instructions") from None
    raise Refused(address, "bytes that are no instruction")


def padding(code: bytes) -> bool:
    return PADDING.fullmatch(code) is not None


def source(i: Instruction) -> str:
    """For the assembler."""
    return i.text if i.target is None else i.text.rpartition("#")[0] + distance(i)


ASSEMBLER = Assembler(("aarch64-linux-gnu-as", "-march=armv8-a"), "", SIZE, 0, "hlt #0", source)

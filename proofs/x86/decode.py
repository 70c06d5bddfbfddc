"""Instructions from their bytes: capstone gives the text, the GNU assembler makes bytes of it again, and where these are
the same, the operands are what the text names. So nothing is followed that only a disassembler takes for an instruction."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import capstone
from elftools.elf.elffile import ELFFile

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
SLOT = 32
REFUSED = "hlt"
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


CONFIRMED: set[tuple[str, bytes]] = set()


def confirm(every: list[tuple[Instruction, bytes]]) -> None:
    for i in unconfirmed(every)[:1]:
        raise Refused(i.address, f"{i.text}: not in the table of instructions: no encoding that an assembler makes")


def unconfirmed(every: list[tuple[Instruction, bytes]]) -> list[Instruction]:
    """Those that an assembler does not make these bytes of, which are those of one instruction each."""
    keys = {(source(i), code): i for i, code in every if i.flow != "idle"}
    left = [key for key in keys if key not in CONFIRMED]
    for ways in (lambda text: [text], variants):
        lines = [(line, key) for key in left for line in ways(key[0])]
        made = assembled([line for line, _ in lines])
        CONFIRMED.update(key for (_, key), slot in zip(lines, made, strict=True) if slot == key[1].ljust(SLOT, b"\xcc"))
        left = [key for key in left if key not in CONFIRMED]
    return [keys[key] for key in left]


def source(i: Instruction) -> str:
    """For the assembler: where a jump goes to, from itself, and what it takes in another form."""
    if i.target is not None:
        return f"{i.name} .{(i.target - i.address + 2**63) % 2**64 - 2**63:+d}"
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


def assembled(lines: list[str]) -> list[bytes]:
    """The bytes of each line, with int3 behind them."""
    if not lines:
        return []
    with TemporaryDirectory() as folder:
        object_ = Path(folder, "o")
        text = ".intel_syntax noprefix\n" + "".join(f"{line}\n.balign {SLOT}, 0xcc\n" for line in lines)
        run = subprocess.run(["as", "--64", "-o", object_, "-"], input=text, capture_output=True, text=True)
        if run.returncode == 0:
            with object_.open("rb") as file:
                section = ELFFile(file).get_section_by_name(".text")
                content = section.data() if section is not None else b""
            return [content[k : k + SLOT] for k in range(0, len(content), SLOT)]
    wrong = {(int(n) - 2) // 2 for n in re.findall(r"^{standard input}:(\d+): Error", run.stderr, re.MULTILINE)}
    if not wrong:
        raise RuntimeError(run.stderr)
    # What is refused is nothing that is lifted.
    return assembled([REFUSED if k in wrong else line for k, line in enumerate(lines)])

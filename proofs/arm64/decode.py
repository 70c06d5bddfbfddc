"""Instructions from their bytes: capstone gives the text, the GNU assembler makes bytes of it again, and where these are
the same, the operands are what the text names."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import capstone
from elftools.elf.elffile import ELFFile

from arm64.operands import Unread, operands_of
from core.isa import Instruction
from core.state import Refused

ENGINE = capstone.Cs(capstone.CS_ARCH_ARM64, capstone.CS_MODE_LITTLE_ENDIAN)
SIZE = 4
NOP = bytes.fromhex("1f2003d5")
LANDING = bytes.fromhex("5f2403d5")  # bti c
PADDING = re.compile(rb"(?:\x1f\x20\x03\xd5|\x00\x00\x00\x00)*", re.DOTALL)
BRANCHES = ("b.hs", "b.lo", "b.ls", "b.eq", "b.ne", "cbz", "cbnz")
FLOW = {"ret": "return", "b": "jump", "bl": "call"} | dict.fromkeys(BRANCHES, "branch")
ASSEMBLER = ("aarch64-linux-gnu-as", "-march=armv8-a")
REFUSED = "hlt #0"
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


CONFIRMED: set[tuple[str, bytes]] = set()


def confirm(every: list[tuple[Instruction, bytes]]) -> None:
    for i in unconfirmed(every)[:1]:
        raise Refused(i.address, f"{i.text}: not in the table of instructions: no encoding that an assembler makes")


def unconfirmed(every: list[tuple[Instruction, bytes]]) -> list[Instruction]:
    """Those that an assembler does not make these bytes of."""
    keys = {(source(i), code): i for i, code in every if i.flow != "idle"}
    left = [key for key in keys if key not in CONFIRMED]
    made = assembled([text for text, _ in left])
    CONFIRMED.update(key for key, bytes_ in zip(left, made, strict=True) if bytes_ == key[1])
    return [keys[key] for key in left if key not in CONFIRMED]


def source(i: Instruction) -> str:
    """For the assembler: where a jump goes to, from itself."""
    if i.target is None:
        return i.text
    return f"{i.text.rpartition('#')[0]}.{(i.target - i.address + 2**63) % 2**64 - 2**63:+d}"


def assembled(lines: list[str]) -> list[bytes]:
    """The bytes of each line; of those that are refused, another instruction's, which is not lifted."""
    if not lines:
        return []
    with TemporaryDirectory() as folder:
        object_ = Path(folder, "o")
        text = "".join(f"{line}\n" for line in lines)
        run = subprocess.run([*ASSEMBLER, "-o", object_, "-"], input=text, capture_output=True, text=True)
        if run.returncode == 0:
            with object_.open("rb") as file:
                section = ELFFile(file).get_section_by_name(".text")
                content = section.data() if section is not None else b""
            made = [content[k : k + SIZE] for k in range(0, len(content), SIZE)]
            if len(made) != len(lines):
                raise RuntimeError("lines that are not one instruction each")
            return made
    wrong = {int(n) - 1 for n in re.findall(r"^{standard input}:(\d+): Error", run.stderr, re.MULTILINE)}
    if not wrong:
        raise RuntimeError(run.stderr)
    return assembled([REFUSED if k in wrong else line for k, line in enumerate(lines)])

"""What the GNU assembler makes of an instruction's text: only where these are the bytes that the text was read from does a
proof follow it. So nothing is followed that only a disassembler takes for an instruction."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from elftools.elf.elffile import ELFFile

from core.isa import Instruction
from core.state import Refused


def distance(i: Instruction) -> str:
    """Where a jump goes to, from itself."""
    return f".{((i.target or 0) - i.address + 2**63) % 2**64 - 2**63:+d}"


@dataclass
class Assembler:
    """Its command line, and what stands before all lines; the bytes that a line has room for, the rest of which is `fill`;
    an instruction that is not lifted, in the place of lines that it refuses; what it is given for an instruction, and for
    other encodings of that."""

    command: tuple[str, ...]
    head: str
    slot: int
    fill: int
    refused: str
    source: Callable[[Instruction], str]
    variants: Callable[[str], list[str]] = lambda text: []
    confirmed: set[tuple[str, bytes]] = field(default_factory=set)

    def confirm(self, every: list[tuple[Instruction, bytes]]) -> None:
        for i in self.unconfirmed(every)[:1]:
            raise Refused(i.address, f"{i.text}: not in the table of instructions: no encoding that an assembler makes")

    def unconfirmed(self, every: list[tuple[Instruction, bytes]]) -> list[Instruction]:
        """Those that it does not make these bytes of, which are those of one instruction each."""
        keys = {(self.source(i), code): i for i, code in every if i.flow != "idle"}
        left = [key for key in keys if key not in self.confirmed]
        for ways in (lambda text: [text], self.variants):
            lines = [(line, key) for key in left for line in ways(key[0])]
            for (_, key), made in zip(lines, self.assembled([line for line, _ in lines]), strict=True):
                if made == key[1].ljust(self.slot, bytes([self.fill])):
                    self.confirmed.add(key)
            left = [key for key in left if key not in self.confirmed]
        return [keys[key] for key in left]

    def assembled(self, lines: list[str]) -> list[bytes]:
        """The bytes of each line; of those that are refused, another instruction's."""
        if not lines:
            return []
        with TemporaryDirectory() as folder:
            object_ = Path(folder, "o")
            text = f"{self.head}\n" + "".join(f"{line}\n.balign {self.slot}, {self.fill}\n" for line in lines)
            run = subprocess.run([*self.command, "-o", object_, "-"], input=text, capture_output=True, text=True)
            if run.returncode == 0:
                with object_.open("rb") as file:
                    section = ELFFile(file).get_section_by_name(".text")
                    content = section.data() if section is not None else b""
                made = [content[k : k + self.slot] for k in range(0, len(content), self.slot)]
                if len(made) != len(lines):
                    raise RuntimeError("lines that are not one instruction each")
                return made
        wrong = {(int(n) - 2) // 2 for n in re.findall(r"^{standard input}:(\d+): Error", run.stderr, re.MULTILINE)}
        if not wrong:
            raise RuntimeError(run.stderr)
        return self.assembled([self.refused if k in wrong else line for k, line in enumerate(lines)])

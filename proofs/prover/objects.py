"""Routines in object files: symbol, address, bytes."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

LARGE = 2**20


@dataclass(frozen=True)
class Routine:
    """A function. `section` holds its bytes and those around it, from `base` on; `constants` are limbs by their address,
    of read-only data that lies there, too."""

    name: str
    address: int
    size: int
    base: int
    section: bytes
    constants: tuple[tuple[int, int], ...] = ()
    # The other functions of a small shared object, which it may call, by their addresses.
    callees: tuple[tuple[int, str], ...] = ()

    @property
    def code(self) -> bytes:
        return self.section[self.address - self.base :][: self.size]


def routines(path: Path, prefix: str, suffix: str = "") -> list[Routine]:
    """Every function of an object or program whose name begins and ends so, in the order of addresses."""
    found = {}
    with path.open("rb") as file:
        elf = ELFFile(file)
        table = elf.get_section_by_name(".symtab")
        if table is None:
            raise ValueError(f"{path} has no symbols")
        relocated: dict[int, list[int]] = {}
        if elf.header.e_type == "ET_REL":
            for section in elf.iter_sections():
                if isinstance(section, RelocationSection):
                    relocated.setdefault(section["sh_info"], []).extend(r["r_offset"] for r in section.iter_relocations())
        functions = [s for s in table.iter_symbols() if s["st_info"]["type"] == "STT_FUNC" and s["st_size"]]
        data: dict[int, bytes] = {}
        image = linked(elf) if elf.header.e_type == "ET_DYN" else None
        for symbol in functions:
            index = symbol["st_shndx"]
            if not symbol.name.startswith(prefix) or not symbol.name.endswith(suffix) or not isinstance(index, int):
                continue
            section = elf.get_section(index)
            start, size = symbol["st_value"], symbol["st_size"]
            offset = start - section["sh_addr"]
            if any(offset <= r < offset + size for r in relocated.get(index, [])):
                raise ValueError(f"{path}: {symbol.name} has relocations")
            if section["sh_size"] > LARGE:
                # A linked program: routines are whole there.
                file.seek(section["sh_offset"] + offset)
                found[symbol.name] = Routine(symbol.name, start, size, start, file.read(size))
                continue
            if image is not None:
                found[symbol.name] = Routine(symbol.name, start, size, *image)
                continue
            if index not in data:
                data[index] = section.data()
            found[symbol.name] = Routine(symbol.name, start, size, section["sh_addr"], data[index])
    result = sorted(found.values(), key=lambda r: (r.address, r.name))
    others = {s["st_value"]: s.name for s in functions if not s.name.startswith(prefix)}
    return plainly_named(result, others) if prefix.startswith("_Z") else result


def plainly_named(routines_: list[Routine], others: dict[int, str]) -> list[Routine]:
    """C++ names without namespaces, arguments and what a compiler adds, and public, secret and doubles for the fields of
    lanes; each routine may call the others."""
    mangled = "\n".join(r.name for r in routines_)
    text = subprocess.run(["c++filt"], input=mangled, capture_output=True, text=True, check=True).stdout
    full = [line.partition(" [clone")[0] for line in text.splitlines()]
    names = [plain_name(line) for line in full]
    # Of functions that share a name, the number of arguments tells which it is, or the type of the first.
    for what in (arity, first_type):
        both = list(zip(names, full, strict=True))
        names = [f"{n}/{what(f)}" if any(n == m and f != g for m, g in both) else n for n, f in both]
    callees = tuple((others | {r.address: name for r, name in zip(routines_, names, strict=True)}).items())
    return [replace(r, name=name, callees=callees) for r, name in zip(routines_, names, strict=True)]


def arity(name: str) -> int:
    depth, count = 0, 1
    for letter in name[len(name.partition("(")[0]) :]:
        depth += (letter in "<(") - (letter in ">)")
        count += letter == "," and depth == 1
    return count


def first_type(name: str) -> str:
    found = re.match(r"(?:\w+::)*(\w+)", name[name.index("(") + 1 :])
    return found[1] if found else ""


def plain_name(name: str) -> str:
    name = re.sub(r"koblitz_\w+::|\(anonymous namespace\)::", "", name)
    name = name.replace("field_lanes<fma_lanes, false>", "doubles")
    name = re.sub(r"field_lanes<\w+_lanes, (false|true)>", lambda m: "public" if m[1] == "false" else "secret", name)
    name = re.sub(r"::each<.*::(\w+<\d+>)\(.*\{lambda.*\}>", r"::\1", name.replace(" >", ">"))
    depth = start = 0
    for at, letter in enumerate(name):
        depth += (letter in "<") - (letter in ">")
        if depth == 0 and letter == " ":
            start = at + 1
        elif depth == 0 and letter == "(":
            return name[start:at]
    return name[start:]


def linked(elf: ELFFile) -> tuple[int, bytes, tuple[tuple[int, int], ...]] | None:
    """Code and constants of a small shared object, where they lie to each other; None for a large one."""
    parts = [s for s in elf.iter_sections() if s.name == ".text" or s.name.startswith(".rodata")]
    base = min(s["sh_addr"] for s in parts)
    image = bytearray(max(s["sh_addr"] + s["sh_size"] for s in parts) - base)
    if len(image) > LARGE:
        return None
    constants = []
    for section in parts:
        at, content = section["sh_addr"] - base, section.data()
        image[at : at + len(content)] = content
        if section.name != ".text" and section["sh_addr"] % 16 == 0:
            limbs = [content[k : k + 8] for k in range(0, len(content) - 7, 8)]
            constants += [(section["sh_addr"] + 8 * k, int.from_bytes(limb, "little")) for k, limb in enumerate(limbs)]
    return base, bytes(image), tuple(constants)

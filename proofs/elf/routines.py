"""Routines in object files: symbol, address, bytes."""

from __future__ import annotations

import re
import struct
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from elftools.dwarf.callframe import CallFrameInfo
from elftools.dwarf.structs import DWARFStructs
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection, RelrRelocationSection

from arm64.isa import ISA as ARM64
from core.isa import Isa, Routine
from x86.isa import ISA as X86

LARGE = 2**20
# Of Go, how much deeper than its table of frames says a function's stack is: the table counts the return address where it
# is on the stack, and not the word below the frame where arm64 has the frame's pointer.
BELOW = {"EM_X86_64": -8, "EM_AARCH64": 8}
MORE_STACK = ("runtime.morestack.abi0", "runtime.morestack_noctxt.abi0")


SETS: dict[str, Isa] = {"EM_X86_64": X86, "EM_AARCH64": ARM64}


def routines(path: Path, prefix: str, suffix: str = "") -> list[Routine]:
    """Every function of an object or program whose name begins and ends so, in the order of addresses."""
    found = {}
    with path.open("rb") as file:
        elf = ELFFile(file)
        isa = SETS[elf["e_machine"]]
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
        sections = constants_of(path.with_name(f"{path.name}.map")) if image is not None else ()
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
                found[symbol.name] = Routine(symbol.name, start, size, start, file.read(size), isa)
                continue
            if image is not None:
                found[symbol.name] = Routine(symbol.name, start, size, *image[:2], isa, image[2], sections)
                continue
            if index not in data:
                data[index] = section.data()
            found[symbol.name] = Routine(symbol.name, start, size, section["sh_addr"], data[index], isa)
        if suffix and found:
            depths = frames(elf, {r.address for r in found.values()})
            grows = tuple(s["st_value"] for s in functions if s.name in MORE_STACK)
            found = {name: replace(r, frame=depths[r.address], grows=grows) for name, r in found.items()}
    result = sorted(found.values(), key=lambda r: (r.address, r.name))
    others = {s["st_value"]: s.name for s in functions if not s.name.startswith(prefix)}
    return plainly_named(result, others) if prefix.startswith("_Z") else result


def plainly_named(routines_: list[Routine], others: dict[int, str]) -> list[Routine]:
    """C++ names without namespaces, arguments and what a compiler adds, and public, secret and f64 for the fields of
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
    name = name.replace("field_lanes<f64_lanes, false>", "f64")
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
    for table in elf.iter_sections():
        kinds = RelocationSection, RelrRelocationSection
        places = (r["r_offset"] for r in table.iter_relocations()) if isinstance(table, kinds) else ()
        if any(base <= place < base + len(image) for place in places):
            raise ValueError(f"{table.name} changes code or constants when the object is loaded")
    constants = []
    for section in parts:
        at, content = section["sh_addr"] - base, section.data()
        image[at : at + len(content)] = content
        if section.name != ".text" and section["sh_addr"] % 16 == 0:
            limbs = [content[k : k + 8] for k in range(0, len(content) - 7, 8)]
            constants += [(section["sh_addr"] + 8 * k, int.from_bytes(limb, "little")) for k, limb in enumerate(limbs)]
    return base, bytes(image), tuple(constants)


def constants_of(map_: Path) -> tuple[tuple[int, int, int], ...]:
    """The sections of constants that a linker's map says were linked: first address, end, and the alignment that the
    section asks for in its object."""
    result = []
    text = map_.read_text() if map_.exists() else ""
    for name, address, size, object_ in re.findall(r"^ (\.rodata\S*)\s+0x(\w+)\s+0x(\w+) (\S+)$", text, re.MULTILINE):
        if int(size, 16):
            with Path(object_).open("rb") as file:
                asked = [s["sh_addralign"] for s in ELFFile(file).iter_sections() if s.name == name]
            result.append((int(address, 16), int(address, 16) + int(size, 16), min(asked)))
    return tuple(result)


def frames(elf: ELFFile, addresses: set[int]) -> dict[int, int]:
    """For functions of Go how far the stack goes below their return address or, where that is in a register, below the stack
    pointer at the entry, by the linker's table of frames, which has been made of what it adds up for chains of functions
    that do not ask for more."""
    section = elf.get_section_by_name(".debug_frame")
    content = section.data() if section is not None else b""
    common, result, at = b"", {}, 0
    while at < len(content):
        length, what = struct.unpack_from("<II", content, at)
        entry = content[at : at + 4 + length]
        at += len(entry)
        if what == 2**32 - 1:
            if common:
                raise ValueError("two kinds of frames")
            common = entry
        elif (address := struct.unpack_from("<Q", entry, 8)[0]) in addresses:
            both = common + entry
            table = CallFrameInfo(BytesIO(both), len(both), 0, DWARFStructs(True, 32, 8)).get_entries()[-1].get_decoded()
            result[address] = max(row["cfa"].offset for row in table.table) + BELOW[elf["e_machine"]]
    return result

"""What of an object can be executed beside its routines: padding alone may be, as all else would go unproved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section, SymbolTableSection

from arm64 import decode as arm64
from x86 import decode as x86

CODE = ".text"
PADDING = {"EM_X86_64": x86.padding, "EM_AARCH64": arm64.padding}
# Symbols that name no place in a section's bytes.
NO_PLACES = ("STT_SECTION", "STT_FILE")


def strays(path: Path) -> list[str]:
    """Of an object or a shared one: code outside of .text, symbols of code that are no functions with a size and a name and
    place of their own, or that another definition may take the place of, and bytes between functions."""
    with path.open("rb") as file:
        elf = ELFFile(file)
        sections = list(elf.iter_sections())
        code = [n for n, s in enumerate(sections) if s["sh_flags"] & SH_FLAGS.SHF_EXECINSTR and s["sh_size"]]
        problems = [f"the section {sections[n].name} has code" for n in code if sections[n].name != CODE]
        symbols = [
            (s.name, s["st_shndx"], s["st_value"], s["st_size"], s["st_info"]["type"], s["st_info"]["bind"])
            for table in sections
            if isinstance(table, SymbolTableSection)
            for s in table.iter_symbols()
            if isinstance(s["st_shndx"], int) and s["st_info"]["type"] not in NO_PLACES
        ]
        if elf["e_machine"] == "EM_AARCH64":
            # By the ABI these mark where code begins.
            symbols = [s for s in symbols if s[0] != "$x" or s[3:] != (0, "STT_NOTYPE", "STB_LOCAL")]
        functions: dict[int, set[tuple[int, int, str]]] = {n: set() for n in code}
        for name, index, value, size, kind, bind in symbols:
            if index not in code:
                if kind not in ("STT_NOTYPE", "STT_OBJECT", "STT_TLS"):
                    problems.append(f"{name} at {value:#x} is a function, and not in code")
            elif kind != "STT_FUNC" or not size:
                problems.append(f"{name} at {value:#x} is in code, and no function with a size")
            elif bind == "STB_WEAK":
                problems.append(f"{name} at {value:#x} is weak: another definition may take its place")
            else:
                functions[index].add((value, size, name))
        names = [name for found in functions.values() for _, _, name in found]
        problems += sorted({f"{name} is the name of two functions" for name in names if names.count(name) > 1})
        for n, found in functions.items():
            problems += between(sections[n], sorted(found), PADDING[elf["e_machine"]])
    return problems


def between(section: Section, functions: list[tuple[int, int, str]], padding: Callable[[bytes], bool]) -> list[str]:
    """What lies in two functions, or in none and is no padding."""
    problems = []
    content, base = section.data(), section["sh_addr"]
    end, before = base, ""
    for start, size, name in [*functions, (base + len(content), 0, "the end")]:
        if start < end:
            problems.append(f"{name} at {start:#x} is a part of {before}, or another name for it")
        elif not padding(content[end - base : start - base]):
            problems.append(f"the bytes from {end:#x} to {start:#x} are no function's")
        end, before = max(end, start + size), name
    return problems


def assembled(listing: Path) -> set[str]:
    """The functions that a Go package's files of assembly define, those of a file alone included: `go tool nm` of the
    package's archive, whose member _go_.o is what is compiled."""
    names = set()
    for line in listing.read_text().splitlines():
        member, _, symbol = line.partition("):")
        _, kind, name = symbol.split(maxsplit=2) if len(symbol.split()) > 2 else ("", "", "")
        if kind in ("T", "t") and not member.endswith("(_go_.o"):
            names.add(name)
    return names

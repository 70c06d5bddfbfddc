"""Routines in object files: symbol, address, bytes."""

from __future__ import annotations

from dataclasses import dataclass
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
    return sorted(found.values(), key=lambda r: (r.address, r.name))


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

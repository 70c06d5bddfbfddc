"""Changes of the bytes of one instruction in a routine, of the same length. What they mean is for others to say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.flow import Program
from core.isa import Instruction, Routine
from core.state import Refused


@dataclass(frozen=True)
class Mutant:
    """`code` stands at the address instead of the instruction `text`. The patched section is made when it is asked for: a
    routine has thousands of mutants."""

    original: Routine
    address: int
    text: str
    change: str
    code: bytes

    @property
    def routine(self) -> Routine:
        routine, at = self.original, self.address - self.original.base
        return replace(routine, section=routine.section[:at] + self.code + routine.section[at + len(self.code) :])

    @property
    def instruction(self) -> Instruction | None:
        """What stands there now; None where the bytes are none."""
        at = self.address - self.original.base + len(self.code)
        try:
            return self.original.isa.decode(
                self.code + self.original.section[at:][: self.original.isa.longest], self.address
            )
        except Refused:
            return None


def places(program: Program) -> Iterator[tuple[Instruction, bytes]]:
    """The instructions that a path reaches, and their bytes."""
    routine = program.routine
    for address, i in sorted(program.code.items()):
        if i.flow != "idle":
            yield i, routine.section[address - routine.base :][: i.size]


def dropped(program: Program) -> Iterator[Mutant]:
    for i, _ in places(program):
        nothing = program.routine.isa.nothing
        yield Mutant(program.routine, i.address, i.text, "dropped", nothing * (i.size // len(nothing)))


def changed(program: Program, i: Instruction, code: bytes, at: int, value: int) -> Mutant:
    change = f"byte {at} is {value:#04x}"
    return Mutant(program.routine, i.address, i.text, change, code[:at] + bytes([value]) + code[at + 1 :])


def bits(program: Program) -> Iterator[Mutant]:
    """Each bit of every byte the other way."""
    for i, code in places(program):
        for at in range(i.size):
            yield from (changed(program, i, code, at, code[at] ^ 1 << bit) for bit in range(8))


def bytes_(program: Program) -> Iterator[Mutant]:
    """Each byte in every other way."""
    for i, code in places(program):
        for at in range(i.size):
            yield from (changed(program, i, code, at, value) for value in range(256) if value != code[at])


def of_names(program: Program, names: dict[str, str]) -> Iterator[Mutant]:
    """Where another instruction stands, with the same operands."""
    for mutant in bytes_(program):
        i = mutant.instruction if (name := mutant.text.partition(" ")[0]) in names else None
        if i is not None and i.text == mutant.text.replace(name, names[name], 1):
            yield mutant


def drawn(program: Program, rng: random.Random) -> Mutant:
    """Of one of the kinds, somewhere; of bytes in other ways another instruction of that length."""
    kind = rng.choice((dropped, bits, bytes_))
    if kind is dropped:
        return rng.choice(list(dropped(program)))
    i, code = rng.choice(list(places(program)))
    while True:
        at = rng.randrange(i.size)
        value = code[at] ^ 1 << rng.randrange(8) if kind is bits else rng.randrange(256)
        mutant = changed(program, i, code, at, value)
        there = mutant.instruction
        if value != code[at] and there is not None and (kind is bits or there.size == i.size):
            return mutant

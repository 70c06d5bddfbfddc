"""Routines, and all that a proof asks of an instruction set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from core.contract import Contract
from core.state import Convention, Flag, State


@dataclass(frozen=True, slots=True)
class Instruction:
    """`flow` is "return", "call", "jump" or "branch" where another one than the next may follow, which is at `target` if
    the instruction names it; "idle" where nothing is done. `form` is a way to encode it that the set knows."""

    address: int
    size: int
    name: str
    operands: tuple[Any, ...]
    text: str
    flow: str = ""
    target: int | None = None
    form: str = ""

    @property
    def next(self) -> int:
        return self.address + self.size


class Isa(Protocol):
    # What runs its bytes: native/machine.py.
    name: str
    conventions: Mapping[str, Convention]
    # Bytes of the longest instruction.
    longest: int
    # An instruction that does nothing.
    nothing: bytes
    # What a function of Go does with its return address before it calls for more stack: an instruction's text, or "".
    keeps_return: str

    def decode(self, code: bytes, address: int) -> Instruction:
        """The first instruction of the bytes, which is to be confirmed."""
        ...

    def confirm(self, every: list[tuple[Instruction, bytes]]) -> None:
        """Refuses instructions whose bytes are not accounted for."""
        ...

    def padding(self, code: bytes) -> bool:
        """Whether nothing but what does nothing, or traps, is in the bytes."""
        ...

    def execute(self, state: State, i: Instruction) -> None:
        """One instruction that is none of flow."""
        ...

    def in_step(self, state: State, i: Instruction) -> None:
        """The same in all lanes that are followed."""
        ...

    def condition(self, state: State, i: Instruction) -> Flag:
        """Whether a branch is taken, as a number, or the comparison that it stands for."""
        ...

    def counting(self, i: Instruction) -> set[str]:
        """The registers that an instruction may count with."""
        ...

    def features(self, contract: Contract) -> frozenset[str]:
        """What the callers of a routine have asked the processor for."""
        ...


@dataclass(frozen=True)
class Routine:
    """A function. `section` holds its bytes and those around it, from `base` on; `constants` are limbs by their address,
    of read-only data that lies there, too."""

    name: str
    address: int
    size: int
    base: int
    section: bytes
    isa: Isa = field(compare=False, repr=False)
    constants: tuple[tuple[int, int], ...] = ()
    # From where to where the sections go that they were linked from, and the multiples that those have to begin at.
    sections: tuple[tuple[int, int, int], ...] = ()
    # The other functions of a small shared object, which it may call, by their addresses.
    callees: tuple[tuple[int, str], ...] = ()
    # Of a function of Go, how far down its stack goes, as the linker knows it.
    frame: int = 0
    # Where the functions of Go's runtime are that get it more stack.
    grows: tuple[int, ...] = ()

    @property
    def code(self) -> bytes:
        return self.section[self.address - self.base :][: self.size]

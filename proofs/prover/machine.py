"""The state of the processor in a symbolic execution: registers, flags, and memory in regions."""

from __future__ import annotations

from dataclasses import dataclass, field

from prover.terms import Facts, Poly, Trace

SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
GENERAL = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16)))


class Refused(Exception):
    """The routine does something that the method cannot follow, or that its contract does not allow."""

    def __init__(self, address: int, reason: str) -> None:
        super().__init__(address, reason)
        self.address = address
        self.reason = reason


@dataclass(frozen=True)
class Pointer:
    region: str
    offset: int


@dataclass(frozen=True)
class Counter:
    """An integer argument, at least 1, less `steps`; and that times `unit`."""

    name: str
    steps: int
    bits: int
    unit: int = 1


@dataclass(frozen=True)
class Token:
    """A value that is only kept: what a callee-saved register held, the return address, the goroutine."""

    name: str


@dataclass(frozen=True)
class Unknown:
    """A value that must not be used."""

    why: str


Value = Poly | Pointer | Counter | Token | Unknown


@dataclass(frozen=True)
class Vector:
    """Four limbs of 64 bits, or two where the others are not known; `splat` is what every lane of 32 bits holds, where they
    hold the same."""

    limbs: tuple[Poly, ...]
    splat: Poly | None = None

    @staticmethod
    def of_splat(lane: Poly, bits: int = 256) -> Vector:
        limb = {m: c * (2**32 + 1) for m, c in lane.items()}
        wide = bits == 256 or not lane
        return Vector((limb,) * (bits // 64) + ({},) * (4 - bits // 64), lane if wide else None)


@dataclass(frozen=True)
class CounterZero:
    """A zero flag that tells whether a counter has reached 0."""

    counter: Counter


@dataclass(frozen=True)
class StackGuard:
    """Flags of the comparison by which a Go function asks whether its stack has room."""


Flag = Poly | Unknown | CounterZero | StackGuard

UNSET = Unknown("not set")


@dataclass
class State:
    trace: Trace
    registers: dict[str, Value] = field(default_factory=dict)
    vectors: dict[str, Vector] = field(default_factory=dict)
    carry: Flag = UNSET
    overflow: Flag = UNSET
    zero: Flag = UNSET
    # Limbs of 64 bits by region and offset.
    memory: dict[tuple[str, int], Value] = field(default_factory=dict)
    writable: dict[str, int] = field(default_factory=dict)
    red_zone: int = 0
    # The lowest offset in the stack that a Go function has asked for.
    lowest: int | None = None
    # Offsets on the caller's stack that may be written: arguments and results, as Go has them.
    results: frozenset[int] = frozenset()
    # What the last comparison of the counter with 0 said: "more" rounds, or "done".
    rounds: str = ""
    facts: Facts = field(default_factory=Facts)
    written: set[tuple[str, int]] = field(default_factory=set)

    def copy(self) -> State:
        return State(
            self.trace,
            dict(self.registers),
            dict(self.vectors),
            self.carry,
            self.overflow,
            self.zero,
            dict(self.memory),
            self.writable,
            self.red_zone,
            self.lowest,
            self.results,
            self.rounds,
            self.facts,
            set(self.written),
        )

    def refuse(self, reason: str) -> Refused:
        return Refused(self.trace.address, reason)

    def stack_offset(self) -> int:
        pointer = self.registers["rsp"]
        if not isinstance(pointer, Pointer) or pointer.region != "stack":
            raise self.refuse("rsp does not point into the stack")
        return pointer.offset

    def load(self, address: Pointer) -> Value:
        if address.offset % 8:
            raise self.refuse(f"reads {address.region}{address.offset:+d}, across limbs")
        if address.region == "stack" and address.offset < self.stack_offset() - self.red_zone:
            raise self.refuse("reads below the stack pointer")
        value = self.memory.get((address.region, address.offset))
        if value is None:
            raise self.refuse(f"reads {address.region}{address.offset:+d}, which holds nothing that it may read")
        return value

    def store(self, address: Pointer, value: Value) -> None:
        if address.offset % 8:
            raise self.refuse(f"writes {address.region}{address.offset:+d}, across limbs")
        if address.region == "stack":
            if address.offset < self.stack_offset() - self.red_zone:
                raise self.refuse("writes below the stack pointer")
            if self.lowest is not None and address.offset < self.lowest:
                raise self.refuse("writes below the part of the stack that it has asked for")
            if address.offset >= 0 and address.offset not in self.results:
                raise self.refuse("writes to its caller's stack")
        elif not 0 <= address.offset < self.writable.get(address.region, 0):
            raise self.refuse(f"writes {address.region}{address.offset:+d}, which its contract does not let it")
        else:
            self.written.add((address.region, address.offset))
        self.memory[(address.region, address.offset)] = value

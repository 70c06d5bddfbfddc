"""The state of the processor in a symbolic execution: registers, flags, and memory in regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from core.terms import Facts, Poly, Trace, as_constant

# Regions of memory beside those of arguments, which have the arguments' names.
PLACES = {"stack", "frame", "constants", "thread", "goroutine"}
# Lanes of 64 bits side by side.
WIDTH = 8


# Bytes of a register of lanes whose parts are kept; of larger ones they are not.
NARROW = 32


@dataclass(frozen=True)
class Convention:
    """How routines are called: general registers by what they are for, the first arguments in some of them, or all
    arguments and the result on the stack."""

    general: tuple[str, ...]
    saved: tuple[str, ...]
    stack: str
    result: str
    arguments: tuple[str, ...] = ()
    # The register of the return address, one of those that are saved; without it the address is on the stack.
    link: str = ""
    # One of those that are saved that points 8 bytes below the stack pointer at the entry. It and the return address may
    # be saved below the stack pointer before that goes down.
    frame: str = ""
    # Whether a goroutine's stack is asked for room; and the register, one of those that are saved, that points to the
    # goroutine, if one does.
    goroutine: bool = False
    goroutine_in: str = ""

    @property
    def on_stack(self) -> bool:
        return not self.arguments


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


@dataclass(frozen=True)
class Lane:
    """What each lane of a register holds; every instruction that is let on one does the same in all of them. With an
    exponent it is a double, the polynomial times that power of 2."""

    poly: Poly
    exponent: int | None = None


@dataclass(frozen=True)
class LaneMask:
    """A bit of each lane, in the low byte of a register or in memory; the rest of a register is anything, or 0 where it is
    `clear`. Each register that a limb takes has a flag of its own, which stands for some of the bits."""

    sides: tuple[Poly, ...]
    clear: bool = False


@dataclass(frozen=True)
class Masks:
    """Masks of several groups of lanes, a byte each from the lowest on; the rest of a register is anything, so that none of
    the groups is `clear`."""

    groups: tuple[LaneMask, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(LaneMask(mask.sides) for mask in self.groups))


@dataclass(frozen=True)
class Byte:
    """A number in a byte of memory; each lane has one of its own, in bytes that lie one behind the other."""

    number: Poly


@dataclass(frozen=True)
class Part:
    """The 64 bits of one lane, which are only kept."""

    lane: Lane
    index: int


@dataclass(frozen=True)
class Words:
    """A constant that is another one in each lane."""

    words: tuple[int, ...]


@dataclass(frozen=True)
class Spread:
    """A mask of lanes in the low byte of each lane."""

    mask: LaneMask


@dataclass(frozen=True)
class Picked:
    """Each lane's own word where the flag is 1, else 0."""

    flag: Poly
    words: Words


# Bytes of memory that groups of masks take, at most.
GROUPS_BYTES = 4

Value = Poly | Pointer | Counter | Token | Unknown | Lane | LaneMask | Masks | Part | Byte


@dataclass(frozen=True)
class Vector:
    """Four limbs of 64 bits, or two where the others are not known; `splat` is what every lane of 32 bits holds, where they
    hold the same."""

    limbs: tuple[Poly | Part | LaneMask, ...]
    splat: Poly | None = None

    @staticmethod
    def of_limb(limb: Poly, bits: int) -> Vector:
        return Vector((limb,) * (bits // 64) + ({},) * (4 - bits // 64))

    @staticmethod
    def of_splat(lane: Poly, bits: int = 256) -> Vector:
        limb = {m: c * (2**32 + 1) for m, c in lane.items()}
        wide = bits == 256 or not lane
        return Vector((limb,) * (bits // 64) + ({},) * (4 - bits // 64), lane if wide else None)


@dataclass(frozen=True)
class CounterZero:
    """A zero flag that tells whether a counter has reached 0; of a branch that is taken where it has not, `nonzero`."""

    counter: Counter
    nonzero: bool = False


@dataclass(frozen=True)
class StackGuard:
    """Flags of the comparison by which a Go function asks whether its stack has room down to an offset."""

    lowest: int


@dataclass(frozen=True)
class Compared:
    """In the place of an overflow flag: whether a known number was less than another one, as signed numbers."""

    less: bool


Flag = Poly | Unknown | CounterZero | StackGuard | Compared

UNSET = Unknown("not set")


@dataclass
class State:
    trace: Trace
    convention: Convention
    registers: dict[str, Value] = field(default_factory=dict)
    vectors: dict[str, Vector | Lane | Words | Spread | Picked] = field(default_factory=dict)
    # k0 to k7, for lanes.
    masks: dict[str, Poly] = field(default_factory=dict)
    carry: Flag = UNSET
    overflow: Flag = UNSET
    zero: Flag = UNSET
    # Limbs of 64 bits, lanes and masks by region and offset.
    memory: dict[tuple[str, int], Value] = field(default_factory=dict)
    writable: dict[str, int] = field(default_factory=dict)
    red_zone: int = 0
    # The bytes of a register of lanes, where registers and memory hold lanes and masks, too.
    lanes: int = 0
    # Where lanes are followed one by one: which this is of, and those of all.
    lane: int = 0
    peers: list[State] = field(default_factory=list, repr=False)
    # Whether addresses may be made of flags.
    gathers: bool = False
    # What a processor has that the routine is called on.
    features: frozenset[str] = frozenset()
    # The powers of 2 that addresses of arguments are multiples of, by their regions; 1 where none is said.
    multiples: dict[str, int] = field(default_factory=dict)
    # From where to where sections of constants go that were linked, and the multiples that they begin at.
    sections: tuple[tuple[int, int, int], ...] = ()
    # Told of every lane that is read.
    watch: Callable[[Poly], None] | None = None
    # Where the stack pointer was when it was taken down to a multiple of 64. Below is the region "frame", whose offsets are
    # negative.
    aligned: int | None = None
    # The lowest offset in the stack that a Go function has asked for; before it asks, that the linker knows it to use.
    lowest: int | None = None
    # Whether it has compared an address with the bound of its stack, and no branch has acted on that yet.
    asks: bool = False
    # Whether this path has written to memory, and to an argument's.
    written: bool = False
    gave: bool = False
    # Offsets on the caller's stack that may be written: arguments and results, as Go has them.
    results: frozenset[int] = frozenset()
    # What the last comparison of the counter with 0 said: "more" rounds, or "done".
    rounds: str = ""
    # Whether this path has gone through the loop.
    looped: bool = False
    # Whether another routine of the same contract has done all of it.
    delegated: bool = False
    facts: Facts = field(default_factory=Facts)

    def copy(self) -> State:
        return replace(
            self,
            registers=dict(self.registers),
            vectors=dict(self.vectors),
            masks=dict(self.masks),
            memory=dict(self.memory),
        )

    def refuse(self, reason: str) -> Refused:
        return Refused(self.trace.address, reason)

    def number(self, value: Value, what: str = "a value") -> Poly:
        if isinstance(value, dict):
            return value
        if isinstance(value, Unknown):
            raise self.refuse(f"uses {what} that is undefined: {value.why}")
        raise self.refuse(f"uses a {type(value).__name__.lower()} as a number")

    def loaded(self, pointer: Pointer) -> Value:
        """What lanes in memory are; of constants there are limbs."""
        if pointer.region != "constants":
            return self.load(pointer, self.lanes)
        limbs = [self.load(Pointer(pointer.region, pointer.offset + 8 * k)) for k in range(self.lanes // 8)]
        if self.peers:
            return Lane(self.number(limbs[self.lane]))
        if any(limb != limbs[0] for limb in limbs):
            raise self.refuse("a constant that is another one in other lanes")
        return Lane(self.number(limbs[0]))

    def stack_pointer(self) -> Pointer:
        pointer = self.registers[self.convention.stack]
        if not isinstance(pointer, Pointer) or pointer.region not in ("stack", "frame"):
            raise self.refuse("the stack pointer does not point into the stack")
        return pointer

    def copy_words(self, to: Pointer, source: Pointer, count: int) -> None:
        """One after the other, the lowest first."""
        for k in range(count):
            value = self.load(Pointer(source.region, source.offset + 8 * k))
            self.store(Pointer(to.region, to.offset + 8 * k), value)

    def align_stack(self) -> None:
        """What lies between the stack and its frame, if anything, is not touched."""
        pointer = self.stack_pointer()
        if pointer.region != "stack" or self.aligned is not None:
            raise self.refuse("aligns the stack pointer again")
        self.aligned = pointer.offset
        self.registers[self.convention.stack] = Pointer("frame", 0)

    def depth(self, address: Pointer) -> int:
        """The lowest offset from the stack at the entry at which the address may be: where that was taken down, by as
        much as that may be."""
        if address.region != "frame":
            return address.offset
        return (self.aligned or 0) - (self.lanes - 8) + address.offset

    def forget_below(self) -> None:
        """What was below the stack pointer when it went up again may have been overwritten."""
        pointer = self.registers[self.convention.stack]
        if isinstance(pointer, Pointer) and pointer.region in ("stack", "frame"):
            for region, offset in [place for place in self.memory if place[0] in ("stack", "frame")]:
                if self.below_stack(Pointer(region, offset)):
                    del self.memory[(region, offset)]

    def below_stack(self, address: Pointer) -> bool:
        """Whether the address is one in the stack that a signal may overwrite, or one of another part of the stack."""
        pointer = self.stack_pointer()
        lowest = pointer.offset - self.red_zone
        if address.region == pointer.region:
            return address.offset < lowest
        if address.region == "stack":
            return address.offset < (self.aligned or 0)
        return address.region == "frame"

    def saves(self, value: Value) -> bool:
        """Whether it is what a function of Go for arm64 saves before its stack pointer goes down. Signals have a stack of
        their own there, or the function saves it again."""
        return bool(self.convention.frame) and value in (Token(self.convention.link), Pointer("stack", -8))

    def callees(self, address: Pointer) -> bool:
        """Whether the address is one in the stack that a routine which is called may use."""
        pointer = self.stack_pointer()
        if address.region == pointer.region:
            return address.offset < pointer.offset
        return self.below_stack(address)

    def at_multiple(self, address: Pointer, size: int) -> bool:
        """Whether the address is known to be a multiple of a power of 2: constants as their sections ask for it, a frame
        because the routine has aligned it, the stack of 8 by the calling convention."""
        constants = next((a for first, end, a in self.sections if first <= address.offset < end), 1)
        known = {"constants": constants, "frame": self.lanes, "stack": 8}
        return address.offset % size == 0 and size <= (known | self.multiples).get(address.region, 1)

    def aligned_for_call(self) -> bool:
        """The return address lies behind a multiple of 16 at the entry where it is on the stack, and so it must at a call;
        a frame is at one."""
        pointer = self.stack_pointer()
        return pointer.offset % 16 == (8 if pointer.region == "stack" and not self.convention.link else 0)

    def load(self, address: Pointer, size: int = 8) -> Value:
        self.trace.accesses += 1
        if size >= 8 and address.offset % 8:
            raise self.refuse(f"reads {address.region}{address.offset:+d}, across limbs")
        if self.below_stack(address):
            raise self.refuse("reads below the stack pointer")
        if self.gave and address.region not in PLACES:
            self.trace.rereads = True
        value = self.memory.get((address.region, address.offset))
        if size == 8 and self.lanes == NARROW and (value is None or isinstance(value, Lane)):
            value = self.part(address)
        if size == NARROW == self.lanes:
            value = self.lane_at(address) or value
        if self.peers and not isinstance(value, Lane) and size == self.lanes:
            value = self.own_word(address) or value
        if self.peers and size == 8 and (value is None or isinstance(value, Lane)):
            value = self.word(address)
        if value is None:
            raise self.refuse(f"reads {address.region}{address.offset:+d}, which holds nothing that it may read")
        # Of the stack more bytes may be read than are known.
        known = isinstance(value, LaneMask | Masks | Byte) and address.region not in ("stack", "frame")
        if known and size > self.length(value):
            raise self.refuse(f"reads {size} bytes of {address.region}{address.offset:+d}, which holds {self.length(value)}")
        if not isinstance(value, Unknown) and (isinstance(value, Lane) != (size == (self.lanes or 64))):
            raise self.refuse(
                f"reads {size} bytes of {address.region}{address.offset:+d}, which are not those that it holds"
            )
        return value

    def store(self, address: Pointer, value: Value, size: int = 8) -> None:
        self.trace.accesses += 1
        if size >= 8 and address.offset % 8:
            raise self.refuse(f"writes {address.region}{address.offset:+d}, across limbs")
        if address.region in ("stack", "frame"):
            if self.below_stack(address) and not self.saves(value):
                raise self.refuse("writes below the stack pointer")
            if self.lowest is not None and self.depth(address) < self.lowest:
                raise self.refuse("writes below the part of the stack that it has asked for")
            above = range(max(address.offset, 0), address.offset + size, 8)
            if above and (address.region == "frame" or not self.results.issuperset(above)):
                raise self.refuse("writes to its caller's stack")
        elif not 0 <= address.offset <= self.writable.get(address.region, 0) - size:
            raise self.refuse(f"writes {address.region}{address.offset:+d}, which its contract does not let it")
        self.overwrite(address, size)
        self.written, self.gave = True, self.gave or address.region not in PLACES
        self.memory[(address.region, address.offset)] = value
        if isinstance(value, Part):
            self.join(address, value)

    def part(self, address: Pointer) -> Value | None:
        """One lane of those that lie around an address."""
        for index in range(self.lanes // 8):
            lane = self.memory.get((address.region, address.offset - 8 * index))
            if isinstance(lane, Lane):
                return Part(lane, index)
        return None

    def lanes_of(self, register: str, count: int) -> list[Lane]:
        """The lowest lanes of a register."""
        lanes = [peer.vectors.get(register) for peer in self.peers[:count]]
        if not all(isinstance(lane, Lane) for lane in lanes):
            raise self.refuse(f"uses {register}, which does not hold lanes")
        return [lane for lane in lanes if isinstance(lane, Lane)]

    def word(self, address: Pointer) -> Value | None:
        """The word of one lane of those that lie around an address."""
        for peer in self.peers:
            lane = peer.memory.get((address.region, address.offset - 8 * peer.lane))
            if isinstance(lane, Lane):
                return self.trace.settled(lane.poly)
        return None

    def own_word(self, address: Pointer) -> Lane | None:
        """This lane of words that lie one behind the other."""
        word = self.memory.get((address.region, address.offset + 8 * self.lane))
        return Lane(word) if isinstance(word, dict) else None

    def lane_at(self, address: Pointer) -> Lane | None:
        """A register of lanes in memory, or a constant that has been written a part at a time."""
        whole = self.memory.get((address.region, address.offset))
        if isinstance(whole, Lane) or self.lanes != NARROW:
            return whole if isinstance(whole, Lane) else None
        limbs = [self.memory.get((address.region, address.offset + 8 * k)) for k in range(self.lanes // 8)]
        first = limbs[0]
        known = isinstance(first, dict) and as_constant(first) is not None
        return Lane(first) if known and isinstance(first, dict) and all(limb == first for limb in limbs) else None

    def join(self, address: Pointer, part: Part) -> None:
        """Lanes that lie one behind the other as in a register are a whole again."""
        first = address.offset - 8 * part.index
        places = [(address.region, first + 8 * index) for index in range(self.lanes // 8)]
        if all(self.memory.get(place) == Part(part.lane, index) for index, place in enumerate(places)):
            for place in places:
                del self.memory[place]
            self.memory[places[0]] = part.lane

    def overwrite(self, address: Pointer, size: int) -> None:
        """Forgets what the bytes held; of lanes that they were a part of, the others stay."""
        for offset in range(address.offset - 63, address.offset + size):
            held = self.memory.get((address.region, offset))
            if held is not None and address.offset < offset + self.length(held):
                del self.memory[(address.region, offset)]
                if isinstance(held, Lane) and self.lanes == NARROW:
                    self.keep(held, Pointer(address.region, offset), address.offset, address.offset + size)

    def length(self, held: Value) -> int:
        """The bytes that a value is known in."""
        if isinstance(held, LaneMask):
            return 8 if held.clear else 1
        if isinstance(held, Byte):
            return 1
        return self.lanes if isinstance(held, Lane) else GROUPS_BYTES if isinstance(held, Masks) else 8

    def keep(self, lane: Lane, at: Pointer, first: int, end: int) -> None:
        for index in range(self.lanes // 8):
            offset = at.offset + 8 * index
            if offset + 8 <= first or offset >= end:
                self.memory[(at.region, offset)] = Part(lane, index)

"""What a routine must do, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any, ClassVar

from core.state import PLACES
from core.terms import P, Poly, constant, modulo, plus, scaled, times

# Regions of memory of a table scan's entries.
SCANNED = {"entry", "entry+stride"}
# Elements of an entry.
ELEMENTS = 2


@dataclass(frozen=True)
class Expression:
    """A polynomial in elements, for specifications."""

    poly: Poly
    p: int = P

    def _of(self, other: Expression | int) -> Poly:
        return other.poly if isinstance(other, Expression) else constant(other)

    def _new(self, poly: Poly) -> Expression:
        return Expression(modulo(poly, self.p), self.p)

    def __add__(self, other: Expression | int) -> Expression:
        return self._new(plus(self.poly, self._of(other)))

    def __sub__(self, other: Expression | int) -> Expression:
        return self._new(plus(self.poly, self._of(other), -1))

    def __neg__(self) -> Expression:
        return self._new(scaled(self.poly, -1))

    def __mul__(self, other: Expression | int) -> Expression:
        return self._new(times(self.poly, self._of(other)))

    def __rmul__(self, other: int) -> Expression:
        return self * other

    def __truediv__(self, other: int) -> Expression:
        return self * pow(other, -1, self.p)

    def __pow__(self, exponent: int) -> Expression:
        result = Expression(constant(1), self.p)
        for _ in range(exponent):
            result = result * self
        return result


@dataclass(frozen=True)
class Shape:
    """How an element lies in memory: the bits that a limb weighs more than the one before, the largest values of the limbs
    of inputs and of outputs, and the bytes from limb to limb. Where the limbs of a routine of lanes lie 8 bytes apart, the
    element is the same in all of them."""

    bits: int = 64
    inputs: tuple[int, ...] = (2**64 - 1,) * 4
    outputs: tuple[int, ...] = (2**64 - 1,) * 4
    step: int = 8
    # Registers that hold the lanes of a limb.
    parts: int = 1
    # Limbs may be negative, down to those values' negatives. They are doubles, or integers mod 2^64 with `offsets` added.
    signed: bool = False
    doubles: bool = False
    offsets: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        illegal(("an argument that no value meets", min(self.inputs) < 0))

    @property
    def width(self) -> int:
        """Bytes of a register of lanes."""
        return self.step // self.parts

    def least(self, most: int) -> int:
        return -most if self.signed else 0

    @property
    def size(self) -> int:
        return self.step * len(self.inputs)


@dataclass(frozen=True)
class Array:
    """A pointer to elements of the contract's shape. Inputs and outputs are named in order; all inputs as one number are at
    most `maximum`, any loose values without it. `shapes` are those of the elements where they are others than the
    contract's."""

    name: str
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    maximum: int | None = None
    shapes: tuple[Shape, ...] = ()
    # Bytes to work in, which hold nothing before and after.
    work: int = 0
    # Bytes of masks that are only read, and that are written: their names and offsets.
    masks: tuple[tuple[str, int], ...] = ()
    gives: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        illegal(
            ("an argument that no value meets", self.maximum is not None and self.maximum < 0),
            ("a largest number of what is only written", self.maximum is not None and not self.inputs),
        )

    def shape(self, k: int, other: Shape) -> Shape:
        return self.shapes[min(k, len(self.shapes) - 1)] if self.shapes else other

    def laid(self, names: tuple[str, ...], other: Shape) -> Iterator[tuple[str, Shape, int]]:
        """The inputs or outputs one behind the other, and where each begins."""
        offset = 0
        for k, name in enumerate(names):
            shape = self.shape(k, other)
            yield name, shape, offset
            offset += shape.size

    def size(self, other: Shape) -> int:
        """Bytes that elements take."""
        return sum(self.shape(k, other).size for k in range(max(len(self.inputs), len(self.outputs))))


@dataclass(frozen=True)
class Fixed:
    """A pointer to rows, each the same word in all lanes of a register."""

    name: str
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Small:
    """A number below `below`, in the low `bits` of its place; the rest of the place is anything."""

    name: str
    bits: int
    below: int

    def __post_init__(self) -> None:
        illegal(("an argument that no value meets", self.below < 1))


@dataclass(frozen=True)
class Mask:
    """0, or all ones; its name stands for 0 or 1 in expressions."""

    name: str


@dataclass(frozen=True)
class LaneBits:
    """A pointer to a word a lane that is made of bits, the lowest first."""

    name: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A pointer to bytes that are numbers made of bits, the lowest first, one for each lane from some offsets on, and to
    pointers at other offsets: to arrays, and how many bytes into them."""

    name: str
    digits: tuple[tuple[tuple[str, ...], int], ...]
    pointers: tuple[tuple[int, Array, int], ...]

    def __post_init__(self) -> None:
        writes = any(a.outputs or a.gives or a.work for _, a, _ in self.pointers)
        illegal(("an output behind a record", writes))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for names, _ in self.digits for name in names)


@dataclass(frozen=True, init=False)
class LaneFlags:
    """A bit of each lane, in the low byte; its name stands for 0 or 1 in expressions. Of several groups a byte each."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    @property
    def name(self) -> str:
        return self.names[0]


@dataclass(frozen=True)
class Count:
    """A public number of rounds, at least 1 and positive as a signed number, times `unit`, a power of 2."""

    name: str
    bits: int
    unit: int = 1


@dataclass(frozen=True)
class Exactly:
    """A number of 32 bits that is this one; the rest of the place is anything."""

    name: str
    value: int

    def __post_init__(self) -> None:
        illegal(("an argument that no value meets", not 0 <= self.value < 2**32))


@dataclass(frozen=True)
class Table:
    """A pointer to entries, two elements each, `stride` bytes apart."""

    name: str


@dataclass(frozen=True)
class Stride:
    """The bytes from entry to entry of a table."""

    name: str


Values = dict[str, Expression]


class Named:
    """Gives elements names; for numbers, themselves."""

    def __call__(self, values: Values) -> Values:
        return values

    def inverse(self, element: Expression) -> Expression:
        """1 / element mod p."""
        value = element.poly.get((), 0)
        return Expression(constant(pow(value, -1, element.p) if value else 0), element.p)


@dataclass(frozen=True)
class Function:
    """The address of a routine of that contract."""

    name: str
    contract: Contract


Given = Small | Mask | LaneFlags | Count | Exactly | Stride
Argument = Array | Fixed | LaneBits | Record | Function | Table | Given


@dataclass(frozen=True)
class Loop:
    """What a loop holds when a round begins: elements by name, each in registers or at an argument, what they are the
    first time, and what a round makes of them."""

    places: dict[str, str]
    begin: Callable[[Values], Values]
    round: Callable[[Values], Values]


@dataclass(frozen=True)
class Rounds:
    """The same of compiled code, whose elements are found where they are: their shapes. `peeled` rounds come before the
    loop; `begin` is what they leave."""

    shapes: dict[str, Shape]
    begin: Callable[[Values], Values]
    round: Callable[[Values], Values]
    peeled: int = 0


@dataclass(frozen=True)
class Scan:
    """A loop over a table that ends with the entry `index`: where the entry's address, the number of the round and the sum
    of what was selected are."""

    pointer: str
    round: str
    sum: str
    index: str
    # Bits of the lanes that are compared, and bytes from entry to entry where that is no argument.
    lanes: int = 32
    stride: int = 0


class Illegal(ValueError):
    """A contract that says what no proof of it would look at."""


def illegal(*wrongs: tuple[str, object]) -> None:
    for what, wrong in wrongs:
        if wrong:
            raise Illegal(f"the contract names {what}")


Flagged = tuple[tuple[str, Callable[[Values], Expression]], ...]


@dataclass(frozen=True)
class Contract:
    """What is the same of all kinds; each kind says in its own way what the outputs are. A kind that has none of the things
    below has them as they stand here."""

    name: str
    arguments: tuple[Argument, ...]
    _: KW_ONLY
    # No branch and no address depends on data; of lanes, public ones too.
    secret: bool
    shape: Shape = Shape()
    # Of lanes, whether what differs from lane to lane lies at multiples of a register's bytes, but for bytes of masks.
    aligned: bool = True
    # Bytes below the stack pointer that the routine may use: 128 for a compiler's leaf function.
    red_zone: int = 0
    # Which arguments may be the same address: groups of names, or all arrays. What stands in the place of the first name
    # may be a place inside of an earlier argument, where the others are only read: ("z+64", "az").
    alias: tuple[tuple[str, ...], ...] | None = None
    # What those who call it have asked the processor for, by the names that its instruction set has for them; without it,
    # what the routines of its kind are called on.
    processor: tuple[str, ...] | None = None
    # The calling convention: "sysv", or "go", ABI0 of the Go assembler.
    abi: str = "sysv"
    # A compiler may have it inside of its callers instead.
    inlined: bool = False
    # The same routine for arguments of other shapes.
    others: tuple[Contract, ...] = ()
    # Values of its inputs that random ones do not meet, for comparisons with the processor.
    samples: tuple[dict[str, int], ...] = ()
    # The routines that it may call, by name.
    callees: dict[str, Contract] = field(default_factory=dict, repr=False, compare=False)

    exact = gives_up = composed = choices = gathers = False
    canonical: ClassVar[bool | tuple[str, ...]] = False
    loop: ClassVar[Loop | Rounds | Scan | None] = None
    zeros: ClassVar[Flagged] = ()
    odds: ClassVar[Flagged] = ()
    nonzero: ClassVar[tuple[Callable[[Values], Expression], ...]] = ()
    returns: ClassVar[str | tuple[Callable[[Values], Expression], ...]] = ()
    scratch: ClassVar[tuple[str, ...]] = ()
    results: ClassVar[Callable[[Values], Values]]
    powers: ClassVar[dict[str, tuple[str, int]]] = {}
    sums: ClassVar[dict[str, Callable[[Values], Expression]]] = {}
    # Whether lanes are followed one by one.
    apart = False

    def __post_init__(self) -> None:
        arguments = [getattr(a, "name", "") for a in self.arguments]
        inputs = [name for a in self.arguments for name in given_by(a)]
        outputs = {name for array in self.arrays() for name in array.outputs}
        canonical = set() if isinstance(self.canonical, bool) else set(self.canonical)
        aliases = {name.partition("+")[0] for group in self.alias or () for name in group}
        illegal(
            ("samples of what is no input", any(set(sample) - set(inputs) for sample in self.samples)),
            ("two arguments alike", len(arguments) != len(set(arguments))),
            ("an argument as a place of the machine's is named", set(arguments) & self.places()),
            ("two inputs alike", len(inputs) != len(set(inputs))),
            ("a range of what is no output", (canonical | set(self.scratch)) - outputs),
            ("an alias of what is no array", aliases - {a.name for a in self.arguments if isinstance(a, Array)}),
            ("a result in a register that is none by its calling convention", self.returns and self.abi != "sysv"),
            ("another routine for other shapes", any(self.same_call != one.same_call for one in self.others)),
        )

    def places(self) -> set[str]:
        return PLACES

    def of_lanes(self, lanes: list[Values], named: Named) -> list[Values]:
        """The outputs of each lane, by the inputs of all, or by the state of a loop after its last round."""
        return [self.results(values) for values in lanes]

    def returned(self, values: Values) -> tuple[Expression, ...]:
        """The flags that are returned, of each group of lanes."""
        assert not isinstance(self.returns, str)
        return tuple(flag(values) for flag in self.returns)

    def arrays(self) -> Iterator[Array]:
        """Those that arguments point to, and those that records do."""
        for argument in self.arguments:
            if isinstance(argument, Array):
                yield argument
            elif isinstance(argument, Record):
                yield from (array for _, array, _ in argument.pointers)

    def multiple(self, argument: Array | Fixed | LaneBits) -> int:
        """The power of 2 that the argument's address is a multiple of."""
        if not isinstance(argument, Array):
            return self.shape.width if self.aligned or isinstance(argument, Fixed) else 8
        shapes = [argument.shape(k, self.shape) for k in range(max(len(argument.inputs), len(argument.outputs)))]
        # Bytes of masks may lie anywhere, limbs at multiples of their own, and Go aligns no more than those.
        whole = self.aligned and self.abi == "sysv" and all(shape.step > 8 for shape in shapes)
        return 1 if not shapes else self.shape.width if whole else 8

    def below_p(self, name: str) -> bool:
        return self.canonical if isinstance(self.canonical, bool) else name in self.canonical

    @property
    def same_call(self) -> tuple[object, ...]:
        """What is the same for arguments of all shapes."""
        works = any(array.work for array in self.arrays())
        same = self.name, self.secret, self.abi, self.gives_up, self.shape, self.red_zone, self.aligned, self.gathers
        return *same, self.processor, works

    def like(self, other: Contract) -> bool:
        """Whether it is the same but for the name."""
        compared = [f.name for f in fields(self) if f.compare and f.name != "name"]
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in compared)

    def aliasings(self) -> Iterator[dict[str, str]]:
        """For each permitted way, the region that every array lies in."""
        arrays = [a.name for a in self.arguments if isinstance(a, Array)]
        if self.alias is None:
            yield from partitions(arrays)
            return
        yield {a: a for a in arrays}
        for group in self.alias:
            yield {a: group[0] if a in group else a for a in arrays}


@dataclass(frozen=True, kw_only=True)
class Formula(Contract):
    """The outputs are a formula of the inputs mod p, of each lane by itself."""

    results: Callable[[Values], Values]
    # They are from 0 to p - 1: all of them, or those of these names.
    canonical: bool | tuple[str, ...] = False
    # Flags of the results: a name, and the element that is 0 mod p exactly when the flag is 1. In the order in which the
    # routine computes them.
    zeros: Flagged = ()
    # Flags that tell whether the number below p that is an element mod p is odd.
    odds: Flagged = ()
    # The flag that is returned as a mask: its name, or of lanes an expression for each group of them.
    returns: str | tuple[Callable[[Values], Expression], ...] = ()
    # Names for powers of inputs, or of sums that have names in `sums`: that name, and the exponent. Where there are some, a
    # power is an element of its own.
    powers: dict[str, tuple[str, int]] = field(default_factory=dict, compare=False)
    sums: dict[str, Callable[[Values], Expression]] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, kw_only=True)
class Exact(Contract):
    """All outputs of an array are one number, which is that of the formula, not mod p."""

    number: Callable[[Values], Values]
    exact = True

    def __post_init__(self) -> None:
        super().__post_init__()
        illegal(
            ("a range of each output beside exact numbers", any(a.outputs and a.shapes for a in self.arrays())),
            ("masks beside exact numbers", any(a.gives for a in self.arrays())),
        )

    def of_lanes(self, lanes: list[Values], named: Named) -> list[Values]:
        return [self.number(values) for values in lanes]


@dataclass(frozen=True, kw_only=True)
class Partial(Contract):
    """The routine returns 1, or 0 with its outputs untouched; where it returns 1 the elements of `nonzero` are not 0 mod p,
    and the outputs are those of the formula."""

    results: Callable[[Values], Values]
    nonzero: tuple[Callable[[Values], Expression], ...] = field()
    gives_up = True

    def __post_init__(self) -> None:
        super().__post_init__()
        other = any(len(a.inputs) < len(a.outputs) or a.gives for a in self.arrays())
        illegal(("an output that is no input where 0 means that nothing is done", other))


@dataclass(frozen=True, kw_only=True)
class Looped(Contract):
    """The outputs are a formula of the state of a loop after its last round."""

    loop: Loop | Rounds = field()
    results: Callable[[Values], Values]


@dataclass(frozen=True, kw_only=True)
class Scanned(Contract):
    """The outputs are the entry of a table."""

    loop: Scan = field()

    def __post_init__(self) -> None:
        super().__post_init__()
        (out,) = self.arrays()
        illegal(("more than an entry of a table scan", len(out.outputs) != ELEMENTS or out.inputs or out.gives))

    def places(self) -> set[str]:
        return PLACES | SCANNED

    def of_lanes(self, lanes: list[Values], named: Named) -> list[Values]:
        return lanes


@dataclass(frozen=True, kw_only=True)
class Across(Contract):
    """Of lanes that are not all the same: the outputs of each of eight, by the inputs of all. An output that a lane lacks is
    any element there. What calls others one after the other gives names to elements; what the calls give has names then."""

    across: Callable[[list[Values], Named], list[Values]]
    canonical: bool | tuple[str, ...] = False
    # Outputs that it works in, and leaves any element in.
    scratch: tuple[str, ...] = ()
    # Whether it calls others whose results have names; and whether one lane stands for all.
    composed: bool = False
    together: bool = False
    # Whether what is chosen of two has a name, too, as in a table scan.
    choices: bool = False
    # Addresses of what it reads may depend on the bits of digits, which are public.
    gathers: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        illegal(("addresses by digits in a routine for secrets", self.gathers and self.secret))

    @property
    def apart(self) -> bool:
        return not self.together

    def of_lanes(self, lanes: list[Values], named: Named) -> list[Values]:
        return self.across(lanes, named)


# By what a contract of the kind alone has.
BY = {"number": Exact, "nonzero": Partial, "loop": Looped, "across": Across}


def contract_of(name: str, *arguments: Argument, **rest: Any) -> Contract:
    kind = next((kind for word, kind in BY.items() if word in rest), Formula)
    return (Scanned if isinstance(rest.get("loop"), Scan) else kind)(name, arguments, **rest)


def given_by(argument: Argument) -> tuple[str, ...]:
    """The names in expressions that an argument gives values to."""
    if isinstance(argument, Array):
        return (*argument.inputs, *(name for name, _ in argument.masks))
    if isinstance(argument, Small | Mask):
        return (argument.name,)
    return argument.names if isinstance(argument, LaneFlags | LaneBits | Record) else ()


def partitions(names: list[str]) -> Iterator[dict[str, str]]:
    if not names:
        yield {}
        return
    *front, last = names
    for one in partitions(front):
        yield {**one, last: last}
        for region in dict.fromkeys(one.values()):
            yield {**one, last: region}

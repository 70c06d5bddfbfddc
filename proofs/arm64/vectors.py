"""The vector instructions of table scans: whole limbs under masks, and lanes of 32 bits that all hold the same."""

from __future__ import annotations

from collections.abc import Callable

from arm64.lift import address_of, number
from arm64.operands import Operand
from core import words
from core.isa import Instruction
from core.state import Pointer, State, Vector
from core.terms import Poly, constant, plus, scaled

ONES = 2**32 - 1
LIMBS = 2


def get(state: State, operand: Operand) -> Vector:
    vector = state.vectors.get(operand.register) if operand.kind == "vector" else None
    if not isinstance(vector, Vector):
        raise state.refuse(f"uses {operand.register}, which is not set")
    return vector


def put(state: State, operand: Operand, limbs: tuple[Poly, ...], splat: Poly | None = None) -> None:
    state.vectors[operand.register] = Vector(limbs, splat)


def put_splat(state: State, operand: Operand, lane: Poly) -> None:
    put(state, operand, (scaled(lane, 2**32 + 1),) * LIMBS, lane)


def lane(state: State, operand: Operand) -> Poly:
    vector = get(state, operand)
    if vector.splat is None or operand.bits != 32:
        raise state.refuse("lanes of 32 bits that may differ")
    return vector.splat


def constant_of(state: State, i: Instruction) -> None:
    """MOVI."""
    target, source = i.operands
    if source.kind != "number" or source.shift or not (target.bits == 32 or source.number == 0):
        raise state.refuse(f"{i.text}: not in the table of instructions")
    put_splat(state, target, constant(source.number))


def duplicate(state: State, i: Instruction) -> None:
    target, source = i.operands
    if target.bits != 32 or source.bits != 32:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    put_splat(state, target, number(state, source))


def add(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    put_splat(state, target, state.trace.divide(plus(lane(state, x), lane(state, y)), 32)[1])


def clear(state: State, i: Instruction) -> None:
    """EOR of a vector with itself."""
    target, x, y = i.operands
    if x != y:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    put_splat(state, target, constant(0))


def equal(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    put_splat(state, target, words.equal(state, lane(state, x), lane(state, y), 32))


def insert_if(state: State, i: Instruction) -> None:
    """BIT: bits of the second where those of the third are 1, else the first's own."""
    target, source, chooser = i.operands
    mask = get(state, chooser).splat
    flag = state.trace.boolean(mask) if mask is not None else None
    if flag is None or flag[1:] != (0, ONES):
        raise state.refuse("a choice by other than the mask of a flag")
    f: Poly = {(flag[0],): 1}
    pairs = zip(get(state, source).limbs, get(state, target).limbs, strict=True)
    put(state, target, tuple(state.trace.selected(f, state.number(new), state.number(old)) for new, old in pairs))


def load(state: State, i: Instruction) -> None:
    *targets, place = i.operands
    address = address_of(state, place)
    for k, target in enumerate(targets):
        places = (Pointer(address.region, address.offset + 16 * k + 8 * n) for n in range(LIMBS))
        put(state, target, tuple(state.number(state.load(one)) for one in places))


def store(state: State, i: Instruction) -> None:
    *sources, place = i.operands
    address = address_of(state, place)
    for k, source in enumerate(sources):
        for n, limb in enumerate(get(state, source).limbs):
            state.store(Pointer(address.region, address.offset + 16 * k + 8 * n), state.number(limb))  # type: ignore[arg-type]


TABLE: dict[str, Callable[[State, Instruction], None]] = {
    "movi": constant_of,
    "dup": duplicate,
    "add": add,
    "eor": clear,
    "cmeq": equal,
    "bit": insert_if,
    "ldp": load,
    "stp": store,
}

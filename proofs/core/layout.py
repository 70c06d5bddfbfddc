"""The limbs of elements as lanes hold them."""

from __future__ import annotations

from core import doubles
from core.contract import Shape
from core.state import Lane, State
from core.terms import Poly, constant, plus, scaled


def lanes_of(shape: Shape, j: int, limb: Poly) -> Lane:
    """What lanes hold where limb j of an element is that."""
    if shape.doubles:
        return Lane(limb, 0)
    return Lane(plus(limb, constant(shape.offsets[j])) if shape.offsets else limb)


def limb_of(state: State, shape: Shape, j: int, lane: Lane) -> Poly:
    """The same the other way about."""
    if shape.doubles:
        value = doubles.number(state, lane)
        if value.exponent is None or value.exponent < 0:
            raise state.refuse("gives a double that is no integer")
        return scaled(value.poly, 1 << value.exponent)
    word = doubles.bits(state, lane)
    if shape.offsets:
        word = plus(word, constant(shape.offsets[j]), -1)
    if shape.signed:
        lo, hi = state.trace.range(word)
        around = (lo + hi >> 1) + 2**63 >> 64
        if lo - (around << 64) >= -(2**63) and hi - (around << 64) < 2**63:
            return plus(word, constant(around << 64), -1)
        raise state.refuse("gives a number of either sign that may be any")
    return state.trace.settled(word)

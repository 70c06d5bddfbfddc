"""Doubles in lanes: each is an integer polynomial times a power of 2, exactly.

An instruction is let in where its result is exact, or at most 1 is left off beyond 2^53, or where the result is known to lie
between one positive power of 2 and the next, so that what rounding toward zero leaves off is the remainder by the last place
there. The 64 bits of a double between two such powers, or at the upper one, are those of the lower one plus the places above
it, and the other way about; bit 63 is the sign."""

from __future__ import annotations

from core.state import Lane, State
from core.terms import Poly, as_constant, constant, plus, scaled

# Bits of an integer that a double holds, those that its 64 bits name, and what the exponent of the last one is less by.
DIGITS = 53
FRACTION = 52
BIAS = 1075
ONES = 2**64 - 1
# Far from denormal numbers and from infinity.
LEAST, MOST = -900, 900
ZERO = Lane({}, 0)


def trailing(poly: Poly) -> int:
    """The power of 2 that divides all coefficients."""
    every = 0
    for c in poly.values():
        every |= c
    return (every & -every).bit_length() - 1


def normal(poly: Poly, exponent: int) -> Lane:
    if not poly:
        return ZERO
    zeros = trailing(poly)
    return Lane({m: c >> zeros for m, c in poly.items()}, exponent + zeros)


def number(state: State, lane: Lane) -> Lane:
    """The lane as a double, from its bits where it is not one."""
    if lane.exponent is not None:
        return lane
    trace = state.trace
    bits = as_constant(lane.poly)
    if bits is not None:
        bits %= 2**64
        exponent, fraction = bits >> FRACTION & 2047, bits & (1 << FRACTION) - 1
        if bits % 2**63 == 0:
            return ZERO
        if not 0 < exponent < 2047:
            raise state.refuse("a constant that is no number, or a denormal one")
        value = fraction | 1 << FRACTION
        return normal(constant(-value if bits >> 63 else value), exponent - BIAS)
    lo, hi = trace.range(lane.poly)
    exponent = lo >> FRACTION
    if hi > exponent + 1 << FRACTION or not 0 < exponent % 2048 < 2046:
        raise state.refuse("takes bits as a double whose exponent is not known")
    value = plus(lane.poly, constant((1 << FRACTION) - (exponent << FRACTION)))
    return normal(scaled(value, -1 if exponent % 4096 >= 2048 else 1), exponent % 2048 - BIAS)


def bits(state: State, lane: Lane) -> Poly:
    """The lane's 64 bits as an integer, but for a multiple of 2^64."""
    if lane.exponent is None:
        return lane.poly
    lo, hi = state.trace.range(lane.poly)
    places = lo.bit_length() - DIGITS
    if lo <= 0 or hi > 1 << lo.bit_length():
        raise state.refuse("takes the bits of a double whose exponent is not known")
    if places > 0:
        # A sum within 53 bits has no places below its last one.
        raise state.refuse("takes the bits of a double that has more of them")
    exponent = lane.exponent + places + BIAS
    return plus(scaled(lane.poly, 1 << -places), constant((exponent - 1) << FRACTION))


def rounded(state: State, poly: Poly, exponent: int) -> Lane:
    """What an instruction gives whose exact result that is."""
    exact = normal(poly, exponent)
    assert exact.exponent is not None
    trace = state.trace
    least, most = trace.range(exact.poly)
    if exact.exponent < LEAST or max(-least, most).bit_length() + exact.exponent > MOST:
        raise state.refuse("a double that may be too large or too small")
    narrow = normal(trace.narrowed(exact.poly), exact.exponent)
    assert narrow.exponent is not None
    lo, hi = trace.range(narrow.poly)
    if max(-lo, hi) <= 1 << DIGITS:
        return narrow
    places = least.bit_length() - DIGITS
    if least <= 0 or most > 1 << least.bit_length():
        if max(-lo, hi) <= 1 << DIGITS + 1:
            return normal(plus(narrow.poly, trace.left_off(narrow.poly, 1 << DIGITS), -1), narrow.exponent)
        raise state.refuse("rounds a double whose exponent is not known")
    quotient, _ = trace.divide(exact.poly, places)
    return normal(quotient, exact.exponent + places)


def total(state: State, x: Lane, y: Lane, sign: int = 1) -> Lane:
    """x + y or x - y."""
    x, y = number(state, x), number(state, y)
    assert x.exponent is not None
    assert y.exponent is not None
    least = min(x.exponent, y.exponent)
    return rounded(state, plus(scaled(x.poly, 1 << x.exponent - least), y.poly, sign << y.exponent - least), least)


def product(state: State, x: Lane, y: Lane, sign: int = 1) -> Lane:
    """x y or -x y, exact, however many bits it has."""
    x, y = number(state, x), number(state, y)
    if not x.poly or not y.poly:
        return ZERO
    assert x.exponent is not None
    assert y.exponent is not None
    c, d = as_constant(x.poly), as_constant(y.poly)
    if c is not None or d is not None:
        poly = scaled(y.poly, c) if c is not None else scaled(x.poly, d or 0)
    else:
        (m, e), (n, f) = (next(iter(state.trace.factor(p).items())) for p in (x.poly, y.poly))
        poly = {tuple(sorted(m + n)): e * f}
    return normal(scaled(poly, sign), x.exponent + y.exponent)


def multiplied(state: State, x: Lane, y: Lane) -> Lane:
    exact = product(state, x, y)
    assert exact.exponent is not None
    return rounded(state, exact.poly, exact.exponent)

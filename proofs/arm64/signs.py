"""Differences whose sign is kept apart, as Karatsuba's method has them. A sign s is a borrow, or that of a product, the
exclusive OR of two. |x - y| = (1 - 2 s) (x - y) and the product of two such with a sign again is one in the limbs that they
were made of, without the signs. So such a number stands for a polynomial in what is older than its sign."""

from __future__ import annotations

from core.state import State
from core.terms import Poly, Trace, as_constant, atoms_of, constant, only, plus, scaled, substituted, times

ONES = 2**64 - 1
# Of a product less its highest limb.
MOST_BITS = 64 * 7


def sign_of(trace: Trace, mask: Poly) -> int | None:
    """The sign that a mask is made of."""
    flag = trace.boolean(mask)
    if flag is None or flag[1:] != (0, ONES):
        return None
    return flag[0] if trace.atoms[flag[0]].kind in ("borrow", "carry") or flag[0] in trace.parts else None


def birth(trace: Trace, sign: int) -> int:
    """The oldest carry that a sign comes from."""
    solved = trace.atoms[sign].solved
    older = atoms_of(solved[0]) if solved is not None else trace.carried_into(sign)
    return min([sign, *(birth(trace, atom) for atom in older)])


def flat(trace: Trace, poly: Poly, since: int) -> Poly:
    """The same number in what is older, and in carries."""
    while True:
        inner = [a for a in atoms_of(poly) if a >= since and (s := trace.atoms[a].solved) is not None and s[1] == 1]
        if not inner:
            return trace.idempotent(poly)
        solved = trace.atoms[max(inner)].solved
        assert solved is not None
        poly = trace.idempotent(substituted(poly, max(inner), solved[0]))


def with_sign(trace: Trace, sign: int, x: Poly, whole: int) -> Poly:
    """whole - x where the sign is 1, else x; it is from 0 to 2^64 - 1."""
    since = birth(trace, sign)
    value, s = flat(trace, x, since), flat(trace, {(sign,): 1}, since)
    value = trace.idempotent(plus(value, times(s, plus(constant(whole), value, -2))))
    v = trace.new("value", 0, ONES)
    trace.atoms[v].solved = (value, 1)
    trace.relate(plus(plus(x, times({(sign,): 1}, plus(constant(whole), x, -2))), {(v,): 1}, -1), [v])
    trace.definitions.append(("name", v, value))
    trace.parts.add(v)
    return {(v,): 1}


def turned(state: State, x: Poly, y: Poly) -> Poly | None:
    """The exclusive OR of a number, or of a mask, and the mask of a sign; None where no sign is in it."""
    trace = state.trace
    for mask, other in ((x, y), (y, x)):
        sign, second = sign_of(trace, mask), sign_of(trace, other)
        if sign is None or as_constant(other) is not None:
            continue
        if second is None:
            return with_sign(trace, sign, other, ONES)
        f, g = {(sign,): 1}, {(second,): 1}
        both = trace.flag(plus(plus(f, g), times(f, g), -2))
        trace.parts |= atoms_of(both)
        return scaled(both, ONES)
    return None


def negated(state: State, flag: Poly, x: Poly) -> Poly:
    """-x where the flag is 1, and x is not 0."""
    sign, ask = only(flag), state.trace.contradicts
    if sign is None or ask is None or not ask(plus(scaled(flag, 2**64), plus(constant(2**64), x), -1)):
        raise state.refuse("negates what may be 0, or by another flag than a sign")
    return with_sign(state.trace, sign, x, 2**64)


def without_carry(state: State, total: Poly, bits: int, operands: tuple[Poly, Poly]) -> Poly:
    """A sum or difference whose carry is lost. Where one operand is the mask of a flag that always is the carry, no other
    unknown comes into it."""
    trace, ask = state.trace, state.trace.contradicts
    if trace.boolean(total) is not None:
        return trace.divide(total, bits, True)[1]
    for monomial, c in total.items() if bits == 64 and ask is not None else ():
        if abs(c) != ONES or trace.monomial_range(monomial) != (0, 1):
            continue
        rest = plus(total, {monomial: 1 if c > 0 else -1}, -(2**64))
        assert ask is not None
        if sign_of(trace, {monomial: ONES}) is not None and whole_number(state, rest, monomial[0]):
            return number_of(state, rest, operands)
        if ask(plus(rest, constant(2**64), -1)) and ask(plus(constant(-1), rest, -1)):
            return number_of(state, rest, operands)
    quotient, remainder = trace.divide(total, bits)
    unread(state, quotient, total)
    return remainder


def unread(state: State, carry: Poly, total: Poly) -> None:
    """Nothing takes in the carry out of a number."""
    newest = max(atoms_of(total), default=0)
    state.trace.unread |= {a for a in atoms_of(carry) if state.trace.atoms[a].hi == 1 and a > newest}


def known_carry(state: State, carry: Poly) -> Poly:
    """The last carry that nothing has taken in, where this one always is the same."""
    other, ask = max(state.trace.unread, default=None), state.trace.contradicts
    if other is None or ask is None or as_constant(carry) is not None:
        return carry
    gap = plus(carry, {(other,): 1}, -1)
    same = all(ask(plus(way, constant(1), -1)) for way in (gap, scaled(gap, -1)))
    return {(other,): 1} if same else carry


def number_of(state: State, rest: Poly, operands: tuple[Poly, Poly]) -> Poly:
    result = state.trace.named(rest)
    passed_on(state, result, *operands)
    return result


def whole_number(state: State, rest: Poly, sign: int) -> bool:
    """Whether the highest limb of a product is shown to be one, from 0 to 2^64 - 1. It is the end of a sum whose limbs are
    known by their carries; the limbs below them are in registers. All of them are one number, which is a polynomial in what
    is older than the sign, without carries that are always 0. Its bounds are those of the highest limb."""
    trace, ask = state.trace, state.trace.contradicts
    since = birth(trace, sign)
    total, lower, bits = rest, constant(0), 0
    while True:
        carries = [m[0] for m in total if len(m) == 1 and m[0] > sign and trace.division(m[0]) is not None]
        if not carries:
            break
        part, quotient, remainder = trace.division(max(carries)) or ({}, {}, {})
        if any(total.get(m, 0) != c for m, c in quotient.items()):
            return False
        total, bits = plus(scaled(plus(total, quotient, -1), 2**64), part), bits + 64
        lower = plus(scaled(lower, 2**64), remainder)
    total = flat(trace, total, since)
    limbs = [v for v in state.registers.values() if isinstance(v, dict) and (only(v) or 0) >= since]
    limbs = [v for v in limbs if trace.range(v)[0] >= 0 and trace.range(v)[1] <= ONES]
    flattened = [(v, flat(trace, v, since)) for v in limbs]
    while unknown := {m: c for m, c in total.items() if any(a >= since for a in m)}:
        lost = max((a for m in unknown for a in m if a in trace.unread), default=None)
        if lost is not None and ask is not None and ask({(lost,): 1, (): -1}):
            total = {m: c for m, c in total.items() if lost not in m}
            continue
        if not flattened:
            return False
        # The limb below is the one that most of the carries go out of.
        limb, below = max(flattened, key=lambda pair: sum(pair[1].get(m, 0) == -(2**64) * c for m, c in unknown.items()))
        flattened.remove((limb, below))
        total, bits = plus(scaled(total, 2**64), below), bits + 64
        lower = plus(scaled(lower, 2**64), limb)
        if bits > MOST_BITS:
            return False
    least, most = trace.range(total)
    if least < 0 or most >= 1 << bits + 64 or bits == 0:
        return False
    number = plus(scaled(rest, 1 << bits), lower)
    trace.relate(plus(total, number, -1), [a for a in atoms_of(number) if a > sign])
    return True


def passed_on(state: State, result: Poly, x: Poly, y: Poly) -> None:
    """A number with a sign and the mask of that make another one."""
    trace, new = state.trace, only(result)
    for mask, other in ((x, y), (y, x)):
        if new is not None and only(other) in trace.parts and sign_of(trace, mask) is not None:
            trace.parts.add(new)


def halves(state: State, *factors: Poly) -> None:
    """The upper half of a limb, as a factor, is what the limb has less its lower half."""
    for factor in factors:
        atom = only(factor)
        if atom is not None and state.trace.quotient(atom) is not None:
            state.trace.parts.add(atom)

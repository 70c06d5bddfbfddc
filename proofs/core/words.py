"""Operations on words and on flags, as instructions of every set have them."""

from __future__ import annotations

from collections.abc import Callable

from core.state import Flag, Pointer, State, Unknown, Value
from core.terms import Poly, as_constant, atoms_of, constant, either_of, plus, scaled, times


def flag_of(state: State, flag: Flag, name: str) -> Poly:
    if isinstance(flag, dict):
        for monomial in flag:
            for atom in monomial:
                state.trace.used.setdefault(atom, []).append(state.trace.address)
        return flag
    if isinstance(flag, Unknown):
        raise state.refuse(f"uses {name}, which is undefined: {flag.why}")
    raise state.refuse(f"uses {name} of a counter as a number")


def lose(state: State) -> None:
    """The carry flag is overwritten: remember where, for reports."""
    if isinstance(state.carry, dict):
        for monomial in state.carry:
            for atom in monomial:
                state.trace.lost.setdefault(atom, state.trace.address)


class Pending(dict):  # type: ignore[type-arg]
    """The zero flag of a result, not yet asked for."""


def zero_flag(state: State) -> Flag:
    if isinstance(state.zero, Pending):
        return state.trace.is_zero(dict(state.zero))
    return state.zero


def moved(state: State, pointer: Pointer, by: Value, sign: int) -> Pointer:
    amount = as_constant(state.number(by))
    if amount is None:
        raise state.refuse("moves a pointer by data")
    return Pointer(pointer.region, pointer.offset + sign * (amount - (2**64 if amount >= 2**63 else 0)))


def affine(state: State, x: Poly, y: Poly, function: Callable[[int, int], int]) -> Poly | None:
    """The result where both operands are known but for one boolean that they share."""
    trace = state.trace
    p, q = trace.boolean(x), trace.boolean(y)
    cx, cy = as_constant(x), as_constant(y)
    if cx is not None and cy is not None:
        return constant(function(cx, cy))
    if p is not None and (cy is not None or (q is not None and p[0] == q[0])):
        off, on = function(p[1], q[1] if q else cy or 0), function(p[2], q[2] if q else cy or 0)
        atom = p[0]
    elif q is not None and cx is not None:
        off, on = function(cx, q[1]), function(cx, q[2])
        atom = q[0]
    else:
        return None
    return either_of(atom, off, on)


def combine(state: State, operation: str, x: Poly, y: Poly, bits: int) -> Poly:
    trace = state.trace
    functions = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}
    known = affine(state, x, y, functions[operation])
    if known is not None:
        return known
    if as_constant(x) is not None:
        x, y = y, x
    c = as_constant(y)
    ones = 2**bits - 1
    if state.lanes and c is None and (found := bit_by_bit(state, operation, x, y, bits)) is not None:
        return found
    if operation == "and":
        if x == y:
            return x
        if c is not None and c & (c + 1) == 0:
            return trace.divide(x, c.bit_length(), True)[1]
        if c and (c + (c & -c)) & c == 0:
            # Ones from one bit to another.
            below = trace.divide(x, (c & -c).bit_length() - 1, True)[1]
            return plus(trace.divide(x, c.bit_length(), True)[1] if c < ones >> 1 else x, below, -1)
        for mask, other in ((x, y), (y, x)):
            flag = trace.boolean(mask)
            if flag is not None and flag[1:] == (0, ones):
                return times({(flag[0],): 1}, trace.named(other))
            if flag is not None and flag[1:] == (ones, 0):
                return trace.named(times(plus(constant(1), {(flag[0],): 1}, -1), trace.named(other)))
    if operation == "or" and (x == y or c == 0):
        return x
    if operation != "and" and x != y and c != 0:
        # No bit is in both.
        for low, high in ((x, y), (y, x)):
            zeros = min((k & -k).bit_length() - 1 for k in high.values())
            if trace.range(low)[1] < 1 << zeros and trace.range(low)[0] >= 0:
                return plus(low, high)
    if operation == "or":
        p, q = trace.boolean(x), trace.boolean(y)
        if p is not None and q is not None and p[1:] == q[1:] and p[1] == 0:
            return scaled(trace.either({(p[0],): 1}, {(q[0],): 1}), p[2])
        if exclusive(state, x, y):
            total = plus(x, y)
            return total if trace.range(total)[1] < 2**bits else trace.named(total)
    if operation == "xor":
        if c == 0:
            return x
        if c == ones:
            return plus(constant(ones), x, -1)
        for mask, other in ((x, y), (y, x)):
            flag = trace.boolean(mask)
            if flag is not None and flag[1:] == (0, ones):
                # The other where the mask is 0, its complement where it is not.
                value, f = trace.named(other), {(flag[0],): 1}
                return trace.named(plus(value, times(f, plus(constant(ones), value, -2))))
    operands = []
    for operand in (x, y):
        single = next(iter(operand)) if len(operand) == 1 and next(iter(operand.values())) == 1 else ()
        inner = trace.bitwise.get(single[0]) if len(single) == 1 else None
        if operation != "xor" and inner is not None and inner[0] == operation:
            operands += inner[1]
        else:
            operands.append(trace.named(operand))
    return trace.opaque(operation, operands, bits)


def both_masks(state: State, operation: str, x: Poly, y: Poly) -> Poly:
    trace = state.trace
    product = {} if not x or not y else times(trace.named(x), trace.named(y))
    if x == y:
        product = x
    if operation == "and":
        result = product
    elif operation == "or":
        known = as_constant(x) is not None or as_constant(y) is not None
        return plus(plus(x, y), product, -1) if known or x == y else trace.either(trace.flag(x), trace.flag(y))
    elif operation == "xor":
        result = plus(plus(x, y), product, -2)
    else:
        raise state.refuse(f"{operation} of masks")
    return trace.flag(result)


def bit_by_bit(state: State, operation: str, x: Poly, y: Poly, count: int) -> Poly | None:
    """Of numbers that are made of flags, not both of one flag in many bits."""
    trace = state.trace
    if all(trace.boolean(n) is not None and trace.range(n)[1] > 1 for n in (x, y)):
        return None
    p, q = trace.bits(x, count), trace.bits(y, count)
    if p is None or q is None:
        return None
    total: Poly = {}
    for k, (a, b) in enumerate(zip(p, q, strict=True)):
        total = plus(total, both_masks(state, operation, a, b), 1 << k)
    return total


def exclusive(state: State, x: Poly, y: Poly) -> bool:
    """Whether one is a multiple of a flag, the other of its complement, or of a flag that is never 1 with it."""

    atoms, ask = state.trace.atoms, state.trace.contradicts

    def factors(p: Poly) -> set[tuple[int, bool]]:
        result = set()
        for atom in (a for a in atoms_of(p) if atoms[a].lo == 0 and atoms[a].hi == 1):
            with_atom = {m: c for m, c in p.items() if atom in m}
            if len(with_atom) == len(p):
                result.add((atom, True))
            stripped: Poly = {}
            for m, c in with_atom.items():
                # Monomials of this flag and of its square are one.
                stripped = plus(stripped, {tuple(a for a in m if a != atom): -c})
            if stripped == {m: c for m, c in p.items() if atom not in m}:
                result.add((atom, False))
        return result

    def unnamed(p: Poly) -> Poly:
        single = next(iter(p)) if len(p) == 1 else ()
        solved = state.trace.atoms[single[0]].solved if len(single) == 1 and p[single] == 1 else None
        return solved[0] if solved is not None and solved[1] == 1 else p

    fx, fy = factors(unnamed(x)), factors(unnamed(y))
    if any((atom, not sign) in fy for atom, sign in fx):
        return True
    for a, first in fx:
        for b, second in fy:
            if first and second and a != b and ask is not None:
                return ask({(a,): 1, (b,): 1, (): -2})
    return False


def equal(state: State, x: Poly, y: Poly, bits: int) -> Poly:
    """All ones where two numbers of so many bits are the same, else 0."""
    flag = state.trace.is_zero(state.trace.divide(plus(x, y, -1), bits)[1])
    return scaled(flag, 2**bits - 1)


def low_bits(state: State, x: Poly, bits: int) -> Poly:
    """The remainder by 2^bits; x itself where it is always less, as the upper word of a sum that is shifted down is."""
    ask = state.trace.contradicts
    small = state.trace.range(x)[1] < 1 << bits or (bits > 1 and ask is not None and ask(plus(x, constant(1 << bits), -1)))
    return x if small else state.trace.divide(x, bits, True)[1]

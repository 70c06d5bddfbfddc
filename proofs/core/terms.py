"""Integer polynomials, and the trace of unknowns and equations that a symbolic execution makes.

A polynomial maps monomials, sorted tuples of atom numbers, to integers. An atom is an integer with bounds; the equations
of the trace hold over the integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field, fields, replace

Monomial = tuple[int, ...]
Poly = dict[Monomial, int]

P = 2**256 - 2**32 - 977


def constant(value: int) -> Poly:
    return {(): value} if value else {}


def plus(a: Poly, b: Poly, factor: int = 1) -> Poly:
    """a + factor b"""
    result = dict(a)
    for monomial, coefficient in b.items():
        value = result.get(monomial, 0) + factor * coefficient
        if value:
            result[monomial] = value
        else:
            result.pop(monomial, None)
    return result


def modulo(a: Poly, p: int) -> Poly:
    """Coefficients mod p, or as they are where that is 0."""
    return {m: r for m, c in a.items() if (r := c % p if p else c)}


def times(a: Poly, b: Poly) -> Poly:
    result: Poly = {}
    for m, c in a.items():
        for n, d in b.items():
            monomial = tuple(sorted(m + n)) if m and n else m or n
            value = result.get(monomial, 0) + c * d
            if value:
                result[monomial] = value
            else:
                result.pop(monomial, None)
    return result


def scaled(a: Poly, factor: int) -> Poly:
    return {m: c * factor for m, c in a.items()} if factor else {}


def substituted(poly: Poly, atom: int, value: Poly, p: int = 0) -> Poly:
    """The polynomial with `value` for the atom, mod p where there is one."""
    if not any(atom in m for m in poly):
        return modulo(poly, p)
    result: Poly = {}
    powers: dict[int, Poly] = {}
    for monomial, c in poly.items():
        if atom not in monomial:
            result[monomial] = c
            continue
        rest = tuple(a for a in monomial if a != atom)
        power = powers.setdefault(monomial.count(atom), {})
        power[rest] = power.get(rest, 0) + c
    factor: Poly = {(): 1}
    for exponent in range(1, max(powers) + 1):
        factor = modulo(times(factor, value), p)
        if part := powers.get(exponent):
            result = plus(result, times(part, factor))
    return modulo(result, p)


def as_constant(a: Poly) -> int | None:
    """The value of a constant polynomial."""
    if not a:
        return 0
    if len(a) == 1 and () in a:
        return a[()]
    return None


def either_of(flag: int, off: int, on: int) -> Poly:
    """A number that is known but for a flag."""
    return plus(constant(off), {(flag,): on - off})


def only(a: Poly) -> int | None:
    """The atom that a polynomial is."""
    if len(a) == 1:
        ((monomial, factor),) = a.items()
        if factor == len(monomial) == 1:
            return monomial[0]
    return None


def atoms_of(a: Poly) -> set[int]:
    return {atom for monomial in a for atom in monomial}


@dataclass(slots=True)
class Atom:
    """lo <= value <= hi. `solved` is (polynomial, divisor): mod p the atom is polynomial / divisor. A merged atom has the
    number of its join instead. `relations` are the indices of the relations that came with it. A remainder of lanes, which
    is not solved, has the polynomial that it is the remainder of, the bits, and the quotient."""

    lo: int
    hi: int
    kind: str
    address: int
    relations: list[int] = field(default_factory=list)
    solved: tuple[Poly, int] | None = None
    join: int | None = None
    remainder: tuple[Poly, int, Poly] | None = None

    @property
    def limb(self) -> bool:
        """Whether it stands for something older, perhaps only together with others."""
        return self.solved is not None or self.join is not None or (self.remainder is not None and self.kind != "flag")


@dataclass(frozen=True)
class Facts:
    """What holds on a path: polynomials that are zero, and polynomials that are not negative."""

    zero: tuple[tuple[tuple[Monomial, int], ...], ...] = ()
    positive: tuple[tuple[tuple[Monomial, int], ...], ...] = ()

    def with_zero(self, poly: Poly) -> Facts:
        return Facts((*self.zero, tuple(sorted(poly.items()))), self.positive)

    def with_positive(self, poly: Poly) -> Facts:
        return Facts(self.zero, (*self.positive, tuple(sorted(poly.items()))))

    def fixed(self) -> dict[int, int]:
        """The atoms that have one value by a fact alone."""
        values = {}
        for items in self.zero:
            poly = dict(items)
            offset = poly.pop((), 0)
            if len(poly) == 1:
                ((monomial, coefficient),) = poly.items()
                if len(monomial) == 1 and offset % coefficient == 0:
                    values[monomial[0]] = -offset // coefficient
        return values


@dataclass(slots=True)
class Leaf:
    """One way into a join: the facts that hold on it, and the values of the join's atoms."""

    facts: Facts
    values: dict[int, Poly]


@dataclass
class Trace:
    """The unknowns of one symbolic execution. `fresh` counts those that are not inputs."""

    atoms: list[Atom] = field(default_factory=list)
    relations: list[tuple[Poly, bool]] = field(default_factory=list)
    joins: list[list[Leaf]] = field(default_factory=list)
    booleans: dict[int, Poly] = field(default_factory=dict)
    bitwise: dict[int, tuple[str, list[Poly]]] = field(default_factory=dict)
    # Sums that have an atom of their own.
    names: dict[int, Poly] = field(default_factory=dict)
    # Numbers that are one of two others, by a flag.
    choices: set[int] = field(default_factory=set)
    # Numbers with a sign of their own, and halves of limbs, that are no limbs of a number: what they stand for takes their
    # place wherever they are.
    parts: set[int] = field(default_factory=set)
    # Carries that nothing takes in.
    unread: set[int] = field(default_factory=set)
    # Flags that are 1 where one of two others is.
    eithers: dict[int, tuple[Poly, Poly]] = field(default_factory=dict)
    # How each unknown follows from older ones, in order: see evaluate.py.
    definitions: list[tuple[object, ...]] = field(default_factory=list)
    # For reports: where a flag was overwritten, and where it was taken in.
    lost: dict[int, int] = field(default_factory=dict)
    used: dict[int, list[int]] = field(default_factory=dict)
    # How many times memory was accessed.
    accesses: int = 0
    # Whether an argument's memory is read after an argument's has been written to, on any path.
    rereads: bool = False
    # Whether `poly >= 0` contradicts what is known: decide.proves.
    contradicts: Callable[[Poly], bool] | None = None
    address: int = 0
    fresh: int = 0
    _floors: dict[tuple[frozenset[tuple[Monomial, int]], int, bool], tuple[Poly, Poly]] = field(default_factory=dict)
    _remainder_of: dict[int, tuple[Poly, int]] = field(default_factory=dict)
    _quotient_of: dict[int, tuple[Poly, int]] = field(default_factory=dict)
    # Of each division, by the atom of its quotient, what is 0: the polynomial less the quotient's multiple and the rest.
    _splits: dict[int, Poly] = field(default_factory=dict)
    # The same with the parts apart, of divisions by 2^64.
    _divisions: dict[int, tuple[Poly, Poly, Poly]] = field(default_factory=dict)
    _opaque: dict[object, Poly] = field(default_factory=dict)

    def copy(self) -> Trace:
        """What happens to it does not happen to this one."""
        every = {f.name: copy(getattr(self, f.name)) for f in fields(self)}
        every["atoms"] = [replace(a, relations=list(a.relations)) for a in self.atoms]
        return Trace(**every)

    def new(self, kind: str, lo: int, hi: int) -> int:
        self.atoms.append(Atom(lo, hi, kind, self.address))
        if kind != "input":
            self.fresh += 1
        return len(self.atoms) - 1

    def atom(self, kind: str, lo: int, hi: int) -> Poly:
        return {(self.new(kind, lo, hi),): 1}

    def range(self, poly: Poly) -> tuple[int, int]:
        """Bounds of the polynomial from the bounds of its monomials."""
        lo = hi = 0
        for monomial, c in poly.items():
            least, most = self.monomial_range(monomial)
            lo += c * (least if c > 0 else most)
            hi += c * (most if c > 0 else least)
        return lo, hi

    def monomial_range(self, monomial: Monomial) -> tuple[int, int]:
        least = most = 1
        for atom in monomial:
            a = self.atoms[atom]
            if a.lo >= 0 and least >= 0:
                least *= a.lo
                most *= a.hi
            else:
                ends = (least * a.lo, least * a.hi, most * a.lo, most * a.hi)
                least, most = min(ends), max(ends)
        return least, most

    def relate(self, poly: Poly, atoms: Iterable[int], equal: bool = True) -> None:
        """poly = 0, or poly >= 0, comes with the atoms."""
        self.relations.append((poly, equal))
        for atom in atoms:
            self.atoms[atom].relations.append(len(self.relations) - 1)

    def idempotent(self, poly: Poly) -> Poly:
        """The same number, as flags are their own squares."""
        if all(len(m) < 2 or len(set(m)) == len(m) for m in poly):
            return poly
        result: Poly = {}
        for monomial, c in poly.items():
            short: list[int] = []
            for a in monomial:
                if a not in short or (self.atoms[a].lo, self.atoms[a].hi) != (0, 1):
                    short.append(a)
            result[tuple(short)] = result.get(tuple(short), 0) + c
        return modulo(result, 0)

    def boolean(self, poly: Poly) -> tuple[int, int, int] | None:
        """(atom, value at 0, value at 1) when the polynomial is affine in one atom that is 0 or 1."""
        offset = poly.get((), 0)
        rest = [(m, c) for m, c in poly.items() if m]
        if len(rest) == 1 and len(rest[0][0]) == 1:
            atom = rest[0][0][0]
            if self.atoms[atom].lo == 0 and self.atoms[atom].hi == 1:
                return atom, offset, offset + rest[0][1]
        return None

    def divide(
        self, poly: Poly, bits: int, shift: bool = False, given: Poly | None = None, fresh: bool = False
    ) -> tuple[Poly, Poly]:
        """Quotient and remainder of a division by 2^bits. With `shift`, mod p the quotient is what the remainder gives,
        else the other way about. `given` is a quotient that is known. A `fresh` one has unknowns of its own, though the
        same was divided before."""
        high, rest = self._multiples(poly, bits)
        lo, hi = self.range(rest)
        if lo >= 0 and hi < 1 << bits:
            return high, rest
        flag = self.boolean(rest) if shift else None
        if flag is not None:
            atom, off, on = flag
            ones = (1 << bits) - 1
            return plus(high, either_of(atom, off >> bits, on >> bits)), either_of(atom, off & ones, on & ones)
        if not shift:
            high, rest = {}, poly
            lo, hi = self.range(rest)
        zeros = min(((c & -c).bit_length() - 1 for c in rest.values()), default=0)
        if zeros:
            quotient, remainder = self.divide({m: c >> zeros for m, c in rest.items()}, bits - zeros, shift)
            return plus(high, quotient), scaled(remainder, 1 << zeros)
        key = (frozenset(rest.items()), bits, shift)
        if fresh or key not in self._floors:
            if given is None:
                self._floors[key] = self._split(rest, bits, shift, lo, hi)
            else:
                self._floors[key] = self._split_by(rest, bits, plus(given, high, -1))
        quotient, remainder = self._floors[key]
        return plus(high, quotient), remainder

    def begin_again(self) -> None:
        """What was divided before has other unknowns from now on where signs are apart, which are to be younger than what
        they are signs of."""
        if self.parts:
            self._floors.clear()

    def settled(self, value: Poly) -> Poly:
        """The one from 0 to 2^64 - 1 of the numbers that are the same by 2^64."""
        lo, hi = self.range(value)
        if lo >> 64 == hi >> 64:
            return plus(value, constant(lo >> 64 << 64), -1)
        flag = self.boolean(value)
        if flag is not None:
            return either_of(flag[0], flag[1] % 2**64, flag[2] % 2**64)
        return self.divide(value, 64)[1]

    def bits(self, poly: Poly, count: int) -> list[Poly] | None:
        """The lowest bits of a number that is made of flags, each with bits of its own; else None."""
        flag = self.boolean(poly)
        if flag is not None:
            atom, off, on = flag
            return [either_of(atom, off >> k & 1, on >> k & 1) for k in range(count)]
        bits: list[Poly] = [{} for _ in range(count)]
        for monomial, c in poly.items():
            if c < 0 or len(monomial) > 1 or any(self.atoms[a].lo < 0 or self.atoms[a].hi > 1 for a in monomial):
                return None
            for k in (k for k in range(count) if c >> k & 1):
                if bits[k]:
                    return None
                bits[k] = {monomial: 1}
        return bits

    def _multiples(self, poly: Poly, bits: int) -> tuple[Poly, Poly]:
        """The polynomial's terms that are multiples of 2^bits, divided by it, and the others."""
        high: Poly = {}
        rest: Poly = {}
        for monomial, c in poly.items():
            if not monomial and c % (1 << bits):
                rest[()] = c % (1 << bits)
                if c >> bits:
                    high[()] = c >> bits
            elif c % (1 << bits) == 0:
                high[monomial] = c >> bits
            else:
                rest[monomial] = c
        return high, rest

    def known(self, poly: Poly, bits: int) -> tuple[Poly, Poly] | None:
        """What a division with `shift` gave before."""
        high, rest = self._multiples(poly, bits)
        found = self._floors.get((frozenset(rest.items()), bits, True))
        return (plus(high, found[0]), found[1]) if found is not None else None

    def quotient(self, atom: int) -> tuple[Poly, int] | None:
        """The polynomial that the atom is the quotient of, and by how many bits."""
        return self._quotient_of.get(atom)

    def carried_into(self, carry: int) -> list[int]:
        """The carries that one comes from."""
        whole = self._splits.get(carry, {})
        return [m[0] for m in whole if len(m) == 1 and m[0] < carry and m[0] in self._splits and self.atoms[m[0]].hi == 1]

    def division(self, carry: int) -> tuple[Poly, Poly, Poly] | None:
        """What a carry or a high half is of, by 2^64: the number, quotient and remainder."""
        return self._divisions.get(carry)

    def _split_by(self, poly: Poly, bits: int, quotient: Poly) -> tuple[Poly, Poly]:
        r = self.new("value", 0, (1 << bits) - 1)
        self.relate(plus(plus(poly, quotient, -(1 << bits)), {(r,): 1}, -1), [r])
        self.definitions.append(("remainder", r, poly, bits))
        self.atoms[r].remainder = (poly, bits, quotient)
        return quotient, {(r,): 1}

    def small_remainder(self, poly: Poly, bits: int) -> Poly | None:
        """The remainder by 2^bits of a sum of small multiples of flags, some of them negative; else None."""
        for _ in range(8):
            large = [a for a in atoms_of(poly) if self.atoms[a].hi > 1]
            if not large:
                break
            solved = self.atoms[max(large)].solved
            if solved is None or solved[1] != 1 or len(solved[0]) > 6 or (max(large),) not in poly:
                return None
            factor = poly.pop((max(large),))
            poly = plus(poly, solved[0], factor)
        half = 1 << (bits - 1)
        rest = {m: r for m, c in poly.items() if (r := (c + half) % (1 << bits) - half)}
        lo, hi = self.range(rest)
        return rest if lo >= 0 and hi < half else None

    def _split(self, poly: Poly, bits: int, shift: bool, lo: int, hi: int) -> tuple[Poly, Poly]:
        least, most = lo >> bits, hi >> bits
        if most == 0 and least < 0:
            q = self.new("borrow", 0, -least)
            quotient = {(q,): -1}
        elif least == 0:
            q = self.new("carry", 0, most)
            quotient = {(q,): 1}
        else:
            q = self.new("carry", 0, most - least)
            quotient = plus({(q,): 1}, constant(least))
        single = next(iter(poly)) if len(poly) == 1 else ()
        if shift and len(single) == 1 and poly[single] == 1 and bits < self._remainder_of.get(single[0], (poly, 0))[1]:
            # The remainder of a remainder is that of the whole.
            remainder = self.divide(self._remainder_of[single[0]][0], bits, True)[1]
            self.relate(plus(plus(poly, quotient, -(1 << bits)), remainder, -1), [q])
        elif shift and len(single) == 1 and poly[single] == 1 and single[0] in self._quotient_of:
            # Bits from the middle: what two remainders of the whole differ in.
            whole, skipped = self._quotient_of[single[0]]
            r = self.new("value", 0, (1 << bits) - 1)
            remainder = {(r,): 1}
            gap = plus(self.divide(whole, skipped + bits, True)[1], self.divide(whole, skipped, True)[1], -1)
            self.atoms[r].solved = (gap, 1 << skipped)
            self.relate(plus(plus(poly, quotient, -(1 << bits)), remainder, -1), [q, r])
            self.relate(plus(gap, {(r,): 1 << skipped}, -1), [r])
            self.definitions.append(("remainder", r, poly, bits))
        else:
            r = self.new("value", 0, (1 << bits) - 1)
            remainder = {(r,): 1}
            self.relate(plus(plus(poly, quotient, -(1 << bits)), remainder, -1), [q, r])
            self._remainder_of[r] = (poly, bits)
            self.definitions.append(("remainder", r, poly, bits))
            if shift:
                self.atoms[r].remainder = (poly, bits, quotient)
        self.definitions.append(("divide", poly, bits, q, quotient))
        self._splits[q] = plus(plus(poly, quotient, -(1 << bits)), remainder, -1)
        if bits == 64:
            self._divisions[q] = poly, quotient, remainder
        if shift:
            if quotient == {(q,): 1}:
                self._quotient_of[q] = (poly, bits)
            sign = quotient[(q,)]
            shifted = plus(poly, remainder, -1)
            offset = quotient.get((), 0)
            self.atoms[q].solved = (plus(scaled(shifted, sign), constant(-sign * offset << bits)), 1 << bits)
        else:
            self.atoms[r].solved = (plus(poly, quotient, -(1 << bits)), 1)
        return quotient, remainder

    def narrowed(self, poly: Poly) -> Poly:
        """The same number, with remainders instead of what they remain of where that gives narrower bounds."""
        lo, hi = self.range(poly)
        for q in sorted((m[0] for m in poly if len(m) == 1 and m[0] in self._splits), reverse=True):
            nothing = self._splits[q]
            factor, rest = divmod(-poly.get((q,), 0), nothing[(q,)])
            if rest or not factor:
                continue
            other = plus(poly, nothing, factor)
            least, most = self.range(other)
            if most - least < hi - lo:
                poly, lo, hi = other, least, most
        return poly

    def left_off(self, poly: Poly, most: int) -> Poly:
        """What is left off where a number beyond `most` either way is rounded toward zero to a multiple of 2."""
        value = as_constant(poly)
        if value is not None:
            return constant(0 if abs(value) <= most else value % 2 if value > 0 else -(value % 2))
        key = ("lost", frozenset(poly.items()))
        if key not in self._opaque:
            lo, hi = self.range(poly)
            v = self.new("carry", -int(lo < -most), int(hi > most))
            self.definitions.append(("lost", v, poly, most))
            self._opaque[key] = {(v,): 1}
        return self._opaque[key]

    def _standing(self, key: object, kind: str, lo: int, hi: int, poly: Poly) -> Poly:
        """The atom that stands for a polynomial."""
        if key not in self._opaque:
            v = self.new(kind, lo, hi)
            self.atoms[v].solved = (poly, 1)
            self.relate(plus(poly, {(v,): 1}, -1), [v])
            self.definitions.append(("name", v, poly))
            self._opaque[key] = {(v,): 1}
        return self._opaque[key]

    def factor(self, poly: Poly) -> Poly:
        """The polynomial, which may be negative, as one monomial or constant."""
        if len(poly) <= 1:
            return poly
        return self._standing(("factor", frozenset(poly.items())), "value", *self.range(poly), poly)

    def named(self, poly: Poly) -> Poly:
        """The polynomial as one atom or constant, for factors."""
        lo, hi = self.range(poly)
        if as_constant(poly) is not None or (len(poly) == 1 and lo >= 0 and hi < 2**64):
            return poly
        if self.boolean(poly) is not None:
            return poly
        key = ("name", frozenset(poly.items()))
        if key not in self._opaque:
            ((v,),) = self._standing(key, "value", max(lo, 0), min(hi, 2**64 - 1), poly)
            self.names[v] = poly
        return self._opaque[key]

    def flag(self, poly: Poly) -> Poly:
        """A polynomial whose value is 0 or 1, as a constant, or one flag or its complement."""
        if as_constant(poly) is not None or self.boolean(poly) is not None:
            return poly
        return self._standing(("name", frozenset(poly.items())), "flag", 0, 1, poly)

    def selected(self, flag: Poly, x: Poly, y: Poly) -> Poly:
        """x where the flag is 1, else y, as one limb of 64 bits that is the sum of both under their masks."""
        return self.named(plus(times(flag, self.named(x)), times(plus(constant(1), flag, -1), self.named(y))))

    def chosen(self, flag: Poly, x: Poly, y: Poly, signed: bool = False) -> Poly:
        """x where the flag is 1, else y, as one limb between the bounds of both."""
        known = as_constant(flag)
        if known is not None:
            return x if known else y
        gap = plus(x, y, -1)
        if len(gap) <= 1 and () in (gap or {(): 0}):
            return plus(y, times(flag, gap))
        key = ("chosen", *(frozenset(p.items()) for p in (flag, x, y)))
        if key not in self._opaque:
            bounds = [self.range(p) for p in (x, y)]
            lo, hi = min(b[0] for b in bounds), max(b[1] for b in bounds)
            v = self.new("value", lo, hi) if signed else self.new("value", max(0, lo), min(2**64 - 1, hi))
            both = (self.factor(x), self.factor(y)) if signed else (self.named(x), self.named(y))
            value = plus(times(flag, both[0]), times(plus(constant(1), flag, -1), both[1]))
            self.atoms[v].solved = (value, 1)
            self.relate(plus(value, {(v,): 1}, -1), [v])
            for atom in sorted(a for p in both for a in atoms_of(p) if a in self.names or a in self.bitwise):
                self.atoms[v].relations += self.atoms[atom].relations
            self.definitions.append(("name", v, value))
            self.choices.add(v)
            self._opaque[key] = {(v,): 1}
        return self._opaque[key]

    def opaque(self, operation: str, operands: list[Poly], bits: int) -> Poly:
        """The result of a bitwise operation, known by its operands."""
        key = (operation, tuple(sorted(tuple(sorted(p.items())) for p in operands)))
        if key not in self._opaque:
            v = self.new("bits", 0, (1 << bits) - 1)
            self.bitwise[v] = (operation, operands)
            self.definitions.append(("bitwise", v, operation, operands))
            result: Poly = {(v,): 1}
            if operation == "xor":
                self._relate_xor(v, operands, (1 << bits) - 1)
            total: Poly = {}
            for operand in operands:
                total = plus(total, operand)
                if operation != "xor":
                    self.relate(plus(result, operand, -1) if operation == "or" else plus(operand, result, -1), [v], False)
            if operation == "and":
                total = plus(total, constant((len(operands) - 1) * ((1 << bits) - 1)), -1)
                self.relate(plus(result, total, -1), [v], False)
            else:
                self.relate(plus(total, result, -1), [v], False)
            self._opaque[key] = result
        return self._opaque[key]

    def _relate_xor(self, v: int, operands: list[Poly], ones: int) -> None:
        """v = 0 exactly when the operands are equal: one of three flags tells whether they are, or which is larger."""
        gap = plus(operands[0], operands[1], -1)
        same, above, below = (self.new("order", 0, 1) for _ in range(3))
        self.definitions.append(("order", same, above, below, gap))
        self.relate({(same,): 1, (above,): 1, (below,): 1, (): -1}, [v, same, above, below])
        self.relate(plus({(above,): ones, (below,): -1}, gap, -1), [v], False)
        self.relate(plus(gap, {(above,): -1, (below,): ones}), [v], False)
        self.relate({(v,): 1, (): -1, (same,): 1}, [v], False)
        self.relate({(v,): -1, (): ones, (same,): -ones}, [v], False)

    def either(self, a: Poly, b: Poly) -> Poly:
        """The flag that is 1 where one of two flags is."""
        key = ("either", tuple(sorted((tuple(sorted(a.items())), tuple(sorted(b.items()))))))
        if key not in self._opaque:
            f = self.new("flag", 0, 1)
            result: Poly = {(f,): 1}
            for flag in (a, b):
                self.relate(plus(result, flag, -1), [f], False)
            self.relate(plus(plus(a, b), result, -1), [f], False)
            self.eithers[f] = (a, b)
            self.definitions.append(("bitwise", f, "or", [a, b]))
            self._opaque[key] = result
        return self._opaque[key]

    def is_zero(self, poly: Poly) -> Poly:
        """1 where the polynomial, which is not negative, is 0, else 0."""
        value = as_constant(poly)
        if value is not None:
            return constant(int(value == 0))
        flag = self.boolean(poly)
        if flag is not None:
            atom, off, on = flag
            return either_of(atom, int(off == 0), int(on == 0))
        key = ("zero", frozenset(poly.items()))
        if key not in self._opaque:
            z = self.new("flag", 0, 1)
            self.booleans[z] = poly
            self.definitions.append(("zero", z, poly))
            hi = self.range(poly)[1]
            self.relate(plus(plus(constant(hi), {(z,): -hi}), poly, -1), [z], False)
            self.relate(plus(poly, {(): -1, (z,): 1}), [z], False)
            self._opaque[key] = {(z,): 1}
        return self._opaque[key]

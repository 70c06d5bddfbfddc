"""What a polynomial over limbs is mod p, as a polynomial in the elements that the contract names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from core.decide import Lemmas, always_zero, from_choices, proves_by_cases
from core.terms import Facts, P, Poly, Trace, atoms_of, modulo, plus, scaled, substituted

# Reducing by this prime shows an identity over the integers when both sides are below 2^520.
EXACT = 2**521 - 1


class NotShown(Exception):
    """An identity that does not come out; `atoms` are what is left over in it."""

    def __init__(self, reason: str, atoms: list[int]) -> None:
        super().__init__(reason)
        self.atoms = atoms


def derivative(poly: Poly, atom: int, p: int) -> Poly:
    result: Poly = {}
    for monomial, c in poly.items():
        count = monomial.count(atom)
        if count:
            rest = list(monomial)
            rest.remove(atom)
            result[tuple(rest)] = result.get(tuple(rest), 0) + c * count
    return modulo(result, p)


@cache
def weights(bits: int, p: int) -> list[tuple[int, int]]:
    """How far a limb may be above another one in a number, and what it then weighs of that mod p."""
    return [(k, pow(2, bits * k, p)) for k in range(-7, 8)]


@dataclass
class Elements:
    """Reduces polynomials over a trace. `inputs` has the limbs of each named element, the element as its atom or, of what
    another routine gives, in the atoms of others, and the bits that a limb weighs more than the one before."""

    trace: Trace
    lemmas: Lemmas
    p: int = P
    # What a limb of a number weighs more than the one before.
    bits: int = 64
    inputs: list[tuple[list[int], Poly, int]] = field(default_factory=list)
    dropped: set[int] = field(default_factory=set)
    # Powers of elements that are elements of their own, by base and exponent, and what each is; None where no power is.
    powers: dict[tuple[int, int], int] | None = None
    roots: dict[int, tuple[int, int]] = field(default_factory=dict)
    # Gives a name to what was chosen of two.
    name: Callable[[Poly], Poly] | None = None
    # The numbers of the inputs that an atom is a limb of, of so many.
    _inputs_of: dict[int, list[int]] = field(default_factory=dict)
    # What each input says of its lowest limb.
    _lowest_of: list[Poly] = field(default_factory=list)
    _placed: int = 0
    _values: dict[tuple[object, Facts], Poly | NotShown] = field(default_factory=dict)

    def reduce(self, poly: Poly, facts: Facts) -> Poly:
        """The polynomial mod p in named elements and flags; NotShown when limbs or carries are left over."""
        poly = self._fixed(modulo(poly, self.p), facts)
        kept: set[int] = set()
        while True:
            linear, factors = self._sorted(poly)
            linear -= kept
            if linear:
                atom = max(linear)
                if self.trace.atoms[atom].join is not None:
                    apart = self._joined_number(poly, atom, facts)
                    if apart is None:
                        return self._through_join(poly, facts, atom)
                    poly = self._fixed(apart, facts)
                    continue
                if self.name is not None and atom in self.trace.choices and poly != {(atom,): 1}:
                    poly = self._fixed(substituted(poly, atom, self.value({(atom,): 1}, facts), self.p), facts)
                    continue
                poly = self._fixed(self._replaced(poly, atom), facts)
                continue
            alone = (
                {a for m in poly if len(m) == 1 for a in m if self._is_remainder(a)} - factors if self.bits != 64 else set()
            )
            if not factors and not alone:
                break
            try:
                if factors:
                    newest = max(factors)
                    apart = newest in self.trace.parts
                    poly = self._replaced(poly, newest) if apart else self._group(poly, newest, facts)
                    poly = self._fixed(poly, facts)
                    continue
            except NotShown:
                # A limb may be one of those whose upper bits were lost.
                if not alone:
                    raise
            poly = self._fixed(substituted(poly, max(alone), self._alone(max(alone), facts, kept), self.p), facts)
        poly = self._to_elements(poly)
        return self._without_carries(poly, facts)

    def _sorted(self, poly: Poly) -> tuple[set[int], set[int]]:
        """Atoms that stand for something older: those that only occur linearly, and the others."""
        linear: set[int] = set()
        factors: set[int] = set()
        stands = {a for a in atoms_of(poly) if self._stands(a)}
        for monomial in poly:
            wanted = stands.intersection(monomial)
            if len(wanted) == len(monomial) == 1:
                if not self._is_remainder(monomial[0]):
                    linear.add(monomial[0])
            else:
                factors.update(wanted)
        return linear - factors, factors

    def _stands(self, atom: int) -> bool:
        a = self.trace.atoms[atom]
        if self.bits == 64:
            return a.solved is not None or a.join is not None
        # A bit that a mask is made of is one of the names of the result.
        return a.limb and not (a.kind == "flag" and self.trace.quotient(atom) is not None)

    def _alone(self, atom: int, facts: Facts, kept: set[int]) -> Poly:
        """A remainder without the number that it is a limb of: 0, or its quotient stays, a flag or one to be shown 0."""
        if always_zero(self.trace, facts, atom, self.lemmas):
            self.dropped.add(atom)
            return {}
        remainder = self.trace.atoms[atom].remainder
        assert remainder is not None
        whole, bits, quotient = remainder
        quotient = self._as_flag(quotient, whole, facts)
        kept |= atoms_of(quotient)
        return modulo(plus(whole, quotient, -(1 << bits)), self.p)

    def _as_flag(self, quotient: Poly, whole: Poly, facts: Facts) -> Poly:
        """The flag of a choice that the carry out of what was chosen always is, or the carry."""
        solved = [self.trace.atoms[a].solved for a in atoms_of(whole)]
        if not any(s is not None and max(map(len, s[0])) > 1 for s in solved):
            return quotient
        every = {a for p in from_choices(self.trace, whole) for a in atoms_of(p)}
        for flag in sorted(a for a in every if self.trace.atoms[a].kind == "flag"):
            gap = plus(quotient, {(flag,): 1}, -1)
            ways = (plus(gap, {(): 1}, -1), plus(plus({}, gap, -1), {(): 1}, -1))
            if all(proves_by_cases(self.trace, facts, way, self.lemmas) for way in ways):
                return {(flag,): 1}
        return quotient

    def _is_remainder(self, atom: int) -> bool:
        a = self.trace.atoms[atom]
        return a.limb and a.solved is None and a.join is None

    def _replaced(self, poly: Poly, atom: int) -> Poly:
        solved = self.trace.atoms[atom].solved
        assert solved is not None
        value, divisor = solved
        return substituted(poly, atom, modulo(scaled(value, pow(divisor, -1, self.p)), self.p), self.p)

    def _fixed(self, poly: Poly, facts: Facts) -> Poly:
        for atom, value in facts.fixed().items():
            if any(atom in m for m in poly):
                poly = substituted(poly, atom, {(): value} if value else {}, self.p)
        return self.idempotent(poly)

    def idempotent(self, poly: Poly) -> Poly:
        """Flags are their own squares, and powers elements of their own where a routine is a chain of them."""
        if self.powers is not None:
            poly = self._powers_of(poly)
        short = self.trace.idempotent(poly)
        return poly if short is poly else modulo(short, self.p)

    def power(self, base: int, exponent: int) -> int:
        if exponent == 1:
            return base
        assert self.powers is not None
        if (base, exponent) not in self.powers:
            atom = self.trace.new("element", 0, 2**256 - 1)
            self.trace.fresh -= 1
            self.powers[(base, exponent)] = atom
            self.roots[atom] = (base, exponent)
        return self.powers[(base, exponent)]

    def _powers_of(self, poly: Poly) -> Poly:
        result: Poly = {}
        for monomial, c in poly.items():
            exponents: dict[int, int] = {}
            rest = []
            for a in monomial:
                base, exponent = self.roots.get(a, (a, 1))
                if self.trace.atoms[a].kind == "element":
                    exponents[base] = exponents.get(base, 0) + exponent
                else:
                    rest.append(a)
            short = tuple(sorted([*rest, *(self.power(base, e) for base, e in exponents.items())]))
            result[short] = result.get(short, 0) + c
        return modulo(result, self.p)

    def _joined_number(self, poly: Poly, atom: int, facts: Facts) -> Poly | None:
        """The polynomial with the value of its one number that comes out of a join; None when there is nothing else, or when
        a limb of it is a factor, too."""
        join = self.trace.atoms[atom].join
        merged = sorted(a for a in atoms_of(poly) if self.trace.atoms[a].join == join)
        rest = {m: c for m, c in poly.items() if not set(m) & set(merged)}
        alone = all((a,) in poly for a in merged) and len(rest) + len(merged) == len(poly)
        if not rest or not alone:
            return None
        powers = [pow(2, 64 * k, self.p) for k in range(8)]
        for lowest in merged:
            first = poly[(lowest,)]
            limbs = {}
            for a in merged:
                ratio = poly[(a,)] * pow(first, -1, self.p) % self.p
                if ratio in powers:
                    limbs[a] = powers.index(ratio)
            if len(limbs) == len(merged):
                number = {(a,): 1 << 64 * k for a, k in limbs.items()}
                try:
                    return modulo(plus(rest, self.value(number, facts), first), self.p)
                except NotShown:
                    return None
        return None

    def _through_join(self, poly: Poly, facts: Facts, atom: int) -> Poly:
        """The value by every leaf of a join, which must agree."""
        join = self.trace.atoms[atom].join
        assert join is not None
        value: Poly | None = None
        for leaf in self.trace.joins[join]:
            case = poly
            for merged, form in leaf.values.items():
                if any(merged in m for m in case):
                    case = substituted(case, merged, modulo(form, self.p), self.p)
            both = Facts(facts.zero + leaf.facts.zero, facts.positive + leaf.facts.positive)
            result = self.reduce(case, both)
            if value is None:
                value = result
            elif value != result:
                forms = [form for other in self.trace.joins[join] for form in other.values.values()]
                newest = sorted({a for form in forms for a in atoms_of(form)}, reverse=True)
                raise NotShown("the ways into a join give different values", newest)
        assert value is not None
        return value

    def _group(self, poly: Poly, newest: int, facts: Facts) -> Poly:
        """Limbs that occur as one number: the derivatives by them are those by the lowest, times powers of 2^64."""
        # What was chosen of two has a name of its own, also where it is a limb of a number.
        if self.name is not None and newest in self.trace.choices:
            return substituted(poly, newest, self.value({(newest,): 1}, facts), self.p)
        slope = derivative(poly, newest, self.p)
        candidates = {a for m in poly for a in m if self._stands(a)}
        shape = set(slope)
        group = {0: newest}
        sample = next(iter(slope.items()), None)
        if sample is None:
            raise NotShown("a product that is no number's", [newest])
        for other in candidates - {newest}:
            d = derivative(poly, other, self.p)
            if set(d) != shape:
                continue
            for k, ratio in weights(self.bits, self.p):
                if d[sample[0]] == sample[1] * ratio % self.p and all(d[m] == c * ratio % self.p for m, c in slope.items()):
                    group.setdefault(k, other)
        lowest = min(group)
        limbs = {k - lowest: a for k, a in group.items()}
        value = self.value({(a,): 1 << self.bits * k for k, a in limbs.items()}, facts)
        above = {a for k, a in limbs.items() if k}
        return substituted({m: c for m, c in poly.items() if above.isdisjoint(m)}, limbs[0], value, self.p)

    def value(self, number: Poly, facts: Facts) -> Poly:
        """The value of a number mod p, remembered."""
        for known in dict.fromkeys((Facts(), facts)):
            key = (frozenset(number.items()), known)
            if key not in self._values:
                try:
                    value = self.reduce(number, known)
                    single = next(iter(number)) if len(number) == 1 else ()
                    chosen = len(single) == 1 and number[single] == 1 and single[0] in self.trace.choices
                    self._values[key] = self.name(value) if self.name is not None and chosen else value
                except NotShown as error:
                    self._values[key] = error
            found = self._values[key]
            if not isinstance(found, NotShown):
                return found
        raise found

    def _to_elements(self, poly: Poly) -> Poly:
        for number in range(self._placed, len(self.inputs)):
            limbs, lowest, bits = self.inputs[number]
            for k, limb in enumerate(limbs):
                self._inputs_of.setdefault(limb, []).append(number)
                if k:
                    lowest = plus(lowest, {(limb,): 1}, -(1 << bits * k))
            self._lowest_of.append(lowest)
        self._placed = len(self.inputs)
        for number in sorted({n for a in atoms_of(poly) for n in self._inputs_of.get(a, ())}):
            poly = substituted(poly, self.inputs[number][0][0], self._lowest_of[number], self.p)
        return self.idempotent(poly)

    def _without_carries(self, poly: Poly, facts: Facts) -> Poly:
        """Carries that are left over are shown to be 0. Flags, which are decisions, may stay."""
        left = {a for a in atoms_of(poly) if self.trace.atoms[a].kind not in ("element", "flag")}
        for atom in sorted(left, key=lambda a: (a not in self.trace.unread, a)):
            if atom not in atoms_of(poly):
                continue
            if self.trace.atoms[atom].kind == "input":
                carries = [a for a in sorted(left) if self.trace.atoms[a].kind != "input"]
                raise NotShown("the result is not a function of the elements", carries or [atom])
            if not always_zero(self.trace, facts, atom, self.lemmas):
                raise NotShown("a carry is lost that can be other than 0", [atom])
            self.dropped.add(atom)
            poly = substituted(poly, atom, {}, self.p)
        return modulo(poly, self.p)

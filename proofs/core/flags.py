"""Flags that tell whether an element is 0 mod p: of a number, whether it is one of the multiples of p in its range."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from core.contract import Expression, Values
from core.decide import from_choices, proves, proves_by_cases
from core.modular import NotShown
from core.proof import Proof
from core.state import State
from core.terms import Facts, P, Poly, atoms_of, constant, only, plus, scaled, times


def candidates_of(proof: Proof) -> list[int]:
    """The flags that a routine computes, or is given. Of doubles they look at limbs of a number below p."""
    found = [*proof.trace.eithers, *proof.given_flags]
    if proof.shape.doubles:
        found += [flag for flag in proof.trace.booleans if disjunction(proof, flag) is not None]
    return sorted(found)


def disjunction(proof: Proof, flag: int) -> list[Poly] | None:
    """The limbs of which none has a bit where a flag is 1. A compiler may choose between two disjunctions instead."""
    looked_at = only(proof.trace.booleans.get(flag, {}))
    if looked_at is None:
        return None
    limbs = ored(proof, looked_at)
    solved = proof.trace.atoms[looked_at].solved
    if limbs is not None or solved is None:
        return limbs
    for (inverse,) in (m for m, c in solved[0].items() if len(m) == 1 and c == 1):
        products = {c: m for m, c in solved[0].items() if len(m) == 2}
        if len(solved[0]) != 3 or products.keys() != {1, -1} or inverse not in products[-1]:
            return None
        choice = next((a for a in products[-1] if a != inverse), None)
        straight = next((a for a in products[1] if a != choice), None)
        if choice is None or straight is None or choice not in products[1]:
            return None
        x, y = ored(proof, straight), ored(proof, inverse)
        if x is not None and y is not None:
            return [proof.trace.chosen({(choice,): 1}, a, b) for a, b in zip(x, y, strict=True)]
    return None


def ored(proof: Proof, atom: int) -> list[Poly] | None:
    operation, operands = proof.trace.bitwise.get(atom, ("", []))
    if operation != "or" or len(operands) != len(proof.shape.inputs):
        return None
    return sorted(operands, key=lambda p: height(proof, p))


def bind(proof: Proof, state: State, values: Values, candidates: list[int]) -> None:
    """Gives the contract's flags, in order, the routine's, each shown to mean what the contract says."""
    for name, element in proof.contract.zeros:
        if not candidates:
            raise state.refuse(f"computes no flag that could be {name}")
        wanted = proof.reducer.idempotent(element(values).poly)
        # A compiler may compute them in another order.
        flag = next((f for f in candidates if proof.lanes and tests(proof, state, f, wanted)), candidates[0])
        candidates.remove(flag)
        limbs = tested_limbs(proof, flag) or []
        if not tests(proof, state, flag, wanted):
            raise NotShown(f"{name} is not the flag of the element that the contract names", [flag])
        if flag not in proof.given_flags:
            tells_zero(proof, {(flag,): 1}, proof.number(limbs), name, flag)
        values[name] = Expression({(flag,): 1}, proof.p)


def bind_odds(proof: Proof, state: State, values: Values) -> None:
    """The same for flags that tell whether a number is odd."""
    for name, element in proof.contract.odds:
        wanted = proof.reducer.idempotent(element(values).poly)
        flag = next((f for f, poly in proof.given_odds.items() if poly == wanted), None)
        reason = NotShown(f"{name} is not the lowest bit of the element that the contract names", lowest_bits(proof))
        for candidate in lowest_bits(proof) if flag is None else ():
            try:
                if tells_odd(proof, state, candidate, wanted):
                    flag = candidate
                    break
            except NotShown as error:
                reason = error
        if flag is None:
            raise reason
        values[name] = Expression({(flag,): 1}, proof.p)


def lowest_bits(proof: Proof) -> list[int]:
    atoms = enumerate(proof.trace.atoms)
    return [n for n, a in atoms if a.kind == "flag" and a.remainder is not None and a.remainder[1] == 1]


def tells_odd(proof: Proof, state: State, flag: int, wanted: Poly) -> bool:
    """flag is the lowest bit of a number below p that is the element mod p: of N - g p, where g tells that adding 2^256 - p
    to N takes it to 2^256. The limbs of N are what the carries of that addition come from."""
    remainder = proof.trace.atoms[flag].remainder
    assert remainder is not None
    looked_at = remainder[0]
    behind = [looked_at, *from_choices(proof.trace, looked_at)]
    for limbs_, _, bits in proof.reducer.inputs:
        # Of a number that is below p another routine may give the limbs.
        number = proof.number([{(a,): 1} for a in limbs_])
        if (
            bits == proof.shape.bits
            and looked_at == {(limbs_[0],): 1}
            and proves_by_cases(proof.trace, state.facts, plus(number, constant(P), -1), proof.lemmas)
            and proof.trace.range(number)[0] >= 0
            and proof.reducer.value(number, state.facts) == wanted
        ):
            return True
    for reached in sorted({a for p in behind for a in atoms_of(p)}, reverse=True):
        limbs = limbs_before_carries(proof, reached)
        if limbs is None:
            continue
        below = plus(proof.number(limbs), {(reached,): P}, -1)
        odd = plus(lowest_bit(proof, looked_at), lowest_bit(proof, plus(limbs[0], {(reached,): 1})), -1)
        if (
            all(c % 2 == 0 for c in odd.values())
            and proves_by_cases(proof.trace, state.facts, plus(below, constant(P), -1), proof.lemmas)
            and proves_by_cases(proof.trace, state.facts, plus(constant(-1), below, -1), proof.lemmas)
            and proof.reducer.value(proof.number(limbs), state.facts) == wanted
        ):
            return True
    return False


def limbs_before_carries(proof: Proof, reached: int) -> list[Poly] | None:
    """Those of a number, where the flag is the quotient of its highest limb and a carry by what that limb has below 2^256,
    each carry the quotient of a limb and the carry before, the first of the lowest limb and 2^256 - p."""
    trace, count, bits = proof.trace, len(proof.shape.inputs), proof.shape.bits
    found = trace.quotient(reached)
    if found is None or found[1] != 256 - bits * (count - 1):
        return None
    limbs: list[Poly] = []
    total = found[0]
    while len(limbs) < count - 1:
        carries = [m[0] for m, c in total.items() if len(m) == 1 and c == 1 and (trace.quotient(m[0]) or ({}, 0))[1] == bits]
        if not carries:
            return None
        limbs.append(plus(total, {(max(carries),): 1}, -1))
        total = (trace.quotient(max(carries)) or ({}, 0))[0]
    return [plus(total, constant(2**256 - P), -1), *limbs[::-1]]


def lowest_bit(proof: Proof, poly: Poly) -> Poly:
    """What is the same mod 2, in unknowns that are no remainders and no choices."""
    while True:
        poly = {m: c % 2 for m, c in poly.items() if c % 2}
        inner = {}
        for atom in atoms_of(poly):
            a = proof.trace.atoms[atom]
            if a.kind == "flag":
                continue
            if a.remainder is not None:
                inner[atom] = a.remainder[0]
            elif a.solved is not None and a.solved[1] == 1:
                inner[atom] = a.solved[0]
        if not inner:
            return poly
        newest = max(inner)
        rest = {m: c for m, c in poly.items() if newest not in m}
        for m, c in poly.items():
            if newest in m:
                others = list(m)
                others.remove(newest)
                rest = plus(rest, times(inner[newest], {tuple(others): c}))
        poly = rest


def tests(proof: Proof, state: State, flag: int, wanted: Poly) -> bool:
    if flag in proof.given_flags:
        return proof.given_flags[flag] == wanted
    limbs = tested_limbs(proof, flag)
    return limbs is not None and proof.reducer.value(proof.number(limbs), state.facts) == wanted


def tested_limbs(proof: Proof, flag: int) -> list[Poly] | None:
    """The limbs whose disjunction the flag looks at, as old as they are high."""
    trace = proof.trace
    count = len(proof.shape.inputs)
    if proof.shape.doubles:
        return disjunction(proof, flag)
    for part in proof.trace.eithers.get(flag, ()):
        # A flag, or its complement.
        for atom in sorted(atoms_of(part)):
            for index in trace.atoms[atom].relations:
                for monomial in trace.relations[index][0]:
                    for inner in monomial:
                        operation, operands = trace.bitwise.get(inner, ("", []))
                        compared = any(a in trace.bitwise for p in operands for a in atoms_of(p))
                        if operation == "or" and len(operands) == count and not compared:
                            return sorted(operands, key=lambda p: height(proof, p)) if proof.lanes else operands
    return None


def height(proof: Proof, limb: Poly) -> int:
    """The newest unknown of a limb, before the carry out of it is taken off: that of the carry into it, or its own."""
    atoms = atoms_of(limb)
    if len(atoms) == 1 and len(limb) == 1:
        (atom,) = atoms
        remainder = proof.trace.atoms[atom].remainder
        if remainder is not None:
            return height(proof, remainder[0])
        if atom in proof.trace.names:
            return height(proof, proof.trace.names[atom])
        solved = proof.trace.atoms[atom].solved
        if proof.shape.doubles and solved is not None and any(len(m) > 1 for m in solved[0]):
            # A choice between two limbs.
            behind = (a for a in atoms_of(solved[0]) if proof.trace.atoms[a].kind != "flag")
            return max((height(proof, {(a,): 1}) for a in behind), default=0)
    return max(atoms, default=0)


def multiples(proof: Proof, number: Poly) -> list[int]:
    """Those of p that the number may be, which is not negative."""
    least, most = proof.trace.range(number)
    bound = P if proof.shape.doubles else 2 * P
    if most >= bound and proves_by_cases(proof.trace, Facts(), plus(number, constant(bound), -1), proof.lemmas):
        most = bound - 1
    if least < 0 or most > MOST_MULTIPLES * P:
        raise NotShown("a number that is compared with multiples of p may be negative, or too many of them", [])
    return list(range(0, most + 1, P))


# The largest magnitude of an element is 31, and its number below that many times 2^257.
MOST_MULTIPLES = 64


def tells_zero(proof: Proof, flag: Poly, number: Poly, name: str, atom: int) -> None:
    """flag = 1 exactly where the number is a multiple of p."""
    every = multiples(proof, number)
    ask = proves_by_cases if proof.shape.doubles else partial(proves, use=bool(proof.lanes))
    one = Facts().with_zero(plus(flag, constant(1), -1))
    none = Facts().with_zero(flag)
    checks = [(one, plus(number, constant(every[-1] + 1), -1)), (none, scaled(number, -1))]
    for value, above in pairwise(every):
        between = one.with_positive(plus(number, constant(value + 1), -1))
        checks += [(between, plus(constant(above - 1), number, -1)), (none.with_zero(plus(number, constant(above), -1)), {})]
    if not all(ask(proof.trace, facts, poly, proof.lemmas) for facts, poly in checks):
        raise NotShown(f"{name} is not 1 exactly where its element is 0 mod p", [atom])


def valued(proof: Proof, state: State, number: Poly) -> Poly | None:
    """What a number is mod p, if it is one of elements."""
    try:
        return proof.reducer.value(number, state.facts)
    except NotShown:
        return None


def not_zero(proof: Proof, state: State, element: Expression) -> None:
    """On this path the element is not 0 mod p: some disjunction of its limbs has been looked at."""
    looked_at: Poly = {}
    for operation, operands in proof.trace.bitwise.values():
        if operation != "or" or len(operands) != 4:
            continue
        orders = (operands, sorted(operands, key=lambda p: height(proof, p)))
        wanted = proof.reducer.idempotent(element.poly)
        number = next((n for n in map(proof.number, orders) if valued(proof, state, n) == wanted), None)
        if number is None:
            looked_at = looked_at or proof.number(operands)
            continue
        for value in multiples(proof, number):
            if not proves(proof.trace, state.facts.with_zero(plus(number, constant(value), -1)), {}, proof.lemmas):
                raise state.refuse("goes on where an element that it divides by may be 0 mod p")
        return
    # What it looks at instead may be the element but for a carry, which value() reports.
    proof.reducer.value(looked_at, state.facts)
    raise state.refuse("does not look at an element that must not be 0 mod p")

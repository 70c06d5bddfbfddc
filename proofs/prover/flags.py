"""Flags that tell whether an element is 0 mod p, that is, 0 or p as an integer below 2^256."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from prover import lift_lanes
from prover.contract import Expression, Values
from prover.decide import proves, proves_by_cases
from prover.machine import State
from prover.modular import NotShown
from prover.terms import Facts, P, Poly, atoms_of, constant, plus, scaled

if TYPE_CHECKING:
    from prover.check import Proof


def candidates_of(proof: Proof) -> list[int]:
    """The flags that a routine computes, or is given. Of doubles they look at limbs of a number below p."""
    found = [*proof.trace.eithers, *proof.given_flags]
    if proof.shape.doubles:
        found += [flag for flag in proof.trace.booleans if disjunction(proof, flag) is not None]
    return sorted(found)


def disjunction(proof: Proof, flag: int) -> list[Poly] | None:
    """The limbs of which none has a bit where a flag is 1. A compiler may choose between two disjunctions instead."""
    looked_at = lift_lanes.only(proof.trace.booleans.get(flag, {}))
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
        choice = next(a for a in products[-1] if a != inverse)
        straight = next(a for a in products[1] if a != choice)
        x, y = ored(proof, straight), ored(proof, inverse)
        if choice in products[1] and x is not None and y is not None:
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
        for (atom,) in part:
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
            return max(height(proof, {(a,): 1}) for a in behind)
    return max(atoms, default=0)


def tells_zero(proof: Proof, flag: Poly, number: Poly, name: str, atom: int) -> None:
    """flag = 1 exactly where the number is 0 or p; of doubles it is below p."""
    if proof.shape.doubles and not proves_by_cases(proof.trace, Facts(), plus(number, constant(P), -1), proof.lemmas):
        raise NotShown(f"{name} looks at a number that is not shown to be below p", [atom])
    one = Facts().with_zero(plus(flag, constant(1), -1))
    none = Facts().with_zero(flag)
    beyond = plus(number, constant(P + 1), -1)
    between = one.with_positive(plus(number, constant(1), -1))
    checks = (
        (one, beyond),
        (between, plus(constant(P - 1), number, -1)),
        (none, scaled(number, -1)),
        (none.with_zero(plus(number, constant(P), -1)), {}),
    )
    if proof.shape.doubles:
        checks = ((one, plus(number, constant(1), -1)), (none, scaled(number, -1)))
        ask = proves_by_cases
    else:
        ask = partial(proves, use=bool(proof.lanes))
    if not all(ask(proof.trace, facts, poly, proof.lemmas) for facts, poly in checks):
        raise NotShown(f"{name} is not 1 exactly where its element is 0 mod p", [atom])


def not_zero(proof: Proof, state: State, element: Expression) -> None:
    """On this path the element is not 0 mod p: some disjunction of its limbs has been looked at."""
    for operation, operands in proof.trace.bitwise.values():
        if operation != "or" or len(operands) != 4:
            continue
        number = proof.number(operands)
        if proof.reducer.value(number, state.facts) != proof.reducer.idempotent(element.poly):
            continue
        for value in (0, P):
            if not proves(proof.trace, state.facts.with_zero(plus(number, constant(value), -1)), {}, proof.lemmas):
                raise state.refuse("goes on where an element that it divides by may be 0 mod p")
        return
    raise state.refuse("does not look at an element that must not be 0 mod p")

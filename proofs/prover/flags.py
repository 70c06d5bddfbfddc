"""Flags that tell whether an element is 0 mod p, that is, 0 or p as an integer below 2^256."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prover.contract import Expression, Values
from prover.decide import proves
from prover.machine import State
from prover.modular import NotShown
from prover.terms import Facts, P, Poly, constant, plus, scaled

if TYPE_CHECKING:
    from prover.check import Proof


def bind(proof: Proof, state: State, values: Values) -> None:
    """Gives the contract's flags, in order, the routine's, each shown to mean what the contract says."""
    candidates = sorted(proof.trace.eithers)
    for name, element in proof.contract.zeros:
        if not candidates:
            raise state.refuse(f"computes no flag that could be {name}")
        flag = candidates.pop(0)
        wanted = proof.reducer.idempotent(element(values).poly)
        limbs = tested_limbs(proof, flag)
        if limbs is None or proof.reducer.value(proof.number(limbs), state.facts) != wanted:
            raise NotShown(f"{name} is not the flag of the element that the contract names", [flag])
        tells_zero(proof, {(flag,): 1}, proof.number(limbs), name, flag)
        values[name] = Expression({(flag,): 1}, proof.p)
    if candidates:
        raise NotShown("a flag that the contract does not name", candidates)


def tested_limbs(proof: Proof, flag: int) -> list[Poly] | None:
    """The four limbs whose disjunction the flag looks at."""
    trace = proof.trace
    for part in proof.trace.eithers[flag]:
        for (atom,) in part:
            for index in trace.atoms[atom].relations:
                for monomial in trace.relations[index][0]:
                    for inner in monomial:
                        operation, operands = trace.bitwise.get(inner, ("", []))
                        if operation == "or" and len(operands) == 4:
                            return operands
    return None


def tells_zero(proof: Proof, flag: Poly, number: Poly, name: str, atom: int) -> None:
    """flag = 1 exactly where the number is 0 or p."""
    one = Facts().with_zero(plus(flag, constant(1), -1))
    none = Facts().with_zero(flag)
    beyond = plus(number, constant(P + 1), -1)
    between = one.with_positive(plus(number, constant(1), -1))
    checks = (
        proves(proof.trace, one, beyond, proof.lemmas),
        proves(proof.trace, between, plus(constant(P - 1), number, -1), proof.lemmas),
        proves(proof.trace, none, scaled(number, -1), proof.lemmas),
        proves(proof.trace, none.with_zero(plus(number, constant(P), -1)), {}, proof.lemmas),
    )
    if not all(checks):
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

"""Whether what one routine gives may be passed to another one."""

from __future__ import annotations

from prover.contract import Array, Contract, Expression


def misfits(contracts: list[Contract]) -> list[str]:
    """Of the contracts of one object: elements that one gives and another does not take."""
    problems = []
    takers = [c for c in contracts if any(isinstance(a, Array) and a.inputs for a in c.arguments)]
    for giver in contracts:
        if giver.exact:
            whole = largest(giver)
            for taker in takers:
                for argument in taker.arguments:
                    if isinstance(argument, Array) and argument.maximum is not None and argument.maximum < whole:
                        problems.append(f"{giver.name} gives more than {argument.name} of {taker.name} may be")
            continue
        for taker in takers:
            given, taken = giver.shape, taker.shape
            if given.doubles != taken.doubles:
                # Of another field.
                continue
            if given.bits != taken.bits or any(g > t for g, t in zip(given.outputs, taken.inputs, strict=True)):
                problems.append(f"{giver.name} gives limbs that {taker.name} does not take")
    return problems


def largest(contract: Contract) -> int:
    """The largest value of an exact result, a polynomial without negative coefficients."""
    names = [n for a in contract.arguments if isinstance(a, Array) for n in a.inputs]
    most = sum(limb << contract.shape.bits * k for k, limb in enumerate(contract.shape.inputs))
    # The names as numbers of their own, as products of two names are wanted.
    values = {n: Expression({(k,): 1}, 2**1024) for k, n in enumerate(names)}
    return max(sum(c * most ** len(m) for m, c in r.poly.items()) for r in contract.results(values).values())

"""Whether what one routine gives may be passed to another one."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Array, Contract, Expression, Named, Shape


def misfits(contracts: list[Contract]) -> list[str]:
    """Of the contracts of one object: elements that one gives and another does not take."""
    problems = []
    for giver in contracts:
        if giver.exact:
            problems += [
                f"{giver.name} gives more than {argument.name} of {taker.name} may be"
                for taker in contracts
                for argument in taker.arrays()
                if argument.maximum is not None and argument.maximum < largest(giver)
            ]
            continue
        for argument, given in of_elements(giver, "outputs"):
            if any(g > t for g, t in zip(given.outputs, given.inputs, strict=True)):
                problems.append(f"{giver.name} gives limbs of {argument.name} that none of its kind takes")
            for taker in contracts if not argument.shapes else ():
                for other, taken in of_elements(taker, "inputs"):
                    if kind(given) == kind(taken) and any(g > t for g, t in zip(given.outputs, taken.inputs, strict=True)):
                        problems.append(f"{giver.name} gives limbs that {other.name} of {taker.name} does not take")
    return list(dict.fromkeys(problems))


def of_elements(contract: Contract, names: str) -> Iterator[tuple[Array, Shape]]:
    """The shapes of the elements that its arrays have, inputs or outputs."""
    for argument in contract.arrays():
        for shape in dict.fromkeys(argument.shape(k, contract.shape) for k in range(len(getattr(argument, names)))):
            yield argument, shape


def kind(shape: Shape) -> object:
    """What differs between elements but for the bounds of their limbs, the magnitude. One that has a shape of its own in a
    contract has a magnitude of its own, whose bounds are for inputs and outputs the same."""
    return len(shape.inputs), shape.bits, shape.step, shape.parts, shape.signed, shape.doubles, shape.offsets


def largest(contract: Contract) -> int:
    """The largest value of an exact result, a polynomial without negative coefficients."""
    names = [n for a in contract.arguments if isinstance(a, Array) for n in a.inputs]
    most = sum(limb << contract.shape.bits * k for k, limb in enumerate(contract.shape.inputs))
    # The names as numbers of their own, as products of two names are wanted.
    values = {n: Expression({(k,): 1}, 2**1024) for k, n in enumerate(names)}
    return max(sum(c * most ** len(m) for m, c in r.poly.items()) for r in contract.of_lanes([values], Named())[0].values())

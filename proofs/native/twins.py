"""Runs two versions of a routine on this processor, side by side."""

from __future__ import annotations

import random
from dataclasses import dataclass

from core.contract import Array, Contract, Expression, Named, given_by
from core.flow import program
from core.isa import Routine
from core.terms import P
from native.calls import drawn, limb_in, size_of, width_of
from native.machine import machine

MOST_ROUNDS = 5


@dataclass(frozen=True)
class Difference:
    """Between two versions of a routine: one that the contract does not permit, and one that it does; both are empty where
    all memory is the same."""

    wrong: str = ""
    permitted: str = ""


def difference(one: Routine, other: Routine, contract: Contract, cases: int, seed: int) -> Difference:
    """The first that the contract does not permit, else the first that it does, as it lets an element's representative be
    any."""
    machines = [machine(program(r), contract) for r in (one, other)]
    rng = random.Random(seed)
    ways = list(contract.aliasings())
    bits = 8 * len(contract.returns) if isinstance(contract.returns, tuple) and not contract.gives_up else 64
    permitted = ""
    for number in range(cases // width_of(contract)):
        regions = ways[number % len(ways)]
        call = drawn(contract, regions, rng.randrange(1, MOST_ROUNDS), rng)
        before = call.content()
        after = []
        for runner in machines:
            call.restore(before)
            after.append((runner.call(call) % (1 << bits), call.content()))
        if after[0][0] != after[1][0]:
            return Difference(f"case {number}: returns {after[1][0]:#x} for {after[0][0]:#x}")
        for name, (_, start) in call.buffers.items():
            x, y = after[0][1][name], after[1][1][name]
            if x == y:
                continue
            sharing = [a for a in contract.arguments if isinstance(a, Array) and regions[a.name] == name]
            end = start + max((size_of(contract, a) for a in sharing), default=0)
            if x[:start] + x[end:] != y[:start] + y[end:]:
                return Difference(f"case {number}: writes outside of {name}")
            if wrong := unequal(contract, sharing, x[start:end], y[start:end]):
                return Difference(f"case {number}: {name} {wrong}")
            for offset in (n for n in range(end - start) if x[start + n] != y[start + n]):
                place = open_place(contract, sharing, offset)
                if not place:
                    return Difference(f"case {number}: writes {name}+{offset}")
                permitted = permitted or place
    return Difference(permitted=permitted)


def open_place(contract: Contract, sharing: list[Array], offset: int) -> str:
    """What lies at an offset where two versions of a routine may leave different bytes; empty where they must not."""
    said = said_of(contract)
    for giver in sharing:
        if offset < giver.work:
            return f"{giver.name}, memory to work in"
        for name, shape, at in giver.laid(giver.outputs, contract.shape):
            if at <= offset < at + shape.size:
                lane = (offset - at) % shape.step // 8
                if name not in said[lane]:
                    return f"lane {lane} of {name}, which the contract leaves open"
                return f"{name} in other limbs that are the same mod p"
    return ""


def unequal(contract: Contract, sharing: list[Array], x: bytes, y: bytes) -> str:
    """The first element or flag that is another one."""
    said = said_of(contract)
    for giver in sharing:
        for name, shape, offset in giver.laid(giver.outputs, contract.shape):
            for lane in (n for n in range(shape.step // 8) if name in said[n]):
                places = [offset + shape.step * j + 8 * lane for j in range(len(shape.outputs))]
                words = ([int.from_bytes(z[p : p + 8], "little") for p in places] for z in (x, y))
                a, b = (sum(limb_in(shape, j, w) << shape.bits * j for j, w in enumerate(row)) for row in words)
                if a != b and (contract.exact or contract.below_p(name) or (a - b) % P):
                    return f"{name} of lane {lane} is {b:#x} for {a:#x}"
        for name, at in giver.gives:
            if x[at] != y[at]:
                return f"{name} is {y[at]:#x} for {x[at]:#x}"
    return ""


def said_of(contract: Contract) -> list[set[str]]:
    """The outputs that a contract says something of, in each lane."""
    width = width_of(contract)
    if not contract.apart:
        return [{name for a in contract.arrays() for name in a.outputs}] * width
    names = [n for a in (*contract.arguments, *contract.arrays()) for n in given_by(a)]
    lanes = [{n: Expression({(k,): 1}) for k, n in enumerate(names)} for _ in range(width)]
    return [set(values) for values in contract.of_lanes(lanes, Named())]

"""Runs a routine's bytes on this processor, or emulated, and compares with what its trace says, limb by limb."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from core.check import Execution
from core.contract import Array, Contract, Rounds, Shape
from core.decide import Lemmas
from core.evaluate import OFF, Numbers, compiled, holds, text
from core.flow import program
from core.isa import Routine
from core.state import WIDTH, LaneMask, Masks, State
from core.terms import Poly
from native.calls import Call, drawn, limb_in, rounds_of, sizes_of
from native.emulator import Emulator
from native.machine import Machine, machine

Function = Callable[[Numbers], int]


@dataclass
class Output:
    """A limb that a routine writes, of one lane or whichever, and what the trace says of it, for each register that it
    takes."""

    lane: int
    region: str
    offset: int
    shape: Shape
    number: int
    limbs: list[Function]


@dataclass
class End:
    """One way out of a routine: when it is taken, what it returns, of each group of lanes, and what is in memory."""

    taken: Function
    result: list[list[Function]]
    outputs: list[Output]


def function(expression: str) -> Function:
    return eval(f"lambda v: {expression}")


def of(poly: Poly) -> Function:
    return function(text(poly))


def outputs(proof: Execution, state: State) -> list[Output]:
    result = []
    for argument in proof.contract.arrays():
        for _, shape, offset in argument.laid(argument.outputs, proof.shape):
            sides = [proof.limbs(state, argument.name, offset + proof.lanes * side, shape) for side in range(shape.parts)]
            for j, limbs in enumerate(zip(*sides, strict=True)):
                at = offset + shape.step * j
                result.append(Output(state.lane, argument.name, at, shape, j, [of(limb) for limb in limbs]))
    return result


def returned(proof: Execution, state: State) -> list[list[Function]]:
    contract = proof.contract
    if not (contract.returns or contract.gives_up):
        return []
    value = proof.returned(state)
    if isinstance(value, dict):
        return [[of(value)]]
    assert isinstance(value, LaneMask | Masks)
    return [[of(flag) for flag in mask.sides] for mask in (value.groups if isinstance(value, Masks) else (value,))]


def ends(proof: Execution) -> list[End]:
    """A call goes through a loop whose rounds are found."""
    states = [s for s in proof.ends if s.looped or not isinstance(proof.contract.loop, Rounds)]
    return [
        End(function(holds(s.facts)), returned(proof, s), [o for peer in s.peers or [s] for o in outputs(proof, peer)])
        for s in states
    ]


def compare(routine: Routine, contract: Contract, cases: int, seed: int, lemmas: Lemmas | None = None) -> str:
    """Empty, or the first difference between the lifted semantics and the processor."""
    for one in contract.others:
        if difference := compare(routine, one, cases, seed, lemmas):
            return difference
    regions = {a.name: a.name for a in contract.arguments if isinstance(a, Array)}
    code = program(routine)
    proof = Execution(contract, code, regions, lemmas or Lemmas())
    proof.run(finish=False)
    if proof.lanes and proof.calls:
        # What another routine gives, a trace does not say.
        return ""
    runner, fill, known, rng = machine(code, contract), compiled(proof.trace), ends(proof), random.Random(seed)
    # What eight lanes hold takes long to evaluate.
    sizes, rounds = sizes_of(contract, regions), rounds_of(contract)
    for number in range(max(1, cases // (32 if proof.apart else 8 if proof.lanes else 1))):
        if difference := compare_once(proof, runner, fill, known, drawn(contract, regions, rounds, rng, sizes)):
            return f"case {number}: {difference}"
    return ""


def compare_once(
    proof: Execution, runner: Machine | Emulator, fill: Callable[[Numbers], None], known: list[End], call: Call
) -> str:
    every = [values_of(proof, call, lane) for lane in range(1 if proof.apart else call.width // proof.shape.parts)]
    for values in every:
        fill(values)
        for atom, value in values.items() if OFF not in values else ():
            a = proof.trace.atoms[atom]
            if a.kind != "merged" and not a.lo <= value <= a.hi:
                return f"{a.kind} of {a.address:#x} is {value:#x}, out of its bounds"
    result = runner.call(call)
    end = next((end for end in known if end.taken(every[0])), None)
    if end is None:
        return "no path"

    def said(lane: int, sides: list[Function]) -> int:
        """What a trace says of a lane, of each register that it takes the same one."""
        return sides[lane // len(every)](every[lane % len(every)]) if not proof.apart else sides[0](every[0])

    if end.result and proof.lanes:
        wanted = sum(said(k, sides) << k + WIDTH * n for n, sides in enumerate(end.result) for k in range(WIDTH))
        result %= 1 << WIDTH * len(end.result)
    else:
        wanted = said(0, end.result[0]) if end.result else result
    if result != wanted:
        return f"returns {result:#x}, the trace says {wanted:#x}"
    for one in end.outputs:
        words = list(call.words_at(one.region, one.offset, call.width if one.shape.step > 8 else 1))
        for lane in [one.lane] if proof.apart else range(call.width):
            word = words[lane if one.shape.step > 8 else 0]
            got, wanted = limb_in(one.shape, one.number, word), said(lane, one.limbs)
            if got != wanted:
                return f"lane {lane} of {one.region}+{one.offset} is {got:#x}, the trace says {wanted:#x}"
    return ""


def values_of(proof: Execution, call: Call, lane: int) -> Numbers:
    """What the inputs of the trace are, which stand for one lane of every register, or for all of them."""
    values: Numbers = {}
    each = call.width // proof.shape.parts
    for (region, offset), column in call.limbs.items():
        step = 8 if proof.apart else proof.lanes
        for n in range(call.width if proof.apart else proof.shape.parts):
            own = 0 if proof.apart and (region, offset) in call.same else step * n
            values[proof.limb_atoms[(region, offset + own)]] = column[n if proof.apart else lane + each * n]
    for name, bits in call.flags.items():
        for n, elements in enumerate(proof.sides):
            ((atom,),) = elements[name].poly
            values[atom] = bits[n if proof.apart else lane + each * n]
    for name, number in call.numbers.items():
        ((atom,),) = proof.elements[name].poly
        values[atom] = number
    values |= {atom: call.junk[name] for name, atom in proof.junk.items()}
    if proof.scan is not None:
        # The last round.
        index, last = call.numbers[proof.scan.loop.index], call.entries - 1
        values |= {proof.scan.number: last, proof.scan.before: int(index < last)}
        (table,) = (name for name in call.buffers if name not in proof.regions)
        for atoms, entry in ((proof.scan.entry, last), (proof.scan.chosen, index)):
            values |= zip(atoms, call.words_at(table, entry * call.stride, len(atoms)), strict=True)
    return values

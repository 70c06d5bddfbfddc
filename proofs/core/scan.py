"""Loops that select one entry of a table by masks, in whose rounds every entry is read.

Round i has s = [index < i] and selects with e = [index = i]; the sum before it is s T, where T is the entry at `index`. In
round i the entry read is T when e is 1, so the sum after it is (s + e) T, and s + e = [index < i + 1]."""

from __future__ import annotations

from dataclasses import dataclass

from core.contract import Array, Scan, Shape, Table
from core.decide import proves
from core.proof import Proof
from core.state import Pointer, State, Unknown, Vector
from core.terms import Facts, Poly, plus, scaled

LIMBS = 8
ENTRY = Shape(inputs=(2**64 - 1,) * LIMBS)


@dataclass
class Round:
    loop: Scan
    number: int
    before: int
    index: Poly
    entry: list[int]
    chosen: list[int]

    def again(self, proof: Proof, state: State) -> None:
        following_entry = Pointer("entry", self.loop.stride) if self.loop.stride else Pointer("entry+stride", 0)
        if state.registers[self.loop.pointer] != following_entry:
            raise state.refuse("does not go on to the next entry")
        following = state.vectors.get(self.loop.round)
        if following != lane({(self.number,): 1, (): 1}, self.loop):
            raise state.refuse("does not count the rounds")
        self.selected(proof, state, sums(state, self.loop))

    def finish(self, proof: Proof, state: State) -> None:
        """After the last round i + 1 = n > index, so that s + e = 1."""
        (out,) = (a for a in proof.contract.arguments if isinstance(a, Array))
        self.selected(proof, state, proof.limbs(state, out.name, 0, ENTRY))

    def selected(self, proof: Proof, state: State, limbs: list[Poly]) -> None:
        """Every limb is s T + e t, where e is 1 when i is the index and only then."""
        trace = proof.trace
        limbs = [unnamed(proof, limb) for limb in limbs]
        flags = {a for limb in limbs for m in limb for a in m if a in trace.booleans}
        if len(flags) != 1:
            raise state.refuse("selects by more or less than one comparison")
        (flag,) = flags
        both = {(self.before,): 1, (flag,): 1, (): -2}
        if proves(trace, Facts(), both, proof.lemmas):
            # It is no entry's turn twice.
            limbs = [{m: c for m, c in limb.items() if not {self.before, flag} <= set(m)} for limb in limbs]
        wanted = [{(self.before, c): 1, tuple(sorted((flag, t))): 1} for c, t in zip(self.chosen, self.entry, strict=True)]
        if limbs != wanted:
            raise state.refuse("does not sum up the entries under their masks")
        gap = plus({(self.number,): 1}, self.index, -1)
        same = Facts().with_zero(gap)
        one = plus({(flag,): 1}, {(): 1}, -1)
        if not (
            proves(trace, same, {(flag,): -1}, proof.lemmas)
            and proves(trace, Facts().with_zero(one), plus(gap, {(): 1}, -1), proof.lemmas)
            and proves(trace, Facts().with_zero(one), plus({(): -1}, gap, -1), proof.lemmas)
        ):
            raise state.refuse("the mask is not that of the index")


def unnamed(proof: Proof, limb: Poly) -> Poly:
    """What a limb that has a name of its own stands for."""
    for (atom,) in (m for m in limb if len(limb) == len(m) == 1):
        solved = proof.trace.atoms[atom].solved
        if solved is not None:
            return solved[0]
    return limb


def width(loop: Scan) -> int:
    """Limbs of a vector."""
    return LIMBS // len(loop.sum.split())


def lane(value: Poly, loop: Scan) -> Vector:
    limb = scaled(value, 2**32 + 1) if loop.lanes == 32 else value
    return Vector((limb,) * width(loop), value if loop.lanes == 32 else None)


def sums(state: State, loop: Scan) -> list[Poly]:
    limbs: list[Poly] = []
    for name in loop.sum.split():
        vector = state.vectors.get(name)
        for limb in vector.limbs if isinstance(vector, Vector) else (None,):
            if not isinstance(limb, dict):
                raise state.refuse(f"{name} does not hold a limb")
            limbs.append(limb)
    return limbs


def enter(proof: Proof, state: State, loop: Scan) -> tuple[Round, State]:
    trace = proof.trace
    pointer = state.registers[loop.pointer]
    if (
        not isinstance(pointer, Pointer)
        or pointer.region not in {a.name for a in proof.contract.arguments if isinstance(a, Table)}
        or pointer.offset
    ):
        raise state.refuse(f"{loop.pointer} does not begin at the table")
    if loop.round not in state.vectors or state.vectors[loop.round] != Vector(({},) * width(loop), {}):
        raise state.refuse(f"{loop.round} does not begin at 0")
    if any(sums(state, loop)):
        raise state.refuse(f"{loop.sum} do not begin at 0")
    general = state.copy()
    general.rounds = ""
    general.carry = general.overflow = general.zero = Unknown("at the head of a loop")
    number = trace.new("input", 0, 2 ** (loop.lanes - 1) - 2)
    far = 2 ** (loop.lanes + 1)
    before = trace.new("input", 0, 1)
    index = proof.elements[loop.index].poly
    # s = 1: index <= i - 1. s = 0: index >= i.
    gap = plus({(number,): 1}, index, -1)
    trace.relate(plus(plus(gap, {(): -1}), {(): far, (before,): -far}), [before], False)
    trace.relate(plus({(before,): far}, gap, -1), [before], False)
    entry = [trace.new("input", 0, 2**64 - 1) for _ in range(LIMBS)]
    chosen = [trace.new("input", 0, 2**64 - 1) for _ in range(LIMBS)]
    for k in range(LIMBS):
        general.memory[("entry", 8 * k)] = {(entry[k],): 1}
    general.registers[loop.pointer] = Pointer("entry", 0)
    general.vectors[loop.round] = lane({(number,): 1}, loop)
    limbs: list[Poly] = [{(before, c): 1} for c in chosen]
    for k, name in enumerate(loop.sum.split()):
        general.vectors[name] = Vector(tuple(limbs[width(loop) * k :][: width(loop)]))
    return Round(loop, number, before, index, entry, chosen), general

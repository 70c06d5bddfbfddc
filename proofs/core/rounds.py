"""Loops of compiled code, whose elements are in registers and memory as the compiler likes: they are found by what a round
reads before it writes it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.calls import rehearsed
from core.contract import Expression, Rounds, Values
from core.flags import height
from core.layout import lanes_of, limb_of
from core.modular import NotShown
from core.proof import Proof
from core.state import Counter, Lane, Pointer, Refused, State, Unknown
from core.terms import Poly, as_constant, atoms_of, scaled

# A register's key, or a place in memory.
Place = str | tuple[str, int]
MOST = 20000


@dataclass
class Found:
    """The elements when a round begins, and the places of each limb; of each register that a limb takes."""

    loop: Rounds
    values: list[Values] = field(default_factory=list)
    places: list[dict[str, list[list[Place]]]] = field(default_factory=list)

    def named(self) -> set[str]:
        every = (p for side in self.places for limbs in side.values() for places in limbs for p in places)
        return {p if isinstance(p, str) else f"[{p[0]}|{p[1]}]" for p in every}

    def again(self, proof: Proof, state: State) -> None:
        for values, sides in zip(self.values, self.places, strict=True):
            wanted = self.loop.round(values)
            for name, places in sides.items():
                shape = self.loop.shapes[name]
                limbs = []
                for j, same in enumerate(places):
                    held = [limb_of(state, shape, j, lane(state, place)) for place in same]
                    if any(h != held[0] for h in held):
                        raise state.refuse(f"has a limb of {name} twice, with different values")
                    limbs.append(held[0])
                proof.same(state, limbs, wanted[name], f"{name} after a round", shape)


def lane(state: State, place: Place) -> Lane:
    value = state.vectors.get(place) if isinstance(place, str) else state.memory.get(place)
    if not isinstance(value, Lane):
        raise state.refuse(f"{place} does not hold a limb")
    return value


def put(state: State, place: Place, value: Lane | None) -> None:
    if isinstance(place, str):
        if value is None:
            state.vectors.pop(place, None)
        else:
            state.vectors[place] = value
    else:
        state.memory[place] = value if value is not None else Unknown("changed by the loop")


def enter(proof: Proof, state: State, loop: Rounds, head: int) -> tuple[Found, State]:
    if loop.peeled and state.rounds != "more":
        raise Refused(head, "begins a loop without asking whether rounds are left")
    general = state.copy()
    general.rounds, general.looped = "", True
    general.carry = general.overflow = general.zero = Unknown("at the head of a loop")
    recount(general, loop.peeled, head)
    before = {p: v for p, v in lanes(general).items() if as_constant(v.poly) is None}
    read, after = rehearsal(proof, general, before, head)
    changing: dict[frozenset, list[Place]] = {}
    for place, value in before.items():
        if after.get(place, Lane({})) == value:
            continue
        if place in read:
            changing.setdefault(frozenset(content(state, value).items()), []).append(place)
        else:
            put(general, place, None)
    found = Found(loop)
    limbs = [dict(key) for key in changing]
    for elements in proof.sides:
        begin = loop.begin(elements)
        values: Values = {}
        sides: dict[str, list[list[Place]]] = {}
        for name, shape in loop.shapes.items():
            mine = assigned(proof, limbs, name, len(shape.inputs), begin[name])
            proof.same(state, mine, begin[name], f"{name} at the loop's first round", shape)
            atoms = [proof.trace.new("input", shape.least(most), most) for most in shape.inputs]
            values[name] = proof.new_element(atoms, shape)
            sides[name] = [changing[frozenset(limb.items())] for limb in mine]
            for j, (atom, limb) in enumerate(zip(atoms, mine, strict=True)):
                proof.trace.definitions.append(("name", atom, limb))
                for place in sides[name][j]:
                    if limb_of(general, shape, j, before[place]) != limb:
                        raise Refused(head, f"begins a loop with a limb of {name} in another form")
                    put(general, place, lanes_of(shape, j, {(atom,): 1}))
        found.values.append(values)
        found.places.append(sides)
    for name, value in general.registers.items():
        if not isinstance(value, (Counter, Pointer)) and after.get(name, value) != value:
            general.registers[name] = Unknown("changed by the loop")
    return found, general


def content(state: State, lane_: Lane) -> Poly:
    """The limb that lanes hold, where they hold an integer."""
    if lane_.exponent is None:
        return state.trace.settled(lane_.poly)
    return scaled(lane_.poly, 1 << max(lane_.exponent, 0))


def recount(general: State, peeled: int, head: int) -> None:
    """Counts of what is left when the loop begins."""
    for store in (general.registers, general.memory):
        for place, value in store.items():
            if isinstance(value, Counter):
                if value.steps > peeled:
                    raise Refused(head, "has counted before the first round")
                store[place] = Counter(value.name, value.steps - peeled, value.bits, value.unit)  # type: ignore[index]


def lanes(state: State) -> dict[Place, Lane]:
    found: dict[Place, Lane] = {k: v for k, v in state.vectors.items() if isinstance(v, Lane)}
    return found | {k: v for k, v in state.memory.items() if isinstance(v, Lane)}


def rehearsal(proof: Proof, general: State, before: dict[Place, Lane], head: int) -> tuple[set[Place], dict]:
    """One round on a trace of its own with another unknown in every place: which it reads, and what there is after it."""
    trace = general.trace.copy()
    state = general.copy()
    state.trace = trace
    unknown: dict[int, Place] = {}
    for place in before:
        value = before[place]
        bounds = (0, 2**64 - 1) if value.exponent is None else trace.range(value.poly)
        atom = trace.new("input", *bounds)
        unknown[atom] = place
        put(state, place, Lane({(atom,): 1}, value.exponent))
    read: set[Place] = set()

    def watch(poly: Poly) -> None:
        read.update(unknown[a] for a in atoms_of(poly) if a in unknown)

    state.watch = watch
    address, isa = head, proof.program.routine.isa
    for _ in range(MOST):
        i = proof.program.at(address)
        trace.address = address
        if i.flow in ("branch", "jump"):
            known = isa.condition(state, i) if i.flow == "branch" and i.target != head else {(): 1}
            taken = isinstance(known, dict) and as_constant(known) == 1
            address = i.target if taken and i.target is not None else i.next
        else:
            if i.flow == "call" and i.target is not None:
                rehearsed(proof, state, i.target)
            else:
                isa.execute(state, i)
            address = i.next
        if address == head:
            break
    after: dict = {}
    for atom, place in unknown.items():
        value_after = held(state, place)
        if value_after is not None:
            after[place] = before[place] if value_after == Lane({(atom,): 1}, before[place].exponent) else value_after
    return read, after | {n: v for n, v in state.registers.items() if v != general.registers[n]}


def held(state: State, place: Place) -> object:
    return state.vectors.get(place) if isinstance(place, str) else state.memory.get(place)


def inputs_of(proof: Proof) -> list[tuple[Poly, list[int]]]:
    return [(whole, atoms) for atoms, whole, _ in proof.reducer.inputs]


def sources(proof: Proof) -> dict[int, set[int]]:
    """For each unknown of the trace the inputs that it follows from."""
    known: dict[int, set[int]] = {}
    for kind, *rest in proof.trace.definitions:
        atom, poly = (rest[2], rest[0]) if kind == "divide" else (rest[0], rest[1])
        if kind in ("divide", "remainder", "name"):
            known[atom] = set().union(*(known.get(a, {a}) for a in atoms_of(poly)))
    return known


def assigned(proof: Proof, limbs: list[Poly], name: str, count: int, begin: Expression) -> list[Poly]:
    """Which of the limbs that a loop carries on are those of an element: an input's, or the carried ones of a number."""
    for atoms, whole, _ in proof.reducer.inputs:
        if whole == begin.poly and all({(a,): 1} in limbs for a in atoms):
            return [{(a,): 1} for a in atoms]
    # Those that come from the same inputs as the element.
    known = sources(proof)
    inputs = {a for poly, limbs_ in inputs_of(proof) for a in limbs_ if atoms_of(poly) & atoms_of(begin.poly)}
    mine = [limb for limb in limbs if set().union(*(known.get(a, {a}) for a in atoms_of(limb))) == inputs]
    if len(mine) == count:
        return sorted(mine, key=lambda limb: height(proof, limb))
    raise NotShown(
        f"the limbs of {name} are not found where the loop begins", sorted({a for p in limbs for a in atoms_of(p)})
    )

"""Calls of routines that have contracts: what goes in is within their ranges, what comes out is new limbs of an element in
those that went in, and all that a callee may change is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from core import doubles
from core.contract import Array, Contract, Count, Exactly, Expression, Fixed, LaneFlags, Record, Rounds, Shape, Values
from core.decide import proves
from core.layout import lanes_of
from core.proof import Proof
from core.state import Byte, Lane, LaneMask, Masks, Pointer, Refused, State, Unknown, Value
from core.terms import P, Poly, as_constant, constant, only, plus

MOST_ROUNDS = 256
COPIES = ("memcpy", "memmove")


def callee_of(state: State, caller: Contract, target: int, name: str | None) -> Contract:
    """The contract of what is called. Calls go to those that come before the caller's own, so none leads back to where it
    came from, and each proof rests on others that do not rest on it."""
    if name is None or name not in caller.callees:
        raise state.refuse(f"calls {name or f'{target:#x}'}, which has no contract")
    if name not in takewhile(lambda other: other != caller.name, caller.callees):
        raise state.refuse(f"calls {name}, whose contract does not come before its own")
    return caller.callees[name]


def perform(proof: Proof, state: State, contract: Contract) -> None:
    works = any(argument.work for argument in contract.arrays())
    if contract.gives_up or proof.contract.abi != contract.abi or proof.convention.on_stack or works:
        raise state.refuse(f"calls {contract.name}, whose contract is not one for calls")
    if proof.contract.secret and not contract.secret:
        raise state.refuse(f"calls {contract.name}, which is not for secrets")
    missing = sorted(proof.program.routine.isa.features(contract) - proof.features)
    if missing:
        raise state.refuse(f"calls {contract.name}, which needs {', '.join(missing)}")
    if contract.apart and not state.peers:
        raise state.refuse(f"calls {contract.name} where one lane stands for all")
    refused: Refused | None = None
    for one in (contract, *contract.others):
        lanes = state.peers or [state]
        try:
            taken = [given(proof, lane, one) for lane in lanes]
        except Refused as error:
            refused = refused or error
            continue
        permitted(state, one, taken[0][0])
        sides = [values for _, every, _ in taken for values in every]
        if one.loop is not None:
            sides = [after_rounds(proof, state, one, values, taken[0][2]) for values in sides]
        for values in sides:
            decided(proof, state, one, values)
        wanted = one.of_lanes(sides, proof.name)
        if proof.contract.composed:
            outputs = {name for argument in one.arrays() for name in argument.outputs}
            wanted = [values | proof.name({n: e for n, e in values.items() if n in outputs}) for values in wanted]
        each = len(sides) // len(lanes)
        for k, lane in enumerate(lanes):
            part = slice(each * k, each * (k + 1))
            gives(proof, lane, one, taken[k][0], sides[part], wanted[part])
        return
    assert refused is not None
    raise refused


def given(proof: Proof, state: State, contract: Contract) -> tuple[dict[str, Pointer], list[Values], dict[str, int]]:
    """Where the arrays are, and the elements that they hold, of each register of lanes; and how many rounds there are."""
    counts: dict[str, int] = {}
    pointers: dict[str, Pointer] = {}
    values: list[Values] = [{} for _ in range(proof.shape.parts)]
    held = dict(zip(contract.arguments, proof.convention.arguments, strict=False))
    for argument, register in held.items():
        if isinstance(argument, Exactly):
            value = state.registers[register]
            known = as_constant(proof.trace.divide(value, 32, True)[1]) if isinstance(value, dict) else None
            if known != argument.value:
                raise state.refuse(f"gives {contract.name} another number for {argument.name}")
    for argument, register in held.items():
        value = state.registers[register]
        if isinstance(argument, Exactly):
            continue
        if isinstance(argument, Record):
            for elements_ in values:
                elements_ |= recorded(proof, state, contract, argument, value)
        elif isinstance(argument, LaneFlags):
            masks = value.groups if isinstance(value, Masks) else (value,)
            if len(masks) != len(argument.names):
                raise state.refuse(f"gives {contract.name} no flags for {argument.name}")
            for name, mask in zip(argument.names, masks, strict=True):
                flagged(proof, state, contract, name, mask, values)
        elif isinstance(argument, (Array, Fixed)):
            if not isinstance(value, Pointer):
                raise state.refuse(f"gives {contract.name} no address for {argument.name}")
            if not state.at_multiple(value, contract.multiple(argument)):
                raise state.refuse(f"gives {contract.name} an address that is not aligned")
            if isinstance(argument, Fixed):
                check_fixed(proof, state, contract, argument, value)
                continue
            if state.callees(value):
                raise state.refuse(f"gives {contract.name} an address below the stack pointer")
            pointers[argument.name] = value
            for side, elements_ in enumerate(values):
                elements_ |= elements(proof, state, contract, argument, value, side)
            for name, at in argument.masks:
                flagged(proof, state, contract, name, state.load(Pointer(value.region, value.offset + at), 1), values)
        elif isinstance(argument, Count) and isinstance(value, dict) and as_constant(value) is not None:
            counts[argument.name] = (as_constant(value) or 0) % 2**argument.bits
        else:
            raise state.refuse(f"calls {contract.name}, whose contract is not one for calls")
    return pointers, values, counts


def recorded(proof: Proof, state: State, contract: Contract, argument: Record, at: Value) -> Values:
    """The bits of a record, and the elements that its pointers point to."""
    values: Values = {}
    if not isinstance(at, Pointer):
        raise state.refuse(f"gives {contract.name} no address for {argument.name}")
    for names, place in argument.digits:
        byte = state.load(Pointer(at.region, at.offset + place + state.lane), 1)
        bits = proof.trace.bits(byte.number, 8) if isinstance(byte, Byte) else None
        if bits is None or any(bits[len(names) :]):
            raise state.refuse(f"gives {contract.name} bytes that are not made of bits")
        values |= {name: Expression(bit, proof.p) for name, bit in zip(names, bits, strict=False)}
    for place, array, skipped in argument.pointers:
        to = state.load(Pointer(at.region, at.offset + place))
        if not isinstance(to, Pointer):
            raise state.refuse(f"gives {contract.name} no address for {array.name}")
        first = Pointer(to.region, to.offset + skipped)
        if not state.at_multiple(first, contract.multiple(array)):
            raise state.refuse(f"gives {contract.name} an address that is not aligned")
        # The routine may write to none of what a record leads to.
        if any(region in state.writable or region in ("stack", "frame") for region in (at.region, to.region)):
            raise state.refuse(f"gives {contract.name} an address for {array.name} that may overlap others")
        values |= elements(proof, state, contract, array, first, 0)
    return values


def flagged(proof: Proof, state: State, contract: Contract, name: str, mask: Value, values: list[Values]) -> None:
    if not isinstance(mask, LaneMask):
        raise state.refuse(f"gives {contract.name} no flags for {name}")
    for flag, elements_ in zip(mask.sides, values, strict=True):
        elements_[name] = Expression(flag, proof.p)


def raised(proof: Proof, state: State, poly: Poly, exponent: int) -> Poly:
    """A power of an element, or of a power of one."""
    atom = only(poly)
    if atom is None:
        atom = proof.sums.get(frozenset(poly.items()))
    if atom is None or proof.reducer.powers is None:
        raise state.refuse("takes a power of other than an element, or where none is expected")
    base, before = proof.reducer.roots.get(atom, (atom, 1))
    return {(proof.reducer.power(base, before * exponent),): 1}


def after_rounds(proof: Proof, state: State, contract: Contract, values: Values, counts: dict[str, int]) -> Values:
    """What a loop leaves, for chains of powers alone, which stay short."""
    if not isinstance(contract.loop, Rounds) or len(counts) != 1 or proof.reducer.powers is None:
        raise state.refuse(f"calls {contract.name}, whose contract is not one for calls")
    (count,) = counts.values()
    if not contract.loop.peeled <= count <= MOST_ROUNDS or not count:
        raise state.refuse(f"calls {contract.name} for {count} rounds")
    held = contract.loop.begin(values)
    for _ in range(count - contract.loop.peeled):
        held = {n: Expression(proof.reducer.idempotent(e.poly), proof.p) for n, e in contract.loop.round(held).items()}
    return held


def check_fixed(proof: Proof, state: State, contract: Contract, argument: Fixed, at: Pointer) -> None:
    # Nothing that the routine writes lies there.
    if at.region != "constants":
        raise state.refuse(f"gives {contract.name} numbers for {argument.name} that are not constants")
    for k, word in enumerate(argument.rows):
        lane = state.loaded(Pointer(at.region, at.offset + proof.lanes * k))
        if not isinstance(lane, Lane) or as_constant(doubles.bits(state, lane)) != word:
            raise state.refuse(f"gives {contract.name} other numbers for {argument.name}")


def decided(proof: Proof, state: State, contract: Contract, values: Values) -> None:
    """The flags and the powers that a contract names."""
    for name, total in contract.sums.items():
        values[name] = Expression(proof.reducer.idempotent(total(values).poly), proof.p)
    for name, (base, exponent) in contract.powers.items():
        values[name] = Expression(raised(proof, state, values[base].poly, exponent), proof.p)
    for name, element in contract.zeros:
        flag = proof.trace.new("flag", 0, 1)
        proof.given_flags[flag] = proof.reducer.idempotent(element(values).poly)
        values[name] = Expression({(flag,): 1}, proof.p)
    for name, element in contract.odds:
        flag = proof.trace.new("flag", 0, 1)
        proof.given_odds[flag] = proof.reducer.idempotent(element(values).poly)
        values[name] = Expression({(flag,): 1}, proof.p)


def gives(
    proof: Proof, state: State, contract: Contract, pointers: dict[str, Pointer], sides: list[Values], results: list[Values]
) -> None:
    forget(state)
    if contract.returns:
        groups = zip(*(contract.returned(values) for values in sides), strict=True)
        masks = tuple(LaneMask(tuple(proof.trace.flag(signed(e, proof.p)) for e in group)) for group in groups)
        state.registers[proof.convention.result] = masks[0] if len(masks) == 1 else Masks(masks)
    for argument in contract.arguments:
        if isinstance(argument, Array):
            at = pointers[argument.name]
            for name, shape, offset in argument.laid(argument.outputs, contract.shape):
                for side, wanted in enumerate(results):
                    atoms = [proof.trace.new("given", shape.least(most), most) for most in shape.outputs]
                    whole = proof.reducer.idempotent(wanted[name].poly) if name in wanted else proof.any_element()
                    proof.reducer.inputs.append((atoms, whole, shape.bits))
                    if contract.below_p(name):
                        number = proof.number([{(a,): 1} for a in atoms], shape)
                        proof.trace.relate(plus(constant(P - 1), number, -1), atoms, False)
                        if proof.trace.range(number)[0] < 0:
                            proof.trace.relate(number, atoms, False)
                    for j, atom in enumerate(atoms):
                        place = Pointer(at.region, at.offset + offset + shape.step * j + proof.lanes * side)
                        if shape.step == 8:
                            state.store(place, {(atom,): 1})
                            continue
                        state.store(place, lanes_of(shape, j, {(atom,): 1}), proof.lanes)
            for name, place_ in argument.gives:
                flags = (proof.trace.flag(signed(wanted[name], proof.p)) for wanted in results)
                state.store(Pointer(at.region, at.offset + place_), LaneMask(tuple(flags)), 1)
    proof.calls = True


def rehearsed(proof: Proof, state: State, target: int) -> None:
    """Which lanes a call reads and writes, without what."""
    name = dict(proof.program.routine.callees).get(target)
    if name in COPIES:
        copy(state, name)
        return
    contract = callee_of(state, proof.contract, target, name)
    arguments = [
        (argument, at)
        for register, argument in zip(proof.convention.arguments, contract.arguments, strict=False)
        if isinstance(argument, Array) and isinstance(at := state.registers[register], Pointer)
    ]

    def places(argument: Array, names: tuple[str, ...], at: Pointer) -> Iterator[tuple[Shape, int, Pointer]]:
        for _, shape, offset in argument.laid(names, contract.shape):
            for j in range(len(shape.inputs)):
                for side in range(shape.parts):
                    yield shape, j, Pointer(at.region, at.offset + offset + shape.step * j + proof.lanes * side)

    for argument, at in arguments:
        for _, _, place in places(argument, argument.inputs, at):
            value = state.memory.get((place.region, place.offset))
            if isinstance(value, Lane) and state.watch is not None:
                state.watch(value.poly)
    forget(state)
    for argument, at in arguments:
        for shape, j, place in places(argument, argument.outputs, at):
            most = shape.outputs[j]
            atom = state.trace.new("given", shape.least(most), most)
            state.store(place, lanes_of(shape, j, {(atom,): 1}), proof.lanes)


def signed(flag: Expression, p: int) -> Poly:
    """Over the integers, as its coefficients are small."""
    return {m: c if c < p // 2 else c - p for m, c in flag.poly.items()}


def elements(proof: Proof, state: State, contract: Contract, argument: Array, at: Pointer, side: int) -> Values:
    values: Values = {}
    whole: list[Poly] = []
    for name, shape, offset in argument.laid(argument.inputs, contract.shape):
        limbs = proof.limbs(state, at.region, at.offset + proof.lanes * side + offset, shape)
        whole += limbs
        for limb, most in zip(limbs, shape.inputs, strict=True):
            if not proof.within(state, limb, shape.least(most), most):
                raise state.refuse(f"gives {contract.name} a limb of {name} that is not shown to be in its range")
        values[name] = Expression(proof.reducer.value(proof.number(limbs, shape), state.facts), proof.p)
    if argument.maximum is not None:
        over = plus(proof.number(whole, argument.shape(0, contract.shape)), constant(argument.maximum + 1), -1)
        if not proves(proof.trace, state.facts, over, proof.lemmas):
            raise state.refuse(f"gives {contract.name} a larger {argument.name} than it takes")
    return values


def permitted(state: State, contract: Contract, pointers: dict[str, Pointer]) -> None:
    """The arguments overlap as the contract has it, or not at all."""
    sizes = {}
    for a in contract.arguments:
        if isinstance(a, Array):
            sizes[a.name] = max([a.size(contract.shape), *(at + 1 for _, at in (*a.masks, *a.gives))])

    def place(name: str) -> Pointer:
        region, _, inside = name.partition("+")
        return Pointer(pointers[region].region, pointers[region].offset + int(inside or 0))

    for regions in contract.aliasings():
        shared = all(pointers[a] == place(r) for a, r in regions.items())
        # From where to where the arguments go that lie in one region, or inside of it.
        ends = {a: pointers[a].offset for a, r in regions.items() if a == r}
        for a, r in regions.items():
            first = r.partition("+")[0]
            ends[first] = max(ends[first], pointers[a].offset + sizes[a])
        if shared and not any(
            pointers[a].region == pointers[b].region and pointers[a].offset < ends[b] and pointers[b].offset < ends[a]
            for n, a in enumerate(ends)
            for b in list(ends)[:n]
        ):
            return
    raise state.refuse(f"gives {contract.name} arguments that overlap")


def copy(state: State, name: str) -> None:
    """MEMCPY and MEMMOVE, of whole registers of lanes."""
    to, source, size = (state.registers[register] for register in state.convention.arguments[:3])
    count = as_constant(size) if isinstance(size, dict) else None
    if not isinstance(to, Pointer) or not isinstance(source, Pointer) or count is None or count % state.lanes:
        raise state.refuse("copies memory that is not lanes")
    if state.callees(to) or state.callees(source):
        raise state.refuse("copies memory below the stack pointer")
    if name != "memmove" and to.region == source.region and 0 < abs(to.offset - source.offset) < count:
        raise state.refuse("copies memory to where it overlaps")
    width = state.lanes
    content = [state.load(Pointer(source.region, source.offset + k), width) for k in range(0, count, width)]
    forget(state)
    for k, value in enumerate(content):
        state.store(Pointer(to.region, to.offset + width * k), value, width)
    state.registers[state.convention.result] = to


def forget(state: State) -> None:
    why = "changed by a call"
    for name in state.convention.general:
        if name not in (*state.convention.saved, state.convention.stack):
            state.registers[name] = Unknown(why)
    state.vectors.clear()
    state.masks.clear()
    state.carry = state.overflow = state.zero = Unknown(why)
    top = state.stack_pointer()
    for region, offset in list(state.memory):
        if region == top.region and region in ("stack", "frame") and offset < top.offset:
            del state.memory[(region, offset)]
    if top.region == "stack":
        for region, offset in list(state.memory):
            if region == "frame":
                del state.memory[(region, offset)]

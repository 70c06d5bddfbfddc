"""Calls of routines that have contracts: what goes in is within their ranges, what comes out is new limbs of an element in
those that went in, and all that a callee may change is forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prover.contract import Array, Contract, Expression, LaneFlags, Values
from prover.decide import proves
from prover.machine import GENERAL, SAVED, Lane, LaneMask, Pointer, State, Unknown
from prover.terms import Poly, as_constant, constant, plus

if TYPE_CHECKING:
    from prover.check import Proof

ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")


def perform(proof: Proof, state: State, contract: Contract) -> None:
    if contract.loop is not None or contract.gives_up or contract.abi != "sysv":
        raise state.refuse(f"calls {contract.name}, whose contract is not one for calls")
    pointers: dict[str, Pointer] = {}
    values: Values = {}
    for register, argument in zip(ARGUMENTS, contract.arguments, strict=False):
        value = state.registers[register]
        if isinstance(argument, LaneFlags):
            if not isinstance(value, LaneMask):
                raise state.refuse(f"gives {contract.name} no flags for {argument.name}")
            values[argument.name] = Expression(value.flag, proof.p)
        elif isinstance(argument, Array):
            if not isinstance(value, Pointer):
                raise state.refuse(f"gives {contract.name} no address for {argument.name}")
            if value.region == "stack" or value.offset % 64:
                raise state.refuse(f"gives {contract.name} an address that is not aligned")
            pointers[argument.name] = value
            values |= elements(proof, state, contract, argument, value)
        else:
            raise state.refuse(f"calls {contract.name}, whose contract is not one for calls")
    permitted(state, contract, pointers)
    for name, element in contract.zeros:
        flag = proof.trace.new("flag", 0, 1)
        proof.given_flags[flag] = proof.reducer.idempotent(element(values).poly)
        values[name] = Expression({(flag,): 1}, proof.p)
    wanted = contract.results(values)
    forget(state)
    if callable(contract.returns):
        state.registers["rax"] = LaneMask(proof.trace.flag(signed(contract.returns(values), proof.p)))
    for argument in contract.arguments:
        if isinstance(argument, Array):
            at = pointers[argument.name]
            offset = 0
            for k, name in enumerate(argument.outputs):
                shape = argument.shape(k, contract.shape)
                atoms = [proof.trace.new("given", 0, most) for most in shape.outputs]
                proof.reducer.inputs.append((atoms, wanted[name].poly, shape.bits))
                for j, atom in enumerate(atoms):
                    place = Pointer(at.region, at.offset + offset + shape.step * j)
                    state.store(place, Lane({(atom,): 1}), 64)
                offset += shape.size
    proof.calls = True


def signed(flag: Expression, p: int) -> Poly:
    """Over the integers, as its coefficients are small."""
    return {m: c if c < p // 2 else c - p for m, c in flag.poly.items()}


def elements(proof: Proof, state: State, contract: Contract, argument: Array, at: Pointer) -> Values:
    values: Values = {}
    offset = at.offset
    for k, name in enumerate(argument.inputs):
        shape = argument.shape(k, contract.shape)
        limbs = proof.limbs(state, at.region, offset, shape)
        for limb, most in zip(limbs, shape.inputs, strict=True):
            lo, hi = proof.trace.range(limb)
            if lo < 0 or (
                hi > most and not proves(proof.trace, state.facts, plus(limb, constant(most + 1), -1), proof.lemmas)
            ):
                raise state.refuse(f"gives {contract.name} a limb of {name} that is not shown to be in its range")
        values[name] = Expression(proof.reducer.value(proof.number(limbs, shape), state.facts), proof.p)
        offset += shape.size
    return values


def permitted(state: State, contract: Contract, pointers: dict[str, Pointer]) -> None:
    """The arguments overlap as the contract has it, or not at all."""
    sizes = {}
    for a in contract.arguments:
        if isinstance(a, Array):
            sizes[a.name] = sum(a.shape(k, contract.shape).size for k in range(max(len(a.inputs), len(a.outputs))))

    def place(name: str) -> Pointer:
        region, _, inside = name.partition("+")
        return Pointer(pointers[region].region, pointers[region].offset + int(inside or 0))

    for regions in contract.aliasings():
        shared = all(pointers[a] == place(r) for a, r in regions.items())
        apart = [a for a, r in regions.items() if a == r]
        if shared and not any(
            pointers[a].region == pointers[b].region
            and pointers[a].offset < pointers[b].offset + sizes[b]
            and pointers[b].offset < pointers[a].offset + sizes[a]
            for n, a in enumerate(apart)
            for b in apart[:n]
        ):
            return
    raise state.refuse(f"gives {contract.name} arguments that overlap")


def copy(state: State) -> None:
    """MEMCPY and MEMMOVE, of whole lanes."""
    to, source, size = (state.registers[name] for name in ARGUMENTS[:3])
    count = as_constant(size) if isinstance(size, dict) else None
    if not isinstance(to, Pointer) or not isinstance(source, Pointer) or count is None or count % 64:
        raise state.refuse("copies memory that is not lanes")
    content = [state.load(Pointer(source.region, source.offset + k), 64) for k in range(0, count, 64)]
    forget(state)
    for k, value in enumerate(content):
        state.store(Pointer(to.region, to.offset + 64 * k), value, 64)
    state.registers["rax"] = to


def forget(state: State) -> None:
    why = "changed by a call"
    for name in GENERAL:
        if name not in SAVED and name != "rsp":
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

"""The comparisons of hardware.py and twins.py for routines of lanes: eight calls in one, each with values of its own."""

from __future__ import annotations

import ctypes
import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from prover.contract import (
    Array,
    Contract,
    Count,
    Exactly,
    Expression,
    Fixed,
    Function,
    GroupFlags,
    LaneBits,
    LaneFlags,
    Record,
    Rounds,
    Shape,
)
from prover.evaluate import Numbers, compiled, text
from prover.machine import WIDTH, LaneMask, Masks, State
from prover.terms import P, Poly

if TYPE_CHECKING:
    from prover.check import Proof
    from prover.hardware import Machine

WORDS = ctypes.c_uint64 * WIDTH
# Bytes before and after what a routine may touch.
MARGIN = 128
MOST_ROUNDS = 4
# In the place of a double that is no integer.
NO_INTEGER = 2**1100


@dataclass
class Call:
    """The words that a routine is called with, and the memory that they point to: what holds it, and where it begins."""

    words: list[int] = field(default_factory=list)
    buffers: dict[str, tuple[ctypes.Array[ctypes.c_char], int]] = field(default_factory=dict)
    # For each lane the values of named elements, by the region and the offset of each limb, and of flags.
    limbs: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    flags: dict[str, list[int]] = field(default_factory=dict)
    functions: list[object] = field(default_factory=list)
    # The limbs that are the same in all lanes.
    same: set[tuple[str, int]] = field(default_factory=set)

    def words_at(self, region: str, offset: int) -> ctypes.Array[ctypes.c_uint64]:
        buffer, start = self.buffers[region]
        return WORDS.from_buffer(buffer, start + offset)

    def content(self) -> dict[str, bytes]:
        return {name: buffer.raw for name, (buffer, _) in self.buffers.items()}

    def restore(self, content: dict[str, bytes]) -> None:
        for name, (buffer, _) in self.buffers.items():
            ctypes.memmove(buffer, content[name], len(buffer))


INTEGER = ctypes.c_uint64 * 4
INVERSE = ctypes.CFUNCTYPE(None, ctypes.POINTER(INTEGER), ctypes.POINTER(INTEGER))


def inverse(r, a) -> None:  # noqa: ANN001
    """Of a number mod p, as four limbs; 0 for 0."""
    value = sum(limb << 64 * k for k, limb in enumerate(a.contents)) % P
    result = pow(value, -1, P) if value else 0
    r.contents[:] = [result >> 64 * k & 2**64 - 1 for k in range(4)]


def size_of(contract: Contract, argument: Array) -> int:
    count = max(len(argument.inputs), len(argument.outputs))
    flag = argument.flag[1] + 1 if argument.flag is not None else 0
    masks = max((at + 1 for _, at in (*argument.masks, *argument.gives)), default=0)
    return max(sum(argument.shape(k, contract.shape).size for k in range(count)), flag, masks, argument.work)


def fixed(call: Call, name: str, rows: bytes) -> None:
    buffer = ctypes.create_string_buffer(len(rows) + 64)
    start = -ctypes.addressof(buffer) % 64
    buffer[start : start + len(rows)] = rows
    call.buffers[name] = buffer, start
    call.words.append(ctypes.addressof(buffer) + start)


def numbers(call: Call, names: tuple[str, ...], rng: random.Random) -> list[int]:
    """One for each lane, made of bits that have names."""
    columns = [[rng.randrange(2) for _ in range(WIDTH)] for _ in names]
    call.flags |= dict(zip(names, columns, strict=True))
    return [sum(b << k for k, b in enumerate(bits)) for bits in zip(*columns, strict=True)]


def drawn(contract: Contract, regions: dict[str, str], rounds: int, rng: random.Random) -> Call:
    call = Call()
    seen: list[list[int]] = [[] for _ in range(WIDTH)]
    samples = [rng.choice(({}, *contract.samples)) for _ in range(WIDTH)] if contract.samples else [{}] * WIDTH
    for argument in contract.arguments:
        if isinstance(argument, Fixed):
            lanes = contract.shape.width // 8
            fixed(call, argument.name, b"".join(word.to_bytes(8, "little") * lanes for word in argument.rows))
        elif isinstance(argument, Exactly):
            call.words.append(argument.value | rng.getrandbits(32) << 32)
        elif isinstance(argument, LaneBits):
            words = numbers(call, argument.names, rng)
            fixed(call, argument.name, b"".join(word.to_bytes(8, "little") for word in words))
        elif isinstance(argument, Record):
            content = {at: bytes(numbers(call, names, rng)) for names, at in argument.digits}
            for at, array, skipped in argument.pointers:
                pointed(call, contract, array, array.name, seen, samples, rng)
                content[at] = (call.words.pop() - skipped).to_bytes(8, "little")
            rows = bytearray(max(at + len(part) for at, part in content.items()))
            for at, part in content.items():
                rows[at : at + len(part)] = part
            fixed(call, argument.name, bytes(rows))
        elif isinstance(argument, Function):
            call.functions.append(INVERSE(inverse))
            call.words.append(ctypes.cast(call.functions[-1], ctypes.c_void_p).value or 0)
        elif isinstance(argument, Count):
            junk = rng.getrandbits(64 - argument.bits) if argument.bits < 64 else 0
            call.words.append(rounds | junk << argument.bits)
        elif isinstance(argument, (LaneFlags, GroupFlags)):
            names = argument.names if isinstance(argument, GroupFlags) else (argument.name,)
            word = rng.getrandbits(32) << 8 * len(names)
            for n, name in enumerate(names):
                bits = call.flags[name] = [rng.randrange(2) for _ in range(WIDTH)]
                word |= sum(b << k for k, b in enumerate(bits)) << 8 * n
            call.words.append(word)
        elif isinstance(argument, Array):
            pointed(call, contract, argument, regions[argument.name], seen, samples, rng)
    return call


def pointed(
    call: Call,
    contract: Contract,
    argument: Array,
    region: str,
    seen: list[list[int]],
    samples: list[dict[str, int]],
    rng: random.Random,
) -> None:
    region, _, inside = region.partition("+")
    if region not in call.buffers:
        size = size_of(contract, argument) + 2 * MARGIN + 64
        buffer = ctypes.create_string_buffer(rng.randbytes(size), size)
        start = MARGIN + -(ctypes.addressof(buffer) + MARGIN) % 64
        call.buffers[region] = buffer, start
    buffer, start = call.buffers[region]
    offset = int(inside or 0)
    call.words.append(ctypes.addressof(buffer) + start + offset)
    for k, name in enumerate(argument.inputs):
        shape = argument.shape(k, contract.shape)
        if (region, offset) not in call.limbs:
            same = shape.step == 8
            lanes = [
                limbs_of(shape, sample[name]) if name in sample else element(shape, s, rng)
                for s, sample in zip(seen, samples, strict=True)
            ]
            if same:
                lanes = lanes[:1] * WIDTH
            for j in range(len(shape.inputs)):
                column = [lane[j] for lane in lanes]
                place = offset + shape.step * j
                call.limbs[(region, place)] = column
                if same:
                    call.same.add((region, place))
                    ctypes.c_uint64.from_buffer(buffer, start + place).value = column[0]
                else:
                    call.words_at(region, place)[:] = [word_of(shape, j, limb) for limb in column]
        offset += shape.size
    for name, at in argument.masks:
        bits = call.flags[name] = [rng.randrange(2) for _ in range(WIDTH)]
        buffer[start + int(inside or 0) + at] = sum(b << k for k, b in enumerate(bits))
    if argument.flag is not None:
        name, at = argument.flag
        bits = call.flags[name] = [rng.randrange(4) // 3 for _ in range(WIDTH)]
        buffer[start + int(inside or 0) + at] = sum(b << k for k, b in enumerate(bits))


def element(shape: Shape, seen: list[int], rng: random.Random) -> list[int]:
    """Limbs at their bounds and any; and values that meet: 0, 1, p, those that were drawn before and their negatives."""
    kind = rng.randrange(4)
    if shape.signed and (kind < 2 or shape.offsets):
        return [signed_limb(most, rng) for most in shape.inputs]
    if kind == 0:
        return [
            rng.choice((0, most, rng.randrange(most + 1), most - rng.getrandbits(8) % (most + 1))) for most in shape.inputs
        ]
    if kind == 1:
        return [rng.randrange(most + 1) for most in shape.inputs]
    value = rng.choice((0, 1, P, P - 1, *seen[-3:], *(P - s for s in seen[-3:]))) % 2**256
    value %= 1 << shape.bits * len(shape.inputs)
    seen.append(value % P if rng.randrange(2) else rng.randrange(P))
    return limbs_of(shape, value)


def limbs_of(shape: Shape, value: int) -> list[int]:
    """Those of a value below 2^256; where limbs are signed, of one that is the same mod p, around 0."""
    limbs = []
    if shape.signed and value >> 255:
        value -= P
    half = 1 << shape.bits - 1 if shape.signed else 0
    for _ in range(len(shape.inputs) - 1):
        limbs.append((value + half) % (1 << shape.bits) - half)
        value = value - limbs[-1] >> shape.bits
    return [*limbs, value]


def signed_limb(most: int, rng: random.Random) -> int:
    """Of either sign, often at a power of 2 or at the bound."""
    near = rng.choice((0, most, 1 << rng.randrange(most.bit_length()), rng.randrange(most + 1), rng.randrange(most + 1)))
    return rng.choice((1, -1)) * min(most, abs(near + rng.randrange(-2, 3)))


def word_of(shape: Shape, j: int, limb: int) -> int:
    """The word that limb j is in memory."""
    if shape.doubles:
        return int.from_bytes(struct.pack("<d", limb), "little")
    return (limb + (shape.offsets[j] if shape.offsets else 0)) % 2**64


def limb_in(shape: Shape, j: int, word: int) -> int:
    """The same the other way about."""
    if shape.doubles:
        (value,) = struct.unpack("<d", word.to_bytes(8, "little"))
        return int(value) if value.is_integer() else NO_INTEGER
    word = (word - (shape.offsets[j] if shape.offsets else 0)) % 2**64
    return word - 2**64 if shape.signed and word >> 63 else word


def rounds_of(contract: Contract) -> int:
    return 1 + (contract.loop.peeled if isinstance(contract.loop, Rounds) else 0)


@dataclass
class Output:
    """A limb that a routine writes, and what the trace says of it, for each register that it takes."""

    region: str
    offset: int
    shape: Shape
    number: int
    limbs: list[Callable[[Numbers], int]]


def outputs(proof: Proof, state: State) -> list[Output]:
    result = []
    for argument in proof.contract.arguments:
        offset = 0
        for k in range(len(argument.outputs) if isinstance(argument, Array) else 0):
            shape = argument.shape(k, proof.shape)
            sides = [proof.limbs(state, argument.name, offset + proof.lanes * side, shape) for side in range(shape.parts)]
            for j, limbs in enumerate(zip(*sides, strict=True)):
                result.append(Output(argument.name, offset + shape.step * j, shape, j, [function(limb) for limb in limbs]))
            offset += shape.size
    return result


def compare(proof: Proof, machine: Machine, cases: int, rng: random.Random) -> str:
    """Empty, or the first difference between the trace and the processor. What another routine gives, a trace does not say:
    its callers are not compared."""
    if proof.calls:
        return ""
    contract: Contract = proof.contract
    if contract.apart:
        return compare_apart(proof, machine, cases, rng)
    state = next(s for s in proof.ends if s.looped == (contract.loop is not None))
    places = outputs(proof, state)
    result = state.registers["rax"] if callable(contract.returns) else None
    fill = compiled(proof.trace)
    groups = result.groups if isinstance(result, Masks) else (result,) if isinstance(result, LaneMask) else ()
    returned = [[function(flag) for flag in mask.sides] for mask in groups]
    regions = {a.name: a.name for a in contract.arguments if isinstance(a, Array)}
    parts = contract.shape.parts
    each = WIDTH // parts
    for number in range(cases):
        call = drawn(contract, regions, rounds_of(contract), rng)
        # Of every register that a limb takes the same lane.
        lanes: list[Numbers] = []
        for lane in range(each):
            values: Numbers = {}
            for (region, offset), column in call.limbs.items():
                for side in range(parts):
                    values[proof.limb_atoms[(region, offset + proof.lanes * side)]] = column[lane + each * side]
            for name, bits in call.flags.items():
                for side, elements in enumerate(proof.sides):
                    ((atom,),) = elements[name].poly
                    values[atom] = bits[lane + each * side]
            fill(values)
            for atom, value in values.items():
                description = proof.trace.atoms[atom]
                if not description.lo <= value <= description.hi:
                    return f"case {number}: {description.kind} of {description.address:#x} is {value:#x}, out of its bounds"
            lanes.append(values)
        mask = machine.call(call.words)
        for place in places:
            words = call.words_at(place.region, place.offset)
            for lane in range(WIDTH):
                got, wanted = limb_in(place.shape, place.number, words[lane]), place.limbs[lane // each](lanes[lane % each])
                if got != wanted:
                    at = f"{place.region}+{place.offset}"
                    return f"case {number}: lane {lane} of {at} is {got:#x}, the trace says {wanted:#x}"
        wanted = 0
        for n, flags in enumerate(returned):
            wanted |= sum(flags[lane // each](lanes[lane % each]) << lane for lane in range(WIDTH)) << WIDTH * n
        if returned and mask % (1 << WIDTH * len(returned)) != wanted:
            return f"case {number}: returns {mask % (1 << WIDTH * len(returned)):#x}, the trace says {wanted:#x}"
    return ""


def compare_apart(proof: Proof, machine: Machine, cases: int, rng: random.Random) -> str:
    """The same where every lane has unknowns of its own."""
    contract = proof.contract
    (first,) = proof.ends
    places = [(state.lane, place) for state in first.peers for place in outputs(proof, state)]
    fill = compiled(proof.trace)
    regions = {a.name: a.name for a in contract.arguments if isinstance(a, Array)}
    # What eight lanes hold takes long to evaluate.
    for number in range(max(1, cases // 4)):
        call = drawn(contract, regions, 1, rng)
        values: Numbers = {}
        for (region, offset), column in call.limbs.items():
            for lane, limb in enumerate(column):
                own = 0 if (region, offset) in call.same else 8 * lane
                values[proof.limb_atoms[(region, offset + own)]] = limb
        for name, bits in call.flags.items():
            for elements, bit in zip(proof.sides, bits, strict=True):
                ((atom,),) = elements[name].poly
                values[atom] = bit
        fill(values)
        for atom, value in values.items():
            description = proof.trace.atoms[atom]
            if not description.lo <= value <= description.hi:
                return f"case {number}: {description.kind} of {description.address:#x} is {value:#x}, out of its bounds"
        machine.call(call.words)
        for lane, place in places:
            word = call.words_at(place.region, place.offset)[lane if place.shape.step > 8 else 0]
            got, wanted = limb_in(place.shape, place.number, word), place.limbs[0](values)
            if got != wanted:
                at = f"{place.region}+{place.offset}"
                return f"case {number}: lane {lane} of {at} is {got:#x}, the trace says {wanted:#x}"
    return ""


def function(poly: Poly) -> Callable[[Numbers], int]:
    return eval(f"lambda v: {text(poly)}")


def difference(contract: Contract, machines: list[Machine], cases: int, rng: random.Random) -> tuple[str, str]:
    """As twins.difference: what the contract does not permit, and what it does."""
    ways = list(contract.aliasings())
    permitted = ""
    for number in range(cases):
        regions = ways[number % len(ways)]
        call = drawn(contract, regions, rng.randrange(1, MOST_ROUNDS), rng)
        before = call.content()
        after = []
        for machine in machines:
            call.restore(before)
            mask = machine.call(call.words)
            mask = mask % (1 << WIDTH * contract.groups) if callable(contract.returns) else 0
            after.append((mask, call.content()))
        if after[0] == after[1]:
            continue
        if after[0][0] != after[1][0]:
            return f"case {number}: returns {after[1][0]:#x} for {after[0][0]:#x}", ""
        for name, (_, start) in call.buffers.items():
            x, y = after[0][1][name], after[1][1][name]
            if name not in regions.values():
                # What is only read, and what that points to.
                if x != y:
                    return f"case {number}: writes {name}", ""
                continue
            argument = next(a for a in contract.arguments if isinstance(a, Array) and a.name == name)
            end = start + max(
                size_of(contract, a) for a in contract.arguments if isinstance(a, Array) and regions[a.name] == name
            )
            if x[:start] + x[end:] != y[:start] + y[end:]:
                return f"case {number}: writes outside of {name}", ""
            if difference_ := unequal(contract, argument, regions, x[start:end], y[start:end]):
                return f"case {number}: {name} {difference_}", ""
            for offset in (n for n in range(end - start) if x[start + n] != y[start + n]):
                place = open_place(contract, argument, regions, offset)
                if not place:
                    return f"case {number}: writes {name}+{offset}", ""
                permitted = permitted or place
    return "", permitted


def open_place(contract: Contract, argument: Array, regions: dict[str, str], offset: int) -> str:
    """What lies at an offset where two versions of a routine may leave different bytes; empty where they must not."""
    said = said_of(contract)
    for giver in contract.arguments:
        if not isinstance(giver, Array) or regions[giver.name] != argument.name:
            continue
        if offset < giver.work:
            return f"{giver.name}, memory to work in"
        at = 0
        for k, name in enumerate(giver.outputs):
            shape = giver.shape(k, contract.shape)
            if at <= offset < at + shape.size:
                lane = (offset - at) % shape.step // 8
                if name not in said[lane]:
                    return f"lane {lane} of {name}, which the contract leaves open"
                return f"{name} in other limbs that are the same mod p"
            at += shape.size
    return ""


def unequal(contract: Contract, argument: Array, regions: dict[str, str], x: bytes, y: bytes) -> str:
    """The first element or flag that is another one."""
    said = said_of(contract)
    for giver in contract.arguments:
        if not isinstance(giver, Array) or regions[giver.name] != argument.name:
            continue
        offset = 0
        for k, name in enumerate(giver.outputs):
            shape = giver.shape(k, contract.shape)
            for lane in (n for n in range(WIDTH) if name in said[n]):
                a, b = (number(shape, content[offset:], lane) for content in (x, y))
                if a != b and (contract.below_p(name) or (a - b) % P):
                    return f"{name} of lane {lane} is {b:#x} for {a:#x}"
            offset += shape.size
        for name, at in (*((giver.flag,) if giver.flag is not None and giver.outputs else ()), *giver.gives):
            if x[at] != y[at]:
                return f"{name} is {y[at]:#x} for {x[at]:#x}"
    return ""


def said_of(contract: Contract) -> list[set[str]]:
    """The outputs that a contract says something of, in each lane."""
    every = {name for a in contract.arguments if isinstance(a, Array) for name in a.outputs}
    if not contract.apart:
        return [every] * WIDTH
    names = [n for a in contract.arguments for n in names_of(a)]
    lanes = [{n: Expression({(k,): 1}) for k, n in enumerate(names)} for _ in range(WIDTH)]
    return [set(values) for values in contract.of_lanes(lanes)]


def names_of(argument: object) -> list[str]:
    """The elements and flags that an argument gives a routine."""
    if isinstance(argument, Array):
        flags = (*argument.masks, *((argument.flag,) if argument.flag is not None else ()))
        return [*argument.inputs, *(name for name, _ in flags)]
    if isinstance(argument, GroupFlags):
        return list(argument.names)
    if isinstance(argument, Record):
        return [*argument.names, *(name for _, array, _ in argument.pointers for name in array.inputs)]
    if isinstance(argument, LaneBits):
        return list(argument.names)
    return [argument.name] if isinstance(argument, LaneFlags) else []


def number(shape: Shape, content: bytes, lane: int) -> int:
    places = (shape.step * j + 8 * lane for j in range(len(shape.outputs)))
    words = (int.from_bytes(content[p : p + 8], "little") for p in places)
    return sum(limb_in(shape, j, word) << shape.bits * j for j, word in enumerate(words))

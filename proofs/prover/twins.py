"""Runs two versions of a routine on this processor, side by side."""

from __future__ import annotations

import ctypes
import random
from dataclasses import dataclass, field

from prover import hardware_lanes
from prover.contract import Array, Contract, Count, Mask, Scan, Stride, Table
from prover.flow import program
from prover.hardware import Difference, Machine, draw
from prover.objects import Routine
from prover.terms import P

# Limbs before and after what a routine may touch.
MARGIN = 8
MOST_ROUNDS = 5


@dataclass
class Call:
    """The words that a routine is called with, and the memory that they point to: name, limbs."""

    words: list[int] = field(default_factory=list)
    buffers: dict[str, ctypes.Array[ctypes.c_uint64]] = field(default_factory=dict)

    def pointer(self, name: str, content: list[int], rng: random.Random) -> None:
        if name not in self.buffers:
            margin = [rng.getrandbits(64) for _ in range(2 * MARGIN)]
            self.buffers[name] = (ctypes.c_uint64 * (len(content) + 2 * MARGIN))(
                *margin[:MARGIN], *content, *margin[MARGIN:]
            )
        self.words.append(ctypes.addressof(self.buffers[name]) + 8 * MARGIN)


def limbs(contract: Contract, argument: Array, size: int, rng: random.Random) -> list[int]:
    shape = contract.shape
    whole = sum(draw(rng) << 256 * k for k in range(len(argument.inputs)))
    if argument.maximum is not None and (whole > argument.maximum or rng.randrange(16) == 0):
        whole = argument.maximum
    content = []
    for k in range(size):
        most = shape.inputs[k % len(shape.inputs)]
        if k >= len(shape.inputs) * len(argument.inputs):
            content.append(rng.getrandbits(64))
        elif most == 2**64 - 1:
            content.append(whole >> 64 * k & most)
        else:
            content.append(rng.choice((0, most, rng.randrange(most + 1))))
    return content


def drawn(contract: Contract, regions: dict[str, str], rng: random.Random) -> Call:
    """Arguments that the contract permits."""
    call = Call()
    entries = rng.randrange(1, 20)
    stride = rng.randrange(8, 13)
    if isinstance(contract.loop, Scan) and contract.loop.stride:
        stride = contract.loop.stride // 8
    for argument in contract.arguments:
        if isinstance(argument, Array):
            region, _, inside = regions[argument.name].partition("+")
            if inside:
                call.words.append(ctypes.addressof(call.buffers[region]) + 8 * MARGIN + int(inside))
                continue
            sharing = [a for a in contract.arguments if isinstance(a, Array) and regions[a.name] == region]
            size = len(contract.shape.inputs) * max(len(x) for a in sharing for x in (a.inputs, a.outputs))
            # Of arguments at one address the one with most inputs says what is there.
            source = max(sharing, key=lambda a: len(a.inputs))
            call.pointer(region, limbs(contract, source, size, rng), rng)
        elif isinstance(argument, Table):
            call.pointer(argument.name, [rng.getrandbits(64) for _ in range(entries * stride)], rng)
        elif isinstance(argument, Stride):
            call.words.append(8 * stride)
        elif isinstance(argument, Mask):
            call.words.append(rng.randrange(2) * (2**64 - 1))
        elif isinstance(argument, Count):
            rounds = entries if isinstance(contract.loop, Scan) else rng.randrange(1, MOST_ROUNDS)
            call.words.append(rounds * argument.unit | (rng.getrandbits(32) << 32 if argument.bits == 32 else 0))
        elif isinstance(contract.loop, Scan):
            call.words.append(rng.randrange(entries) if argument.name == contract.loop.index else entries)
        else:
            value = rng.choice((0, 1, argument.below - 1, rng.randrange(argument.below)))
            call.words.append(value | (rng.getrandbits(64 - argument.bits) << argument.bits if argument.bits < 64 else 0))
    return call


def difference(one: Routine, other: Routine, contract: Contract, cases: int, seed: int) -> Difference:
    """The first that the contract does not permit, else the first that it does, as it lets an element's representative be
    any."""
    machines = [Machine(program(r), contract) for r in (one, other)]
    rng = random.Random(seed)
    if contract.shape.step > 8:
        return Difference(*hardware_lanes.difference(contract, machines, cases // hardware_lanes.WIDTH, rng))
    ways = list(contract.aliasings())
    permitted = ""
    for number in range(cases):
        call = drawn(contract, ways[number % len(ways)], rng)
        before = {name: bytes(buffer) for name, buffer in call.buffers.items()}
        after = []
        for machine in machines:
            for name, buffer in call.buffers.items():
                ctypes.memmove(buffer, before[name], len(before[name]))
            result = machine.call(call.words) if contract.returns or contract.gives_up else 0
            if not (contract.returns or contract.gives_up):
                machine.call(call.words)
            after.append((result, {name: list(buffer) for name, buffer in call.buffers.items()}))
        if after[0] == after[1]:
            continue
        if after[0][0] != after[1][0]:
            return Difference(f"case {number}: returns {after[1][0]:#x} for {after[0][0]:#x}")
        for name in call.buffers:
            x, y = after[0][1][name], after[1][1][name]
            if x[:MARGIN] + x[-MARGIN:] != y[:MARGIN] + y[-MARGIN:]:
                return Difference(f"case {number}: writes outside of {name}")
            step = len(contract.shape.inputs)
            for k in range(MARGIN, len(x) - MARGIN, step):
                a, b = (sum(v << contract.shape.bits * j for j, v in enumerate(z[k : k + step])) for z in (x, y))
                if a != b and (contract.exact or (a - b) % P):
                    return Difference(f"case {number}: {name}+{8 * (k - MARGIN)} is {b:#x} for {a:#x}")
                if a != b:
                    permitted = permitted or f"{name}+{8 * (k - MARGIN)} is another number that is the same mod p"
    return Difference(permitted=permitted)

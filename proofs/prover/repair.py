"""Where the fault is in a routine that is not proved: the one instruction that another one in its place puts right. What
another one gives is tried on this processor first, in a process of its own, and then proved."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import random
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress, islice

from prover import hardware, hardware_lanes, twins
from prover.contract import (
    Array,
    Contract,
    Expression,
    GroupFlags,
    LaneBits,
    LaneFlags,
    Record,
    Rounds,
    Scan,
    Shape,
    Stride,
    Table,
    Values,
)
from prover.flow import Program
from prover.mutants import Mutant, mutants, sampled
from prover.terms import P

CASES = 24
# Repairs that are put to the prover, times the instructions of the routine, and those that are enough.
MOST, ENOUGH = 6000, 3
# Processor seconds for one, and how many may crash or run on.
PATIENCE = 0.25
CRASHES = 200


@dataclass
class Case:
    """Arguments, and whether what is returned and what is in memory after the call is what the contract says."""

    words: Sequence[int]
    restore: Callable[[], None]
    right: Callable[[int], bool]


def suits(contract: Contract) -> bool:
    simple = contract.loop is None or isinstance(contract.loop, (Rounds, Scan))
    return (
        simple
        and (contract.abi == "sysv" or contract.shape.step > 8 or isinstance(contract.loop, Scan))
        and not contract.gives_up
        and hardware.available(hardware.needs(contract))
    )


def candidates(code: Program, contract: Contract) -> list[Mutant]:
    lanes, scan = contract.shape.step > 8, isinstance(contract.loop, Scan)
    changes = [] if scan else [m for m in mutants(code) if m.change != "drop"]
    if not lanes:
        changes += [m for m in sampled(code) if m.change != "drop" and (scan or "displacement" in m.change)]
    return changes


def repairs(
    code: Program, contract: Contract, regions: dict[str, str], near: int, proves: Callable[[Mutant], bool]
) -> list[Mutant]:
    """Those that meet the contract, the nearest to an address first."""
    every = candidates(code, contract)
    rng = random.Random(1)
    cases = [case(contract, regions, rng) for _ in range(CASES)]
    # One that writes where it must not may spoil what is tried after it in the same process.
    for together in (len(every), 1):
        good = tried(code, contract, every, cases, together)
        left = sorted(compress(every, good), key=lambda m: abs(m.address - near))
        found = list(islice((m for m in left[: MOST // len(code.code)] if proves(m)), ENOUGH))
        if found:
            return found
    return []


def tried(code: Program, contract: Contract, every: list[Mutant], cases: list[Case], together: int) -> list[bool]:
    """Which of the changes give the right results, so many of them tried in one process. One that crashes gives none."""
    results: list[bool] = []
    crashes = 0
    while len(results) < len(every) and crashes < CRASHES:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            faulthandler.disable()
            machine = hardware.Machine(code, contract)
            for mutant in every[len(results) : len(results) + together]:
                signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
                with machine.patched(mutant.address - code.routine.base, mutant.code):
                    os.write(writer, b"1" if all(right(machine, one) for one in cases) else b"0")
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            results += [byte == ord("1") for byte in pipe.read()]
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            results.append(False)
            crashes += 1
    return (results + [False] * len(every))[: len(every)]


def right(machine: hardware.Machine, one: Case) -> bool:
    one.restore()
    return one.right(machine.call(one.words))


def case(contract: Contract, regions: dict[str, str], rng: random.Random) -> Case:
    if contract.shape.step > 8:
        return case_of_lanes(contract, regions, rng)
    call = twins.drawn(contract, regions, rng)
    before = {name: bytes(buffer) for name, buffer in call.buffers.items()}

    def restore() -> None:
        for name, buffer in call.buffers.items():
            ctypes.memmove(buffer, before[name], len(before[name]))

    def words(argument: Array, k: int, shape: Shape) -> list[int]:
        region, _, inside = regions.get(argument.name, argument.name).partition("+")
        start = twins.MARGIN + (int(inside or 0) + shape.size * k) // 8
        return list(call.buffers[region][start : start + len(shape.inputs)])

    if isinstance(contract.loop, Scan):
        index = next(w for w, a in zip(call.words, contract.arguments, strict=True) if a.name == contract.loop.index)
        strides = [w for w, a in zip(call.words, contract.arguments, strict=True) if isinstance(a, Stride)]
        stride = (strides[0] if strides else contract.loop.stride) // 8
        start = twins.MARGIN + (index % 2**32) * stride
        table = next(call.buffers[a.name] for a in contract.arguments if isinstance(a, Table))
        out = call.buffers["out"]
        entry = list(table[start : start + 8])
        return Case(call.words, restore, lambda _: list(out[twins.MARGIN : twins.MARGIN + 8]) == entry)
    values = inputs(contract, lambda a, k, shape: number(words(a, k, shape), shape))
    wanted = contract.results(values)
    return Case(call.words, restore, lambda _: outputs(contract, wanted, words))


def case_of_lanes(contract: Contract, regions: dict[str, str], rng: random.Random) -> Case:
    call = hardware_lanes.drawn(contract, regions, hardware_lanes.rounds_of(contract), rng)
    before = call.content()

    def words(argument: Array, k: int, shape: Shape, lane: int) -> list[int]:
        region, _, inside = regions.get(argument.name, argument.name).partition("+")
        offset = int(inside or 0) + shape.size * k
        at = lane if shape.step > 8 else 0
        column = (call.words_at(region, offset + shape.step * j)[at] for j in range(len(shape.inputs)))
        return [hardware_lanes.limb_in(shape, j, word) for j, word in enumerate(column)]

    given: list[Values] = []
    mask = 0
    for lane in range(hardware_lanes.WIDTH):
        values = inputs(contract, lambda a, k, shape, lane=lane: number(words(a, k, shape, lane), shape))
        for argument in contract.arguments:
            names = [argument.name] if isinstance(argument, LaneFlags) else []
            if isinstance(argument, (GroupFlags, LaneBits, Record)):
                names = list(argument.names)
            if isinstance(argument, Array):
                names = [name for name, _ in (*argument.masks, *([argument.flag] if argument.flag is not None else []))]
            for name in names:
                values[name] = constant(call.flags[name][lane])
        given.append(values)
        for name, element in contract.zeros:
            values[name] = constant(int(not element(values).poly))
        for name, element in contract.odds:
            values[name] = constant(element(values).poly.get((), 0) % 2)
        if isinstance(contract.loop, Rounds):
            values |= contract.loop.round(values | contract.loop.begin(values))
        if callable(contract.returns):
            for n, flag in enumerate(contract.returned(values)):
                mask |= int(bool(flag.poly)) << hardware_lanes.WIDTH * n + lane
    wanted = contract.of_lanes(given)
    lanes = range(hardware_lanes.WIDTH)
    return Case(
        call.words,
        lambda: call.restore(before),
        lambda result: (
            (not callable(contract.returns) or result % (1 << hardware_lanes.WIDTH * contract.groups) == mask)
            and all(outputs(contract, wanted[n], lambda a, k, s, n=n: words(a, k, s, n)) for n in lanes)
        ),
    )


def constant(value: int) -> Expression:
    return Expression({(): value} if value else {})


def number(limbs: list[int], shape: Shape) -> Expression:
    return constant(sum(limb << shape.bits * j for j, limb in enumerate(limbs))) + 0


def inputs(contract: Contract, read: Callable[[Array, int, Shape], Expression]) -> Values:
    values: Values = {}
    for argument in contract.arrays():
        for k, name in enumerate(argument.inputs):
            values[name] = read(argument, k, argument.shape(k, contract.shape))
    for name, total in contract.sums.items():
        values[name] = total(values)
    for name, (base, exponent) in contract.powers.items():
        values[name] = constant(pow(values[base].poly.get((), 0), exponent, P))
    return values


def outputs(contract: Contract, wanted: Values, read: Callable[[Array, int, Shape], list[int]]) -> bool:
    for argument in contract.arguments:
        for k, name in enumerate(argument.outputs if isinstance(argument, Array) else ()):
            shape = argument.shape(k, contract.shape)
            limbs = read(argument, k, shape)
            if any(not shape.least(most) <= limb <= most for limb, most in zip(limbs, shape.outputs, strict=True)):
                return False
            if name in wanted and number(limbs, shape).poly != wanted[name].poly:
                return False
    return True

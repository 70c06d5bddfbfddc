#!/usr/bin/env python3
"""Puts a sample of mutants of the routines to the prover: one instruction changed each.

    mutate.py [--count N] [--seed N] [--jobs N] [--cases N] [--only TEXT] [--all] KIND=PATH...

A routine is drawn, then a kind of change, then one of its changes. A mutant that the prover accepts runs on this
processor beside the original, on --cases inputs (2000), and is listed; --all lists those that it rejects, too. Exit
status 1 when one that is accepted gives another result, or dies there.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed

from prove import Task, collect, short
from prover.campaign import Outcome, campaign
from prover.flow import program
from prover.hardware import Difference
from prover.mutants import Mutant, flipped, sampled
from prover.report import kind_of

KINDS_OF_CHANGE = {
    "another number": ("displacement", "immediate", "constant", "other limb", "0 -> 1", "63 -> 62", "table"),
    "another instruction": (" -> ",),
    "the other way": ("the other way",),
    "dropped": ("drop",),
    "other lanes": ("mask ^",),
    "32 bits": ("32 bits",),
    "another register": ("register ", "base "),
    "another bit": ("bit ",),
}


def kind(mutant: Mutant) -> str:
    name = mutant.change.partition(":")[0]
    for what, parts in KINDS_OF_CHANGE.items():
        if any(part in name for part in parts):
            return what
    raise AssertionError(mutant.change)


def draw(tasks: list[Task], count: int, seed: int) -> dict[int, list[Mutant]]:
    """The sample, by the number of the task."""
    rng = random.Random(seed)
    left: list[dict[str, list[Mutant]]] = []
    for task in tasks:
        by_kind: dict[str, list[Mutant]] = defaultdict(list)
        code = program(task.routine)
        for mutant in (*sampled(code), *flipped(code)):
            by_kind[kind(mutant)].append(mutant)
        left.append(by_kind)
    sample: dict[int, list[Mutant]] = defaultdict(list)
    for _ in range(count):
        # Some routines have no change, or none that is left.
        some = [n for n, by_kind in enumerate(left) if any(by_kind.values())]
        if not some:
            break
        n = rng.choice(some)
        changes = left[n][rng.choice(sorted(k for k, changes in left[n].items() if changes))]
        sample[n].append(changes.pop(rng.randrange(len(changes))))
    return sample


def briefly(change: str) -> str:
    name = change.partition(":")[0]
    return "another bit" if name.startswith("bit ") else name


def told(outcome: Outcome) -> str:
    """What the processor makes of a mutant that is accepted."""
    if outcome.compared is None:
        return "not compared"
    if outcome.compared.wrong:
        return f"WRONG: {outcome.compared.wrong}"
    return f"the same but for {outcome.compared.permitted}" if outcome.compared.permitted else "the same"


# Mutants for one process.
PART = 10


def examine(task: Task, mutants: list[Mutant]) -> list[Outcome]:
    return campaign(task.routine, task.contract, mutants, task.cases)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("objects", nargs="+")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    began = time.perf_counter()
    tasks, problems = collect(options.objects, options.only, options.cases)
    if problems:
        sys.exit("\n".join(problems))
    sample = draw(tasks, options.count, options.seed)
    outcomes: list[Outcome] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        longest = sorted(sample, key=lambda n: -tasks[n].routine.size)
        parts = [(tasks[n], sample[n][k : k + PART]) for n in longest for k in range(0, len(sample[n]), PART)]
        for future in as_completed([pool.submit(examine, task, part) for task, part in parts]):
            outcomes += future.result()
    for o in sorted(outcomes, key=lambda o: (o.verdict.name, o.mutant.address, o.mutant.change)):
        verdict = o.verdict.reason or told(o)
        if o.verdict.proved or options.all or kind_of(verdict) == "no answer":
            print(f"{short(o.verdict.name)} {o.mutant.address:#x} {o.mutant.text} | {o.mutant.change} | {verdict}")
    accepted = [o for o in outcomes if o.verdict.proved]
    wrong = [o for o in accepted if o.compared is not None and o.compared.wrong]
    others = [o for o in accepted if o.compared is not None and o.compared.permitted and not o.compared.wrong]
    print("rejected for:")
    for text, number in Counter(kind_of(o.verdict.reason) for o in outcomes if not o.verdict.proved).most_common():
        print(f"{number:5} {text}")
    print("accepted:")
    for text, number in Counter(briefly(o.mutant.change) for o in accepted).most_common():
        print(f"{number:5} {text}")
    print(
        f"{len(outcomes)} mutants: {len(outcomes) - len(accepted)} rejected, {len(accepted)} accepted, of which "
        f"{sum(o.compared == Difference() for o in accepted)} leave the same memory, {len(others)} other memory where the "
        f"contract leaves it open, {sum(o.compared is None for o in accepted)} could not be run and {len(wrong)} are wrong; "
        f"{time.perf_counter() - began:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

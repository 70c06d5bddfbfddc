#!/usr/bin/env python3
"""Puts a sample of mutants of the routines to the prover: one instruction changed each.

    mutate.py [--count N] [--seed N] [--jobs N] [--cases N] [--kinds TEXT] [--only TEXT] [--all] KIND=PATH...

A routine is drawn, then an instruction that is dropped, or of which a bit or a byte is another one. --kinds takes the
objects whose KIND contains the text.
A mutant that the prover accepts runs on this processor, or emulated, beside the original, on --cases inputs (2000), and is
listed; --all lists those that it rejects, too. Exit status 1 when one that is accepted gives another result, or dies there.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed

from campaign import Outcome, campaign
from core.flow import Program, program
from failures import kind_of
from mutants import Mutant, drawn
from native.twins import Difference
from prove import Task, collect, short


def draw(tasks: list[Task], count: int, seed: int) -> dict[int, list[Mutant]]:
    """The sample, by the number of the task."""
    rng = random.Random(seed)
    sample: dict[int, list[Mutant]] = defaultdict(list)
    codes: dict[int, Program] = {}
    seen = set()
    while len(seen) < count:
        n = rng.randrange(len(tasks))
        codes.setdefault(n, program(tasks[n].routine))
        mutant = drawn(codes[n], rng)
        if (n, mutant.address, mutant.code) not in seen:
            sample[n].append(mutant)
        seen.add((n, mutant.address, mutant.code))
    return sample


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
    parser.add_argument("--kinds", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    began = time.perf_counter()
    objects = [o for o in options.objects if options.kinds in o.partition("=")[0]]
    tasks, problems = collect(objects, options.only, options.cases)
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
    for text, number in Counter(o.mutant.change.partition(" ")[0] for o in accepted).most_common():
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

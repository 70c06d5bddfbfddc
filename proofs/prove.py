#!/usr/bin/env python3
"""Proves every routine of the objects given, each against its contract; prints a table.

    prove.py [--only TEXT] [--jobs N] [--cases N] [--table FILE] [--check FILE] KIND=PATH...

KIND names a list of contracts (contracts/__init__.py). Exit status 1 when a routine is not proved, differs from the
processor, or has no contract, when a contract has no routine, or when anything else of an object can be executed.

--only TEXT    routines whose name contains it
--cases N      inputs for the comparison with the processor (2000; fewer for long routines), 0 for none
--table FILE   writes the table into the file, between its marks
--check FILE   fails when the table in the file is another one. Seconds do not count, and of compiled code, whose
               instructions are the compiler's choice, only the routines' names do, and what their contracts say
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from contracts import ARM64, COMPILED, KINDS, LANDING, STAND_INS, WITHOUT
from core.check import Verdict, prove
from core.contract import Contract
from core.decide import Lemmas
from core.fit import misfits
from core.isa import Routine
from elf.inventory import assembled, strays
from elf.routines import routines
from failures import told
from native.compare import compare
from native.machine import LANE_FLAGS, available, runs

BEGIN, END = "<!-- table: make prove-table -->", "<!-- end of table -->"
COLUMNS = (
    "| routine | no branch or address by data | from 0 to p - 1 | instructions | unknowns | carries shown to be 0 "
    "| lemmas to Z3 | aliasings | seconds |"
)


@dataclass(frozen=True)
class Task:
    label: str
    kind: str
    routine: Routine
    cases: int

    @property
    def contract(self) -> Contract:
        return next(c for c in KINDS[self.kind][2] if c.name == self.routine.name)


def perform(task: Task) -> tuple[Task, Verdict, str]:
    lemmas = Lemmas()
    verdict = prove(task.routine, task.contract, lemmas=lemmas)
    difference = ""
    if verdict.proved and task.cases and runs(task.routine, task.contract):
        cases = max(task.cases // 10, min(task.cases, task.cases * 120 // max(verdict.instructions, 1)))
        difference = compare(task.routine, task.contract, cases, 1, lemmas)
    return task, verdict, difference


def collect(specifications: list[str], only: str, cases: int) -> tuple[list[Task], list[str]]:
    """What to do, one task for a routine whose bytes, constants and callees are the same in several objects; and what is
    missing."""
    tasks: dict[object, Task] = {}
    problems = []
    # Functions by their bytes: those that have contracts, and those of the objects that are of another kind.
    proved: set[tuple[str, bytes]] = set()
    others: list[tuple[str, Routine]] = []
    for specification in specifications:
        kind, _, path = specification.partition("=")
        if kind not in KINDS:
            problems.append(f"{path}: no contracts for {kind}")
            continue
        prefix, suffix, contracts = KINDS[kind]
        problems += misfits(contracts)
        by_name = {c.name: c for c in contracts}
        if len(by_name) < len(contracts):
            problems.append(f"{kind}: two contracts of one name")
        found = routines(Path(path), prefix, suffix)
        without = WITHOUT.get(kind, frozenset())
        proved |= {(r.name, r.code) for r in found if r.name in by_name}
        if suffix:
            missing = assembled(Path(f"{path}.symbols")) - {r.name.removesuffix(suffix) for r in found}
            problems += [f"{path}: {name}, which is assembled, is no routine of the program" for name in sorted(missing)]
        else:
            problems += [f"{path}: {problem}" for problem in strays(Path(path))]
            stand_ins = STAND_INS.get(kind, set())
            others += [
                (path, r) for r in routines(Path(path), "") if not r.name.startswith(prefix) and r.name not in stand_ins
            ]
        for routine in found:
            if routine.name not in by_name:
                if not {plain(routine.name), routine.name} & without:
                    problems.append(f"{path}: {routine.name} at {routine.address:#x} has no contract: docs/proofs.md")
                continue
            if kind in LANDING and not routine.code.startswith(LANDING[kind]):
                problems.append(f"{path}: {routine.name} at {routine.address:#x} does not begin with a landing pad")
            if only in routine.name:
                # Code that refers to others does so by their distance.
                place = routine.address if routine.constants or routine.callees else 0
                key = replace(routine, address=place, base=place, size=0, section=routine.code)
                tasks.setdefault(key, Task(path, kind, routine, cases))
        absent = sorted(by_name.keys() - {r.name for r in found})
        problems += [f"{path}: no routine {n}, which has a contract" for n in absent if not by_name[n].inlined]
        if inside := [name for name in absent if by_name[name].inlined]:
            print(f"{path}: in their callers: {', '.join(inside)}")
    for path, routine in others:
        if (routine.name, routine.code) not in proved:
            problems.append(f"{path}: {routine.name} at {routine.address:#x} is none of the routines that have contracts")
    if only and not tasks:
        problems.append(f"no routine has {only!r} in its name")
    return list(tasks.values()), problems


def not_given(specifications: list[str]) -> list[str]:
    given = {specification.partition("=")[0] for specification in specifications}
    return [f"no object of {kind} is given" for kind in KINDS if kind not in given]


def for_arm64(line: str) -> bool:
    """Whether a row is that of a routine for arm64, by the name that no other one has, or by what stands behind it."""
    first, _, behind = line.strip("| ").partition(" | ")[0].rpartition("`")
    names = {k: {short(c.name) for c in contracts} for k, (_, _, contracts) in KINDS.items()}
    having = {k for k in KINDS if first.strip("`") in names[k]}
    return behind == ", arm64" or (bool(having) and having <= ARM64)


def plain(name: str) -> str:
    """Without template arguments, and without their number where there is one."""
    depth, result = 0, ""
    for letter in name.partition("/")[0]:
        depth += letter == "<"
        result += letter if depth == 0 else ""
        depth -= letter == ">"
    return result


def rows(results: list[tuple[Task, Verdict, str]]) -> list[str]:
    lines = [COLUMNS, re.sub("[^|]+", "---", COLUMNS)]
    named = set()
    for task, v, _ in results:
        # Where compilers make different code of one routine there is a row for each.
        compiler = f", {Path(task.label).stem.rpartition('-')[2]}" if task.routine.name in named else ""
        named.add(task.routine.name)
        secret, canonical = "yes" if task.contract.secret else "no", task.contract.canonical
        below = ", ".join(canonical) if isinstance(canonical, tuple) else "all" if canonical else ""
        numbers = v.instructions, v.fresh, v.dropped, v.lemmas, v.aliasings
        said = f"`{short(v.name)}`{compiler} | {secret} | {below}"
        lines.append(f"| {said} | {' | '.join(map(str, numbers))} | {v.seconds:.2f} |")
    return lines


def short(name: str) -> str:
    return name.removeprefix("koblitz.dev/secp256k1/internal/").removesuffix(".abi0")


def shown_in(file: Path) -> list[str]:
    return file.read_text().split(BEGIN)[1].split(END)[0].strip().splitlines()


def stable(line: str, compiled: set[str]) -> str:
    """What of a row is the same wherever it is made: what the contract says, aliasings included, and of assembly the other
    numbers before the seconds."""
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    # Templates' names have commas of their own.
    name = cells[0].rpartition("`")[0].strip("`")
    return " | ".join([name, *cells[1:3], cells[7]] if name in compiled else cells[:-1])


def other_rows(shown: list[str], table: list[str], compiled: set[str]) -> list[str]:
    """The rows that only one of the two tables has."""
    a, b = ({stable(line, compiled) for line in lines} for lines in (shown, table))
    return sorted(f"{'in the file' if row in a else 'not in the file'}: {row}" for row in a ^ b)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("objects", nargs="+")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--check", type=Path)
    options = parser.parse_args()
    if options.only and (options.check or options.table):
        print("error: the table has all routines: --only goes with neither --table nor --check")
        return 2
    began = time.perf_counter()
    if options.cases and not available():
        print("SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2")
    elif options.cases and not available(LANE_FLAGS):
        print("SKIPPED comparison of lanes with the processor: a processor with AVX-512 F, DQ and IFMA")
    tasks, problems = collect(options.objects, options.only, options.cases)
    absent = not_given(options.objects) if options.check or options.table else []
    # A cross compiler may be missing, which does not keep the other rows from being checked.
    left_out = options.check and absent == not_given([f"{kind}=" for kind in KINDS if kind not in ARM64])
    problems += [] if left_out else absent
    for problem in problems:
        print(f"error: {problem}")
    failed = len(problems)
    longest = sorted(tasks, key=lambda t: -t.routine.size)
    with ProcessPoolExecutor(options.jobs) as pool:
        results = sorted(pool.map(perform, longest), key=lambda r: tasks.index(r[0]))
    for task, verdict, difference in results:
        if verdict.proved and not difference:
            continue
        failed += 1
        reason = f"the processor differs: {difference}" if verdict.proved else told(verdict, task.routine)
        print(f"error: {task.label}: {verdict.name}: {reason}")
    table = rows(results)
    print("\n".join(table))
    print(f"{len(tasks)} routines, {failed} failures, {time.perf_counter() - began:.1f} s")
    if options.table and not failed:
        text = options.table.read_text()
        head, rest = text.split(BEGIN)
        options.table.write_text(head + BEGIN + "\n" + "\n".join(table) + "\n" + END + rest.split(END)[1])
    if options.check:
        compiled = {short(task.routine.name) for task in tasks if task.kind in COMPILED}
        shown = [line for line in shown_in(options.check) if not (left_out and for_arm64(line))]
        others = other_rows(shown, table, compiled)
        for row in others:
            print(f"error: {options.check}: {row}: make prove-table")
        failed += len(others)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

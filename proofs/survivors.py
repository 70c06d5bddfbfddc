#!/usr/bin/env python3
"""Says what the proofs make of the changes of one instruction that the tests do not notice.

    survivors.py [--jobs N] [--target NAME] FILE LIST ORIGINAL...

LIST is a survivors.json: for each change its site, the kind of its object (contracts/__init__.py), the object, and the
symbol of the changed routine with that of the routine whose contract it has; without a symbol all routines whose bytes
are others than in the ORIGINAL of the same kind, KIND=PATH. Writes FILE, one site a line. Exit status 1 when it was
another before.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from contracts import KINDS
from core.check import prove
from core.contract import Contract
from core.decide import Lemmas
from core.isa import Routine
from elf.routines import routines
from failures import kind_of
from prove import short

HEAD = """\
# Changes of one instruction that {tests} does not notice, and what the proofs make of them: written by make {target}.
# FUNCTION OR MACRO | INSTRUCTION | CHANGE | proved: every changed routine meets its contract; or how the proofs find it, and
# in which routine.
"""

# What a change is put to, by target of make.
TESTS = {"mutate": '"asm_test quick"', "mutate-go": "TestAssembly of its package"}


@dataclass(frozen=True)
class Survivor:
    site: str
    kind: str
    changed: tuple[Routine, ...]


@cache
def found(path: Path, kind: str) -> dict[str, Routine]:
    prefix, suffix, _ = KINDS[kind]
    return {r.name: r for r in routines(path, prefix, suffix)}


def read(list_: Path, originals: dict[str, Path]) -> list[Survivor]:
    result = []
    for one in json.loads(list_.read_text()):
        there = found(list_.parent / one["object"], one["kind"])
        if "symbol" in one:
            changed = [replace(there[one["symbol"]], name=one["contract"])]
        else:
            before = found(originals[one["kind"]], one["kind"])
            changed = [r for name, r in there.items() if name not in before or before[name].code != r.code]
        result.append(Survivor(one["site"], one["kind"], tuple(sorted(changed, key=lambda r: r.size))))
    return result


def judge(survivor: Survivor) -> tuple[str, str]:
    """The site, and "proved" or how it is found."""
    contracts: dict[str, Contract] = {c.name: c for c in KINDS[survivor.kind][2]}
    lemmas = Lemmas()
    for routine in survivor.changed:
        verdict = prove(routine, contracts[routine.name], lemmas=lemmas)
        if not verdict.proved:
            return survivor.site, f"found: {kind_of(verdict.reason)}, {short(routine.name)}"
    return survivor.site, "proved" if survivor.changed else "the same bytes"


def lines(results: list[tuple[str, str]]) -> list[str]:
    """One for each site, with how many times each verdict came where it came more than once."""
    by_site: dict[str, Counter[str]] = {}
    for site, verdict in results:
        by_site.setdefault(site, Counter())[verdict] += 1
    return [
        f"{site} | " + "; ".join(text if n == 1 else f"{text} ({n} places)" for text, n in sorted(verdicts.items()))
        for site, verdicts in by_site.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("originals", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--target", default="mutate", choices=TESTS)
    options = parser.parse_args()
    originals = {kind: Path(path) for kind, _, path in (o.partition("=") for o in options.originals)}
    survivors = read(options.list, originals)
    with ProcessPoolExecutor(options.jobs) as pool:
        results = list(pool.map(judge, survivors, chunksize=4))
    proved = sum(not verdict.startswith("found") for _, verdict in results)
    print(f"{len(results)} survivors: {proved} proved to make no difference, {len(results) - proved} found by the prover")
    text = HEAD.format(target=options.target, tests=TESTS[options.target]) + "\n".join(lines(results)) + "\n"
    same = options.file.exists() and options.file.read_text() == text
    options.file.write_text(text)
    if not same:
        print(f"{options.file} is written anew")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

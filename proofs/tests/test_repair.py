"""What is tried on the processor to find where a fault is."""

from __future__ import annotations

import random

import pytest
from shipped import CONTRACTS, ROUTINES, needs_processor

from prover import repair, twins
from prover.flow import program
from prover.mutants import Mutant


@needs_processor
@pytest.mark.parametrize(("together", "good"), [(3, [True, False, False]), (1, [True, True, True])])
def test_spoilt_memory(together: int, good: list[bool]) -> None:
    """What one change spoils, others meet in the same process, and not in one of their own."""
    code, contract = program(ROUTINES["koblitz_fe4_half"]), CONTRACTS["koblitz_fe4_half"]
    call = twins.drawn(contract, next(iter(contract.aliasings())), random.Random(1))
    spoilt: list[int] = []

    def right(_: int) -> bool:
        spoilt.append(1)
        return len(spoilt) == 1

    at = code.routine.address
    no_change = Mutant(code.routine, at, "", "", code.routine.section[at - code.routine.base :][:1])
    cases = [repair.Case(call.words, lambda: None, right)]
    assert repair.tried(code, contract, [no_change] * 3, cases, together) == good


@needs_processor
@pytest.mark.parametrize(("spoilt", "found"), [(False, [3]), (True, [3, 1])])
def test_what_spoilt_memory_hides(spoilt: bool, found: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is found of changes that are tried together, each is tried in a process of its own."""
    code, contract = program(ROUTINES["koblitz_fe4_half"]), CONTRACTS["koblitz_fe4_half"]
    asked = []

    def tried(_: object, __: object, every: list[Mutant], ___: object, together: int) -> list[bool]:
        asked.append(together)
        return [not (spoilt and together > 1) for _ in every]

    no_change = Mutant(code.routine, code.routine.address, "", "", b"")
    monkeypatch.setattr(repair, "candidates", lambda *_: [no_change] * 3)
    monkeypatch.setattr(repair, "tried", tried)
    repairs = repair.repairs(code, contract, next(iter(contract.aliasings())), 0, lambda _: True)
    assert (repairs, asked) == ([no_change] * repair.ENOUGH, found)

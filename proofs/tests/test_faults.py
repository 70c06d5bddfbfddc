"""A fault planted in each routine is found; a carry that is dropped or taken in is reported with its instruction."""

from __future__ import annotations

import random

import pytest
from shipped import COMPILED, CONTRACTS, ROUTINES, needs_processor

from core.check import Verdict, prove
from core.contract import Scan
from core.decide import Lemmas
from core.flow import program
from mutants import Mutant, bits, dropped, of_names
from native.twins import difference

PLANTED = {"a carry that is dropped": {"adc": "add", "sbb": "sub"}, "a carry that is taken in": {"add": "adc", "sub": "sbb"}}
# Changes that may make no difference are passed over, so many of a kind.
TRIES = 4


def planted(name: str, names: dict[str, str], lemmas: Lemmas) -> tuple[Mutant, Verdict] | None:
    """A fault of that kind, and the report; None where the routine has none, or those tried make no difference."""
    places = list(of_names(program(ROUTINES[name]), names))
    random.Random(1).shuffle(places)
    for mutant in places[:TRIES]:
        verdict = prove(mutant.routine, CONTRACTS[name], lemmas)
        if not verdict.proved:
            return mutant, verdict
    return None


PLAIN = [n for n, c in CONTRACTS.items() if n in ROUTINES and not isinstance(c.loop, Scan) and not c.shape.doubles]
SCANS = [n for n, c in CONTRACTS.items() if isinstance(c.loop, Scan)]


@pytest.mark.parametrize("name", PLAIN)
def test_planted_faults(name: str) -> None:
    """One of each kind that the routine has is reported with its instruction's address."""
    lemmas = Lemmas()
    found = {kind: fault for kind, names in PLANTED.items() if (fault := planted(name, names, lemmas)) is not None}
    for mutant, verdict in found.values():
        where = (verdict.address, *verdict.addresses)
        assert mutant.address in where, f"{mutant.address:#x} {mutant.text} {mutant.change}: {verdict.reason}"
    if not found:
        # It moves limbs, or has no result.
        changes = [m for m in dropped(program(ROUTINES[name])) if not m.text.startswith(("prefetch", "ret"))]
        assert changes and not any(prove(m.routine, CONTRACTS[name]).proved for m in changes)
    carries = {i.name for i in program(ROUTINES[name]).code.values()} & {"adc", "sbb"}
    assert bool(carries) == ("a carry that is dropped" in found)


@needs_processor
@pytest.mark.parametrize("name", COMPILED)
def test_planted_faults_in_compiled_code(name: str) -> None:
    """Of some bits and instructions that are other ones most are found; the others make no difference on the processor."""
    routine, contract = COMPILED[name]
    rng = random.Random(len(routine.code))
    changes = [m for m in dropped(program(routine)) if "vzero" not in m.text]
    changes = rng.sample(changes, min(TRIES, len(changes)))
    changes += rng.sample([m for m in bits(program(routine)) if m.instruction is not None], TRIES)
    lemmas = Lemmas()
    accepted = [m for m in changes if prove(m.routine, contract, lemmas).proved]
    assert not any(difference(routine, m.routine, contract, 200, 1).wrong for m in accepted)
    assert len(accepted) <= len(changes) // 2


@needs_processor
@pytest.mark.parametrize("name", SCANS)
def test_planted_faults_in_scans(name: str) -> None:
    """Without an instruction nothing is proved, but for clearing vectors."""
    for mutant in dropped(program(ROUTINES[name])):
        idle = mutant.text.startswith(("vzero", "test", "je "))
        assert idle or not prove(mutant.routine, CONTRACTS[name]).proved, mutant.text

"""A fault planted in each routine is reported with the instruction's address."""

from __future__ import annotations

import random

import pytest
from shipped import COMPILED, CONTRACTS, ROUTINES, needs_processor

from prover import twins
from prover.check import Verdict, prove
from prover.contract import Contract, Scan
from prover.decide import Lemmas
from prover.flow import program
from prover.mutants import Mutant, mutants, sampled

PLANTED = {
    "a carry that is dropped": ("adc -> add", "sbb -> sub"),
    "a carry that is taken in": ("add -> adc", "sub -> sbb"),
    "a wrong constant": ("constant +1", "constant -1"),
}
# Changes that may make no difference are passed over, so many of a kind.
TRIES = 4


def planted(name: str, kind: str, lemmas: Lemmas) -> tuple[Mutant, Verdict] | None:
    """A fault of that kind, and the report; None where the routine has none, or those tried make no difference."""
    places = [m for m in mutants(program(ROUTINES[name])) if m.change in PLANTED[kind]]
    random.Random(1).shuffle(places)
    for mutant in places[:TRIES]:
        verdict = prove(mutant.routine, CONTRACTS[name], lemmas=lemmas)
        if not verdict.proved:
            return mutant, verdict
    return None


PLAIN = [n for n, c in CONTRACTS.items() if n in ROUTINES and not isinstance(c.loop, Scan) and not c.shape.doubles]
SCANS = [n for n, c in CONTRACTS.items() if isinstance(c.loop, Scan)]
# Faults of compiled code: a carry or a half of a product that is another one, a wrong constant, count or table.
KINDS_OF_FAULT = (
    *("adc -> add", "add -> adc", "vpmadd", "vpaddq -> ", "vpsubq -> ", "vaddpd", "vsubpd", "vfmadd"),
    *("constant", "table", "mask", "vpsrlq"),
)


def reversible(mutant: Mutant) -> bool:
    """Whether another change puts it right. None gives a mask to an instruction that lost it, and k1 ^ 1 is k0, no mask."""
    return mutant.change != "mask dropped" and not (mutant.change == "mask ^ 1" and "{k1}" in mutant.text)


def reported(mutant: Mutant, contract: Contract, lemmas: Lemmas) -> bool:
    """Whether it is not proved, and then reported with its instruction's address."""
    verdict = prove(mutant.routine, contract, lemmas=lemmas)
    where = (verdict.address, *verdict.addresses)
    assert verdict.proved or mutant.address in where, f"{mutant.address:#x} {mutant.text} {mutant.change}: {verdict.reason}"
    return not verdict.proved


@pytest.mark.parametrize("name", PLAIN)
def test_planted_faults(name: str) -> None:
    """One of each kind that the routine has is reported with its instruction's address."""
    lemmas = Lemmas()
    found = {kind: fault for kind in PLANTED if (fault := planted(name, kind, lemmas)) is not None}
    for mutant, verdict in found.values():
        where = (verdict.address, *verdict.addresses)
        assert mutant.address in where, f"{mutant.address:#x} {mutant.text} {mutant.change}: {verdict.reason}"
    if not found:
        # It moves limbs, or has no result.
        dropped = [m for m in mutants(program(ROUTINES[name])) if m.change == "drop" and "prefetch" not in m.text]
        assert dropped and not any(prove(m.routine, CONTRACTS[name]).proved for m in dropped)
    carries = {i.name for i in program(ROUTINES[name]).code.values()} & {"adc", "sbb"}
    assert bool(carries) == ("a carry that is dropped" in found)


@needs_processor
@pytest.mark.parametrize("name", COMPILED)
def test_planted_faults_in_compiled_code(name: str) -> None:
    """One is reported with its instruction's address, which is the one that another instruction puts right. So it is with
    the assembly of lanes, which has no carries either."""
    routine, contract = COMPILED[name]
    changes = [m for m in mutants(program(routine)) if m.change.startswith(KINDS_OF_FAULT) and reversible(m)]
    random.Random(len(changes)).shuffle(changes)
    if not changes:
        # It moves limbs, or has a call and nothing else.
        changes = [m for m in mutants(program(routine)) if m.change == "drop" and "vzero" not in m.text]
        accepted = [m for m in changes if prove(m.routine, contract, locate=False).proved]
        # What clears bits that are 0, or that another routine writes, may be left out.
        assert not any(twins.difference(routine, m.routine, contract, 200, 1).wrong for m in accepted)
        assert not changes or len(accepted) < min(3, len(changes))
        return
    lemmas = Lemmas()
    assert any(reported(m, contract, lemmas) for m in changes[: 2 * TRIES])


@needs_processor
@pytest.mark.parametrize("name", SCANS)
def test_planted_faults_in_scans(name: str) -> None:
    """Without an instruction nothing is proved, but for clearing vectors; another one is reported with its address."""
    for mutant in mutants(program(ROUTINES[name])):
        idle = mutant.text.startswith(("vzero", "test", "je "))
        assert mutant.change != "drop" or idle or not prove(mutant.routine, CONTRACTS[name], locate=False).proved, (
            mutant.text
        )
    changes = [m for m in sampled(program(ROUTINES[name])) if m.change != "drop" and m.text.startswith("vp")]
    assert sum(reported(m, CONTRACTS[name], Lemmas()) for m in random.Random(1).sample(changes, TRIES))

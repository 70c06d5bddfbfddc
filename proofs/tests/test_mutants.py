"""Mutants that the prover accepts give the original's results on this processor, and what is said of those that do not."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from kinds import changed
from shipped import COMPILED, CONTRACTS, ROUTINES
from test_across import APART, LOWER
from test_rules import LANE_COPY, assembled

import campaign as campaigns
import mutate
from campaign import Outcome, campaign
from core.check import Verdict, prove
from core.contract import Contract
from core.decide import Lemmas
from core.flow import program
from elf.routines import routines
from failures import kind_of
from mutants import Mutant, bits, drawn, dropped
from native import twins
from native.machine import LANE_FLAGS, available
from x86 import lift

NAMES = ("koblitz_fe4_mul_secret", "koblitz_fe4_sqr_n_public", "koblitz_fe4_sub12_public", "koblitz_point4_scan")
needs_processor = pytest.mark.skipif(
    not available(), reason="SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2"
)


def faulty(outcome: Outcome) -> bool:
    wrong = outcome.compared is not None and outcome.compared.wrong
    return bool(wrong) or kind_of(outcome.verdict.reason) == "no answer"


@needs_processor
@pytest.mark.parametrize("name", NAMES)
def test_sample(name: str) -> None:
    code, rng = program(ROUTINES[name]), random.Random(1)
    mutants = [drawn(code, rng) for _ in range(25)]
    mutants += [m for m in bits(code) if m.instruction and m.text.partition(" ")[0] + m.instruction.name == "addadc"][:5]
    outcomes = campaign(ROUTINES[name], CONTRACTS[name], mutants, 200)
    assert not [o for o in outcomes if faulty(o)]
    assert sum(o.verdict.proved for o in outcomes) < len(mutants) // 2


@needs_processor
@pytest.mark.parametrize("name", ["field_bundle<public, 1>::mul<1, 1, 1>, gcc", "public::to_limbs<1>, gcc"])
def test_sample_of_lanes(name: str) -> None:
    routine, contract = COMPILED[name]
    code, rng = program(routine), random.Random(1)
    mutants = [drawn(code, rng) for _ in range(30)]
    outcomes = campaign(routine, contract, mutants, 200)
    assert not [o for o in outcomes if faulty(o)]
    assert sum(o.verdict.proved for o in outcomes) < len(mutants) // 2


@needs_processor
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("koblitz_fe4_mul_secret", "adc"),
        ("koblitz_point4_scan", "vpand"),
        ("koblitz_fe4_sqr_n_public", "mulx"),
        ("koblitz.dev/secp256k1/internal/point.addMixedVartimeAsm.abi0", "mulx"),
    ],
)
def test_wrong_results_show(name: str, text: str) -> None:
    """What the comparison is for: it tells a wrong mutant from the original."""
    wrong = [m for m in dropped(program(ROUTINES[name])) if m.text.startswith(text)]
    assert twins.difference(ROUTINES[name], wrong[0].routine, CONTRACTS[name], 200, 1).wrong


def test_verdicts() -> None:
    """The prover has an answer to tests for 0 that are inverted, whose flags are complements, and to other bits."""
    routine, contract = COMPILED["finite<ifma_lanes>, gcc"]
    every = list(bits(program(routine)))
    tests = [m for m in every if m.instruction and m.text.partition(" ")[0] + m.instruction.name == "vptestmqvptestnmq"]
    mutants = tests + random.Random(1).sample(every, 60)
    assert tests or "vptestnmq" in {i.name for i in program(routine).code.values()}
    for mutant in mutants:
        verdict = prove(mutant.routine, contract)
        assert kind_of(verdict.reason) != "no answer", mutant.change


def test_a_case_that_no_rule_has_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, with the instruction's address."""
    name = "koblitz_fe4_mul_secret"
    first = next(i for _, i in sorted(program(ROUTINES[name]).code.items()) if i.name == "mulx")
    monkeypatch.setitem(lift.TABLE, "mulx", lambda s, i: {}[i.name])
    verdict = prove(ROUTINES[name], CONTRACTS[name])
    assert "the prover has no answer: KeyError" in verdict.reason
    assert kind_of(verdict.reason) == "no answer"
    assert verdict.address == first.address


def dies(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGILL)


def fails(*_: object, **__: object) -> None:
    raise ValueError


def sleeps(*_: object, **__: object) -> None:
    time.sleep(3600)


def accepts(routine: object, contract: Contract, **_: object) -> Verdict:
    return Verdict(contract.name)


@needs_processor
@pytest.mark.parametrize(
    ("prover", "comparison", "code", "verdict"),
    [
        (dies, None, b"", "the prover dies of SIGILL"),
        (fails, None, b"", "the prover ends with status 1"),
        (accepts, dies, b"", "WRONG: the comparison on the processor dies of SIGILL"),
        (accepts, fails, b"", "WRONG: the comparison on the processor ends with status 1"),
        # ud2, and a jump to itself.
        (accepts, None, b"\x0f\x0b\xc3", "WRONG: the comparison on the processor dies of SIGILL"),
        (accepts, None, b"\xeb\xfe", "WRONG: the comparison on the processor dies of SIGXCPU"),
        (accepts, sleeps, b"", "WRONG: the comparison on the processor has not ended"),
        (accepts, None, b"\xc3", "WRONG: case 0: "),
        (accepts, None, b"", "the same"),
    ],
)
def test_ends(
    prover: Callable | None, comparison: Callable | None, code: bytes, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends a mutant that the prover has accepted is a fault of the prover's; what ends the prover is no answer."""
    name = "koblitz_fe4_sub12_public"
    routine = ROUTINES[name]
    mutant = Mutant(routine, routine.address, "", "", code)
    monkeypatch.setattr(campaigns, "PATIENCE", 2)
    if comparison is sleeps:
        monkeypatch.setattr(campaigns, "WAIT", 2)
    monkeypatch.setattr(campaigns, "prove", prover)
    if comparison is not None:
        monkeypatch.setattr(twins, "difference", comparison)
    outcome = campaigns.alone(routine, mutant, CONTRACTS[name], Lemmas(), 20)
    assert (outcome.verdict.reason or mutate.told(outcome)).startswith(verdict)
    assert faulty(outcome) == (verdict != "the same")


@pytest.mark.skipif(
    not available(LANE_FLAGS), reason="SKIPPED comparison with the processor: a processor with AVX-512 F, DQ and IFMA"
)
@pytest.mark.parametrize(
    ("lanes", "wrong", "permitted"), [(8, ": r r of lane ", ""), (4, "", "lane 4 of r, which the contract leaves open")]
)
def test_lanes_that_are_open(lanes: int, wrong: str, permitted: str, tmp_path: Path) -> None:
    """A copy of the lower four lanes with 0 above them, for a copy of eight."""
    contract = changed(APART, across=lambda all_, _: [{"r": v["a"]} if k < lanes else {} for k, v in enumerate(all_)])
    copies = []
    for change in ("", LOWER + "vmovdqa64 zmm0, zmm1;"):
        body = LANE_COPY.format(change=change).replace("{{", "{").replace("}}", "}")
        copies += routines(assembled(body, tmp_path), "copy")
    found = twins.difference(copies[0], copies[1], contract, 80, 1)
    assert wrong in found.wrong
    assert bool(wrong) == bool(found.wrong)
    assert found.permitted == permitted

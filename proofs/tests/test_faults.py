"""A fault planted in each routine is reported with the instruction's address."""

from __future__ import annotations

import dataclasses
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from contracts import KINDS
from prover import across, hardware, lift, twins
from prover.check import Verdict, prove
from prover.contract import Array, Contract, Scan, Small
from prover.decide import Lemmas
from prover.flow import program
from prover.mutants import Mutant, mutants, sampled
from prover.objects import Routine, routines

BUILD = Path(__file__).resolve().parents[2] / "build/proofs"
OBJECTS = {
    "engine": "engine-gcc.o",
    "go-field": "go-field",
    "go-point": "go-point",
    "go-digit": "go-digit",
}


def named(path: Path, kind: str) -> dict[str, Routine]:
    return {r.name: r for r in routines(path, *KINDS[kind][:2])}


ROUTINES = {n: r for kind, name in OBJECTS.items() for n, r in named(BUILD / name, kind).items()}
CONTRACTS = {c.name: dataclasses.replace(c, alias=()) for _, _, contracts in KINDS.values() for c in contracts}
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
COMPILED = (
    {
        f"{name}, {compiler}": (routine, CONTRACTS[name])
        for kind, compiler in (*itertools.product(("portable", "lanes"), ("gcc", "clang")), ("doubles", "gcc"))
        for name, routine in named(BUILD / f"{kind}-{compiler}.so", kind).items()
        if name in CONTRACTS
    }
    | {name: (routine, CONTRACTS[name]) for name, routine in named(BUILD / "go-lanes", "go-lanes").items()}
    | {name: (ROUTINES[name], CONTRACTS[name]) for name in ROUTINES if CONTRACTS[name].shape.doubles}
)
# Faults of compiled code: a carry or a half of a product that is another one, a wrong constant, count or table.
KINDS_OF_FAULT = (
    *("adc -> add", "add -> adc", "vpmadd", "vpaddq -> ", "vpsubq -> ", "vaddpd", "vsubpd", "vfmadd"),
    *("constant", "table", "mask", "vpsrlq"),
)
needs_processor = pytest.mark.skipif(
    not hardware.available(hardware.FLAGS + hardware.LANE_FLAGS + hardware.DOUBLE_FLAGS),
    reason="SKIPPED comparison with the processor: a processor with BMI2, ADX, FMA and AVX-512 IFMA",
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


def widened(name: str, argument: str, **change: int) -> Contract:
    contract = CONTRACTS[name]
    arguments = tuple(
        dataclasses.replace(a, **change) if isinstance(a, (Array, Small)) and a.name == argument else a
        for a in contract.arguments
    )
    return dataclasses.replace(contract, arguments=arguments)


@pytest.mark.parametrize(
    ("contract", "instruction"),
    [
        (widened("koblitz_fe4_mul_small", "v", below=2**32), "imul"),
        (widened("koblitz_point4_add_projective_secret", "b3", below=2**32), "imul"),
        (widened("koblitz.dev/go/internal/point.addProjectiveAsm.abi0", "b3", below=2**32 + 1), "mov"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_range_too_wide(contract: Contract, instruction: str) -> None:
    routine = ROUTINES[contract.name]
    verdict = prove(routine, contract)
    assert "a carry is lost" in verdict.reason
    assert instruction in {program(routine).at(a).name for a in verdict.addresses}


@pytest.mark.parametrize("limb", range(4))
def test_range_too_wide_in_lanes(limb: int) -> None:
    """A product reads 52 bits of a limb."""
    routine, contract = COMPILED["field_bundle<public, 1>::mul<1, 1, 1>, gcc"]
    limits = tuple(most + (k == limb) for k, most in enumerate(contract.shape.inputs))
    wider = dataclasses.replace(contract, shape=dataclasses.replace(contract.shape, inputs=limits))
    verdict = prove(routine, wider, locate=False)
    assert verdict.reason
    names = {program(routine).at(a).name for a in verdict.addresses}
    assert names <= {"vpmadd52luq", "vpmadd52huq"}
    assert names


@needs_processor
@pytest.mark.parametrize(
    ("broken", "name"),
    [
        ("vpermt2q", "last_products_of_few<public>, gcc"),
        ("vpermt2q", "last_products_of_few<public>, clang"),
        ("valignq", "last_products_of_eight<public>, gcc"),
        ("vpunpckhqdq", "fixed_base_rounds<ifma_lanes, true>::get, gcc"),
        ("vshufi64x2", "fixed_base_rounds<ifma_lanes, false>::get, clang"),
        ("vpmovzxbq", "fixed_base_rounds<ifma_lanes, false>::get, gcc"),
    ],
)
def test_wrong_lane(broken: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes that come from elsewhere make the trace differ from the processor."""
    right = across.ACROSS[broken]
    monkeypatch.setitem(across.ACROSS, broken, lambda s, i: right(s.peers[(s.lane + 1) % 8], i))
    monkeypatch.setattr("prover.check.Proof.finish", lambda self, state: None)
    routine, contract = COMPILED[name]
    assert hardware.compare(routine, dataclasses.replace(contract, others=()), 50, 1)


@needs_processor
def test_masks_made_words() -> None:
    """VPMOVM2Q writes all lanes, by the mask that it reads."""
    routine, contract = COMPILED["select_multiple<ifma_lanes, 2, 2>, gcc"]
    assert any(i.name == "vpmovm2q" for i in program(routine).code.values())
    assert not hardware.compare(routine, contract, 200, 1)


def test_branch_in_a_routine_for_secrets() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_public"], secret=True)
    verdict = prove(ROUTINES[contract.name], contract)
    assert "a branch that depends on data" in verdict.reason
    assert program(ROUTINES[contract.name]).at(verdict.address).name == "jb"


def test_wrong_specification() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_secret"], results=lambda v: {"r": v["a"] * v["b"] + 1})
    assert "r is not what the contract says" in prove(ROUTINES[contract.name], contract).reason


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (dict(results=lambda v: {"x": v["y"], "y": v["x"]}), "does not say that the output is the entry"),
        (dict(arguments=(Array("out", outputs=("x", "y", "z")),)), "does not say that the output is the entry"),
        (dict(zeros=(("f", lambda v: v["x"]),), returns="f"), "more than an entry of a table scan"),
    ],
)
def test_wrong_specification_of_a_scan(changes: dict[str, Any], message: str) -> None:
    contract = CONTRACTS["koblitz_point4_scan"]
    if "arguments" in changes:
        changes = {"arguments": (*changes["arguments"], *contract.arguments[1:])}
    assert message in prove(ROUTINES[contract.name], dataclasses.replace(contract, **changes), locate=False).reason


@pytest.mark.skipif(
    not hardware.available(), reason="SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2"
)
@pytest.mark.parametrize("broken", ["adc", "mulx", "sbb", "and"])
def test_wrong_table_of_instructions(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong entry that a trace runs through makes it differ from the processor."""
    name = "koblitz_fe4_mul_sub_secret"
    wrong = {
        "adc": lift.add,
        "sbb": lift.subtract,
        "and": lift.TABLE["add"],
        "mulx": lambda s, i: (lift.mulx(s, i), s.registers.update({i.operands[0].register: {}})),
    }
    monkeypatch.setitem(lift.TABLE, broken, wrong[broken])
    monkeypatch.setattr("prover.check.Proof.finish", lambda self, state: None)
    assert hardware.compare(ROUTINES[name], CONTRACTS[name], 50, 1)

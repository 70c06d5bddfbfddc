"""A fault planted in each routine of the engine is reported with the instruction's address."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from contracts import KINDS
from prover import hardware, lift
from prover.check import prove
from prover.contract import Array, Contract, Scan, Small
from prover.flow import program
from prover.mutants import mutants
from prover.objects import Routine, routines

BUILD = Path(__file__).resolve().parents[2] / "build/proofs"
OBJECTS = {
    "engine": "engine-gcc.o",
    "portable": "portable.o",
    "go-field": "go-field",
    "go-point": "go-point",
    "go-digit": "go-digit",
}
ROUTINES = {r.name: r for kind, name in OBJECTS.items() for r in routines(BUILD / name, *KINDS[kind][:2])}
CONTRACTS = {c.name: dataclasses.replace(c, alias=()) for _, _, contracts in KINDS.values() for c in contracts}
PLANTED = ("adc -> add", "add -> adc", "sub -> sbb", "constant +1")


def faults(routine: Routine, contract: Contract, change: str, tries: int) -> tuple[int, list[str]]:
    """Of changes of one kind: how many are found with their address, and those found elsewhere."""
    found, elsewhere = 0, []
    for mutant in mutants(program(routine)):
        if mutant.change != change:
            continue
        verdict = prove(mutant.routine, contract)
        if not verdict.proved:
            if mutant.address in (verdict.address, *verdict.addresses):
                found += 1
            else:
                elsewhere.append(f"{mutant.address:#x} {mutant.text}: {verdict.reason}")
        tries -= 1
        if not tries:
            break
    return found, elsewhere


@pytest.mark.parametrize("name", sorted(n for n, c in CONTRACTS.items() if not isinstance(c.loop, Scan) and not c.red_zone))
def test_planted_faults(name: str) -> None:
    tries = 3 if ROUTINES[name].size < 2000 else 1
    results = {change: faults(ROUTINES[name], CONTRACTS[name], change, tries) for change in PLANTED}
    elsewhere = [text for _, texts in results.values() for text in texts]
    # A wrong operand of a flag is reported as that flag.
    assert not elsewhere or CONTRACTS[name].zeros
    if not any(m.change in PLANTED for m in mutants(program(ROUTINES[name]))):
        # It moves limbs, or has no result.
        dropped = [m for m in mutants(program(ROUTINES[name])) if m.change == "drop" and "prefetch" not in m.text]
        assert dropped and not any(prove(m.routine, CONTRACTS[name]).proved for m in dropped)
        return
    assert sum(found for found, _ in results.values()) > 0


@pytest.mark.parametrize("name", sorted(n for n, c in CONTRACTS.items() if c.red_zone))
def test_planted_faults_in_compiled_code(name: str) -> None:
    """What is wrong may show in another instruction."""
    lost = [m for m in mutants(program(ROUTINES[name])) if m.change == "adc -> add"]
    assert not any(prove(m.routine, CONTRACTS[name], locate=False).proved for m in lost[:3])


@pytest.mark.parametrize("name", sorted(n for n, c in CONTRACTS.items() if isinstance(c.loop, Scan)))
def test_planted_faults_in_scans(name: str) -> None:
    """Every instruction that is left out but the clearing of vectors, and the other way of every branch."""
    for mutant in mutants(program(ROUTINES[name])):
        idle = mutant.text.startswith(("vzero", "test", "je "))
        assert idle or not prove(mutant.routine, CONTRACTS[name]).proved, mutant.text


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
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_range_too_wide(contract: Contract, instruction: str) -> None:
    routine = ROUTINES[contract.name]
    verdict = prove(routine, contract)
    assert "a carry is lost" in verdict.reason
    assert instruction in {program(routine).at(a).name for a in verdict.addresses}


def test_branch_in_a_routine_for_secrets() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_public"], secret=True)
    verdict = prove(ROUTINES[contract.name], contract)
    assert "a branch that depends on data" in verdict.reason
    assert program(ROUTINES[contract.name]).at(verdict.address).name == "jb"


def test_wrong_specification() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_secret"], results=lambda v: {"r": v["a"] * v["b"] + 1})
    assert "r is not what the contract says" in prove(ROUTINES[contract.name], contract).reason


@pytest.mark.skipif(
    not hardware.available(), reason="SKIPPED comparison with the processor: run on one with BMI2, ADX and AVX2"
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

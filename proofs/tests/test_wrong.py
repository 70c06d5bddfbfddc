"""Contracts that say too much or something else, and wrong entries of the table of instructions, are found."""

from __future__ import annotations

import dataclasses

import pytest
from kinds import changed
from shipped import COMPILED, CONTRACTS, ROUTINES, needs_processor

from core.check import prove
from core.contract import Array, Contract, Illegal, Small
from core.flow import program
from native.compare import compare
from native.machine import available
from x86 import across, lift


def widened(name: str, argument: str, **change: int) -> Contract:
    contract = CONTRACTS[name]
    arguments = tuple(
        dataclasses.replace(a, **change) if isinstance(a, (Array, Small)) and a.name == argument else a
        for a in contract.arguments
    )
    return changed(contract, arguments=arguments)


@pytest.mark.parametrize(
    ("contract", "instruction"),
    [
        (widened("koblitz_fe4_mul_small", "v", below=2**32), "imul"),
        (widened("koblitz_point4_add_projective_secret", "b3", below=2**32), "imul"),
        (widened("koblitz.dev/secp256k1/internal/point.addProjectiveAsm.abi0", "b3", below=2**32 + 1), "mov"),
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
    wider = changed(contract, shape=changed(contract.shape, inputs=limits))
    verdict = prove(routine, wider)
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
        ("vpunpckhqdq", "ecmult_gen_rounds<ifma_lanes, true>::get, gcc"),
        ("vshufi64x2", "ecmult_gen_rounds<ifma_lanes, false>::get, clang"),
        ("vpmovzxbq", "ecmult_gen_rounds<ifma_lanes, false>::get, gcc"),
    ],
)
def test_wrong_lane(broken: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lanes that come from elsewhere make the trace differ from the processor."""
    right = across.ACROSS[broken]
    monkeypatch.setitem(across.ACROSS, broken, lambda s, i: right(s.peers[(s.lane + 1) % 8], i))
    monkeypatch.setattr("core.check.Execution.finish", lambda self, state: None)
    routine, contract = COMPILED[name]
    assert compare(routine, changed(contract, others=()), 50, 1)


@needs_processor
def test_masks_made_words() -> None:
    """VPMOVM2Q writes all lanes, by the mask that it reads."""
    routine, contract = COMPILED["select_multiple<ifma_lanes, 2, 2>, gcc"]
    assert any(i.name == "vpmovm2q" for i in program(routine).code.values())
    assert not compare(routine, contract, 200, 1)


def test_branch_in_a_routine_for_secrets() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_public"], secret=True)
    verdict = prove(ROUTINES[contract.name], contract)
    assert "a branch that depends on data" in verdict.reason
    assert program(ROUTINES[contract.name]).at(verdict.address).name == "jb"


def test_wrong_specification() -> None:
    contract = dataclasses.replace(CONTRACTS["koblitz_fe4_mul_secret"], results=lambda v: {"r": v["a"] * v["b"] + 1})
    assert "r is not what the contract says" in prove(ROUTINES[contract.name], contract).reason


def test_wrong_specification_of_a_scan() -> None:
    contract = CONTRACTS["koblitz_point4_scan"]
    with pytest.raises(Illegal, match="more than an entry of a table scan"):
        changed(contract, arguments=(Array("out", outputs=("x", "y", "z")), *contract.arguments[1:]))


@pytest.mark.skipif(not available(), reason="SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2")
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
    monkeypatch.setattr("core.check.Execution.finish", lambda self, state: None)
    assert compare(ROUTINES[name], CONTRACTS[name], 50, 1)

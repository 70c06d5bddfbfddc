"""Ranges of callers and callees fit, those of the field's documentation included; no routine goes without a contract."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import prove
from contracts import KINDS, NOT_PROVED, engine_field, engine_lanes, engine_portable
from prover.contract import Array, Contract, Shape, Small
from prover.fit import largest, misfits
from prover.objects import Routine

ROOT = Path(__file__).resolve().parents[2]
FIELD = (ROOT / "engine/src/field/field.h").read_text()
OBJECT = f"engine={ROOT / 'build/proofs/engine-gcc.o'}"


def by_name(contracts: list[Contract], name: str) -> Contract:
    return next(c for c in contracts if c.name == name)


@pytest.mark.parametrize("kind", KINDS)
def test_results_may_be_passed_on(kind: str) -> None:
    assert not misfits(KINDS[kind][2])


def test_misfits() -> None:
    narrow = Shape(outputs=(2**64,) * 4)
    mul = dataclasses.replace(by_name(engine_field.CONTRACTS, "koblitz_fe4_mul_secret"), shape=narrow)
    assert [p.partition(" gives limbs ")[2] for p in misfits([mul])] == [
        "of r that none of its kind takes",
        f"that a of {mul.name} does not take",
        f"that b of {mul.name} does not take",
    ]
    mul = by_name(engine_lanes.CONTRACTS, "field_bundle<public, 1>::mul<1, 1, 1>")
    own = dataclasses.replace(mul.shape, inputs=(2**52 - 2,) * 5)
    takes = dataclasses.replace(mul, arguments=(*mul.arguments[:2], Array("b", ("b",), shapes=(own,))))
    assert not misfits([mul])
    assert misfits([mul, takes]) == [f"{mul.name} gives limbs that b of {mul.name} does not take"]
    wide = by_name(engine_field.CONTRACTS, "koblitz_fe4_mul_wide")
    sub = by_name(engine_field.CONTRACTS, "koblitz_fe4_mul_sub_secret")
    assert not misfits([wide, sub])
    tight = [dataclasses.replace(a, maximum=largest(wide) - 1) if a.name == "w" else a for a in sub.arguments]
    assert "gives more than w" in misfits([wide, dataclasses.replace(sub, arguments=tuple(tight))])[0]


@pytest.mark.parametrize("operation", ["mul", "sqr", "sqr_n", "mul_wide", "sqr_wide", "mul_sub"])
def test_documented_magnitudes(operation: str) -> None:
    """An element of magnitude M has limbs of at most 2 M (2^52 - 1), and 2 M (2^48 - 1) at the top."""
    row = re.search(rf"^ \*   {operation}\([^)]*\) +A(?:, B)? <= (\d+) +(\d*)", FIELD, re.MULTILINE)
    assert row
    shape = engine_portable.SHAPE
    ones = (2**52 - 1,) * 4 + (2**48 - 1,)
    assert all(2 * int(row[1]) * one <= most for one, most in zip(ones, shape.inputs, strict=True))
    assert all(2 * int(row[2] or 1) * one >= most for one, most in zip(ones, shape.outputs, strict=True))


def test_documented_factors() -> None:
    """Small factors of the callers are those of the documentation, which the contracts allow."""
    row = re.search(r"mul_small\(r, a, v\) +A <= \d+, v <= (\d+)", FIELD)
    assert row
    for contracts in (kind[2] for kind in KINDS.values()):
        for contract in contracts:
            factors = [a for a in contract.arguments if isinstance(a, Small) and a.name in ("v", "b3")]
            assert all(int(row[1]) < f.below for f in factors), contract.name


def test_a_routine_without_a_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    prefix, suffix, contracts = KINDS["engine"]
    assert not prove.collect([OBJECT], "", 0)[1]
    monkeypatch.setitem(KINDS, "engine", (prefix, suffix, contracts[1:]))
    assert [p for p in prove.collect([OBJECT], "", 0)[1] if f"{contracts[0].name} at" in p and "has no contract" in p]


@pytest.mark.parametrize(("change", "tasks"), [({}, 1), ({"constants": ((0, 1),)}, 2), ({"callees": ((0, "other"),)}, 2)])
def test_the_same_bytes(change: dict[str, object], tasks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two objects are one task where what they refer to is the same, too."""
    name = KINDS["engine"][2][0].name
    one = Routine(name, 0, 1, 0, b"\xc3")
    objects = {"a": one, "b": dataclasses.replace(one, **change)}
    monkeypatch.setattr(prove, "routines", lambda path, *_: [objects[path.name]])
    assert len(prove.collect(["engine=a", "engine=b"], "", 0)[0]) == tasks


def test_a_kernel_that_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = f"lanes={ROOT / 'build/proofs/lanes-gcc.so'}"
    assert not prove.collect([lanes], "", 0)[1]
    monkeypatch.setitem(prove.WITHOUT, "lanes", engine_lanes.KERNELS - {"double_base"})
    (problem,) = prove.collect([lanes], "", 0)[1]
    assert "double_base<ifma_lanes> at" in problem
    assert "has no contract" in problem


def test_magnitudes_of_points_in_lanes() -> None:
    """Those of the coordinates of a Jacobian point, and of two points on one Z."""
    for file, name, shapes in (("types", "gej", engine_lanes.JACOBIAN), ("point_ops", "co_z_pair", engine_lanes.PAIR[:2])):
        text = (ROOT / f"engine/src/group/{file}.h").read_text()
        body = re.search(rf"struct {name} {{(.*?)}};", text, re.DOTALL)
        assert body
        given = re.findall(r"typename F::(?:fe|template elem<(\d+)>) (\w+)", body[1])
        assert [engine_lanes.fe(int(m or 1)) for m, _ in given][: len(shapes)] == list(shapes)


def test_a_contract_without_a_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    prefix, suffix, contracts = KINDS["engine"]
    other = Contract("koblitz_fe4_other", (Array("r", outputs=("r",)),), results=lambda v: {}, secret=True)
    monkeypatch.setitem(KINDS, "engine", (prefix, suffix, [*contracts, other]))
    assert [p for p in prove.collect([OBJECT], "", 0)[1] if "no routine koblitz_fe4_other, which has a contract" in p]


def test_every_assembly_file_is_read() -> None:
    """The routines that the sources name are those of the objects that are proved."""
    named = set()
    for source in (ROOT / "engine/src").rglob("*.S"):
        text = source.read_text()
        named |= set(re.findall(r"^function (koblitz_\w+)", text, re.MULTILINE))
    declared = set()
    for header in (ROOT / "engine/src").rglob("*_x86_64.h"):
        declared |= set(re.findall(r"\b(koblitz_(?:fe4|point4)_\w+)\(", header.read_text()))
    proved = {c.name for c in KINDS["engine"][2]}
    assert named <= proved
    assert declared <= proved
    go = {k.removeprefix("go-") for k in KINDS if k.startswith("go-")}
    assert {p.parent.name for p in (ROOT / "go").rglob("*_amd64.s")} == go | NOT_PROVED
    assert not [p for p in (ROOT / "engine/src").rglob("*.S") if p.parent.name != "x86_64"]

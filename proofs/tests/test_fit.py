"""Ranges of callers and callees fit, those of the field's documentation included; no routine goes without a contract."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import prove
from contracts import ARM64, COMPILED, KINDS, NOT_PROVED, engine_field, engine_lanes, engine_portable
from core.contract import Array, Contract, Shape, Small, contract_of
from core.fit import largest, misfits
from core.isa import Routine
from x86.features import assumed
from x86.isa import ISA

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


def test_documented_limits() -> None:
    """Those of the limbs in engine/src/simd/fe_lanes.h."""
    header = " ".join((ROOT / "engine/src/simd/fe_lanes.h").read_text().replace(" *", " ").split())
    assert "Magnitude 1: n[0..3] < 2^52, n[4] < 2^48 + 2^8. " in header
    assert "Magnitude M above 1: n[0..3] <= 2M (2^52 - 1), n[4] <= 2M (2^48 - 1). " in header
    assert engine_lanes.limits(1) == (2**52 - 1,) * 4 + (2**48 + 2**8 - 1,)
    for m in range(2, 9):
        assert engine_lanes.limits(m) == (2 * m * (2**52 - 1),) * 4 + (2 * m * (2**48 - 1),)


@pytest.mark.parametrize("operation", ["mul", "sqr", "sqr_n", "mul_wide", "sqr_wide", "mul_sub"])
def test_documented_magnitudes(operation: str) -> None:
    """An element of magnitude M has limbs of at most 2 M (2^52 - 1), and 2 M (2^48 - 1) at the top."""
    row = re.search(rf"^ \*   {operation}\([^)]*\) +A(?:, B)? <= (\d+) +(\d*)", FIELD, re.MULTILINE)
    assert row
    shape = engine_portable.SHAPE
    ones = (2**52 - 1,) * 4 + (2**48 - 1,)
    assert all(2 * int(row[1]) * one <= most for one, most in zip(ones, shape.inputs, strict=True))
    assert all(2 * int(row[2] or 1) * one >= most for one, most in zip(ones, shape.outputs, strict=True))


def test_numbers_below_a_maximum() -> None:
    """Are of the documentation too, as elements have none: the product that is taken off."""
    bounded = {c.name: a.name for kind in KINDS.values() for c in kind[2] for a in c.arrays() if a.maximum is not None}
    assert bounded == {
        f"koblitz_fe4_{form}mul_sub_{kind}": "w" for form in ("", "wide_", "narrow_") for kind in ("public", "secret")
    }
    # Of the portable field an element of magnitude 4, which is added to a product.
    ones = (2**52 - 1,) * 4 + (2**48 - 1,)
    assert all(8 * one <= most for one, most in zip(ones, engine_portable.SUMMAND.inputs, strict=True))


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


@pytest.mark.parametrize(
    ("change", "tasks"),
    [
        ({}, 1),
        ({"address": 64, "base": 64}, 1),
        ({"constants": ((0, 1),)}, 2),
        ({"callees": ((0, "other"),)}, 2),
        ({"sections": ((0, 64, 16),)}, 2),
        ({"frame": 8}, 2),
    ],
)
def test_the_same_bytes(change: dict[str, object], tasks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two objects are one task where what they refer to is the same, too."""
    name = KINDS["engine"][2][0].name
    one = Routine(name, 0, 1, 0, b"\xc3", ISA)
    objects = {"a": one, "b": dataclasses.replace(one, **change)}
    monkeypatch.setattr(prove, "routines", lambda path, *_: [objects[path.name]])
    monkeypatch.setattr(prove, "strays", lambda _: [])
    assert len(prove.collect(["engine=a", "engine=b"], "", 0)[0]) == tasks


def test_a_name_that_no_routine_has() -> None:
    assert prove.collect([OBJECT], "mul_secrett", 0) == ([], ["no routine has 'mul_secrett' in its name"])


def test_a_kernel_that_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = f"lanes={ROOT / 'build/proofs/lanes-gcc.so'}"
    assert not prove.collect([lanes], "", 0)[1]
    monkeypatch.setitem(prove.WITHOUT, "lanes", engine_lanes.KERNELS - {"ecmult_x8"})
    (problem,) = prove.collect([lanes], "", 0)[1]
    assert "ecmult_x8<ifma_lanes, 2> at" in problem
    assert "has no contract" in problem


def test_a_kernel_of_one_name_with_a_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that is named with its template arguments excuses no other of its name."""
    lanes = f"lanes={ROOT / 'build/proofs/lanes-clang.so'}"
    prefix, suffix, contracts = KINDS["lanes"]
    monkeypatch.setitem(KINDS, "lanes", (prefix, suffix, [c for c in contracts if c.name != "double_n<public>"]))
    (problem,) = prove.collect([lanes], "", 0)[1]
    assert "double_n<public> at" in problem


def test_what_callers_contain_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    prefix, suffix, contracts = KINDS["engine"]
    other = contract_of("koblitz_fe4_other", Array("r", outputs=("r",)), results=lambda v: {}, secret=True, inlined=True)
    monkeypatch.setitem(KINDS, "engine", (prefix, suffix, [*contracts, other]))
    assert not prove.collect([OBJECT], "", 0)[1]
    assert "in their callers: koblitz_fe4_other" in capsys.readouterr().out


def test_magnitudes_of_points_in_lanes() -> None:
    """Those of the coordinates of a Jacobian point of secrets."""
    text = (ROOT / "engine/src/group/types.h").read_text()
    body = re.search(r"struct gej {(.*?)};", text, re.DOTALL)
    assert body
    given = re.findall(r"typename F::(?:fe|template elem<(\d+)>) (\w+)", body[1])
    assert [engine_lanes.fe(int(m or 1)) for m, _ in given] == list(engine_lanes.JACOBIAN)


def test_a_contract_without_a_routine(monkeypatch: pytest.MonkeyPatch) -> None:
    prefix, suffix, contracts = KINDS["engine"]
    other = contract_of("koblitz_fe4_other", Array("r", outputs=("r",)), results=lambda v: {}, secret=True)
    monkeypatch.setitem(KINDS, "engine", (prefix, suffix, [*contracts, other]))
    assert [p for p in prove.collect([OBJECT], "", 0)[1] if "no routine koblitz_fe4_other, which has a contract" in p]


@pytest.mark.parametrize("kind", KINDS)
def test_routines_for_secrets(kind: str) -> None:
    """All are for secrets whose names do not say otherwise; of lanes all but what reads a table by its digits."""
    said = r"ecmult_gen_rounds<ifma_lanes, false>" if kind in COMPILED else r"_public$|Vartime|\.prefetchAsm"
    for contract in KINDS[kind][2]:
        assert contract.secret == (not re.search(said, contract.name)), contract.name


@pytest.mark.parametrize(
    ("cell", "column", "same"),
    [("no", 1, False), ("all", 2, False), ("7", 3, False), ("7", 5, False), ("7", 7, False), ("0.5", 8, True)],
)
@pytest.mark.parametrize("compiled", [True, False])
def test_rows_of_the_table(cell: str, column: int, same: bool, compiled: bool) -> None:
    """What the file has to say; of compiled code the contract alone, as compilers differ."""
    row = "| `mul<1, 1>`, clang | yes |  | 10 | 20 | 30 | 40 | 50 | 0.10 |"
    cells = row.split("|")
    cells[column + 1] = f" {cell} "
    others = prove.other_rows([row], ["|".join(cells)], {"mul<1, 1>"} if compiled else set())
    assert bool(others) == (not same and (column in (1, 2, 7) or not compiled))


CPU = (ROOT / "engine/src/base/cpu.cpp").read_text().partition("u32 features_of(")[2]
DETECT = (ROOT / "go/internal/cpu/detect_amd64.go").read_text()
# Bits of CPUID's words in cpu.cpp.
LEAVES = {"leaf1_ecx, 12": "FMA", "leaf7_ebx, 5": "AVX2", "leaf7_ebx, 8": "BMI2", "leaf7_ebx, 19": "ADX"}
LEAVES |= {"leaf7_ebx, 16": "AVX-512 F", "leaf7_ebx, 17": "AVX-512 DQ", "leaf7_ebx, 21": "AVX-512 IFMA"}


def asked(field: str) -> set[str]:
    """What the engine asks for where it sets the field, that of the variables there included."""
    text = re.findall(rf"\b{field} = (.*?)(?:,\n|;)", CPU, re.DOTALL)[0]
    found = {LEAVES[leaf] for leaf in re.findall(r"has\((\w+, \d+)\)", text) if leaf in LEAVES}
    return found.union(*(asked(name) for name in re.findall(r"\b(avx2|zmm)\b", text)))


def test_processors() -> None:
    """Callers have asked for what contracts say; compilers and processors have AVX2 where there is AVX-512."""
    for kind, field in (("f64", "fma"), ("lanes", "ifma")):
        assert {f for c in KINDS[kind][2] for f in assumed(c)} == asked(field) | {"AVX2"}
    for contract in KINDS["engine"][2]:
        assert assumed(contract) == asked("fma" if contract.shape.doubles else "bmi2_adx")
    wanted = {f for kind in KINDS.keys() - ARM64 if kind[:3] == "go-" for c in KINDS[kind][2] for f in assumed(c)}
    assert {re.sub("[ -]", "", name) for name in wanted} == set(re.findall(r"cpu\.X86\.Has(\w+)", DETECT))
    assert not {f for c in KINDS["portable"][2] for f in assumed(c)}


def test_two_contracts_of_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of which one would go unproved."""
    prefix, suffix, contracts = KINDS["engine"]
    monkeypatch.setitem(KINDS, "engine", (prefix, suffix, [*contracts, contracts[0]]))
    assert "engine: two contracts of one name" in prove.collect([OBJECT], "", 0)[1]


# The builds that have a file of assembly: the one that is proved, or none.
BUILDS = [[f"//go:build {build}"] for build in ("amd64 && !purego", "amd64 && !purego && !valgrind", "arm64 && !purego")]
ASSEMBLY = (".s", ".S", ".asm", ".sx", ".syso")


def assembly_in(folder: str) -> set[Path]:
    return {p.relative_to(ROOT) for p in (ROOT / folder).rglob("*") if p.suffix in ASSEMBLY}


def test_every_assembly_file_is_read() -> None:
    """Those of the engine for x86-64 are where the Makefiles look for them, and the routines that headers declare are proved
    (for arm64 the object's inventory tells); those of the Go module are in packages that have contracts, all of which the
    Makefile gives, and the same in every build."""
    for source in assembly_in("engine/src"):
        if source.match("engine/src/*/arm64/*.S"):
            continue
        assert source.match("engine/src/*/x86_64/*.S")
        assert len(source.parts) == 5
        # Those of platforms that have it, all of it.
        conditions = re.findall(r"^#\s*(?:if|el|en).*", (ROOT / source).read_text(), re.MULTILINE)
        assert conditions == ["#ifdef KOBLITZ_X86_64_ASM", "#endif"]
    declared = set()
    for header in (ROOT / "engine/src").rglob("*_x86_64.h"):
        declared |= set(re.findall(r"\b(koblitz_(?:fe4|point4)_\w+)\(", header.read_text()))
    assert declared <= {c.name for c in KINDS["engine"][2]}
    sources = {p for p in assembly_in("go") if p.parent not in NOT_PROVED}
    for processor, ending in (("amd64", ""), ("arm64", "-arm64")):
        folders = {p.parent for p in sources if p.match(f"*_{processor}.s")}
        kinds = {k for k in KINDS if k.startswith("go-") and (k in ARM64) == bool(ending)}
        assert {f"go-{folder.name}{ending}" for folder in folders} == kinds
    for source in sources:
        assert source.parent.parent == Path("go/internal")
        assert source.match("*_amd64.s") or source.match("*_arm64.s")
        assert re.findall("^//go:build.*", (ROOT / source).read_text(), re.MULTILINE) in BUILDS
        assert re.findall("^#.*", (ROOT / source).read_text(), re.MULTILINE) == ['#include "textflag.h"']

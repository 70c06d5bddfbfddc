"""Lanes that are followed one by one, calls from there, and addresses that public digits choose, in routines that copy an
element."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from kinds import changed
from test_rules import EVERY, LANE_CONTRACT, LANE_COPY, assembled, says

from contracts import KINDS
from core.check import prove
from core.contract import Array, Contract, Count, Expression, Record, Shape, Small, Values
from core.isa import Routine
from core.state import Lane
from elf.routines import routines
from x86.across import ACROSS
from x86.features import AVX2
from x86.lanes import LANES


def of(name: str) -> Callable[[list[Values]], list[Values]]:
    return lambda lanes, _: [{"r": values[name]} for values in lanes]


def said(place: Callable[[int], int]) -> Callable[[list[Values]], list[Values]]:
    """Each lane holds what another one held."""
    return lambda lanes, _: [{"r": lanes[place(k)]["a"]} for k in range(len(lanes))]


APART = changed(LANE_CONTRACT, across=said(lambda k: k))
NEXT = changed(LANE_CONTRACT, across=said(lambda k: (k + 1) % 8))
PAIRS = changed(LANE_CONTRACT, across=said(lambda k: k ^ 1))
OTHER = "is not what the contract says"
HALF = "vextracti64x4 ymm1, zmm0, 1; vinserti64x4 zmm0, zmm0, ymm1, {place};"
LOWER = "mov eax, 15; kmovb k1, eax; vmovdqa64 zmm1{{k1}}{{z}}, zmm0;"
# A copy into the first of two outputs, and of the same into the second.
TWO = changed(APART, arguments=(Array("r", outputs=("r", "s")), APART.arguments[1]), alias=())
TWICE = "".join(f"vmovdqu64 zmm1, [rsi+{64 * k}]; vmovdqu64 [rdi+{320 + 64 * k}], zmm1;" for k in range(5))
# 0 in the lower lanes; the others hold any element from 0 to p - 1.
UPPER_ANY = changed(
    APART, across=lambda lanes, _: [{"r": v["a"] * 0} if k < 4 else {} for k, v in enumerate(lanes)], canonical=True
)
# Each lane's own, in zmm9.
NUMBERS = "vpxorq zmm9, zmm9, zmm9; " + "".join(
    f"mov eax, {lanes}; kmovb k1, eax; mov eax, {bit}; vpbroadcastq zmm8, rax; vpaddq zmm9{{{{k1}}}}, zmm9, zmm8; "
    for lanes, bit in ((0xAA, 1), (0xCC, 2), (0xF0, 4))
)
CASES = {
    "a copy": (APART, "", ""),
    "the next lane": (NEXT, "valignq zmm0, zmm0, zmm0, 1;", ""),
    "the one after it": (NEXT, "valignq zmm0, zmm0, zmm0, 2;", OTHER),
    "all the way round": (APART, "valignq zmm0, zmm0, zmm0, 3; valignq zmm0, zmm0, zmm0, 5;", ""),
    "pairs": (PAIRS, "vpunpckhqdq zmm1, zmm0, zmm0; vpunpcklqdq zmm2, zmm0, zmm0; vpunpcklqdq zmm0, zmm1, zmm2;", ""),
    "pairs of one": (PAIRS, "vpunpckhqdq zmm1, zmm0, zmm0; vpunpcklqdq zmm0, zmm1, zmm1;", OTHER),
    "blocks": (APART, "vshufi64x2 zmm0, zmm0, zmm0, 0xe4;", ""),
    "other blocks": (APART, "vshufi64x2 zmm0, zmm0, zmm0, 0xe0;", OTHER),
    "blocks under a mask of 32 bits": (
        APART,
        "kxnorb k1, k1, k1; vshufi32x4 zmm0{{k1}}{{z}}, zmm0, zmm0, 0xe4;",
        "a mask of lanes of 32 bits",
    ),
    "a half": (APART, HALF.format(place=1), ""),
    "the other half": (APART, HALF.format(place=0), OTHER),
    "half a register of words": (
        APART,
        "vextracti64x4 ymm1, zmm0, 0; vextracti64x4 ymm2, zmm0, 1; vinserti64x4 zmm3, zmm1, ymm2, 1; vmovdqa64 zmm0, zmm3;",
        "",
    ),
    "a quarter of a register of words": (
        APART,
        "vmovdqu64 [rsp-64], zmm0; vmovdqa64 zmm1, zmm0; movdqu xmm1, [rsp-64]; vmovdqu xmm2, [rsp-64]; "
        "vpxor xmm3, xmm3, xmm3; vinserti64x4 zmm1, zmm1, ymm3, 1; vinserti64x4 zmm2, zmm2, ymm3, 1; "
        "vpsubq zmm1, zmm1, zmm2; vpaddq zmm0, zmm0, zmm1;",
        "does not hold words",
    ),
    "half a register": (APART, "vmovdqa ymm0, ymm0;", "does not hold lanes"),
    "some lanes": (APART, LOWER + "mov eax, 240; kmovb k1, eax; vmovdqa64 zmm1{{k1}}, zmm0; vmovdqa64 zmm0, zmm1;", ""),
    "some lanes alone": (APART, LOWER + "vmovdqa64 zmm0, zmm1;", OTHER),
    "one number for all words": (
        APART,
        "mov rax, 1; mov [rsp-64], rax; mov rax, -1; mov [rsp-56], rax; vextracti64x4 ymm1, zmm0, 0; "
        "vpaddq ymm1, ymm1, qword ptr [rsp-64]{{1to4}}; vmovq xmm2, qword ptr [rsp-56]; vpaddq ymm1, ymm1, ymm2; "
        "vinserti64x4 zmm0, zmm0, ymm1, 0;",
        "not in the table of instructions",
    ),
    "a table": (APART, NUMBERS + "vpermt2q zmm0, zmm9, [rsi];", ""),
    "a table that it may not read": (APART, NUMBERS + "vpermt2q zmm0, zmm9, [rsi+4096];", "reads a+4096"),
    "a table at secret data": (
        APART,
        NUMBERS + "vmovq rax, xmm0; vpermt2q zmm0, zmm9, [rsi+rax*8];",
        "an address that depends on data",
    ),
    "a table that is not there": (
        APART,
        NUMBERS + "xor eax, eax; vpermt2q zmm0, zmm9, [rax];",
        "an address that depends on data",
    ),
    "another table": (APART, NUMBERS + "vpermi2q zmm9, zmm0, [rsi+4096]; vmovdqa64 zmm0, zmm9;", "reads a+4096"),
    "an output of no lane": (TWO, TWICE, "does not say what s is in any lane"),
    "an output to work in": (changed(TWO, scratch=("s",)), TWICE, ""),
    "canonical in lanes that nobody uses": (
        UPPER_ANY,
        "mov eax, 240; kmovb k1, eax; vmovdqa64 zmm0{{k1}}{{z}}, zmm0;",
        "is not shown to be from 0 to p - 1",
    ),
    "canonical in an output to work in": (
        changed(TWO, scratch=("s",), canonical=("s",)),
        TWICE,
        "is not shown to be from 0 to p - 1",
    ),
    "0 in lanes that nobody uses": (UPPER_ANY, "vpxor xmm0, xmm0, xmm0;", ""),
    "a branch on a lane": (APART, "vmovq rax, xmm0; test rax, rax; jz 1f; 1:", "a branch on data where lanes are followed"),
}


@pytest.mark.parametrize("name", CASES)
def test_lanes(name: str, tmp_path: Path) -> None:
    contract, change, message = CASES[name]
    body = LANE_COPY.format(change=change).replace("{{", "{").replace("}}", "}")
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, changed(contract, processor=EVERY))
    says(verdict, message)


def test_processor(tmp_path: Path) -> None:
    (routine,) = routines(assembled("valignq zmm0, zmm0, zmm0, 1; ret", tmp_path), "copy")
    reason = prove(routine, changed(APART, processor=(AVX2,))).reason
    assert "AVX-512 F, which a processor for this routine may lack" in reason


@pytest.mark.parametrize(
    ("table", "name", "change"),
    [(LANES, "vpaddq", "vpaddq zmm1, zmm0, [rsi];"), (ACROSS, "vpermt2q", f"{NUMBERS} vpermt2q zmm1, zmm9, [rsi];")],
)
def test_memory_that_is_not_looked_at(
    table: dict[str, Callable], name: str, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an instruction does, whatever its entry in the table forgets."""
    monkeypatch.setitem(table, name, lambda state, i: Lane({}))
    body = LANE_COPY.format(change=change).replace("{{", "{").replace("}}", "}")
    (routine,) = routines(assembled(body, tmp_path), "copy")
    assert "memory that is not looked at" in prove(routine, APART).reason


# To 64 bytes behind.
OPCODES = 0xE8, 0xE9, 0x05
CALL, JUMP, HERE = (f".byte {opcode}; .long 64;" for opcode in OPCODES)
# An address in rax.
LOADED = f".byte 0x48, 0x8d; {HERE}"
ALIGNED = f"sub rsp, 8; {CALL} add rsp, 8; ret"
IN_PLACE = changed(APART, arguments=(Array("r", ("r",), ("r",)),), across=of("r"))
SAME = changed(IN_PLACE, name="other")
WITHOUT_LANE_1 = "mov eax, 0xfd; kmovb k1, eax;" + "".join(
    f"vmovdqu64 zmm0, [rdi+{64 * k}]; vmovdqa64 zmm0{{k1}}{{z}}, zmm0; vmovdqu64 [rdi+{64 * k}], zmm0;" for k in range(5)
)


def record(skipped: int = 0) -> Record:
    return Record("record", ((("bit",), 0),), ((8, Array("t", ("t",)), skipped),))


READS = changed(APART, arguments=(Array("r", outputs=("r",)), record()), across=of("t"), alias=())
# Equal contracts would make it one that does all.
CALLED = changed(READS, name="other", red_zone=0)
# One lane stands for all, each with a bit of its own.
BITS = changed(READS, results=lambda v: {"r": v["t"] * v["bit"]})
UNDER_BIT = "neg rax; vpbroadcastq zmm1, rax; mov rsi, [rsi+8]; " + LANE_COPY.format(change="vpandq zmm0, zmm0, zmm1;")
# The record points to what is an argument, too.
WRITES = changed(
    READS,
    arguments=(*READS.arguments, Array("t", ("t",), ("t",))),
    across=lambda lanes, _: [{"r": v["t"], "t": v["t"]} for v in lanes],
)
# What is read and what is written at one address, the former longer.
LONGER = changed(
    APART,
    name="other",
    arguments=(Array("r", outputs=("r",)), Array("a", ("a", "b")), Array("t", outputs=("t",))),
    across=lambda lanes, _: [{"r": v["b"], "t": v["a"]} for v in lanes],
    alias=(("r", "a"),),
)
BOTH = changed(
    APART,
    arguments=(Array("r", ("r", "s"), ("r", "s")),),
    across=lambda lanes, _: [{"r": v["s"], "s": v["r"]} for v in lanes],
)
BOTH_AND_ANOTHER = changed(
    APART,
    arguments=(*BOTH.arguments, Array("t", outputs=("t",))),
    across=lambda lanes, _: [{"r": v["s"], "s": v["s"], "t": v["r"]} for v in lanes],
    alias=(),
)
# The same number in all lanes, below the stack pointer or not.
WORD = Shape(64, (2**52 - 1,), (2**52 - 1,), 8)
SPILLS = changed(
    APART,
    arguments=(Array("r", outputs=("r",)), Array("w", ("w",), shapes=(WORD,))),
    across=of("w"),
    alias=(),
    aligned=False,
)
SPILLED = dataclasses.replace(SPILLS, name="other", red_zone=0)
TWO_WORDS = dataclasses.replace(
    SPILLS, arguments=(SPILLS.arguments[0], dataclasses.replace(SPILLS.arguments[1], inputs=("w", "v")))
)


def at_most(maximum: int) -> Contract:
    """Of two words as one number."""
    words = dataclasses.replace(TWO_WORDS.arguments[1], maximum=maximum)
    return dataclasses.replace(SPILLED, arguments=(TWO_WORDS.arguments[0], words))


def power_of(added: int) -> Contract:
    return changed(
        LANE_CONTRACT,
        sums={"sum": lambda v: v["a"] ** 3 + added},
        powers={"power": ("sum", 5)},
        results=lambda v: {"r": v["power"]},
    )


POWER = power_of(7)
OF_ANOTHER_SUM = dataclasses.replace(power_of(8), name="other", results=POWER.results)
SPILL = "mov rax, [rsi]; {down} mov [{at}], rax; lea rsi, [{at}];" + CALL + "{up} ret"
CALLS = {
    "of one that does all": (IN_PLACE, SAME, JUMP, ""),
    "the same with another lane": (IN_PLACE, SAME, WITHOUT_LANE_1 + JUMP, OTHER),
    "with a word": (SPILLS, SPILLED, ALIGNED, ""),
    "as a linker writes it": (SPILLS, SPILLED, ALIGNED.replace(CALL, f".byte 0x67; {CALL}"), ""),
    "through a register": (SPILLS, SPILLED, ALIGNED.replace(CALL, f"{LOADED} call rax;"), ""),
    "through a register to elsewhere": (SPILLS, SPILLED, ALIGNED.replace(CALL, f"{LOADED} inc rax; call rax;"), "a pointer"),
    "of what stands behind it": (
        SPILLS,
        SPILLED,
        ALIGNED.replace(CALL, f"{LOADED} add rax, 1; call rax;"),
        "has no contract",
    ),
    "of what is not its own": (
        SPILLS,
        SPILLED,
        ALIGNED.replace(CALL, "mov rax, rsi; call rax;"),
        "calls what no argument is",
    ),
    "with another stack pointer": (SPILLS, SPILLED, f"{CALL} ret", "not at a multiple of 16"),
    "with a word of its stack": (SPILLS, SPILLED, SPILL.format(down="sub rsp, 8;", at="rsp", up="add rsp, 8;"), ""),
    "with a word below its stack": (
        SPILLS,
        SPILLED,
        SPILL.format(down="sub rsp, 8;", at="rsp-8", up="add rsp, 8;"),
        "below the stack pointer",
    ),
    "of a copy to below its stack": (
        APART,
        changed(APART, name="memcpy"),
        f"lea rdi, [rsp-64]; mov edx, 64; {ALIGNED}",
        "copies memory below the stack pointer",
    ),
    "of a copy to where it overlaps": (
        APART,
        changed(APART, name="memcpy"),
        f"lea rsi, [rdi+64]; mov edx, 128; {ALIGNED}",
        "copies memory to where it overlaps",
    ),
    "of one that does all of the same sum": (POWER, dataclasses.replace(POWER, name="other"), JUMP, ""),
    "of one that does all of another sum": (POWER, OF_ANOTHER_SUM, JUMP, "takes a power of other than an element"),
    "with what is longer than what is written": (BOTH_AND_ANOTHER, LONGER, f"mov rdx, rsi; mov rsi, rdi; {ALIGNED}", ""),
    "with what overlaps it": (BOTH, LONGER, f"lea rdx, [rdi+320]; mov rsi, rdi; {ALIGNED}", "arguments that overlap"),
    "with an address that need not be aligned": (
        changed(IN_PLACE, aligned=False),
        changed(SAME, red_zone=0, aligned=False),
        ALIGNED,
        "",
    ),
    "with an address that may not be aligned": (
        changed(IN_PLACE, aligned=False),
        changed(SAME, red_zone=0),
        ALIGNED,
        "not aligned",
    ),
    "with two words": (TWO_WORDS, at_most((2**52 - 1) * (2**64 + 1)), ALIGNED, ""),
    "with two words of which one must be 0": (TWO_WORDS, at_most(2**64 - 1), ALIGNED, "a larger w than it takes"),
    "with a record": (READS, CALLED, ALIGNED, ""),
    "on a processor that lacks what it needs": (
        changed(READS, processor=(AVX2,)),
        CALLED,
        f"sub rsp, 8; {CALL} add rsp, 8; ret",
        "which needs AVX-512 DQ, AVX-512 F",
    ),
    "not for secrets": (READS, dataclasses.replace(CALLED, secret=False), ALIGNED, "is not for secrets"),
    "with memory to work in": (
        READS,
        dataclasses.replace(CALLED, arguments=(*CALLED.arguments, Array("w", work=64))),
        f"mov rdx, rdi; {ALIGNED}",
        "is not one for calls",
    ),
    "with a record that it writes to": (WRITES, CALLED, f"mov rdi, [rsi+8]; {ALIGNED}", "may overlap others"),
    "with a record of other lanes": (
        READS,
        dataclasses.replace(CALLED, arguments=(CALLED.arguments[0], record(skipped=8))),
        ALIGNED,
        "not aligned",
    ),
}


def called_behind(routine: Routine) -> int:
    """The address that CALL or JUMP names."""
    places = (routine.code.rfind(bytes([opcode, 64, 0, 0, 0])) for opcode in OPCODES)
    return routine.address + max(places) + 5 + 64


@pytest.mark.parametrize("name", CALLS)
def test_calls(name: str, tmp_path: Path) -> None:
    contract, callee, body, message = CALLS[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    routine = dataclasses.replace(routine, callees=((called_behind(routine), callee.name),))
    verdict = prove(routine, changed(contract, callees={callee.name: callee}))
    says(verdict, message)


@pytest.mark.parametrize(
    ("load", "message"),
    [
        ("mov rax, [rsi];", "reads 8 bytes of record+0, which holds 1"),
        ("mov eax, [rsi];", "reads 4 bytes of record+0, which holds 1"),
    ],
)
def test_bits_of_a_record(load: str, message: str, tmp_path: Path) -> None:
    """The bytes around one are those of other lanes."""
    (routine,) = routines(assembled(load + UNDER_BIT, tmp_path), "copy")
    says(prove(routine, BITS), message)


@pytest.mark.parametrize(
    ("body", "names", "message"),
    [
        ("0: sub rsp, 8; call 0b; add rsp, 8; ret", ("copy",), "calls copy, whose contract does not come before its own"),
        ("0: jmp 0b", ("copy",), "a loop that goes on for too long"),
        (f"{CALL} ret", ("other", "copy"), ""),
        (f"{CALL} ret", ("copy", "other"), "calls other, whose contract does not come before its own"),
        (JUMP, ("other", "copy"), ""),
        (JUMP, ("copy", "other"), "calls other, whose contract does not come before its own"),
    ],
)
def test_calls_that_come_back(body: str, names: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """A routine does not rest on what rests on it, itself included."""
    aligned = body.replace(CALL, f"sub rsp, 8; {CALL} add rsp, 8;")
    (routine,) = routines(assembled(aligned, tmp_path), "copy")
    callees = ((routine.address, "copy"), (called_behind(routine), "other"))
    contract = changed(APART, callees={})
    contract.callees.update({name: changed(contract, name=name) for name in names})
    says(prove(dataclasses.replace(routine, callees=callees), contract), message)


@pytest.mark.parametrize("jump", ["jz", "jnz"])
def test_rounds(jump: str, tmp_path: Path) -> None:
    """No path of lanes that are followed one by one is left out."""
    clear = "vpxorq zmm0, zmm0, zmm0;" + "".join(f"vmovdqu64 [rdi+{64 * k}], zmm0;" for k in range(5))
    body = f"dec edx; {jump} 1f; {LANE_COPY.format(change='')}; 1: {clear} ret"
    (routine,) = routines(assembled(body, tmp_path), "copy")
    contract = changed(APART, arguments=(*APART.arguments, Count("n", 32)), alias=())
    assert "counts rounds" in prove(routine, contract).reason


def of_digit(result: Callable[[Values], Expression], secret: bool = False) -> Contract:
    return changed(
        LANE_CONTRACT,
        arguments=(*LANE_CONTRACT.arguments, Small("n", 64, 2)),
        across=lambda lanes, _: [{"r": result(v)} for v in lanes],
        together=True,
        secret=secret,
        gathers=not secret,
        alias=(),
    )


PUBLIC = of_digit(lambda v: v["a"] * (-v["n"] + 1))
STORED = "vmovdqu64 [rsp-128], zmm0; vpxorq zmm1, zmm1, zmm1; vmovdqu64 [rsp-64], zmm1;"
READ = "vmovdqu64 zmm0, [rsp-128+rdx];"
# 2^60, which no limb reaches, and the highest bit.
LARGE = "mov rax, 0x1000000000000000; vpbroadcastq zmm2, rax;"
GATHERED = {
    "an entry": (PUBLIC, STORED + READ, ""),
    "the other one": (of_digit(lambda v: v["a"] * v["n"]), STORED + READ, OTHER),
    "for secrets": (of_digit(lambda v: v["a"], True), STORED + READ, "an address that depends on data"),
    "an entry below 0": (
        of_digit(lambda v: v["a"]),
        f"{LARGE} vmovdqa64 zmm3, zmm0; vpsubq zmm0, zmm0, zmm2; {STORED} {READ}"
        "vpsrlq zmm0, zmm0, 63; vpaddq zmm0, zmm0, zmm3;",
        "is not shown to be in its range",
    ),
    "no lanes": (PUBLIC, "mov [rsp-128], rsi;" + READ, "which are not those that it holds"),
}


@pytest.mark.parametrize("name", GATHERED)
def test_gathered(name: str, tmp_path: Path) -> None:
    contract, change, message = GATHERED[name]
    body = f"shl rdx, 6; {LANE_COPY.format(change=change)}"
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, contract)
    says(verdict, message)


def test_gathers_of_contracts() -> None:
    """None is said to be for secrets."""
    every: list[Contract] = [c for _, _, contracts in KINDS.values() for c in contracts]
    assert any(c.gathers for c in every)
    assert not any(c.gathers and c.secret for c in every)

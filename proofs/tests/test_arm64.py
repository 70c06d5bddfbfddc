"""arm64: encodings, rules in routines of a few lines, what is lifted beside what an emulator does, and planted faults."""

from __future__ import annotations

import dataclasses
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from kinds import changed

import native.calls
from arm64 import lift
from arm64.decode import ASSEMBLER, decode
from campaign import campaign
from contracts import ARM64, KINDS, LANDING
from contracts.go import MODULE
from core.check import prove
from core.contract import Array, Count, Loop, contract_of
from core.flow import program
from core.isa import Routine
from core.state import Refused
from elf.routines import routines
from failures import kind_of
from mutants import drawn
from native.compare import compare
from prove import collect

pytestmark = pytest.mark.skipif(
    shutil.which("aarch64-linux-gnu-gcc") is None, reason="SKIPPED arm64: tools/need.sh aarch64-linux-gnu-g++"
)
CONTRACTS = {c.name: dataclasses.replace(c, alias=()) for kind in ARM64 for c in KINDS[kind][2]}
BUILD = Path(__file__).resolve().parents[2] / "build/proofs"
OBJECTS = {kind: BUILD / ("engine-arm64.o" if kind == "arm64" else kind) for kind in sorted(ARM64)}
ROUTINES = {r.name: r for kind, path in OBJECTS.items() if path.exists() for r in routines(path, *KINDS[kind][:2])}

CONTRACT = contract_of(
    "copy", Array("r", outputs=("r",)), Array("a", inputs=("a",)), results=lambda v: {"r": v["a"]}, secret=True
)
COPY = "ldp x2, x3, [x1]; ldp x4, x5, [x1, #16]; stp x2, x3, [x0]; stp x4, x5, [x0, #16];"
RULES = {
    "a copy": (f"{COPY} ret", ""),
    "saves a register": (
        f"sub sp, sp, #16; stp x19, x30, [sp]; ldr x19, [x1]; {COPY} ldp x19, x30, [sp]; add sp, sp, #16; ret",
        "",
    ),
    "keeps a changed register": (f"ldr x19, [x1]; {COPY} ret", "returns with x19 changed"),
    "the return address": (f"ldr x30, [x1]; {COPY} ret", "returns with x30 changed"),
    "returns elsewhere": (f"{COPY} ret x9", "caller's stack"),
    "the frame's chain": (f"mov x29, x1; {COPY} ret", "returns with x29 changed"),
    "the stack pointer": (f"sub sp, sp, #16; {COPY} ret", "returns with another stack pointer"),
    "a stack pointer at no multiple of 16": (f"sub sp, sp, #8; {COPY} add sp, sp, #8; ret", "not a multiple of 16"),
    "below the stack": (
        f"mov x9, sp; sub x9, x9, #16; ldr x2, [x1]; str x2, [x9]; {COPY} ret",
        "writes below the stack pointer",
    ),
    "the caller's stack": (f"ldr x2, [x1]; str x2, [sp]; {COPY} ret", "writes to its caller's stack"),
    "reads its caller's stack": (f"ldr x2, [sp]; {COPY} ret", "which holds nothing that it may read"),
    "the platform's register": (f"mov x18, x1; {COPY} ret", "not in the table"),
    "a vector that a callee preserves": (f"movi v8.2d, #0; {COPY} ret", "not in the table"),
    "reads too far": (f"ldr x2, [x1, #32]; {COPY} ret", "reads a+32"),
    "reads its output": (f"ldr x2, [x0]; {COPY} ret", "reads r+0"),
    "writes too far": (f"{COPY} str x2, [x0, #32]; ret", "writes r+32"),
    "writes its input": (f"{COPY} str x2, [x1]; ret", "writes a+0"),
    "an address of data": (f"ldr x2, [x1]; ldr x2, [x2]; {COPY} ret", "depends on data"),
    "a branch on data": (f"ldr x2, [x1]; cbz x2, 1f; nop; 1: {COPY} ret", "a branch that depends on data"),
    "a branch on a carry": (f"ldr x2, [x1]; adds x2, x2, x2; b.hs 1f; nop; 1: {COPY} ret", "a branch that depends on data"),
    "an unset flag": (f"ldr x2, [x1]; adc x2, x2, xzr; {COPY} ret", "C, which is undefined"),
    "an unset register": (f"add x9, x9, #1; {COPY} ret", "is undefined"),
    "an unset vector": (f"stp q0, q1, [x0]; {COPY} ret", "which is not set"),
    "forgets a limb": (COPY.replace("stp x4, x5", "str x4") + "ret", "does not write r+24"),
    "an unknown instruction": (f"mrs x2, nzcv; {COPY} ret", "not in the table"),
    "an unknown condition": (f"ldr x2, [x1]; adds x2, x2, x2; csel x2, x2, x2, mi; {COPY} ret", "not in the table"),
    "a shift that is not lifted": (f"ldr x2, [x1]; add x2, x2, x2, asr #3; {COPY} ret", "not in the table"),
    "an address that moves": (f"ldr x2, [x1], #8; {COPY} ret", "address"),
    "an address that moves before": (f"ldr x2, [x1, #8]!; {COPY} ret", "an address that moves"),
    "the stack's address that moves": (f"str x30, [sp, #-16]!; ldr x30, [sp]; {COPY} add sp, sp, #16; ret", ""),
    "saves below its stack": (f"stp x29, x30, [sp, #-16]; {COPY} ret", "writes below the stack pointer"),
    "a call": (f"bl 1f; 1: {COPY} ret", "which has no contract"),
    "a jump to a register": (f"br x1; {COPY} ret", "not in the table"),
    "a loop": (f"{COPY} 1: subs x2, x2, #1; b.ne 1b; ret", "a loop that the contract does not describe"),
    "runs on": (COPY, "path"),
    "behind its return": (f"{COPY} ret; add x0, x0, #1", "code that no path reaches"),
    "aliasing": (f"stp xzr, xzr, [x0]; {COPY} ret", "where a is r"),
    "another limb": (COPY.replace("stp x2, x3", "stp x3, x2") + "ret", "not a function of the elements"),
    "a negative of what may be 0": (
        f"ldp x2, x3, [x1]; ldr x4, [x1, #16]; subs x2, x2, x3; cneg x4, x4, lo; {COPY} ret",
        "negates what may be 0",
    ),
}


def built(text: str, folder: Path) -> Routine:
    source = folder / "copy.s"
    source.write_text(f".globl copy\n.type copy, %function\ncopy: {text}\n.size copy, .-copy\n")
    subprocess.run(["aarch64-linux-gnu-gcc", "-c", source, "-o", source.with_suffix(".o")], check=True)
    (routine,) = routines(source.with_suffix(".o"), "copy")
    return routine


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("nop", ""),
        (".quad 5", "$d at 0x14 is in code, and no function with a size"),
        ("ret", "the bytes from 0x14 to 0x18 are no function's"),
        (".globl other\nother: ret", "other at 0x14 is in code, and no function with a size"),
        (".type copy2, %function\ncopy2: ret\n.size copy2, .-copy2", "copy2 at 0x14 has no contract"),
    ],
)
def test_object(rest: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be executed beside the routines that have contracts is found."""
    monkeypatch.setitem(KINDS, "arm64", ("copy", "", [CONTRACT]))
    monkeypatch.setitem(LANDING, "arm64", b"")
    source = tmp_path / "copy.s"
    source.write_text(f".globl copy\n.type copy, %function\ncopy: {COPY} ret\n.size copy, .-copy\n{rest}\n")
    subprocess.run(["aarch64-linux-gnu-gcc", "-c", source, "-o", source.with_suffix(".o")], check=True)
    found = "\n".join(collect([f"arm64={source.with_suffix('.o')}"], "", 0)[1])
    assert message in found
    assert bool(message) == bool(found)


# A Go function that asks whether its stack has room, as Go's assembler writes it.
GO_CONTRACT = changed(CONTRACT, abi="go")
GO_COPY = f"ldr x0, [sp, #8]; ldr x1, [sp, #16]; {COPY}"
GO = (
    "1: {before} ldr {x16}, {guard}; sub x17, {sp}, #{asked}; {compare}; {branch} {asks}; sub x20, sp, #160; "
    "stp x29, x30, [x20, #-8]; mov sp, x20; sub x29, sp, #8; ldr x0, [sp, #168]; ldr x1, [sp, #176]; {body} {copy} "
    "ldr x30, [sp]; {frame}; add sp, sp, #160; 4: ret; 2: {keeps}; bl {grows}; b {again}; 3: ret"
)
USUAL = {
    "before": "",
    "x16": "x16",
    "guard": "[x28, #16]",
    "sp": "sp",
    "asked": 32,
    "compare": "cmp x17, x16",
    "branch": "b.ls",
    "asks": "2f",
    "body": "",
    "copy": COPY,
    "frame": "add x29, sp, #152",
    "keeps": "mov x3, x30",
    "grows": "3f",
    "again": "1b",
}
ASKS_NOT = "does not ask whether the stack has room"
IN_GO = {
    "asks": ({}, ""),
    "asks for less": (dict(asked=16), "below the part of the stack that it has asked for"),
    "the other way": (dict(branch="b.hi"), "not in the table"),
    "another way": (dict(branch="b.lo"), ASKS_NOT),
    "with another comparison": (dict(compare="cmp x17, x16; mov x2, #1; cmp x2, #1"), "condition ls is not known"),
    "another instruction": (dict(compare="subs x17, x17, x16"), "does not compare an address in the stack"),
    "half of an address": (dict(compare="cmp w17, w16"), "uses a pointer as a number"),
    "another address": (dict(sp="x28"), "uses a token as a number"),
    "half of the bound": (dict(x16="w16"), "reads goroutine+16"),
    "another word of the goroutine": (dict(guard="[x28, #24]"), "reads goroutine+24"),
    "another goroutine": (dict(before="mov x28, x1;"), "depends on data"),
    "to elsewhere": (dict(asks="4f"), ASKS_NOT),
    "keeps something else": (dict(keeps="mov x4, x30"), ASKS_NOT),
    "and goes on elsewhere": (dict(again="4b"), ASKS_NOT),
    "for something else": (dict(grows="4b"), "a loop that the contract does not describe"),
    "compared alone": (dict(branch="nop;", asks=""), "goes on where it has no room"),
    "what was done before": (dict(before=GO_COPY), "changes something before it asks"),
    "the stack pointer before": (dict(before="sub sp, sp, #16;"), "changes something before it asks"),
    "changes the goroutine's register": (dict(body="mov x28, x1;"), "returns with x28 changed"),
    "writes to the goroutine": (dict(body="str x1, [x28, #16];"), "writes goroutine+16"),
    "changes the return address": (dict(body="mov x2, #1; str x2, [sp];"), "returns with x30 changed"),
    "its caller's return address": (dict(body="mov x2, #1; str x2, [sp, #160];"), "writes to its caller's stack"),
    "another frame": (dict(frame="add x29, sp, #144"), "returns with x29 changed"),
    "below its stack": (dict(body="mov x2, #1; stur x2, [sp, #-8];"), "writes below the stack pointer"),
    "what it saved below its stack": (dict(body="ldur x2, [sp, #-8];"), "not in the table"),
}
UNASKED = f"str x30, [sp, #-48]!; stur x29, [sp, #-8]; sub x29, sp, #8; ldr x0, [sp, #56]; ldr x1, [sp, #64]; {COPY} "
UNASKED += "ldr x30, [sp]; add x29, sp, #40; add sp, sp, #48; ret"


@pytest.mark.parametrize("name", IN_GO)
def test_in_go(name: str, tmp_path: Path) -> None:
    changes, message = IN_GO[name]
    routine = built(GO.format(**USUAL | changes), tmp_path)
    size = routine.size - 4
    asking = dataclasses.replace(routine, size=size, frame=2**14, grows=(routine.address + size,))
    verdict = prove(asking, GO_CONTRACT)
    assert message in verdict.reason
    assert bool(message) == bool(verdict.reason)
    assert message or not compare(asking, GO_CONTRACT, 20, 1)


@pytest.mark.parametrize(("frame", "message"), [(56, ""), (48, "below the part of the stack that it has asked for")])
def test_go_without_a_question(frame: int, message: str, tmp_path: Path) -> None:
    """What the linker does not know of is not there."""
    verdict = prove(dataclasses.replace(built(UNASKED, tmp_path), frame=frame), GO_CONTRACT)
    assert message in verdict.reason
    assert bool(message) == bool(verdict.reason)


@pytest.mark.parametrize("name", RULES)
def test_rule(name: str, tmp_path: Path) -> None:
    text, message = RULES[name]
    verdict = prove(built(text, tmp_path), CONTRACT)
    assert message in verdict.reason
    assert bool(message) == bool(verdict.reason)


def test_a_loop_that_reads_what_it_has_written(tmp_path: Path) -> None:
    """Each round clears two limbs of r and reads a, which is r where they alias."""
    loop = Loop({"x": "x4 x5 x6 x7", "y": "a"}, lambda v: {"x": v["a"], "y": v["a"]}, lambda v: {"x": v["y"], "y": v["y"]})
    arguments = (*CONTRACT.arguments, Count("n", 64))
    contract = contract_of("copy", *arguments, loop=loop, results=lambda v: {"r": v["x"]}, secret=False)
    reads = "ldp x4, x5, [x1]; ldp x6, x7, [x1, #16]"
    text = f"{reads}; 1: {reads}; stp xzr, xzr, [x0]; subs x2, x2, #1; b.ne 1b; stp x4, x5, [x0]; stp x6, x7, [x0, #16]; ret"
    assert "where a is r" in prove(built(text, tmp_path), contract).reason
    assert prove(built(text, tmp_path), dataclasses.replace(contract, alias=())).proved


WORDS = changed(CONTRACT, arguments=(Array("r", outputs=("r", "s")), Array("a", inputs=("a", "b"))), secret=False, alias=())
HELD = tuple(f"x{n}" for n in range(2, 10))
LINES = (
    "adds {x}, {y}, {z}; adcs {u}, {y}, {u}; adc {z}, {z}, xzr",
    "subs {x}, {y}, {z}; sbcs {u}, {y}, {u}; sbc {z}, {z}, xzr",
    "subs {x}, {y}, {z}; csetm {u}, lo; eor {z}, {z}, {u}; cmn {u}, #1; adcs {z}, {z}, {y}",
    "subs {x}, {y}, {z}; cneg {x}, {x}, lo; csetm {u}, lo; subs {z}, {z}, {y}; cneg {z}, {z}, lo; cinv {u}, {u}, lo",
    "subs {x}, {y}, {z}; csel {u}, {y}, {z}, hs; csel {y}, {y}, {x}, lo",
    "cmp {x}, {y}; csetm {u}, eq; cmp {y}, #0; csinv {u}, {u}, xzr, ne; bic {z}, {z}, {u}",
    "cmp {x}, #0; csel {u}, {y}, {z}, ne",
    "negs {x}, {y}; ngcs {u}, {z}",
    "mul {x}, {y}, {z}; umulh {u}, {y}, {z}",
    "umull {x}, {y32}, {z32}; umaddl {u}, {x32}, {y32}, {z}",
    "umull {x}, {y32}, {z32}; lsr {u}, {y}, #32",
    "extr {x}, {y}, {z}, #1; extr {u}, {y}, {z}, #32",
    "lsr {x}, {y}, #31; lsl {u}, {z}, #7",
    "adds {x}, {y}, {z}, lsl #33; adc {u}, {u}, xzr",
    "and {x}, {y}, #1; neg {x}, {x}; and {x}, {x}, {z}",
    "and {x}, {y}, {z}; orr {u}, {y}, {z}; orn {y}, {x}, {u}",
    "mov {x32}, {y32}",
    "mov {x32}, #-2; mov {u}, #-2",
    "adds {x32}, {y32}, {z32}; adc {u32}, {u32}, {y32}; neg {z32}, {z32}",
    "and {x32}, {y32}, #1; orr {u32}, {x32}, #0xfffffffe; and {z32}, {x32}, #0xfffffffe",
    "mov {x}, #977; movk {x}, #1, lsl #32; sub {u}, {x}, #1",
    "sub sp, sp, #16; str {y32}, [sp, #8]; str {z}, [sp]; ldr {x32}, [sp, #8]; ldr {u}, [sp]; add sp, sp, #16",
)
PROGRAMS = 6
INPUTS = 60


def words(rng: random.Random) -> int:
    """Words that comparisons are often equal on, and any."""
    edges = (0, 1, 2, 2**32 - 1, 2**32, 2**63, 2**64 - 1, rng.getrandbits(64), rng.getrandbits(64))
    return sum(rng.choice(edges) << 64 * k for k in range(4))


@pytest.mark.parametrize("line", LINES)
def test_against_the_emulator(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in a program, alone and behind another one."""
    monkeypatch.setattr("native.calls.draw", words)
    rng = random.Random(line)
    compared = 0
    for number in range(PROGRAMS):
        body = [f"ldp x{2 * k}, x{2 * k + 1}, [x1, #{16 * k - 16}]" for k in range(1, 5)]
        for one in (*(rng.choices(LINES) if number else ()), line):
            names = dict(zip("xyzu", rng.sample(HELD, 4), strict=True))
            body.append(one.format(**names, **{f"{k}32": n.replace("x", "w") for k, n in names.items()}))
        body += [f"stp x{2 * k}, x{2 * k + 1}, [x0, #{16 * k - 16}]" for k in range(1, 5)]
        text = "; ".join([*body, "ret"])
        try:
            assert not compare(built(text, tmp_path), WORDS, INPUTS, number), text
        except Refused:
            assert number, text
            continue
        compared += 1
    assert compared > 1


@pytest.mark.parametrize("broken", ["adcs", "umulh", "sbcs", "cneg", "eor"])
def test_wrong_table_of_instructions(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong entry that a trace runs through makes it differ from the emulator."""
    wrong = {
        "adcs": lift.add,
        "sbcs": lift.subtract,
        "umulh": lambda s, i: (lift.multiply(s, i), s.registers.update({i.operands[0].register: {}})),
        "cneg": lambda s, i: lift.move(s, dataclasses.replace(i, operands=i.operands[:2])),
        "eor": lift.TABLE["orr"],
    }
    monkeypatch.setitem(lift.TABLE, broken, wrong[broken])
    monkeypatch.setattr("core.check.Execution.finish", lambda self, state: None)
    name = "koblitz_fe4_narrow_mul_sub_secret"
    try:
        difference = compare(ROUTINES[name], CONTRACTS[name], 50, 1)
    except Refused as error:
        difference = error.reason
    assert difference


# What capstone or the emulator take, and no assembler makes, or what is not lifted.
ENCODINGS = {
    "a sum": ("0000018b", True),
    "a sum of 32 bits": ("0000010b", True),
    "a sum with a shift by 63": ("00fc018b", True),
    "a sum with a rotation": ("0000c18b", False),
    "a sum of 32 bits with a shift by 32": ("0080010b", False),
    "a product with a summand": ("0008019b", False),
    "a high half with another field": ("0004c19b", False),
    "BTI of another kind": ("9f2403d5", False),
    "an authenticated return": ("ff0b5fd6", False),
    "a load that writes its address": ("2004c1a8", False),
    "no instruction": ("00000000", False),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_encoding(name: str) -> None:
    code, lifted = ENCODINGS[name]
    bytes_of = bytes.fromhex(code)
    try:
        i = decode(bytes_of, 0)
    except Refused:
        assert not lifted
        return
    assert (i.name in lift.TABLE and not ASSEMBLER.unconfirmed([(i, bytes_of)])) == lifted, i.text


def test_assembler_is_asked() -> None:
    """What it makes other bytes of, or none, is not confirmed."""
    i = decode(bytes.fromhex("0000018b"), 0)
    assert ASSEMBLER.unconfirmed([(i, bytes.fromhex("0000018a"))]) == [i]
    assert ASSEMBLER.assembled(["add x0, x0, x1", "frob x0"])[0] == bytes.fromhex("0000018b")


def test_wiped_vectors() -> None:
    """A scan leaves zeros in the vectors that have held entries and the index."""
    from unicorn import arm64_const

    from native.emulator import Emulator

    name = "koblitz_point4_scan"
    runner = Emulator(program(ROUTINES[name]), CONTRACTS[name])
    runner.call(native.calls.drawn(CONTRACTS[name], {"out": "out"}, 3, random.Random(1)))
    held = [n for n in range(1, 32) if runner.engine.reg_read(getattr(arm64_const, f"UC_ARM64_REG_V{n}"))]
    assert held == list(range(8, 16))


SAMPLED = (
    "koblitz_fe4_narrow_mul_secret",
    "koblitz_fe4_half3_public",
    "koblitz_point4_scan",
    f"{MODULE}field.squareNVartimeWideAsm.abi0",
    f"{MODULE}point.addMixedVartimeWideAsm.abi0",
    f"{MODULE}digit.selectConstantAsm.abi0",
)


@pytest.mark.parametrize("name", SAMPLED)
def test_sample_of_mutants(name: str) -> None:
    """Those that the prover accepts give the original's results in the emulator."""
    code, rng = program(ROUTINES[name]), random.Random(1)
    mutants = [drawn(code, rng) for _ in range(20)]
    outcomes = campaign(ROUTINES[name], CONTRACTS[name], mutants, 200)
    wrong = [o for o in outcomes if kind_of(o.verdict.reason) == "no answer" or (o.compared and o.compared.wrong)]
    assert not wrong
    assert all(o.compared is not None for o in outcomes if o.verdict.proved)
    assert sum(o.verdict.proved for o in outcomes) < len(mutants) // 2

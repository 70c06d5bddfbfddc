"""Nothing of an object can be executed that is not a routine with a contract, and of a Go package no assembly."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from test_rules import CONTRACT, COPY, LANE_CONTRACT, LANE_COPY, says

import prove
from contracts import KINDS
from core.check import prove as prove_routine
from core.isa import Routine
from elf.inventory import assembled
from elf.routines import routines
from x86.isa import ISA

ROUTINE = f".globl copy\n.type copy, @function\ncopy: endbr64; {COPY} ret\n.size copy, .-copy\n"
OTHER = ".globl other\n.type other, @function\n"
SIZE = ".size other, .-other\n"
OBJECTS = {
    "a routine": ("", ""),
    "padding": ("nop; nopw 0(%rax, %rax); .byte 0x66, 0x90; int3; ud2", ""),
    "what stands for memory.c, where nothing does": (
        f"{OTHER}other: ret\n{SIZE}".replace("other", "memcpy"),
        "memcpy at 0x23 is none of the routines that have contracts",
    ),
    "another routine": (f"{OTHER}other: ret\n{SIZE}", "other at 0x23 is none of the routines that have contracts"),
    "a routine without a contract": (
        f"{OTHER}other: ret\n{SIZE}".replace("other", "copy_other"),
        "copy_other at 0x23 has no contract",
    ),
    "a symbol without a type": (
        ".globl other\nother: ret\n.size other, .-other",
        "other at 0x23 is in code, and no function",
    ),
    "a symbol without a size": (f"{OTHER}other: ret", "other at 0x23 is in code, and no function"),
    "a symbol of the file alone": ("other: ret", "other at 0x23 is in code, and no function"),
    "a symbol of data": (".type other, @object\nother: ret\n.size other, 1", "other at 0x23 is in code, and no function"),
    "a function that a function chooses": (
        f".globl other\n.type other, @gnu_indirect_function\nother: ret\n{SIZE}",
        "other at 0x23 is in code, and no function",
    ),
    "no symbol": ("1: ret", "the bytes from 0x23 to 0x24 are no function's"),
    "a number": (".quad 5", "the bytes from 0x23 to 0x2b are no function's"),
    "half of an instruction": (".byte 0x0f, 0x23", "the bytes from 0x23 to 0x25 are no function's"),
    "bytes before": (".subsection -1\nret\n.previous", "the bytes from 0x0 to 0x1 are no function's"),
    "another name": (f"{OTHER}.set other, copy\n.size other, .-copy", "is a part of"),
    "another way in": (f"{OTHER}.set other, copy+7\n.size other, .-other", "other at 0x7 is a part of copy"),
    "a weak routine": (".weak copy", "copy at 0x0 is weak"),
    "a section of its own": (f'.section .text.other, "ax"\n{OTHER}other: ret\n{SIZE}', "the section .text.other has code"),
    "a section that is run first": (".section .init\nret", "the section .init has code"),
    "a function in data": (f".data\n{OTHER}other: .byte 0xc3\n{SIZE}", "other at 0x0 is a function, and not in code"),
    "data": (".data\n.globl other\nother: .quad 5", ""),
}


def built(text: str, folder: Path, name: str) -> Path:
    source = folder / f"{name}.s"
    source.write_text(f".text\n{text}\n")
    subprocess.run(["cc", "-c", source, "-o", source.with_suffix(".o")], check=True)
    return source.with_suffix(".o")


def problems(path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(KINDS, "engine", ("copy", "", [CONTRACT]))
    return "\n".join(prove.collect([f"engine={path}"], "", 0)[1])


@pytest.mark.parametrize("name", OBJECTS)
def test_object(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest, message = OBJECTS[name]
    intel = f".intel_syntax noprefix\n{ROUTINE}.att_syntax\n"
    found = problems(built(intel + rest, tmp_path, "copy"), monkeypatch)
    assert message in found
    assert bool(message) == bool(found)


def test_landing_pad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f".intel_syntax noprefix\n{ROUTINE}".replace("endbr64; ", "")
    assert "copy at 0x0 does not begin with a landing pad" in problems(built(text, tmp_path, "copy"), monkeypatch)


def test_two_functions_of_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [
        built(f".intel_syntax noprefix\n{ROUTINE.replace('.globl', '.local')}.byte {fill}", tmp_path, name)
        for name, fill in (("a", 0x90), ("b", 0xCC))
    ]
    subprocess.run(["ld", "-r", *parts, "-o", tmp_path / "both.o"], check=True)
    assert "copy is the name of two functions" in problems(tmp_path / "both.o", monkeypatch)


LINKED = """\
.intel_syntax noprefix
.text
.balign 256, 0xcc
{functions}
.section .rodata.zeros, "a"
.p2align {alignment}
zeros: .fill 8, 8, 0
.section .rodata
.p2align 8
ones: .fill 8, 8, 1
words: .quad {word}
.fill 7, 8, 0
"""
FUNCTION = """\
.globl {name}
.type {name}, @function
{name}:
{load}
{copy}
.size {name}, .-{name}
.balign 256, 0xcc
"""


def linked(folder: Path, functions: dict[str, str], alignment: int = 8, word: str = "0") -> Path:
    """Functions by their names that add what they load to a copy of lanes."""
    copy = LANE_COPY.format(change="vpaddq zmm0, zmm0, zmm1;")
    text = "".join(FUNCTION.format(name=name, load=load, copy=copy) for name, load in functions.items())
    object_ = built(LINKED.format(functions=text, alignment=alignment, word=word), folder, "linked")
    path = folder / "linked.so"
    subprocess.run(
        ["cc", "-shared", "-nostdlib", "-Wl,-Map", f"{path}.map", object_, "-o", path], check=True, stderr=subprocess.DEVNULL
    )
    return path


@pytest.mark.parametrize(
    ("load", "alignment", "word", "message"),
    [
        ("vmovdqa64 zmm1, [rip+zeros]", 8, "0", ""),
        ("vmovdqa64 zmm1, [rip+zeros]", 4, "0", "an address that must be aligned"),
        ("vmovdqu64 zmm1, [rip+zeros]", 4, "0", ""),
        ("vpbroadcastq zmm1, [rip+words]", 8, "0", ""),
        ("vpbroadcastq zmm1, [rip+words]", 8, "words", ".rela.dyn changes code or constants"),
        ("movabs rax, offset zeros; vpbroadcastq zmm1, rax", 8, "0", ".rela.dyn changes code or constants"),
    ],
)
def test_constants(load: str, alignment: int, word: str, message: str, tmp_path: Path) -> None:
    """They are where their sections let them be in any library, and what they are in the object."""
    path = linked(tmp_path, {"_Z4copyPvPKv": load}, alignment, word)
    try:
        (routine,) = routines(path, "_Z")
    except ValueError as error:
        assert message in str(error)
        assert message
        return
    says(prove_routine(routine, LANE_CONTRACT), message)


def test_the_same_bytes_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two functions that a compiler has made of one, and their constants: zeros and ones."""
    names = {"_Z4copyPvPKv": "vmovdqu64 zmm1, [rip+zeros]", "_Z4copyPvPKv.part.0": "vmovdqu64 zmm1, [rip+ones]"}
    path = linked(tmp_path, names)
    monkeypatch.setitem(KINDS, "lanes", ("_Z", "", [LANE_CONTRACT]))
    tasks, found = prove.collect([f"lanes={path}"], "", 0)
    assert not found
    assert len({task.routine.code for task in tasks}) == 1
    assert [prove_routine(task.routine, LANE_CONTRACT).proved for task in tasks] == [True, False]


LISTING = """\
x.a(_go_.o):\t         U\x20
x.a(_go_.o):\t     867 T koblitz.dev/secp256k1/internal/field.Mul
x.a(_go_.o):\t     867 T koblitz.dev/secp256k1/internal/field.mulAsm
x.a(field_amd64.o):\t     acb T koblitz.dev/secp256k1/internal/field.mulAsm
x.a(field_amd64.o):\t         U koblitz.dev/secp256k1/internal/field.mulAsm.arginfo0
"""


@pytest.mark.parametrize(
    ("symbol", "missing"),
    [
        ("", ""),
        ("T koblitz.dev/secp256k1/internal/field.otherAsm", "koblitz.dev/secp256k1/internal/field.otherAsm"),
        ("T koblitz.dev/secp256k1/internal/point.mulAsm", "koblitz.dev/secp256k1/internal/point.mulAsm"),
        ("t koblitz.dev/secp256k1/internal/field.mulAsm<1>", "koblitz.dev/secp256k1/internal/field.mulAsm<1>"),
        ("t other<1>", "other<1>"),
    ],
)
def test_go_package(symbol: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What its assembly defines is in the test program, where what is not called is left out."""
    (tmp_path / "go-field.symbols").write_text(LISTING + (f"x.a(field_amd64.o):\t     b00 {symbol}\n" if symbol else ""))
    prefix, suffix, contracts = KINDS["go-field"]
    one = next(c for c in contracts if c.name == f"{prefix}mulAsm{suffix}")
    monkeypatch.setitem(KINDS, "go-field", (prefix, suffix, [one]))
    monkeypatch.setattr(prove, "routines", lambda *_: [Routine(one.name, 0, 1, 0, b"\xc3", ISA)])
    found = prove.collect([f"go-field={tmp_path / 'go-field'}"], "", 0)[1]
    assert [p.partition(": ")[2] for p in found] == (
        [f"{missing}, which is assembled, is no routine of the program"] * bool(missing)
    )
    assert "koblitz.dev/secp256k1/internal/field.Mul" not in assembled(tmp_path / "go-field.symbols")


def test_every_kind_is_given() -> None:
    given = [f"{kind}=path" for kind in KINDS]
    assert not prove.not_given(given)
    assert prove.not_given(given[1:]) == [f"no object of {next(iter(KINDS))} is given"]

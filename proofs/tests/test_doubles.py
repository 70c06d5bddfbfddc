"""What instructions do to f64 lanes: against this processor on numbers, and in routines that copy an element."""

from __future__ import annotations

import ctypes
import dataclasses
import random
import struct
from fractions import Fraction
from pathlib import Path

import pytest
from kinds import changed
from test_rules import assembled, says

from contracts import KINDS, engine_f64
from core.check import prove
from core.contract import Array, Count, Fixed, Rounds, Small, contract_of
from core.doubles import number
from core.flow import program
from core.state import Lane, Refused, State, Unknown
from core.terms import Trace, as_constant, constant
from elf.routines import routines
from native.calls import Call
from native.compare import compare
from native.machine import DOUBLE_FLAGS, Machine, available
from x86.decode import decode
from x86.features import assumed
from x86.isa import ISA
from x86.registers import SYSV

# 1.5 2^52, 1.5 2^54, 1/2, 1, the sign, 2^52; six bits of the exponent of 2^52, and all but the upper five of these.
NUMBERS = (
    *(engine_f64.MIDDLE, engine_f64.MIDDLE + (2 << 52), 1022 << 52, 1023 << 52, 1 << 63, engine_f64.TWO52),
    *(51 << 52, ~(31 << 53) % 2**64),
)
MIDDLE, LARGE, HALF, ONE, SIGN, TWO52, SIX_BITS, CLEARED = (f"ymmword ptr [rdx+{32 * k}]" for k in range(len(NUMBERS)))
CONTRACT = contract_of(
    "copy",
    *(Array("r", outputs=("r",)), Array("a", inputs=("a",)), Fixed("numbers", NUMBERS)),
    results=lambda v: {"r": v["a"]},
    secret=True,
    shape=engine_f64.fe(),
    aligned=False,
    alias=(),
    red_zone=128,
)
PLACES = [64 * k + side for k in range(5) for side in (0, 32)]
COPY = "".join(f"vmovupd ymm0, [rsi+{at}]; {{change}} vmovupd [rdi+{at}], ymm0; " for at in PLACES)
SPILL = "vmovupd [rsp-64], ymm0; mov rax, [rsp-48];"
CASES = {
    "a copy": ("", ""),
    "a sum": (f"vaddpd ymm0, ymm0, {MIDDLE}; vsubpd ymm0, ymm0, {MIDDLE};", ""),
    "as an integer": (
        f"vaddpd ymm0, ymm0, {MIDDLE}; vpsubq ymm0, ymm0, {MIDDLE}; "
        f"vpaddq ymm0, ymm0, {MIDDLE}; vsubpd ymm0, ymm0, {MIDDLE};",
        "",
    ),
    "a half of twice": (f"vaddpd ymm0, ymm0, ymm0; vmulpd ymm0, ymm0, {HALF};", ""),
    "two halves": (f"vmulpd ymm1, ymm0, {HALF}; vaddpd ymm0, ymm1, ymm1;", ""),
    "in two parts": (
        f"vaddpd ymm1, ymm0, {LARGE}; vsubpd ymm1, ymm1, {LARGE}; vsubpd ymm0, ymm0, ymm1; vaddpd ymm0, ymm0, ymm1;",
        "",
    ),
    "one of two parts": (f"vaddpd ymm0, ymm0, {LARGE}; vsubpd ymm0, ymm0, {LARGE};", "a carry is lost"),
    "a product": (f"vmovapd ymm1, ymm0; vfmadd213pd ymm0, ymm1, {MIDDLE};", "rounds a double whose exponent is not known"),
    "a half": (f"vmulpd ymm0, ymm0, {HALF};", "gives a double that is no integer"),
    "twice": ("vaddpd ymm0, ymm0, ymm0;", "in its range"),
    "plus one": (f"vaddpd ymm0, ymm0, {ONE};", "in its range"),
    "bits": ("vpaddq ymm0, ymm0, ymm0;", "bits of a double whose exponent is not known"),
    "bits of a small number": (
        f"vaddpd ymm0, ymm0, {MIDDLE}; vpsubq ymm0, ymm0, {MIDDLE}; vaddpd ymm0, ymm0, ymm0;",
        "bits as a double whose exponent is not known",
    ),
    "cleared bits": (
        f"vaddpd ymm0, ymm0, {MIDDLE}; vpsubq ymm0, ymm0, {SIX_BITS}; vpand ymm0, ymm0, {CLEARED}; "
        f"vpaddq ymm0, ymm0, {SIX_BITS}; vsubpd ymm0, ymm0, {MIDDLE};",
        "",
    ),
    "cleared bits that may differ": (
        f"vaddpd ymm0, ymm0, {MIDDLE}; vpand ymm0, ymm0, {CLEARED}; vpaddq ymm0, ymm0, {SIX_BITS}; "
        f"vpsubq ymm0, ymm0, {ONE}; vpaddq ymm0, ymm0, {ONE}; vsubpd ymm0, ymm0, {MIDDLE};",
        "bits as a double whose exponent is not known",
    ),
    "bits of a negative double": (
        f"vaddpd ymm0, ymm0, {MIDDLE}; vpaddq ymm0, ymm0, {SIGN}; vaddpd ymm0, ymm0, {MIDDLE}; "
        "vpxor xmm1, xmm1, xmm1; vsubpd ymm0, ymm1, ymm0;",
        "",
    ),
    "no number": ("vpcmpeqd ymm1, ymm1, ymm1; vaddpd ymm0, ymm0, ymm1;", "a constant that is no number"),
    "half a register": ("vaddpd xmm0, xmm0, xmm0;", "not in the table of instructions"),
    "one lane": ("vaddsd xmm0, xmm0, xmm0;", "not in the table of instructions"),
    "another lane": ("vpermq ymm0, ymm0, 1;", "not in the table of instructions"),
    "masks": ("mov eax, 1; kmovb k1, eax;", "AVX-512 DQ, which a processor for this routine may lack"),
    "masks of 16": ("kxnorw k1, k1, k1; knotw k1, k1;", "AVX-512 F, which a processor for this routine may lack"),
    "a product of 64 bits": ("xor eax, eax; mulx rcx, rax, rax;", "BMI2, which a processor for this routine may lack"),
    "a carry of its own": ("xor eax, eax; adcx rax, rax;", "ADX, which a processor for this routine may lack"),
    "the rounding": ("ldmxcsr [rsp-8];", "not in the table of instructions"),
    "an address not aligned": ("vmovapd ymm1, [rsi];", "must be aligned"),
    "an address that is": ("vmovapd ymm1, [rdx];", ""),
    "a limb of a lane": ("mov rax, [rsi]; add rax, 1;", "uses a part as a number"),
    "half a register and back": (f"{SPILL} mov [rsp-48], rax; vmovupd ymm0, [rsp-64];", ""),
    "another half": (f"{SPILL} mov [rsp-64], rax; vmovupd ymm0, [rsp-64];", "which are not those that it holds"),
}
OPERATIONS = (
    "vaddpd ymm0, ymm1, ymm2",
    "vsubpd ymm0, ymm1, ymm2",
    "vmulpd ymm0, ymm1, ymm2",
    *(f"vf{form}{order}pd ymm0, ymm1, ymm2" for form in ("madd", "nmadd", "msub", "nmsub") for order in (132, 213, 231)),
    "vpaddq ymm0, ymm1, ymm2",
    "vpsubq ymm0, ymm1, ymm2",
    "vpand ymm0, ymm1, ymm2",
    "vpor ymm0, ymm1, ymm2",
    "vpxor ymm0, ymm1, ymm2",
    "vpsrlq ymm0, ymm1, 5",
    "vpsllq ymm0, ymm1, 5",
)
OBJECT = Path(__file__).resolve().parents[2] / "build/proofs/f64-gcc.so"
TRIES = 2000
needs_processor = pytest.mark.skipif(
    not available(DOUBLE_FLAGS), reason="SKIPPED comparison with the processor: a processor with AVX2 and FMA"
)


# x + (1 - x)^2 - (1 - x), where 1 - x is at most 1, and below 0 for most x.
SQUARED = changed(
    CONTRACT,
    arguments=(
        CONTRACT.arguments[0],
        Array("a", inputs=("a",), shapes=(changed(CONTRACT.shape, signed=False, inputs=(2**20,) * 5),)),
        CONTRACT.arguments[2],
    ),
    shape=changed(CONTRACT.shape, outputs=(2**52,) * 5),
)


def double(word: int) -> Fraction:
    return Fraction(struct.unpack("<d", word.to_bytes(8, "little"))[0])


def drawn(rng: random.Random) -> int:
    """The bits of an integer of either sign, or of a power of 2 that such are added to."""
    value = rng.choice((0, 1, 1 << rng.randrange(53), rng.getrandbits(51), rng.getrandbits(53), rng.getrandbits(20)))
    value += rng.choice((0, 0, 1, -1))
    if rng.randrange(3) == 0:
        return NUMBERS[rng.randrange(4)] + (rng.choice((0, 0, 1, 52)) << 52) + (value & 2**50 - 1)
    return engine_f64.double(rng.choice((1, -1)) * value)


def lifted(text: bytes, words: list[int]) -> Lane | None:
    features = frozenset(assumed(CONTRACT))
    state = State(Trace(), SYSV, lanes=32, registers={"rsp": Unknown("not used")}, features=features)
    for k, word in enumerate(words):
        state.vectors[f"v{k}"] = Lane(constant(word))
    try:
        ISA.execute(state, decode(text, 0))
        lane = state.vectors["v0"]
        assert isinstance(lane, Lane)
        return number(state, lane) if lane.exponent is not None else lane
    except Refused:
        return None


@needs_processor
@pytest.mark.parametrize("text", OPERATIONS)
def test_against_the_processor(text: str, tmp_path: Path) -> None:
    """On numbers, for which each rule decides as on polynomials: exact, rounded toward zero between two powers of 2, or
    refused, as it may be where neither is known."""
    loads = "".join(f"vmovupd ymm{k}, [rsi+{32 * k}]; " for k in range(3))
    (routine,) = routines(assembled(f"{loads}{text}; vmovupd [rdi], ymm0; ret", tmp_path), "copy")
    code = program(routine)
    machine = Machine(code, CONTRACT)
    one = next(i for i in code.code.values() if i.text == text)
    at = one.address - routine.base
    rng = random.Random(text)
    given = (ctypes.c_uint64 * 12)()
    got = (ctypes.c_uint64 * 4)()
    known = 0
    for _ in range(TRIES // 4):
        given[:] = [drawn(rng) for _ in range(12)]
        machine.call(Call(1, [ctypes.addressof(got), ctypes.addressof(given)]))
        for lane in range(4):
            result = lifted(routine.section[at : at + one.size], [given[4 * k + lane] for k in range(3)])
            if result is None:
                continue
            known += 1
            value = as_constant(result.poly)
            assert value is not None
            if result.exponent is None:
                assert value % 2**64 == got[lane]
            else:
                assert value * Fraction(2) ** result.exponent == double(got[lane])
    assert known > TRIES // 4


@pytest.mark.parametrize("name", CASES)
def test_rule(name: str, tmp_path: Path) -> None:
    change, message = CASES[name]
    (routine,) = routines(assembled(COPY.format(change=change) + "ret", tmp_path), "copy")
    verdict = prove(routine, CONTRACT)
    says(verdict, message)
    if not message and available(DOUBLE_FLAGS):
        assert not compare(routine, CONTRACT, 400, 1)


def test_square(tmp_path: Path) -> None:
    """Flags are their own squares, other numbers up to 1 are not."""
    square = f"vmovapd ymm1, {ONE}; vsubpd ymm1, ymm1, ymm0; vmulpd ymm2, ymm1, ymm1; vsubpd ymm2, ymm2, ymm1; "
    body = COPY.format(change=f"{square} vaddpd ymm0, ymm0, ymm2;") + "ret"
    (routine,) = routines(assembled(body, tmp_path), "copy")
    says(prove(routine, SQUARED), "is not a function of the elements")


ROUNDS = changed(
    CONTRACT,
    arguments=(*CONTRACT.arguments, Count("n", 32)),
    loop=Rounds({"r": CONTRACT.shape}, lambda v: {"r": v["a"]}, lambda v: {"r": -v["r"]}),
    results=lambda v: v,
)
# Ten registers, each {before} the loop, and negative behind a round.
LOOP = (
    "vxorpd xmm15, xmm15, xmm15; "
    + "".join(f"vmovupd ymm{n}, [rsi+{at}]; {{before{n}}} " for n, at in enumerate(PLACES))
    + "1: "
    + "".join(f"vsubpd ymm{n}, ymm15, ymm{n}; " for n in range(len(PLACES)))
    + "dec ecx; jnz 1b; "
    + "".join(f"vmovupd [rdi+{at}], ymm{n}; " for n, at in enumerate(PLACES))
    + "ret"
)


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("", ""),
        (f"vaddpd {{r}}, {{r}}, {{r}}; vmulpd {{r}}, {{r}}, {HALF};", ""),
        (f"vmulpd {{r}}, {{r}}, {HALF};", "a double that is no integer"),
    ],
)
def test_rounds(before: str, message: str, tmp_path: Path) -> None:
    """A loop begins with the element, not with a half of it."""
    body = LOOP.format(**{f"before{n}": before.format(r=f"ymm{n}") for n in range(len(PLACES))})
    (routine,) = routines(assembled(body, tmp_path), "copy")
    says(prove(routine, ROUNDS), message)


def test_rounds_on_two_paths(tmp_path: Path) -> None:
    """The result is what the first round leaves, on paths that meet and go through more of them."""
    peeled = changed(ROUNDS.loop, peeled=1)
    contract = changed(ROUNDS, arguments=(*ROUNDS.arguments, Small("path", 64, 2)), loop=peeled, secret=False)
    registers = range(len(PLACES))
    negated = "".join(f"vsubpd ymm{n}, ymm15, ymm{n}; " for n in registers)
    loaded = "".join(f"vmovupd ymm{n}, [rsi+{at}]; " for n, at in enumerate(PLACES))
    stored = "".join(f"vmovupd [rdi+{at}], ymm{n}; " for n, at in enumerate(PLACES))
    body = f"vxorpd xmm15, xmm15, xmm15; {loaded} {stored} test r8, r8; jz 3f; "
    body += f"dec ecx; jz 5f; 2: {negated} dec ecx; jnz 2b; jmp 5f; 3: dec ecx; jz 5f; 4: {negated} dec ecx; jnz 4b; 5: ret"
    (routine,) = routines(assembled(body, tmp_path), "copy")
    says(prove(routine, contract), "r is not what the contract says")


@pytest.mark.parametrize(("signed", "message"), [(False, ""), (True, "from 0 to p - 1")])
def test_canonical(signed: bool, message: str, tmp_path: Path) -> None:
    """Numbers below p may be negative."""
    (routine,) = routines(assembled(COPY.format(change="") + "ret", tmp_path), "copy")
    shape = changed(CONTRACT.shape, signed=signed)
    says(prove(routine, changed(CONTRACT, shape=shape, canonical=True)), message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("", ""),
        ("a routine without a contract", "which has no contract"),
        ("start + 64", "that is not shown to be in its range"),
        ("constants + 8", "not aligned"),
        ("constants + 32", "other numbers for f64_constants"),
        ("point as constants", "are not constants"),
    ],
)
def test_call(change: str, message: str) -> None:
    """What a compiled routine gives to the assembly, changed."""
    prefix, suffix, contracts = KINDS["f64"]
    routine = next(r for r in routines(OBJECT, prefix, suffix) if r.name == "field_bundle<f64, 1>::mul<1, 1, 1>")
    contract = next(c for c in contracts if c.name == routine.name)
    loads = {i.operands[0].register: i for i in program(routine).code.values() if i.name == "lea"}
    place, step = {"start + 64": ("rcx", 64), "constants + 8": ("r8", 8), "constants + 32": ("r8", 32)}.get(change, ("", 0))
    section = routine.section
    if place:
        i = loads[place]
        at = i.address + i.size - 4 - routine.base
        moved = int.from_bytes(section[at : at + 4], "little") + step
        section = section[:at] + moved.to_bytes(4, "little") + section[at + 4 :]
    elif change == "point as constants":
        # lea r8, [rsi], and nothing.
        i = loads["r8"]
        at = i.address - routine.base
        section = section[:at] + bytes.fromhex("4c8d06") + b"\x90" * (i.size - 3) + section[at + i.size :]
    else:
        contract = changed(contract, callees={} if change else contract.callees)
    verdict = prove(dataclasses.replace(routine, section=section), contract)
    says(verdict, message)


def test_documented_bounds() -> None:
    """Those of the limbs in engine/src/simd/f64/fe_f64.h."""
    header = (Path(__file__).resolve().parents[2] / "engine/src/simd/f64/fe_f64.h").read_text()
    assert "|n[0..3]| <= B 2^51 and |n[4]| <= B (2^47 + 2^7)" in " ".join(header.replace(" *", " ").split())
    for bound in (1, 2):
        assert engine_f64.fe(bound).inputs == (bound * 2**51,) * 4 + (bound * (2**47 + 2**7),)

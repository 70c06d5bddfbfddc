"""What a routine must not do, in routines of a few lines that copy an element."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kinds import changed

from contracts.engine_lanes import fe
from core.check import Verdict, prove
from core.contract import Argument, Array, Contract, Count, Exactly, Illegal, Loop, Mask, Record, Shape, Small, contract_of
from core.isa import Routine
from core.state import State
from core.terms import Trace
from core.words import exclusive
from elf.routines import routines
from x86.features import AVX2, AVX512DQ, AVX512F, AVX512VL, IFMA
from x86.registers import SYSV

COPY = (
    "mov rax, [rsi]; mov [rdi], rax; mov rax, [rsi+8]; mov [rdi+8], rax; mov rax, [rsi+16]; mov [rdi+16], rax; "
    "mov rax, [rsi+24]; mov [rdi+24], rax;"
)
CONTRACT = contract_of(
    "copy", Array("r", outputs=("r",)), Array("a", inputs=("a",)), results=lambda v: {"r": v["a"]}, secret=True
)
CASES = {
    "a copy": (f"{COPY} ret", ""),
    "saves a register": (f"push rbx; mov rbx, [rsi]; {COPY} pop rbx; ret", ""),
    "keeps a changed register": (f"mov rbx, [rsi]; {COPY} ret", "returns with rbx changed"),
    "the stack pointer": (f"push rbx; {COPY} ret", "returns with another stack pointer"),
    "the return address": (f"mov rax, [rsi]; mov [rsp], rax; {COPY} ret", "writes to its caller's stack"),
    "the caller's stack": (f"{COPY} ret 8", "takes its caller's stack down"),
    "below the stack": (f"mov rax, [rsi]; mov [rsp-8], rax; {COPY} ret", "writes below the stack pointer"),
    "reads too far": (f"mov rax, [rsi+32]; {COPY} ret", "reads a+32"),
    "reads its output": (f"mov rax, [rdi]; {COPY} ret", "reads r+0"),
    "writes too far": (f"{COPY} mov [rdi+32], rax; ret", "writes r+32"),
    "writes its input": (f"{COPY} mov [rsi], rax; ret", "writes a+0"),
    "an address of data": (f"mov rax, [rsi]; mov rax, [rsi+rax*8]; {COPY} ret", "depends on data"),
    "half an address": (f"mov rax, [esi]; {COPY} ret", "not of whole registers"),
    "half an address as a number": (f"lea rax, [esi+1]; {COPY} ret", "not of whole registers"),
    "a branch on data": (f"mov rax, [rsi]; test rax, rax; jz 1f; nop; 1: {COPY} ret", "a branch that depends on data"),
    "an unset flag": (f"mov rax, [rsi]; adc rax, 0; {COPY} ret", "CF, which is undefined"),
    "an overflow flag": (f"mov rax, [rsi]; add rax, rax; adox rax, rax; {COPY} ret", "OF, which is undefined"),
    "an unset register": (f"add rax, 1; {COPY} ret", "is undefined"),
    "forgets a limb": (COPY.rsplit("mov", 1)[0] + "ret", "does not write r+24"),
    "an unknown instruction": (f"cpuid; {COPY} ret", "not in the table of instructions"),
    "aliasing": (f"mov qword ptr [rdi], 0; {COPY} ret", "where a is r"),
    "a loop": (f"{COPY} 1: dec rax; jnz 1b; ret", "a loop that the contract does not describe"),
    "runs on": (COPY, "path"),
    "a call": (f"sub rsp, 8; call 1f; 1: {COPY} ret", "has no contract"),
    "a call with another stack pointer": (f"call 1f; 1: {COPY} ret", "not at a multiple of 16"),
    "half a pointer": (f"lea eax, [rsi]; mov rax, [rax]; {COPY} ret", "a part of a pointer"),
    "half a register": (f"mov rax, [rsi]; push ax; {COPY} ret", "pushes a part"),
    "a shift of 32 bits": (f"mov rax, [rsi]; shrd eax, eax, 3; {COPY} ret", "a shift that is not by a constant"),
    "a product of 32 bits": (f"mov eax, 3; mul eax; {COPY} ret", "multiplies 32 bits"),
    "AVX-512": (f"vpxorq zmm0, zmm0, zmm0; {COPY} ret", "which a processor for this routine may lack"),
    "a segment": (f"mov rax, ds; {COPY} ret", "not in the table of instructions"),
    "half a vector as a number": (f"vmovd eax, xmm0; {COPY} ret", "uses xmm0 as a number"),
    "a copy from elsewhere": (f"mov rax, rsi; .byte 0x64; rep movsq; {COPY} ret", "no encoding"),
    "an aligned vector": (f"vmovdqa ymm0, [rsi]; {COPY} ret", "must be aligned"),
    "32 bits of memory in a vector": (
        "vpbroadcastd ymm0, dword ptr [rsi]; vpor ymm1, ymm0, [rsi]; vmovdqu [rdi], ymm1; ret",
        "32 bits of memory as a vector",
    ),
    "32 bits from elsewhere": (f"vpbroadcastd ymm0, dword ptr [rsi+4000]; {COPY} ret", "32 bits of memory as a vector"),
    "a thread's memory": (f"mov rax, fs:[-8]; {COPY} ret", "not relative to an argument or the stack"),
    "through a thread's memory": (f"mov rax, fs:[-8]; mov rax, [rax+16]; {COPY} ret", "not relative to an argument"),
    "compares a pointer with a number": (
        f"cmp rdi, 32; {COPY.replace('[rdi', '[rdi+32')} ret",
        "compares a pointer with a number",
    ),
    "one address in two ways": (
        f"mov rax, -1; lea r8, [rdi+rax]; lea r9, [rdi-1]; cmp r8, r9; je 1f; {COPY} 1: ret",
        "does not write r+0",
    ),
    "does not move what it must not read": (f"xor eax, eax; cmovb rax, [rsi+4000]; {COPY} ret", "reads a+4000"),
    "code that is not reached": (f"{COPY} ret; mov [rsi], rax; ret", "code that no path reaches"),
    "padding that is not": (f"{COPY} jmp 1f; nop; int3; 1: ret; nop", ""),
    "above its stack": (f"mov r8, rsp; add rsp, 64; mov rsp, r8; {COPY} ret", "above its stack"),
    "fused": (f"vfmadd213pd ymm0, ymm0, ymm0; {COPY} ret", "FMA, which a processor for this routine may lack"),
    "adds one": (f"{COPY} mov rax, [rsi]; add rax, 1; mov [rdi], rax; ret", "a carry is lost"),
}
ROUNDS = contract_of(
    "copy",
    *(Array("x", inputs=("x",), outputs=("x",)), Count("n", 32)),
    loop=Loop({"x": "x"}, lambda v: {"x": v["x"]}, lambda v: {"x": v["x"] ** 2 * 0 + v["x"]}),
    results=lambda v: {"x": v["x"]},
    secret=True,
)
LOOPS = {
    "counts": ("1: mov rax, [rdi]; mov [rdi], rax; dec esi; jnz 1b; ret", ""),
    "the other way": ("1: mov rax, [rdi]; mov [rdi], rax; dec esi; jz 1b; ret", "rounds"),
    "counts, as a signed number": ("1: mov rax, [rdi]; mov [rdi], rax; dec esi; test esi, esi; jg 1b; ret", ""),
    "a carry in the place of a count's": (
        "1: mov rax, [rdi]; mov [rdi], rax; dec esi; test esi, esi; adox rax, rax; jg 1b; ret",
        "uses OF of a counter as a number",
    ),
    "counts by two": ("1: dec esi; dec esi; jnz 1b; ret", "another number of rounds"),
    "leaves a round early": (
        "1: mov rax, [rdi]; mov [rdi], rax; dec esi; cmp esi, 1; jne 1b; ret",
        "another number of rounds",
    ),
    "counts all bits": ("1: dec rsi; jnz 1b; ret", "64 bits of a counter of 32"),
    "looks at all bits": ("1: dec esi; test rsi, rsi; jnz 1b; ret", "uses a counter as a number"),
    "counts before": ("dec esi; 1: dec esi; jnz 1b; ret", "counted before the first round"),
    "does not count": ("mov eax, esi; 1: mov esi, eax; dec esi; jnz 1b; ret", "changed by the loop"),
    "looks at one": ("1: mov rax, [rdi]; mov [rdi], rax; cmp esi, 1; je 2f; dec esi; jmp 1b; 2: ret", ""),
    "leaves at a borrow": ("1: mov rax, [rdi]; mov [rdi], rax; sub esi, 1; jb 2f; jmp 1b; 2: ret", "asks otherwise"),
    "leaves below one": ("1: mov rax, [rdi]; mov [rdi], rax; cmp esi, 1; jb 2f; dec esi; jmp 1b; 2: ret", "asks otherwise"),
    "leaves at once": ("1: mov rax, [rdi]; mov [rdi], rax; cmp esi, 1; jae 2f; dec esi; jmp 1b; 2: ret", "asks otherwise"),
    "a count over a limb": (
        "1: mov rax, [rdi]; mov [rdi], rax; mov [rdi+4], esi; dec esi; jnz 1b; ret",
        "does not hold a limb",
    ),
    "goes on elsewhere": ("1: mov rax, [rdi]; mov [rdi], rax; dec esi; jz 2f; jmp rax; 2: ret", "an indirect jump"),
    "changes x": ("1: mov rax, [rdi]; not rax; mov [rdi], rax; dec esi; jnz 1b; ret", "not a function of the elements"),
}

ZERO = (
    "mov rax, [rsi]; mov rcx, [rsi+8]; or rax, rcx; or rax, [rsi+16]; or rax, [rsi+24]; {first} rax, 1; sbb rax, rax; "
    "mov r8, rcx; and r8, [rsi+16]; and r8, [rsi+24]; not r8; mov r9, 0x1000003d1; add r9, [rsi]; or r8, r9; cmp r8, {one}; "
    "sbb r8, r8; or rax, r8; test rax, rax; {move} rcx, [rsi]; mov [rdi], rax; mov [rdi+8], rax; mov [rdi+16], rax; "
    "mov [rdi+24], rax; {last} ret"
)
FLAGGED = contract_of(
    "copy",
    *(Array("r", outputs=("r",)), Array("a", inputs=("a",))),
    zeros=(("f", lambda v: v["a"]),),
    results=lambda v: {"r": v["f"] * (2**256 - 1)},
    returns="f",
    alias=(),
    secret=True,
)
FLAGS = {
    "a flag": (dict(first="cmp", one="1", move="cmovnz", last=""), ""),
    "of p + 1 too": (dict(first="cmp", one="2", move="cmovnz", last=""), "exactly where its element is 0 mod p"),
    "another result": (dict(first="cmp", one="1", move="cmovnz", last="not rax;"), "does not return the mask of f"),
}
GIVES_UP = contract_of(
    "copy", *(Array("a", ("a",), ("a",)),), results=lambda v: {"a": v["a"]}, nonzero=(lambda v: v["a"],), secret=False
)
LOOKS = "mov rax, [rdi]; or rax, [rdi+8]; or rax, [rdi+16]; or rax, [rdi+24]; jz 9f; "
LOOKS_AT_P = "mov rax, [rdi+8]; and rax, [rdi+16]; and rax, [rdi+24]; cmp rax, -1; je 9f; "
KEEPS = "mov rax, [rdi]; mov [rdi], rax; mov eax, 1; ret; "
GIVING_UP = {
    "gives up": (LOOKS + LOOKS_AT_P + KEEPS + "9: xor eax, eax; ret", ""),
    "not for p": (LOOKS + KEEPS + "9: xor eax, eax; ret", "may be 0 mod p"),
    "never": (KEEPS + "9: xor eax, eax; ret", "does not look at an element"),
    "with a change": (LOOKS + LOOKS_AT_P + KEEPS + "9: xor eax, eax; mov [rdi], rax; ret", "gives up with a+0 changed"),
    "with 2": (LOOKS + LOOKS_AT_P + KEEPS + "9: mov eax, 2; ret", "does not return 0 or 1"),
    "but goes on": (LOOKS + LOOKS_AT_P + KEEPS + "9: mov eax, 1; ret", "may be 0 mod p"),
}

# A Go function, which asks first whether its stack has room.
GO_CONTRACT = changed(CONTRACT, abi="go")
GO = (
    "1: {before} {load} {r14}, {thread}; lea r12, [rsp-8]; cmp {r12}, [r14+16]; {jump} {asks}; {body} 4: ret; "
    "2: call {grows}; jmp {again}; 3: ret"
)
USUAL = {
    "before": "",
    "load": "mov",
    "r14": "r14",
    "thread": "fs:[-8]",
    "r12": "r12",
    "jump": "jbe",
    "asks": "2f",
    "grows": "3f",
    "again": "1b",
}
GO_COPY = f"mov rdi, [rsp+8]; mov rsi, [rsp+16]; {COPY}"
IN_GO = {
    "a copy": (dict(), ""),
    "the other way": (dict(jump="ja"), "condition a is not known"),
    "another way": (dict(jump="jb"), "does not ask whether the stack has room"),
    "with another flag": (dict(jump="mov eax, 1; dec eax; jbe"), "condition be is not known"),
    "to elsewhere": (dict(asks="4f"), "does not ask whether the stack has room"),
    "and goes on elsewhere": (dict(again="4b"), "does not ask whether the stack has room"),
    "for something else": (dict(grows="4b"), "a loop that the contract does not describe"),
    "half of the goroutine": (dict(r14="r14d"), "reads thread-8"),
    "another goroutine": (dict(thread="fs:[rax-8]"), "not relative to an argument or the stack"),
    "the goroutine's address": (dict(load="lea"), "an address that depends on data"),
    "another address": (dict(r12="rbx"), "does not compare an address in the stack"),
    "the caller's stack": (dict(body=f"{GO_COPY} ret 8;"), "takes its caller's stack down"),
    "a larger frame": (
        dict(body=f"sub rsp, 144; mov rax, 1; mov [rsp], rax; add rsp, 144; {GO_COPY}"),
        "below the part of the stack that it has asked for",
    ),
    "a larger frame, compared but not asked for": (
        dict(body=f"lea r12, [rsp-144]; cmp r12, [r14+16]; sub rsp, 144; mov [rsp], r12; add rsp, 144; {GO_COPY}"),
        "below the part of the stack that it has asked for",
    ),
    "compared alone": (dict(jump="nop;", asks=""), "goes on where it has no room"),
    "compared again": (dict(body=f"cmp r12, [r14+16]; {GO_COPY}"), "goes on where it has no room"),
    "compared on one path": (
        dict(body=f"mov rsi, [rsp+16]; mov rax, [rsi]; test rax, rax; jz 5f; cmp r12, [r14+16]; 5: {GO_COPY}"),
        "compares its stack with the bound on some paths alone",
    ),
    "what was done before": (dict(before=GO_COPY), "changes something before it asks"),
    "the stack pointer before": (dict(before="push rax;", body=f"pop rax; {GO_COPY}"), "changes something before it asks"),
    "a kept register before": (
        dict(before="mov r11, rbp; xor ebp, ebp;", body=f"mov rbp, r11; {GO_COPY}"),
        "changes something before it asks",
    ),
    "a larger frame before": (
        dict(before="sub rsp, 8192; mov eax, 1; mov [rsp], rax; add rsp, 8192;"),
        "changes something before it asks",
    ),
}


# A processor that has what no routine of lanes asks for.
EVERY = (AVX2, AVX512F, AVX512DQ, AVX512VL, IFMA)
# The lanes of an element, which are copied.
LANE_CONTRACT = changed(CONTRACT, shape=fe(), red_zone=128)
LANE_COPY = "".join(f"vmovdqu64 zmm0, [rsi+{64 * k}]; {{change}} vmovdqu64 [rdi+{64 * k}], zmm0; " for k in range(5)) + "ret"
LANES = {
    "a copy": ("", ""),
    "down and up": ("vpsllq zmm0, zmm0, 12; vpsrlq zmm0, zmm0, 12;", ""),
    "loses a bit": ("vpsllq zmm0, zmm0, 13; vpsrlq zmm0, zmm0, 13;", "a carry is lost"),
    "below 0 and back": (
        "vpxor xmm1, xmm1, xmm1; vpsubq zmm1, zmm1, zmm0; vpaddq zmm0, zmm0, zmm0; vpaddq zmm0, zmm0, zmm1;",
        "",
    ),
    "below 0": ("vpxor xmm1, xmm1, xmm1; vpsubq zmm0, zmm1, zmm0;", "in its range"),
    "too large": ("vpaddq zmm0, zmm0, zmm0;", "in its range"),
    "another lane": ("valignq zmm0, zmm0, zmm0, 1;", "not in the table of instructions"),
    "some lanes": ("mov eax, 1; kmovb k1, eax; vmovdqa64 zmm0{{k1}}, zmm0;", "uses a number as a mask"),
    "lanes of 32 bits": ("kxnorb k1, k1, k1; vpandd zmm0{{k1}}, zmm0, zmm0;", "a mask of lanes of 32 bits"),
    "singles": ("kxnorb k1, k1, k1; vandps zmm0{{k1}}{{z}}, zmm0, zmm0;", "a mask of lanes of 32 bits"),
    "singles that are moved": ("kxnorb k1, k1, k1; vmovups zmm0{{k1}}{{z}}, zmm0;", "a mask of lanes of 32 bits"),
    "all lanes": ("kxnorb k1, k1, k1; vmovapd zmm0{{k1}}{{z}}, zmm0;", ""),
    "equal lanes": ("vpcmpeqq k1, zmm0, zmm0; vmovdqa64 zmm0{{k1}}{{z}}, zmm0;", ""),
    "four equal lanes": ("vpcmpeqq k1, ymm0, ymm0; vmovdqa64 zmm0{{k1}}{{z}}, zmm0;", "not in the table of instructions"),
    "four lanes tested": ("vptestmq k1, ymm0, ymm0; vmovdqa64 zmm0{{k1}}{{z}}, zmm0;", "not in the table of instructions"),
    "the bits of four": (
        "vpternlogd zmm1, zmm1, zmm1, 255; vpmovq2m k1, ymm1; vmovdqa64 zmm0{{k1}}{{z}}, zmm0;",
        "not in the table of instructions",
    ),
    "four made ones": ("kxnorb k1, k1, k1; vpmovm2q ymm1, k1; vpandq zmm0, zmm0, zmm1;", "not in the table of instructions"),
    "four chosen": ("kxnorb k1, k1, k1; vpblendmq ymm0{{k1}}, ymm0, ymm0;", "not in the table of instructions"),
    "f64": (
        "mov rax, 0x4330000000000000; vpbroadcastq zmm1, rax; vpaddq zmm0, zmm0, zmm1; vaddpd zmm0, zmm0, zmm1;",
        "not in the table of instructions",
    ),
    "half a register": ("vmovdqu ymm1, [rsi];", "which are not those that it holds"),
    "a limb of a lane": ("mov rax, [rsi];", "which are not those that it holds"),
    "half a lane": ("vmovdqu64 [rsp-64], zmm0; mov [rsp-32], rsi; vmovdqu64 zmm0, [rsp-64];", "holds nothing"),
    "an address not aligned": ("vmovdqu64 [rsp-64], zmm0; vmovdqa64 zmm0, [rsp-64];", "must be aligned"),
    "below the red zone": ("vmovdqu64 [rsp-192], zmm0;", "writes below the stack pointer"),
    "behind a call": ("sub rsp, 8; call 1f; 1:", "which has no contract"),
    "half a register's lanes": ("vmovdqa64 ymm0, ymm0;", "AVX-512 VL, which a processor for this routine may lack"),
    "a product of 64 bits": ("xor eax, eax; mulx rcx, rax, rax;", "BMI2, which a processor for this routine may lack"),
    "above its frame": ("mov r8, rsp; and rsp, -64; add rsp, 64; mov rsp, r8;", "above its stack"),
    "a mask above 15": (".byte 0x62, 0xe2, 0xfe, 0x48, 0x27, 0xc8;", "no encoding"),
    "ones of what it must not read": ("vpternlogq zmm1, zmm1, [rsi+4096], 0xff;", "reads a+4096"),
    "an unset mask": ("vmovdqa64 zmm0{{k3}}, zmm0;", "k3, which is not set"),
}


def assembled(body: str, folder: Path) -> Path:
    source = folder / "copy.s"
    source.write_text(f".intel_syntax noprefix\n.globl copy\n.type copy, @function\ncopy:\n{body}\n.size copy, .-copy\n")
    subprocess.run(["cc", "-c", source, "-o", folder / "copy.o"], check=True)
    return folder / "copy.o"


def asking(routine: Routine) -> Routine:
    """One of Go's, behind which what gets it more stack stands: `ret`."""
    size = routine.size - 1
    return dataclasses.replace(routine, size=size, frame=2**14, grows=(routine.address + size,))


def says(verdict: Verdict, message: str) -> None:
    """It is refused for that, or proved where the message is empty."""
    assert message in verdict.reason
    assert bool(message) == bool(verdict.reason)


GO_LANES = changed(LANE_CONTRACT, abi="go", red_zone=0)
GO_ARGUMENTS = "mov rdi, [rsp+8]; mov rsi, [rsp+16]; "
GO_FRAME = (
    "1: mov r14, fs:[-8]; lea r12, [rsp-64]; cmp r12, [r14+16]; jbe 2f; {arguments} mov rax, rsp; sub rsp, 64; "
    "and rsp, -64; sub rsp, {frame}; vpxor xmm0, xmm0, xmm0; vmovdqu64 [rsp], zmm0; mov rsp, rax; {copy}; "
    "2: call 3f; jmp 1b; 3: ret"
)
ONE_MASK = changed(
    LANE_CONTRACT, arguments=(Array("r", outputs=("r",)), Array("a", inputs=("a",), masks=(("m", 320),))), alias=()
)


MASK_ALONE = changed(
    LANE_CONTRACT,
    arguments=(*LANE_CONTRACT.arguments, Array("m", masks=(("m", 0),))),
    results=lambda v: {"r": v["a"] * v["m"]},
    alias=(),
)
MASKED = "{round} kmovb k1, [rdx]; " + LANE_COPY.format(change="vmovdqa64 zmm0{{k1}}{{z}}, zmm0;")
# Two paths that meet with the stack pointer taken down to a multiple of 64, from {upper} bytes below the entry's and from
# {lower}; a word above it is written before one below it, and read again.
BRANCHES = changed(LANE_CONTRACT, arguments=(*LANE_CONTRACT.arguments, Small("n", 64, 2)), secret=False, alias=())
MEETING = (
    "mov r8, rsp; test rdx, rdx; jz 1f; sub rsp, {upper}; and rsp, -64; jmp 2f; 1: sub rsp, {lower}; and rsp, -64; "
    "2: mov [r8-64], rdi; vpxor xmm0, xmm0, xmm0; sub rsp, 64; vmovdqu64 [rsp], zmm0; mov rdi, [r8-64]; mov rsp, r8; "
)


def framed(frame: int) -> str:
    return GO_FRAME.format(arguments=GO_ARGUMENTS, copy=LANE_COPY.format(change=""), frame=frame)


WIDE = {
    "a copy of Go's": (GO_LANES, GO_ARGUMENTS + LANE_COPY.format(change=""), ""),
    "an aligned copy of Go's": (
        GO_LANES,
        GO_ARGUMENTS + LANE_COPY.format(change="").replace("vmovdqu64", "vmovdqa64"),
        "must be aligned",
    ),
    "writes more than an argument": (
        GO_LANES,
        GO_ARGUMENTS + "vpxor xmm0, xmm0, xmm0; vmovdqu64 [rsp+8], zmm0; " + LANE_COPY.format(change=""),
        "writes to its caller's stack",
    ),
    "an aligned frame": (GO_LANES, framed(64), ""),
    "an aligned frame below what was asked for": (GO_LANES, framed(192), "below the part of the stack"),
    "a mask that lies alone": (MASK_ALONE, MASKED.format(round=""), ""),
    "a mask's address rounded down": (MASK_ALONE, MASKED.format(round="and rdx, -8;"), "rounds an address"),
    "an element's address rounded down": (MASK_ALONE, MASKED.format(round="and rsi, -8;"), ""),
    "frames from one place": (BRANCHES, MEETING.format(upper=512, lower=512) + LANE_COPY.format(change=""), ""),
    "frames from two": (
        BRANCHES,
        MEETING.format(upper=512, lower=8) + LANE_COPY.format(change=""),
        "aligns the stack pointer, or from elsewhere, on some paths alone",
    ),
    "a flag, and a number whose zero flag it is not, that meet": (
        BRANCHES,
        "test rdx, rdx; jz 1f; mov eax, 1; test eax, eax; jmp 2f; 1: xor eax, eax; 2: jz 9f; "
        + LANE_COPY.format(change="")
        + "; 9: ret",
        "differs between paths that meet",
    ),
    "a mask": (ONE_MASK, "kmovb k1, [rsi+320]; " + LANE_COPY.format(change=""), ""),
    "8 bytes of a mask": (ONE_MASK, "mov rax, [rsi+320]; " + LANE_COPY.format(change=""), "which holds 1"),
    "4 bytes of a mask": (ONE_MASK, "mov eax, [rsi+320]; " + LANE_COPY.format(change=""), "which holds 1"),
    "2 bytes of a mask": (ONE_MASK, "kmovw k1, [rsi+320]; " + LANE_COPY.format(change=""), "which holds 1"),
}


@pytest.mark.parametrize("name", WIDE)
def test_wide(name: str, tmp_path: Path) -> None:
    contract, body, message = WIDE[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(asking(routine) if body.endswith("3: ret") else routine, contract)
    says(verdict, message)


@pytest.mark.parametrize(("frame", "message"), [(64, ""), (56, "below the part of the stack that it has asked for")])
def test_go_without_a_question(frame: int, message: str, tmp_path: Path) -> None:
    """What the linker does not know of is not there."""
    body = f"sub rsp, 64; mov eax, 1; mov [rsp], rax; add rsp, 64; {GO_COPY} ret"
    (routine,) = routines(assembled(body, tmp_path), "copy")
    says(prove(dataclasses.replace(routine, frame=frame), GO_CONTRACT), message)


@pytest.mark.parametrize("name", CASES)
def test_rule(name: str, tmp_path: Path) -> None:
    body, message = CASES[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, CONTRACT)
    says(verdict, message)


# A copy into the first of two outputs, and of the same into the second, which nothing may be said of.
TWO = (Array("r", outputs=("r", "s")), Array("a", inputs=("a",)))
TWICE = COPY + COPY.replace("[rdi]", "[rdi+0]").replace("[rdi+", "[rdi+32+")
A, TO_R = CONTRACT.arguments[1], CONTRACT.arguments[0]


def with_arguments(*arguments: Argument, **changes: Any) -> Contract:
    return changed(CONTRACT, arguments=arguments, **changes)


OTHERS = {
    "nothing": (lambda: CONTRACT, ""),
    "two outputs": (lambda: with_arguments(*TWO, results=lambda v: {"r": v["a"], "s": v["a"]}), ""),
    "one of two outputs": (lambda: with_arguments(*TWO), "does not say what s is"),
    "an output that is another": (
        lambda: with_arguments(*TWO, results=lambda v: {"r": v["a"], "t": v["a"]}),
        "does not say what s is",
    ),
    "seven arguments": (
        lambda: with_arguments(TO_R, A, *(Small(f"n{k}", 64, 2) for k in range(5))),
        "more arguments than there are registers",
    ),
    "what is no input": (lambda: changed(CONTRACT, results=lambda v: {"r": v["b"]}), "speaks of b, which is no input"),
}
MASKS = Array("r", outputs=("r",), gives=(("m", 32),))
NUMBER = {"number": lambda v: {"r": v["a"]}}
LOOKED_AT = {"nonzero": (lambda v: v["a"],)}
ILLEGAL = {
    "arguments": (lambda: with_arguments(TO_R, A, Array("a", inputs=("b",))), "two arguments alike"),
    "inputs": (lambda: with_arguments(TO_R, A, Array("b", inputs=("a",))), "two inputs alike"),
    "an input and a flag": (lambda: with_arguments(TO_R, A, Mask("a2"), Small("a2", 32, 2)), "alike"),
    "a record's output": (lambda: Record("r", (), ((0, Array("t", ("t",), ("t",)), 0),)), "an output behind a record"),
    "a range of nothing": (lambda: changed(CONTRACT, canonical=("s",)), "a range of what is no output"),
    "an alias of nothing": (lambda: changed(CONTRACT, alias=(("r", "b"),)), "an alias of what is no array"),
    "a place in nothing": (lambda: changed(CONTRACT, alias=(("b+0", "a"),)), "an alias of what is no array"),
    "a result of Go's": (lambda: changed(CONTRACT, abi="go", returns=(lambda v: v["a"],)), "none by its calling convention"),
    "masks that may be left": (
        lambda: with_arguments(dataclasses.replace(MASKS, inputs=("r",)), A, **LOOKED_AT),
        "an output that is no input where 0 means that nothing is done",
    ),
    "an output that may be left": (
        lambda: changed(CONTRACT, **LOOKED_AT),
        "an output that is no input where 0 means that nothing is done",
    ),
    "exact numbers with masks": (lambda: with_arguments(MASKS, A, **NUMBER), "masks beside exact numbers"),
    "exact numbers of a shape": (
        lambda: with_arguments(Array("r", outputs=("r",), shapes=(Shape(),)), A, **NUMBER),
        "a range of each output beside exact numbers",
    ),
    "a place of the machine's": (
        lambda: with_arguments(TO_R, Array("stack", ("a",))),
        "an argument as a place of the machine's is named",
    ),
    "a number below 0": (lambda: Small("n", 64, 0), "an argument that no value meets"),
    "elements below 0": (lambda: Array("a", ("a",), maximum=-1), "an argument that no value meets"),
    "limbs below 0": (lambda: Shape(64, (-1,) * 4), "an argument that no value meets"),
    "a number of 33 bits": (lambda: Exactly("n", 2**32), "an argument that no value meets"),
    "a largest output": (lambda: Array("r", outputs=("r",), maximum=5), "a largest number of what is only written"),
    "others' processor": (
        lambda: changed(CONTRACT, others=(changed(CONTRACT, processor=()),)),
        "another routine for other shapes",
    ),
    "others' work": (
        lambda: changed(CONTRACT, others=(with_arguments(TO_R, A, Array("w", work=64)),)),
        "another routine for other shapes",
    ),
    "others": (lambda: changed(CONTRACT, others=(changed(CONTRACT, secret=False),)), "another routine for other shapes"),
    "digits": (lambda: changed(CONTRACT, across=lambda lanes, _: lanes, gathers=True), "addresses by digits"),
    "samples": (lambda: changed(CONTRACT, samples=({"b": 1},)), "samples of what is no input"),
}
# What no kind of contract has.
UNWRITTEN = (
    {"results": lambda v: v, "nonzero": (), "returns": "f"},
    {"results": lambda v: v, "across": lambda lanes, _: lanes},
    {"number": lambda v: v, "canonical": True},
    {"loop": None, "results": lambda v: v, "zeros": ()},
    {"results": lambda v: v, "scratch": ("r",)},
)


# By the powers of a flag f and of another one g, and a number q: the coefficients of f^i g^j q.
EXCLUSIVE = {
    "a flag and its complement": ({(1, 0): 3}, {(0, 0): 2, (1, 0): -2}, True),
    "a flag twice": ({(1, 0): 3}, {(1, 0): 2}, False),
    "a flag and its square's complement": ({(1, 0): 3}, {(0, 0): 2, (2, 0): -2}, True),
    "1 + 4 f": ({(1, 0): 7}, {(0, 0): 1, (1, 0): 5, (2, 0): -1}, False),
    "1 - f": ({(1, 0): 7}, {(0, 0): 1, (1, 0): -5, (2, 0): 4}, True),
    "two flags": ({(1, 0): 1}, {(0, 1): 1}, False),
}


@pytest.mark.parametrize("name", EXCLUSIVE)
def test_exclusive(name: str) -> None:
    """That one of two is 0 whatever flags are."""
    trace = Trace()
    trace.contradicts = lambda _: False
    f, g, q = trace.new("flag", 0, 1), trace.new("flag", 0, 1), trace.new("value", 0, 99)
    first, second, is_so = EXCLUSIVE[name]
    x, y = ({tuple(sorted([f] * i + [g] * j + [q])): c for (i, j), c in one.items()} for one in (first, second))
    assert exclusive(State(trace, SYSV), x, y) == is_so
    assert exclusive(State(trace, SYSV), y, x) == is_so


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_said(name: str, tmp_path: Path) -> None:
    """A contract says what every output is, in terms of inputs."""
    of, message = OTHERS[name]
    contract = changed(of(), alias=())
    body = TWICE if len(contract.arguments[0].outputs) > 1 else COPY
    (routine,) = routines(assembled(f"{body} ret", tmp_path), "copy")
    says(prove(routine, contract), message)


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal(name: str) -> None:
    """There is no contract that says what no proof looks at."""
    of, message = ILLEGAL[name]
    with pytest.raises(Illegal, match=message):
        of()


@pytest.mark.parametrize("fields", UNWRITTEN)
def test_unwritten(fields: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        contract_of("copy", *CONTRACT.arguments, secret=True, **fields)


@pytest.mark.parametrize("name", LANES)
def test_lanes(name: str, tmp_path: Path) -> None:
    change, message = LANES[name]
    (routine,) = routines(assembled(LANE_COPY.format(change=change).replace("{{", "{").replace("}}", "}"), tmp_path), "copy")
    routine = dataclasses.replace(routine, callees=((routine.address, "copy"),))
    processor = LANE_CONTRACT.processor if "may lack" in message else EVERY
    verdict = prove(routine, changed(LANE_CONTRACT, processor=processor))
    says(verdict, message)


@pytest.mark.parametrize("name", IN_GO)
def test_go(name: str, tmp_path: Path) -> None:
    parts, message = IN_GO[name]
    body = GO.format(**USUAL | {"body": GO_COPY} | parts)
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(asking(routine), GO_CONTRACT)
    says(verdict, message)


@pytest.mark.parametrize("name", LOOPS)
def test_loop(name: str, tmp_path: Path) -> None:
    body, message = LOOPS[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, ROUNDS)
    says(verdict, message)


@pytest.mark.parametrize("name", FLAGS)
def test_flag(name: str, tmp_path: Path) -> None:
    parts, message = FLAGS[name]
    (routine,) = routines(assembled(ZERO.format(**parts), tmp_path), "copy")
    verdict = prove(routine, FLAGGED)
    says(verdict, message)


@pytest.mark.parametrize("name", GIVING_UP)
def test_giving_up(name: str, tmp_path: Path) -> None:
    body, message = GIVING_UP[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, GIVES_UP)
    says(verdict, message)

"""Masks of two groups of lanes in one register, and flags that tell whether a number is odd, or 0 mod p."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from kinds import changed
from shipped import BUILD
from test_rules import CONTRACT as COPIED
from test_rules import COPY, assembled, says

from contracts.engine_lanes import fe
from core.check import prove
from core.contract import Array, Contract, Exactly, LaneFlags, Shape, contract_of
from core.terms import P
from elf.routines import routines

SWAPPED = contract_of(
    "copy",
    *(LaneFlags("f", "g"),),
    results=lambda v: {},
    returns=(lambda v: v["g"], lambda v: v["f"]),
    shape=fe(),
    secret=True,
)
SECOND_TO_ECX = "mov edx, edi; movzx ecx, dh;"
BYTES = {
    "swapped": (f"{SECOND_TO_ECX} movzx eax, dil; shl eax, 8; or eax, ecx; ret", ""),
    "swapped by bytes": (f"{SECOND_TO_ECX} mov eax, ecx; mov ah, dl; ret", ""),
    "as they are": ("mov eax, edi; ret", "is not the flag that the contract says"),
    "one inverted": (f"{SECOND_TO_ECX} not ecx; movzx eax, cl; mov ah, dl; ret", "is not the flag that the contract says"),
    "one": ("movzx eax, dil; ret", "does not return the masks"),
    "with bits of another": (
        "mov ecx, edi; shr ecx, 8; movzx eax, dil; shl eax, 8; or eax, ecx; ret",
        "does not return the masks",
    ),
    "above one": ("movzx eax, dil; movzx eax, ah; ret", "uses the second byte"),
    "with a byte above": (
        "movzx eax, dil; push rax; mov byte ptr [rsp+1], 255; pop rax; or eax, edi; ret",
        "holds nothing that it may read",
    ),
    "shifted out": ("mov eax, edi; shr eax, 8; shr eax, 8; ret", "a shift of masks"),
}

# The first of two groups under the flags of an argument, whose bits above its lowest byte are anything.
CLEARED = contract_of(
    "copy",
    *(LaneFlags("h"), LaneFlags("f", "g")),
    results=lambda v: {},
    returns=(lambda v: v["f"] * v["h"], lambda v: v["g"] * 0),
    shape=fe(),
    red_zone=128,
    secret=True,
)
CLEARS = {
    "a byte": ("movzx eax, dil; and eax, esi; ret", ""),
    "two bytes": ("movzx eax, di; and eax, esi; ret", "does not return the masks"),
    "two bytes of memory": ("mov [rsp-8], edi; movzx eax, word ptr [rsp-8]; and eax, esi; ret", "does not return the masks"),
    "a byte and the one above": (
        "mov byte ptr [rsp-8], dil; movzx eax, word ptr [rsp-8]; and eax, esi; ret",
        "does not return the masks",
    ),
    "a byte behind another": (
        "mov eax, esi; movzx edx, dil; mov ah, dl; shr eax, 8; and eax, esi; ret",
        "does not return the masks",
    ),
    "a byte moved up and down": (
        "movzx eax, dil; shl eax, 8; mov [rsp-8], eax; mov rax, [rsp-8]; shr rax, 8; and eax, esi; ret",
        "does not return the masks",
    ),
    "two bytes of one": ("movzx eax, dil; movzx eax, ax; and eax, esi; ret", ""),
}

ODD = contract_of(
    "copy",
    *(Array("a", ("a",)),),
    results=lambda v: {},
    odds=(("low", lambda v: v["a"]),),
    returns=(lambda v: v["low"],),
    shape=fe(),
    secret=True,
)


K = 2**256 - P


def lowest_bit(fold: int = K, added: int = K, reached: int = 48, chosen: str = "zmm5", bit: int = 1) -> str:
    """Limbs carried and folded in zmm5 to zmm9, with 2^256 - p added in zmm10; that where it reaches 2^256."""
    constants = {20: fold, 21: added, 22: 2**52 - 1, 23: 2**48 - 1, 24: 1 << reached, 25: bit}
    code = [f"mov rax, {value}; vpbroadcastq zmm{n}, rax;" for n, value in constants.items()]
    code += [f"vmovdqu64 zmm{k}, [rdi+{64 * k}];" for k in range(5)]
    code.append("vpsrlq zmm11, zmm4, 48; vpandq zmm4, zmm4, zmm23; vpmadd52luq zmm0, zmm11, zmm20;")
    for k in range(4):
        code.append(f"vpandq zmm{5 + k}, zmm{k}, zmm22; vpsrlq zmm11, zmm{k}, 52; vpaddq zmm{k + 1}, zmm{k + 1}, zmm11;")
    code.append("vmovdqa64 zmm9, zmm4; vpaddq zmm11, zmm5, zmm21; vpandq zmm10, zmm11, zmm22;")
    code += [f"vpsrlq zmm11, zmm11, 52; vpaddq zmm11, zmm11, zmm{6 + k};" for k in range(4)]
    code.append(f"vptestmq k1, zmm11, zmm24; vmovdqa64 {chosen}{{k1}}, zmm10; vptestmq k1, zmm5, zmm25; kmovb eax, k1; ret")
    return " ".join(code)


ODDS = {
    "the lowest bit": (lowest_bit(), ""),
    "of another fold": (lowest_bit(fold=K + 2), "a carry is lost"),
    "of another prime": (lowest_bit(added=K + 2), "is not the lowest bit"),
    "below 2^255": (lowest_bit(reached=47), "is not the lowest bit"),
    "not below p": (lowest_bit(chosen="zmm6"), "is not the lowest bit"),
    "the bit above": (lowest_bit(bit=2), "is not the lowest bit"),
}


def of_top(bits: int) -> Contract:
    """Whether an element is 0 mod p, the highest of whose limbs is below a power of 2."""
    limits = (2**52 - 1,) * 4 + (2**bits - 1,)
    return changed(
        ODD,
        odds=(),
        zeros=(("zero", lambda v: v["a"]),),
        returns=(lambda v: v["zero"],),
        shape=Shape(52, limits, limits, 64),
    )


def is_one_of(*numbers: int) -> str:
    """Compares all limbs with those of each number."""
    code = [f"vmovdqu64 zmm{k}, [rdi+{64 * k}];" for k in range(5)] + ["kxorb k1, k1, k1;"]
    for number in numbers:
        for k in range(5):
            code.append(f"mov rax, {number >> 52 * k & (2**52 - 1 if k < 4 else 2**64 - 1)}; vpbroadcastq zmm6, rax;")
            code.append(f"vpxorq zmm{10 + k}, zmm{k}, zmm6;" if number else f"vmovdqa64 zmm{10 + k}, zmm{k};")
        code.append("vporq zmm5, zmm10, zmm11; vporq zmm5, zmm5, zmm12; vporq zmm5, zmm5, zmm13; vporq zmm5, zmm5, zmm14;")
        code.append("vptestnmq k2, zmm5, zmm5; korb k1, k1, k2;" if number else "vptestnmq k1, zmm5, zmm5;")
    return " ".join([*code, "kmovb eax, k1; ret"])


EXACTLY = "exactly where its element is 0 mod p"
ZEROS = {
    "0 and p below 2^256": (of_top(48), is_one_of(0, P), ""),
    "0 and p below 2^257": (of_top(49), is_one_of(0, P), EXACTLY),
    "p alone": (of_top(48), is_one_of(P), "computes no flag"),
    "0 and another number": (of_top(48), is_one_of(0, P - 1), EXACTLY),
}


@pytest.mark.parametrize("name", ZEROS)
def test_zeros(name: str, tmp_path: Path) -> None:
    contract, body, message = ZEROS[name]
    (routine,) = routines(assembled(body, tmp_path), "copy")
    says(prove(routine, contract), message)


@pytest.mark.parametrize(
    ("contract", "body", "message"),
    [
        pytest.param(contract, *case, id=name)
        for contract, cases in ((SWAPPED, BYTES), (CLEARED, CLEARS), (ODD, ODDS))
        for name, case in cases.items()
    ],
)
def test_flags(contract: Contract, body: str, message: str, tmp_path: Path) -> None:
    (routine,) = routines(assembled(body, tmp_path), "copy")
    verdict = prove(routine, contract)
    says(verdict, message)


@pytest.mark.parametrize("name", ["lanes-gcc.so", "lanes-clang.so", "f64-gcc.so", "f64-clang.so"])
def test_every_function_is_found(name: str) -> None:
    """But those of memory.c, and assembly."""
    listed = subprocess.run(["nm", BUILD / name], capture_output=True, text=True, check=True).stdout.splitlines()
    functions = [line.split()[2] for line in listed if line.split()[-2] in ("t", "T")]
    others = [f for f in functions if f in ("memcpy", "memmove", "memset") or f.startswith("koblitz_fe_f64_")]
    assert len(routines(BUILD / name, "_Z")) == len(functions) - len(others)


@pytest.mark.parametrize(
    ("compare", "message"),
    [
        ("cmp edx, 4; jl", ""),
        ("cmp edx, 3; jl", "does not write"),
        ("cmp edx, -1; jl", "does not write"),
        ("cmp edx, 3; jge", ""),
        ("cmp edx, 2; jg", ""),
        ("cmp edx, 3; jg", "does not write"),
        ("cmp edx, 3; jle", ""),
        ("cmp edx, 2; jle", "does not write"),
        ("cmp rdx, 4; jl", "condition l is not known"),
        ("cmp edx, 4; dec edx; jl", "condition l is not known"),
    ],
)
def test_known_number(compare: str, message: str, tmp_path: Path) -> None:
    """Comparisons of an argument that is 3; what is above its 32 bits is anything."""
    contract = changed(COPIED, arguments=(*COPIED.arguments, Exactly("n", 3)))
    (routine,) = routines(assembled(f"{compare} 1f; ret; 1: {COPY} ret", tmp_path), "copy")
    verdict = prove(routine, contract)
    says(verdict, message)

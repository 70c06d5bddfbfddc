"""Bytes that a disassembler takes for an instruction and that the processor refuses, or reads as another one."""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import os
import random
import signal
from collections.abc import Iterator

import pytest
from shipped import COMPILED, ROUTINES

from core.flow import program
from core.isa import Instruction, Routine
from core.state import Refused
from mutants import bits
from native.machine import LANE_FLAGS, available
from x86 import halves, lanes, lift, vectors
from x86.decode import ASSEMBLER, FLOW, decode

LIFTED = {*lift.TABLE, *vectors.TABLE, *lanes.LANES, *halves.LANES, *halves.HALVES, *FLOW}
TEST = "62f2fe4827c8"  # vptestnmq k1, zmm0, zmm0
SUM = "62f1fd48d4c1"  # vpaddq zmm0, zmm0, zmm1
LOAD = "62f1fe486f06"  # vmovdqu64 zmm0, [rsi]
STORE = "62f1fe487f07"  # vmovdqu64 [rdi], zmm0
MASKED = "62f1fdc9d4c1"  # vpaddq zmm0{k1}{z}, zmm0, zmm1
ONE = "62f1fd58d406"  # vpaddq zmm0, zmm0, [rsi]{1to8}
NUMBER = "62f2fd487cc0"  # vpbroadcastq zmm0, rax
SHIFT = "62f1fd4873d005"  # vpsrlq zmm0, zmm0, 5
MASKS = "c5f546d1"  # kxnorb k2, k1, k1
FROM_MASK = "c5f993c1"  # kmovb eax, k1
MOVE = "c5fe6f06"  # vmovdqu ymm0, [rsi]
PRODUCT = "c4e2fbf6c1"  # mulx rax, rax, rcx
CHOICE = "c4e37d4cc210"  # vpblendvb ymm0, ymm0, ymm2, ymm1
CASES = {
    "a mask above 15": (TEST, "62e2fe4827c8"),
    "a mask above 7": (TEST, "6272fe4827c8"),
    "a table of EVEX that is none": (TEST, "62fafe4827c8"),
    "without the fixed bit": (TEST, "62f2fa4827c8"),
    "1,024 bits": (TEST, "62f2fe6827c8"),
    "zeros in a mask": (TEST, "62f2fec927c8"),
    "a rounding of integers": (SUM, "62f1fd58d4c1"),
    "zeros without a mask": (SUM, "62f1fdc8d4c1"),
    "the upper part of a register that there is not": (LOAD, "62f1fe406f06"),
    "a register that there is not": (LOAD, "62f1f6486f06"),
    "an index that there is not": (LOAD, "62b1fe486f06"),
    "one number for a whole load": (LOAD, "62f1fe586f06"),
    "zeros in memory": (STORE, "62f1fec97f07"),
    "one number of 32 bits": (ONE, "62f17d58d406"),
    "a general register above 15": (NUMBER, "62b2fd487cc0"),
    "an opcode's part with a bit more": (SHIFT, "6271fd4873d005"),
    "the same with EVEX.R'": (SHIFT, "62e1fd4873d005"),
    "masks above 7 that are read": (MASKS, "c5b546d1"),
    "masks of another length": (MASKS, "c5f146d1"),
    "a second mask that there is not": (FROM_MASK, "c5f193c1"),
    "a source that there is not": (MOVE, "c5f66f06"),
    "LOCK before VEX": (MOVE, "f0c5fe6f06"),
    "an operand's size before VEX": (MOVE, "66c5fe6f06"),
    "REX before VEX": (MOVE, "40c5fe6f06"),
    "a product of 256 bits": (PRODUCT, "c4e2fff6c1"),
    "a register's number with bits below": (CHOICE, "c4e37d4cc211"),
    "LOCK": ("4803c1", "f04803c1"),
    "REP of a sum": ("4803c1", "f34803c1"),
    "REX that is not the last": ("6603c1", "486603c1"),
    "a copy by halves of registers": ("f348a5", "67f348a5"),
    "a copy from elsewhere": ("f348a5", "64f348a5"),
    "a call in 64 KiB": ("67e800000000", "66e800000000"),
    "a jump with an address of 32 bits": ("eb00", "67eb00"),
    "a jump in 64 KiB": ("7402", "667402"),
    "both carries": ("66480f38f6c1", "66f3480f38f6c1"),
    "a pause": ("90", "f390"),
    "an exchange": ("90", "4190"),
    "a return by another prefix": ("c3", "f3c3"),
    "a field that names nothing": ("0f9cc0", "0f9cc8"),
    "multiples of no index": ("488b442408", "488b446408"),
    "memory of 80 bits": ("488b06", "db2e"),
    "REX.W of what has 64 bits": ("4156", "4956"),
    "REX.W of nothing": ("c3", "48c3"),
    "REX.B of nothing": ("c3", "41c3"),
}
needs_processor = pytest.mark.skipif(
    not available(LANE_FLAGS), reason="SKIPPED comparison with the processor: a processor with AVX-512 F, DQ and IFMA"
)


def followed(code: bytes) -> Instruction | None:
    """The instruction that the first of the bytes are, if it is one that is lifted and confirmed."""
    try:
        i = decode(code, 0)
    except Refused:
        return None
    return i if i.name in LIFTED and not ASSEMBLER.unconfirmed([(i, code[: i.size])]) else None


@pytest.mark.parametrize("name", CASES)
def test_bytes(name: str) -> None:
    """The first are lifted; the others are no encoding of the same instruction, and are refused, or not lifted."""
    good, bad = CASES[name]
    i = followed(bytes.fromhex(good) + b"\x90" * 8)
    assert i is not None
    assert i.size == len(good) // 2
    assert followed(bytes.fromhex(bad) + b"\x90" * 8) is None


# Routines whose instructions are a good part of all.
NAMES = (
    "select_multiple<ifma_lanes, 2, 2>, gcc",
    "on_curve<ifma_lanes>, gcc",
    "last_products_of_few<public>, gcc",
    "f64::canonical<2>, gcc",
    "field_bundle<public, 1>::mul<1, 1, 1>, gcc",
)
MOST = 250


def changed(routine: Routine) -> Iterator[tuple[Instruction, bytes]]:
    """Other bytes for one instruction of a routine, which do not write to memory."""
    for mutant in bits(program(routine)):
        i = mutant.instruction if mutant.text.startswith(("v", "k", "mulx", "adcx", "adox", "shrd")) else None
        if i is None or i.name not in LIFTED or i.size > len(mutant.code) or not i.operands:
            continue
        if i.operands[0].kind != "memory":
            yield i, mutant.code[: i.size]


def ends(page: mmap.mmap, code: bytes) -> int:
    """How a process ends that runs the bytes, with int3 behind them."""
    page.seek(0)
    page.write(code + b"\xcc" * 16)
    child = os.fork()
    if child == 0:
        faulthandler.disable()
        ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@needs_processor
@pytest.mark.parametrize("name", [*NAMES, "koblitz_fe4_mul_secret"])
def test_processor_takes_what_is_lifted(name: str) -> None:
    """A bit changed anywhere in an encoding: what is lifted still is an instruction, whatever else may be wrong with it."""
    routine = ROUTINES[name] if name in ROUTINES else COMPILED[name][0]
    every = list({code: i for i, code in changed(routine)}.items())
    sample = [(i, code) for code, i in random.Random(1).sample(every, min(MOST, len(every)))]
    wrong = {id(i) for i in ASSEMBLER.unconfirmed(sample)}
    sample = [(i, code) for i, code in sample if id(i) not in wrong]
    assert sample
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    assert not [i.text for i, code in sample if ends(page, code) == -signal.SIGILL]

"""The bytes of a routine in executable memory, and how they are called."""

from __future__ import annotations

import ctypes
import mmap
from pathlib import Path

from core.contract import Contract
from core.flow import Program, behind_stack_guard
from core.isa import Routine
from native.calls import Call
from native.emulator import Emulator

# Calls rdi with the rdx words at rsi on the stack, as the Go assembler's ABI0 has arguments and results, and copies them
# back: push rbx, rbp, r12 to r15, rsi, rdx; mov rbp, rsp; mov rax, rdi; mov rcx, rdx; shl rdx, 3; sub rsp, rdx;
# mov rdi, rsp; rep movsq; call rax; mov rcx, [rbp]; mov rdi, [rbp+8]; mov rsi, rsp; rep movsq; lea rsp, [rbp+16];
# pop r15 to r12, rbp, rbx; ret.
BRIDGE = bytes.fromhex(
    "5355415441554156415756524889e54889f84889d148c1e2034829d44889e7f348a5"
    "ffd0488b4d00488b7d084889e6f348a5488d6510415f415e415d415c5d5bc3"
)
# Of <fenv.h>: f64 lanes round toward zero.
TO_NEAREST, TOWARD_ZERO = 0, 0xC00
ROUND = ctypes.CDLL("libm.so.6").fesetround
FLAGS = ("bmi2", "adx", "avx2")
LANE_FLAGS = ("avx512f", "avx512dq", "avx512ifma")
DOUBLE_FLAGS = ("avx2", "fma")


def available(names: tuple[str, ...] = FLAGS) -> bool:
    """Whether this processor has what the routines need."""
    try:
        flags = Path("/proc/cpuinfo").read_text()
    except OSError:
        return False
    return all(f" {name} " in flags for name in names)


def needs(contract: Contract) -> tuple[str, ...]:
    if contract.shape.doubles:
        return DOUBLE_FLAGS
    return LANE_FLAGS if contract.shape.step > 8 else FLAGS


def runs(routine: Routine, contract: Contract) -> bool:
    """Whether the routine's bytes can be run here; those for arm64 are emulated."""
    return routine.isa.name == "arm64" or available(needs(contract))


def machine(code: Program, contract: Contract) -> Machine | Emulator:
    return (Emulator if code.routine.isa.name == "arm64" else Machine)(code, contract)


class Machine:
    def __init__(self, code: Program, contract: Contract) -> None:
        routine = code.routine
        content = routine.section + b"\xcc" * 16
        content += BRIDGE
        self.memory = mmap.mmap(-1, len(content), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.memory.write(content)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.on_stack = routine.isa.conventions[contract.abi].on_stack
        self.bridge = base + len(content) - len(BRIDGE)
        # There is no goroutine here.
        begins = behind_stack_guard(code) if self.on_stack else routine.address
        self.entry = base + begins - routine.base
        self.rounding = TOWARD_ZERO if contract.shape.doubles else TO_NEAREST

    def call(self, call: Call) -> int:
        """The result: rax, or the word behind the arguments."""
        words = call.words
        u64 = ctypes.c_uint64
        if not self.on_stack:
            routine = ctypes.CFUNCTYPE(u64, *[u64] * len(words))(self.entry)
            ROUND(self.rounding)
            try:
                return routine(*words)
            finally:
                ROUND(TO_NEAREST)
        stack = (u64 * (len(words) + 1))(*words, 0)
        ctypes.CFUNCTYPE(u64, u64, u64, u64)(self.bridge)(self.entry, ctypes.addressof(stack), len(stack))
        return stack[len(words)]

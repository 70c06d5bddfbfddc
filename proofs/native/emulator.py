"""The bytes of a routine for arm64 in an emulator, unicorn. Memory that its arguments point to has the same addresses there
as here."""

from __future__ import annotations

import ctypes

from unicorn import UC_ARCH_ARM64, UC_MODE_ARM, UC_PROT_ALL, arm64_const
from unicorn.unicorn import Uc, UcError

from core.contract import Contract
from core.flow import Program, behind_stack_guard
from native.calls import Call

PAGE = 4096
# Where code, the stack and the caller are: far below what the system gives this process.
CODE, STACK, CALLER = 0x1000000, 0x8000000, 0x4000000
STACK_BYTES = 16 * PAGE
# Instructions, at most.
MOST = 10**6
X = [getattr(arm64_const, f"UC_ARM64_REG_X{n}") for n in range(31)]
Q = [getattr(arm64_const, f"UC_ARM64_REG_Q{n}") for n in range(32)]
SP, PC = arm64_const.UC_ARM64_REG_SP, arm64_const.UC_ARM64_REG_PC
TOP = STACK + STACK_BYTES // 2
# What a callee preserves, and what it finds there, by calling conventions; of v8 to v15 the lower halves. Go has the
# goroutine in x28, and x29 points below the stack pointer.
SAVED = {
    "sysv": {X[n]: n * 0x0101010101010101 for n in range(19, 30)} | {X[30]: CALLER, SP: TOP},
    "go": {X[28]: 28 * 0x0101010101010101, X[29]: TOP - 8, X[30]: CALLER, SP: TOP},
}
SAVED_HALVES = {Q[n]: n * 0x0101010101010101 for n in range(8, 16)}


class Emulator:
    def __init__(self, code: Program, contract: Contract) -> None:
        routine = code.routine
        self.engine = Uc(UC_ARCH_ARM64, UC_MODE_ARM)
        size = -(-len(routine.section) // PAGE) * PAGE
        self.engine.mem_map(CODE, size)
        self.engine.mem_write(CODE, routine.section)
        self.engine.mem_map(STACK, STACK_BYTES)
        self.engine.mem_map(CALLER, PAGE)
        self.saved = SAVED[contract.abi]
        self.on_stack = routine.isa.conventions[contract.abi].on_stack
        begins = behind_stack_guard(code) if self.on_stack else routine.address
        self.entry = CODE + begins - routine.base
        self.pages: set[int] = set()

    def call(self, call: Call) -> int:
        """The result: x0, or the word behind the arguments."""
        engine = self.engine
        places = [(ctypes.addressof(buffer), buffer) for buffer, _ in call.buffers.values()]
        for at, buffer in places:
            for page in range(at // PAGE, (at + len(buffer) - 1) // PAGE + 1):
                if page not in self.pages:
                    engine.mem_map(page * PAGE, PAGE, UC_PROT_ALL)
                    self.pages.add(page)
            engine.mem_write(at, buffer.raw)
        words = {} if self.on_stack else dict(zip(X, call.words, strict=False))
        for register, word in (self.saved | SAVED_HALVES | words).items():
            engine.reg_write(register, word)
        behind = [*call.words, 0]
        if self.on_stack:
            engine.mem_write(TOP + 8, b"".join(word.to_bytes(8, "little") for word in behind))
        try:
            engine.emu_start(self.entry, CALLER, count=MOST)
        except UcError as error:
            raise RuntimeError(f"{error} at {engine.reg_read(PC) - CODE:#x}") from None
        if engine.reg_read(PC) != CALLER:
            raise RuntimeError("the routine does not end")
        changed = [r for r, word in self.saved.items() if engine.reg_read(r) != word]
        changed += [r for r, word in SAVED_HALVES.items() if engine.reg_read(r) % 2**64 != word]
        if changed:
            raise RuntimeError("the routine changes registers that it must not")
        for at, buffer in places:
            ctypes.memmove(at, bytes(engine.mem_read(at, len(buffer))), len(buffer))
        if self.on_stack:
            return int.from_bytes(engine.mem_read(TOP + 8 * len(behind), 8), "little")
        return engine.reg_read(X[0])

"""The instruction set as proofs see it: one function that says what an instruction does, from the tables of the others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arm64 import decode, lift, vectors
from arm64.registers import AAPCS, GO
from core.contract import Contract
from core.isa import Instruction
from core.state import Counter, CounterZero, Flag, StackGuard, State
from core.terms import constant, plus

# Bytes of the stack, at most, and the multiples that its pointer stays at.
DEEPEST = 2**16
ALIGNMENT = 16


@dataclass(frozen=True)
class Arm64:
    name = "arm64"
    # "sysv" is what a platform's C has.
    conventions = {"sysv": AAPCS, "go": GO}  # noqa: RUF012
    longest = decode.SIZE
    nothing = decode.NOP
    keeps_return = "mov x3, x30"
    confirm = staticmethod(decode.ASSEMBLER.confirm)
    padding = staticmethod(decode.padding)
    decode = staticmethod(decode.decode)

    def execute(self, state: State, i: Instruction) -> None:
        state.trace.address = i.address
        on_vectors = any(o.kind == "vector" for o in i.operands)
        does = (vectors.TABLE if on_vectors else lift.TABLE).get(i.name)
        if does is None:
            raise state.refuse(f"{i.text}: not in the table of instructions")
        before = state.registers["sp"]
        does(state, i)
        if state.registers["sp"] != before:
            pointer = state.stack_pointer()
            if pointer.offset > 0:
                raise state.refuse("takes the stack pointer above its stack")
            if pointer.offset < -DEEPEST or pointer.offset % ALIGNMENT:
                raise state.refuse("takes more of the stack than a routine may, or not a multiple of 16")
            state.forget_below()

    def in_step(self, state: State, i: Instruction) -> None:
        self.execute(state, i)

    def condition(self, state: State, i: Instruction) -> Flag:
        if i.name in ("cbz", "cbnz"):
            value = lift.read(state, i.operands[0])
            if isinstance(value, Counter) and value.bits == i.operands[0].bits:
                return CounterZero(value, nonzero=i.name == "cbnz")
            flag = state.trace.is_zero(lift.number(state, i.operands[0]))
            return flag if i.name == "cbz" else plus(constant(1), flag, -1)
        flag = lift.condition(state, i.name[2:])
        if isinstance(flag, StackGuard) and i.name != "b.ls":
            raise state.refuse("does not ask whether the stack has room")
        return replace(flag, nonzero=i.name == "b.ne") if isinstance(flag, CounterZero) else flag

    def counting(self, i: Instruction) -> set[str]:
        return {o.register for o in i.operands if o.kind == "register"} if i.name in ("subs", "sub") else set()

    def features(self, contract: Contract) -> frozenset[str]:
        return frozenset()


ISA = Arm64()

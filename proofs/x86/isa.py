"""The instruction set as proofs see it: one function that says what an instruction does, from the tables of the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from core.isa import Instruction
from core.state import NARROW, CounterZero, Flag, StackGuard, State
from x86 import across, decode, halves, lanes, lift, vectors
from x86.features import assumed, needs
from x86.registers import GO, PARTS, SYSV

# What a count is taken down or looked at with.
COUNTING = ("dec", "sub", "add", "cmp", "test", "lea")
# Jumps that ask whether rounds are left, and whether none are.
NOT_ZERO = ("jne", "ja", "jg")
ZERO = ("je", "jbe", "jle")
# Whose memory operand is an address alone.
ADDRESSES = ("lea", "nop", "prefetcht0")
# Bytes of the stack, at most.
DEEPEST = 2**16


def meaning(state: State, i: Instruction) -> Callable[[State, Instruction], None]:
    name = i.name
    if state.lanes == NARROW and (name in halves.LANES or name in halves.HALVES):
        found = (halves.LANES if lanes.on_lanes(state, i) else halves.HALVES).get(name)
    elif state.lanes and name in lanes.LANES and lanes.on_lanes(state, i) and lanes.whole(state, i):
        found = lanes.LANES[name]
    elif state.lanes and name in lanes.LANES and (lanes.on_lanes(state, i) or "{1to" in i.text):
        found = None
    else:
        found = lift.TABLE.get(name) or vectors.TABLE.get(name)
    if found is None:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    return found


def permitted(state: State, i: Instruction) -> None:
    lacking = needs(i) - state.features
    if lacking:
        raise state.refuse(f"{i.text}: {min(lacking)}, which a processor for this routine may lack")


def accessed(state: State, i: Instruction, before: int) -> None:
    """An instruction accesses its memory, whatever it makes of what is there."""
    if state.trace.accesses == before and i.name not in ADDRESSES and any(o.kind == "memory" for o in i.operands):
        raise state.refuse(f"{i.text}: memory that is not looked at")


@dataclass(frozen=True)
class X86:
    name = "x86-64"
    conventions = {"sysv": SYSV, "go": GO}  # noqa: RUF012
    longest = decode.LONGEST
    nothing = b"\x90"
    keeps_return = ""
    confirm = staticmethod(decode.ASSEMBLER.confirm)
    padding = staticmethod(decode.padding)
    decode = staticmethod(decode.decode)
    features = staticmethod(assumed)

    def execute(self, state: State, i: Instruction) -> None:
        state.trace.address = i.address
        permitted(state, i)
        does = meaning(state, i)
        before = state.registers["rsp"]
        accesses = state.trace.accesses
        does(state, i)
        accessed(state, i, accesses)
        if state.registers["rsp"] != before:
            # What was there at the entry, or lies between the stack and its frame, would be below it.
            if state.stack_pointer().offset > 0:
                raise state.refuse("takes the stack pointer above its stack")
            if state.depth(state.stack_pointer()) < -DEEPEST:
                raise state.refuse("takes more of the stack than a routine may")
            state.forget_below()

    def in_step(self, state: State, i: Instruction) -> None:
        moves = across.ACROSS.get(i.name) if state.peers and lanes.on_lanes(state, i) else None
        if moves is None:
            for lane in state.peers or [state]:
                self.execute(lane, i)
            return
        state.trace.address = i.address
        permitted(state, i)
        accesses = state.trace.accesses
        results = [moves(lane, i) for lane in state.peers]
        accessed(state, i, accesses)
        for lane, result in zip(state.peers, results, strict=True):
            across.put(lane, i, result)

    def condition(self, state: State, i: Instruction) -> Flag:
        flag = lift.condition(state, i.name[1:])
        if isinstance(flag, StackGuard) and i.name != "jbe":
            raise state.refuse("does not ask whether the stack has room")
        if not isinstance(flag, CounterZero):
            return flag
        if i.name not in NOT_ZERO + ZERO:
            raise state.refuse("asks otherwise for the rounds that are left")
        return replace(flag, nonzero=i.name in NOT_ZERO)

    def counting(self, i: Instruction) -> set[str]:
        names = i.operands if i.name in COUNTING else ()
        return {PARTS[o.register][0] for o in names if o.register in PARTS}


ISA = X86()

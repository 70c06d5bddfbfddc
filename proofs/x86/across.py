"""Instructions that take what is in one lane to another. Where a contract speaks of each of eight lanes, a routine is
followed with a state for every lane, all of which do one instruction before the next."""

from __future__ import annotations

from collections.abc import Callable

from core.isa import Instruction
from core.state import WIDTH, Byte, Lane, Pointer, State, Vector
from core.terms import as_constant
from x86.lanes import held, put_lane, sources
from x86.lift import address_of
from x86.operands import Operand
from x86.vectors import key


def put(lane: State, i: Instruction, result: Lane | Vector) -> None:
    if isinstance(result, Vector):
        lane.vectors[key(i.operands[0].register)] = result
    else:
        put_lane(lane, i, i.operands[0], result)


def of(state: State, lane: int, operand: Operand) -> Lane:
    return held(state.peers[lane], operand)


def index(state: State, operand: Operand) -> int:
    """What a register of constants has in this lane."""
    value = as_constant(held(state, operand).poly)
    if value is None:
        raise state.refuse("moves lanes by numbers that are no constants")
    return value % (2 * WIDTH)


def align(state: State, i: Instruction) -> Lane:
    high, low, by = sources(i)
    at = state.lane + by.immediate % WIDTH
    return of(state, at, low) if at < WIDTH else of(state, at - WIDTH, high)


def permute_two(table: Callable[[Instruction], tuple[Operand, Operand, Operand]]) -> Callable[[State, Instruction], Lane]:
    """VPERMT2Q and VPERMI2Q: the operands of the first table, of the numbers, and of the second table."""

    def run(state: State, i: Instruction) -> Lane:
        if len(i.operands) != 3:
            raise state.refuse(f"{i.text}: not in the table of instructions")
        first, numbers, second = table(i)
        if second.kind == "memory":
            # Whichever lanes are taken from it.
            of(state, state.lane, second)
        at = index(state, numbers)
        return of(state, at % WIDTH, second if at >= WIDTH else first)

    return run


def unpack(odd: int) -> Callable[[State, Instruction], Lane]:
    def run(state: State, i: Instruction) -> Lane:
        pair = sources(i)
        return of(state, state.lane & ~1 | odd, pair[state.lane & 1])

    return run


def shuffle_pairs(state: State, i: Instruction) -> Lane:
    """VSHUFI64X2."""
    x, y, table = sources(i)
    pair = state.lane >> 1
    return of(state, 2 * (table.immediate >> 2 * pair & 3) + (state.lane & 1), y if pair >= 2 else x)


def insert_half(state: State, i: Instruction) -> Lane:
    """VINSERTI64X4."""
    whole, half, place = sources(i)
    if state.lane >> 2 != place.immediate & 1:
        return of_words(state, whole, state.lane)
    return of_words(state, half, state.lane & 3)


def extract_half(state: State, i: Instruction) -> Vector:
    """VEXTRACTI64X4, to a register."""
    target, source, place = i.operands
    if target.kind != "vector":
        raise state.refuse(f"{i.text}: not in the table of instructions")
    lanes = state.lanes_of(key(source.register), WIDTH)[4 * (place.immediate & 1) :]
    return Vector(tuple(state.trace.settled(lane.poly) for lane in lanes[:4]))


def of_words(state: State, operand: Operand, at: int) -> Lane:
    """One lane of a register that may hold words."""
    if operand.kind == "vector" and isinstance(vector := state.vectors.get(key(operand.register)), Vector):
        # Above four limbs are zeros, above two anything.
        known = at < len(vector.limbs) or len(vector.limbs) == 4
        limb = vector.limbs[at] if at < len(vector.limbs) else {}
        if not known or not isinstance(limb, dict):
            raise state.refuse(f"uses {operand.register}, which does not hold words")
        return Lane(limb)
    if operand.kind != "vector":
        raise state.refuse("takes a part of lanes from memory")
    return state.lanes_of(key(operand.register), at + 1)[at]


def bytes_of(state: State, i: Instruction) -> Lane:
    """VPMOVZXBQ, from memory."""
    (source,) = sources(i)
    if source.memory is None:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    pointer = address_of(state, source.memory)
    byte = state.load(Pointer(pointer.region, pointer.offset + state.lane), 1)
    if not isinstance(byte, Byte):
        raise state.refuse("reads bytes that are none")
    return Lane(byte.number)


ACROSS: dict[str, Callable[[State, Instruction], Lane | Vector]] = {
    "vextracti64x4": extract_half,
    "valignq": align,
    "vpermt2q": permute_two(lambda i: (i.operands[0], i.operands[1], i.operands[2])),
    "vpermi2q": permute_two(lambda i: (i.operands[1], i.operands[0], i.operands[2])),
    "vpunpcklqdq": unpack(0),
    "vpunpckhqdq": unpack(1),
    "vshufi64x2": shuffle_pairs,
    "vshufi32x4": shuffle_pairs,
    "vinserti64x4": insert_half,
    "vpmovzxbq": bytes_of,
}

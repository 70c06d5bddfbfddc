"""The vector instructions of table scans: whole limbs under masks, and lanes of 32 bits that all hold the same. A compiler
moves limbs of registers of four lanes with them, too, which may be parts of lanes or masks."""

from __future__ import annotations

from collections.abc import Callable

from core import words
from core.isa import Instruction
from core.state import NARROW, Lane, LaneMask, Part, Pointer, State, Value, Vector
from core.terms import Poly, constant, plus
from x86.lift import address_of, aligned, number, poly_of, read, write
from x86.operands import Operand

ONES = 2**32 - 1
ALIGNED = ("vmovdqa", "vmovaps", "vmovapd")
MOVES = (*ALIGNED, "vmovdqu", "vmovups", "vmovupd")
Limb = Poly | Part | LaneMask


def key(name: str) -> str:
    """xmm3 is the low half of ymm3."""
    return "v" + name[3:]


def limb(state: State, value: Value) -> Limb:
    return value if state.lanes == NARROW and isinstance(value, Part | LaneMask) else poly_of(state, value)


def held(state: State, operand: Operand) -> Vector:
    if operand.kind == "register":
        raise state.refuse(f"uses {operand.register} as a vector")
    if operand.kind == "memory":
        assert operand.memory is not None
        if operand.bits not in (64, 128, 256):
            raise state.refuse(f"reads {operand.bits} bits of memory as a vector")
        pointer = address_of(state, operand.memory)
        count = operand.bits // 64
        limbs = [limb(state, state.load(Pointer(pointer.region, pointer.offset + 8 * k))) for k in range(count)]
        return Vector((*limbs, *({},) * (4 - count)))
    vector = state.vectors.get(key(operand.register))
    if vector is None or (isinstance(vector, Vector) and len(vector.limbs) == 2 and operand.bits > 128):
        raise state.refuse(f"uses {operand.register}, which is not set")
    if isinstance(vector, Lane) and state.peers:
        own = [state.trace.settled(lane.poly) for lane in state.lanes_of(key(operand.register), operand.bits // 64)]
        return Vector((*own, *({},) * (4 - len(own))))
    if isinstance(vector, Lane) and state.lanes == NARROW:
        return Vector(tuple(Part(vector, k) for k in range(4)))
    if not isinstance(vector, Vector):
        raise state.refuse(f"uses {operand.register}, which holds lanes, otherwise")
    return Vector((*vector.limbs, {}, {}), vector.splat) if len(vector.limbs) == 2 else vector


def get(state: State, operand: Operand) -> Vector:
    """What is computed with: numbers alone."""
    vector = held(state, operand)
    for one in vector.limbs:
        state.number(one)
    return vector


def put(state: State, operand: Operand, vector: Vector) -> None:
    if operand.bits == 128:
        vector = Vector((*vector.limbs[:2], {}, {}), vector.splat if vector.splat == {} else None)
    state.vectors[key(operand.register)] = vector


def lanes(state: State, vector: Vector) -> Poly:
    if vector.splat is None:
        raise state.refuse("lanes of 32 bits that may differ")
    return vector.splat


def broadcast(state: State, i: Instruction) -> None:
    target, source = i.operands
    low = state.trace.divide(get(state, source).limbs[0], 32, True)[1]
    state.vectors[key(target.register)] = Vector.of_splat(low, target.bits)


def broadcast_limb(state: State, i: Instruction) -> None:
    target, source = i.operands
    state.vectors[key(target.register)] = Vector.of_limb(get(state, source).limbs[0], target.bits)


def equal_limbs(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    pairs = zip(get(state, x).limbs, get(state, y).limbs, strict=True)
    put(state, target, Vector(tuple(words.equal(state, a, b, 64) for a, b in pairs)))


def add_limbs(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    pairs = zip(get(state, x).limbs, get(state, y).limbs, strict=True)
    put(state, target, Vector(tuple(state.trace.divide(plus(a, b), 64)[1] for a, b in pairs)))


def equal(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    # A register is equal to itself whatever it holds.
    mask = constant(ONES) if x == y else words.equal(state, *(lanes(state, get(state, o)) for o in (x, y)), 32)
    state.vectors[key(target.register)] = Vector.of_splat(mask, target.bits)


def subtract(state: State, i: Instruction) -> None:
    target, x, y = i.operands
    total = plus(lanes(state, get(state, x)), lanes(state, get(state, y)), -1)
    state.vectors[key(target.register)] = Vector.of_splat(state.trace.divide(total, 32)[1], target.bits)


def logic(operation: str):  # noqa: ANN201
    def run(state: State, i: Instruction) -> None:
        target, x, y = i.operands
        if operation == "xor" and x == y:
            put(state, target, Vector.of_splat({}))
            return
        pairs = zip(get(state, x).limbs, get(state, y).limbs, strict=True)
        put(state, target, Vector(tuple(words.combine(state, operation, a, b, 64) for a, b in pairs)))

    return run


def move(state: State, i: Instruction) -> None:
    target, source = i.operands
    if i.name in ALIGNED:
        aligned(state, *i.operands)
    vector = held(state, source)
    if target.kind == "memory":
        assert target.memory is not None
        pointer = address_of(state, target.memory)
        for k in range(target.bits // 64):
            state.store(Pointer(pointer.region, pointer.offset + 8 * k), vector.limbs[k])
    else:
        put(state, target, vector)


def old(function: Callable[[Poly, Poly, Poly, Poly], tuple[Poly, Poly]]):  # noqa: ANN201
    """An SSE2 instruction, whose first operand takes part and which leaves the upper half of a register alone."""

    def run(state: State, i: Instruction) -> None:
        target, source = i.operands
        aligned(state, source)
        a, b = get(state, target).limbs, get(state, source).limbs
        state.vectors[key(target.register)] = Vector(function(a[0], a[1], b[0], b[1]))

    return run


def old_and(state: State, i: Instruction) -> None:
    old(lambda a, b, c, d: (words.combine(state, "and", a, c, 64), words.combine(state, "and", b, d, 64)))(state, i)


def old_move(state: State, i: Instruction) -> None:
    target, source = i.operands
    for operand in i.operands if i.name == "movdqa" else ():
        aligned(state, operand)
    if target.kind == "memory":
        move(state, i)
    else:
        state.vectors[key(target.register)] = Vector(get(state, source).limbs[:2])


def old_limb(state: State, i: Instruction) -> None:
    """MOVQ from a register or from memory."""
    target, source = i.operands
    if target.kind != "vector" or source.kind == "vector":
        raise state.refuse(f"{i.text}: not in the table of instructions")
    state.vectors[key(target.register)] = Vector((number(state, source), {}))


def insert_limb(state: State, i: Instruction) -> None:
    target, source, word, place = i.operands
    low, high = held(state, source).limbs[:2]
    new = limb(state, read(state, word))
    put(state, target, Vector((low, new, {}, {}) if place.immediate & 1 else (new, high, {}, {})))


def insert_half(state: State, i: Instruction) -> None:
    target, source, half, place = i.operands
    low, high = get(state, source).limbs[:2], get(state, source).limbs[2:]
    new = get(state, half).limbs[:2]
    put(state, target, Vector((*low, *new) if place.immediate & 1 else (*new, *high)))


def extract_half(state: State, i: Instruction) -> None:
    target, source, place = i.operands
    if target.kind != "vector":
        raise state.refuse(f"{i.text}: not in the table of instructions")
    at = 2 * (place.immediate & 1)
    put(state, target, Vector((*get(state, source).limbs[at : at + 2], {}, {})))


def extract_limb(state: State, i: Instruction) -> None:
    target, source, place = i.operands
    limb = get(state, source).limbs[place.immediate & 1]
    if not isinstance(limb, dict) or target.bits != 64:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    write(state, target, limb)


def move_limb(state: State, i: Instruction) -> None:
    """VMOVQ, and VMOVD to a vector."""
    target, source = i.operands
    moved = held(state, source).limbs[0] if source.kind == "vector" and i.name == "vmovq" else read(state, source)
    if target.kind == "vector":
        put(state, target, Vector((limb(state, moved), {}, {}, {})))
    else:
        write(state, target, limb(state, moved))


# VZEROALL and VZEROUPPER know no other registers.
FIRST = tuple(f"v{n}" for n in range(16))


def clear_all(state: State, i: Instruction) -> None:
    for name in FIRST:
        if name in state.vectors:
            state.vectors[name] = Vector.of_splat({})


def clear_upper(state: State, i: Instruction) -> None:
    for name in FIRST:
        vector = state.vectors.get(name)
        if isinstance(vector, Vector):
            state.vectors[name] = Vector((*vector.limbs[:2], {}, {}), vector.splat if vector.splat == {} else None)
        elif vector is not None:
            del state.vectors[name]


TABLE: dict[str, Callable[[State, Instruction], None]] = {
    "vmovd": move_limb,
    "vpbroadcastd": broadcast,
    "vpcmpeqd": equal,
    "vmovq": move_limb,
    "vpinsrq": insert_limb,
    "vpextrq": extract_limb,
    "vinserti128": insert_half,
    "vextracti128": extract_half,
    "vpbroadcastq": broadcast_limb,
    "vpcmpeqq": equal_limbs,
    "vpaddq": add_limbs,
    "vpsubd": subtract,
    "vpand": logic("and"),
    "vpor": logic("or"),
    **dict.fromkeys(("vpxor", "vxorps", "vxorpd"), logic("xor")),
    **dict.fromkeys(MOVES, move),
    "movdqu": old_move,
    "movdqa": old_move,
    "movq": old_limb,
    "punpcklqdq": old(lambda a, b, c, d: (a, c)),
    "pand": old_and,
    "vzeroall": clear_all,
    "vzeroupper": clear_upper,
}

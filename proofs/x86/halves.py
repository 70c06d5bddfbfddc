"""What a compiler does with registers of four lanes beside the same in every lane: one lane or two are moved, numbers are
put into all of them, and masks go between lanes and general registers."""

from __future__ import annotations

from collections.abc import Callable

from core import doubles
from core.isa import Instruction
from core.state import NARROW, Lane, LaneMask, Picked, Pointer, Spread, State, Words
from core.terms import Poly, as_constant, constant, either_of, plus, scaled
from x86 import lanes, vectors
from x86.lanes import ONES, congruent, get, held, put, put_lane
from x86.lift import address_of, aligned, poly_of, write
from x86.operands import Operand
from x86.vectors import key

WIDTH = NARROW // 8
SIGN = 1 << 63


def vector(state: State, operand: Operand) -> object:
    return state.vectors.get(key(operand.register)) if operand.kind == "vector" else None


def broadcast(state: State, i: Instruction) -> None:
    """The lowest limb of a register, or a limb of memory, in all lanes."""
    target, source = i.operands
    if target.bits != 8 * NARROW or target.kind != "vector":
        raise state.refuse(f"{i.text}: not in the table of instructions")
    limb = vectors.held(state, source).limbs[0]
    if isinstance(limb, LaneMask):
        state.vectors[key(target.register)] = Spread(limb)
    elif isinstance(limb, dict):
        state.vectors[key(target.register)] = Lane(limb)
    else:
        raise state.refuse("puts one lane into all of them")


def words(state: State, operand: Operand) -> Words | None:
    """A constant that differs between lanes."""
    value = vector(state, operand)
    if isinstance(value, Words):
        return value
    if operand.memory is None or operand.bits != 8 * NARROW:
        return None
    pointer = address_of(state, operand.memory)
    if pointer.region != "constants":
        return None
    limbs = [as_constant(number_at(state, pointer, k)) for k in range(WIDTH)]
    found = tuple(limb for limb in limbs if limb is not None)
    return Words(found) if len(found) == WIDTH and len(set(found)) > 1 else None


def number_at(state: State, pointer: Pointer, k: int) -> Poly:
    return poly_of(state, state.load(Pointer(pointer.region, pointer.offset + 8 * k)))


def pick(state: State, i: Instruction) -> bool:
    """The bits of a mask that each lane has as its own: those of the lower four lanes, or of the upper ones."""
    target, *pair = i.operands
    for one, other in (pair, pair[::-1]):
        mask, bits = vector(state, one), words(state, other)
        if isinstance(mask, Spread) and bits is not None:
            if bits.words not in OWN:
                raise state.refuse("picks other bits of a mask than the lanes' own")
            flag = mask.mask.sides[OWN.index(bits.words)]
            state.vectors[key(target.register)] = Picked(flag, bits)
            return True
    return False


OWN = ((1, 2, 4, 8), (16, 32, 64, 128))


def equal(state: State, i: Instruction) -> None:
    target, *pair = i.operands
    for one, other in (pair, pair[::-1]):
        picked = vector(state, one)
        if isinstance(picked, Picked):
            if words(state, other) == picked.words:
                flag = picked.flag
            elif as_constant(congruent(state, other)) == 0:
                flag = plus(constant(1), picked.flag, -1)
            else:
                raise state.refuse("compares bits of a mask with other numbers")
            put(state, i, target, scaled(state.trace.flag(flag), ONES))
            return
    lanes.equal(state, i)


def and_(state: State, i: Instruction) -> None:
    if not pick(state, i):
        lanes.bitwise("and")(state, i)


def exclusive_or(state: State, i: Instruction) -> None:
    """The sign of a double changes under a flag."""
    target, *pair = i.operands
    for one, other in (pair, pair[::-1]):
        if one == other:
            break
        real = held(state, one)
        if real.exponent is None:
            continue
        change = congruent(state, other) if held(state, other).exponent is None else {(): 1}
        sign = state.trace.boolean(change)
        negative = Lane(scaled(real.poly, -1), real.exponent)
        if as_constant(change) in (0, SIGN):
            put_lane(state, i, target, negative if change else real)
            return
        if sign is not None and sorted(sign[1:]) == [0, SIGN]:
            ways = (negative.poly, real.poly) if sign[2] else (real.poly, negative.poly)
            value = state.trace.chosen({(sign[0],): 1}, *ways, True)
            put_lane(state, i, target, Lane(value, real.exponent))
            return
    lanes.bitwise("xor")(state, i)


def flag_of(state: State, operand: Operand) -> Poly:
    """Lanes that are all ones or 0."""
    mask = get(state, operand)
    known = as_constant(mask)
    if known in (0, ONES):
        return constant(int(bool(known)))
    found = state.trace.boolean(mask)
    if found is None or sorted(found[1:]) != [0, ONES]:
        raise state.refuse("lanes that are not all ones or 0")
    state.trace.atoms[found[0]].kind = "flag"
    flag: Poly = {(found[0],): 1}
    return flag if found[2] else plus(constant(1), flag, -1)


def blend(state: State, i: Instruction) -> None:
    target, low, high, mask = i.operands
    flag = flag_of(state, mask)
    x, y = held(state, high), held(state, low)
    if x.exponent is None and y.exponent is None:
        put(state, i, target, state.trace.chosen(flag, get(state, high), get(state, low)))
        return
    x, y = doubles.number(state, x), doubles.number(state, y)
    assert x.exponent is not None
    assert y.exponent is not None
    least = min(x.exponent, y.exponent)
    both = [scaled(v.poly, 1 << (v.exponent or 0) - least) for v in (x, y)]
    put_lane(state, i, target, doubles.normal(state.trace.chosen(flag, *both, True), least))


def below_zero(state: State, i: Instruction) -> None:
    """VPCMPGTB: 0 > lanes that are all ones or 0."""
    target, none, mask = i.operands
    if as_constant(congruent(state, none)) != 0:
        raise state.refuse("compares bytes with other than 0")
    put(state, i, target, scaled(flag_of(state, mask), ONES))


def mask_out(state: State, i: Instruction) -> None:
    """VMOVMSKPD: the highest bit of each lane."""
    target, source = i.operands
    value = get(state, source)
    found = state.trace.boolean(value)
    known = as_constant(value)
    if known is not None:
        flag = constant(known >> 63)
    elif found is not None:
        state.trace.atoms[found[0]].kind = "flag"
        flag = either_of(found[0], found[1] >> 63, found[2] >> 63)
    else:
        flag = state.trace.flag(lanes.split(state, value, 63)[0])
    write(state, Operand(target.kind, target.register, 0, None, 64), LaneMask((flag, {})))


def multiply(state: State, i: Instruction, x: Poly, y: Poly) -> Poly:
    """VPMULUDQ."""
    x, y = lanes.remainder(state, x, 32), lanes.remainder(state, y, 32)
    if as_constant(x) is None and as_constant(y) is None:
        raise state.refuse("multiplies halves of lanes")
    return lanes.multiply_low(state, i, x, y)


def blend_words(state: State, i: Instruction) -> None:
    """VPBLENDW with the highest 16 bits of each lane from 0: the lower 48 bits stay."""
    target, low, high, choice = i.operands
    if choice.immediate % 256 == 0x77:
        low, high = high, low
    if choice.immediate % 256 not in (0x88, 0x77) or as_constant(congruent(state, high)) != 0:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    put(state, i, target, lanes.low_part(state, i, get(state, low), 48))


def move(state: State, i: Instruction) -> None:
    target, source = i.operands
    bits = words(state, source)
    value = vector(state, source)
    if target.kind == "vector" and (bits is not None or isinstance(value, (Spread, Picked))):
        if i.name in ("vmovdqa", "vmovaps", "vmovapd"):
            aligned(state, *i.operands)
        state.vectors[key(target.register)] = bits if bits is not None else value  # type: ignore[assignment]
        return
    lanes.move(state, i)


LANES: dict[str, Callable[[State, Instruction], None]] = {
    "vpand": and_,
    "vandps": and_,
    "vandpd": and_,
    "vpxor": exclusive_or,
    "vxorps": exclusive_or,
    "vxorpd": exclusive_or,
    "vpcmpeqq": equal,
    "vpblendvb": blend,
    "vblendvpd": blend,
    "vpcmpgtb": below_zero,
    "vpmuludq": lanes.simple(multiply),
    "vpblendw": blend_words,
    "vpbroadcastq": broadcast,
    "vbroadcastsd": broadcast,
    "vmovmskpd": mask_out,
}
HALVES = {name: vectors.TABLE[name] for name in ("vmovq", "vmovd", "vpinsrq", "vpxor", "vxorps", "vxorpd", *vectors.MOVES)}
LANES |= dict.fromkeys(vectors.MOVES, move)

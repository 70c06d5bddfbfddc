"""The vector instructions of lanes, AVX-512 F, DQ and IFMA on 512 bits, or NARROW and FMA on 256: each lane of 64 bits by
itself, all in the same way. A state holds what one lane of a register holds, whichever it is; an instruction that takes one
lane to another is refused."""

from __future__ import annotations

from collections.abc import Callable

from core import doubles
from core.isa import Instruction
from core.state import NARROW, Lane, LaneMask, Pointer, State, Unknown, Vector
from core.terms import Poly, as_constant, constant, only, plus, scaled, times
from core.words import affine, both_masks, combine
from x86.lift import address_of, aligned, mask_of, number, poly_of, write
from x86.operands import Memory, Operand
from x86.vectors import key

ONES = 2**64 - 1
LIMB = 52


def is_mask(operand: Operand) -> bool:
    return operand.kind == "vector" and operand.register.startswith("k")


def get(state: State, operand: Operand) -> Poly:
    """What a lane of a register or of memory holds, from 0 to 2^64 - 1."""
    return state.trace.settled(congruent(state, operand))


def congruent(state: State, operand: Operand) -> Poly:
    """What a lane of a register or of memory holds, but for a multiple of 2^64: sums may go below 0 on the way."""
    return doubles.bits(state, held(state, operand))


def held(state: State, operand: Operand) -> Lane:
    """What a lane of a register or of memory holds. A limb of memory is the same in all lanes."""
    if operand.kind == "memory":
        assert operand.memory is not None
        if state.gathers and operand.bits == 8 * state.lanes and (entry := gathered(state, operand.memory)) is not None:
            return entry
        pointer = address_of(state, operand.memory)
        if operand.bits == 64:
            return Lane(poly_of(state, state.load(pointer)))
        if operand.bits != 8 * state.lanes:
            raise state.refuse("reads a part of the lanes")
        value = state.loaded(pointer)
    elif operand.kind == "register":
        return Lane(number(state, operand))
    else:
        value = state.vectors.get(key(operand.register), Unknown(f"{operand.register} is not set"))
        if value == Vector.of_splat({}):
            return Lane({})
    if isinstance(value, Unknown):
        raise state.refuse(f"uses {operand.register or 'memory'}, which is undefined: {value.why}")
    if not isinstance(value, Lane):
        raise state.refuse(f"uses {operand.register or 'memory'}, which does not hold lanes")
    if state.watch is not None:
        state.watch(value.poly)
    return value


def gathered(state: State, memory: Memory) -> Lane | None:
    """What lies at an address that is made of flags: one of all that they may choose; None where it is not."""
    base, index = (state.registers.get(r) if r else None for r in (memory.base, memory.index))
    if not isinstance(base, Pointer) or not isinstance(index, dict) or as_constant(index) is not None:
        return None
    start = base.offset + memory.displacement + memory.scale * index.get((), 0)
    flags = sorted((c * memory.scale, m) for m, c in index.items() if m)
    atoms = state.trace.atoms
    if len(flags) > MOST_FLAGS or any(len(m) > 1 or c <= 0 or atoms[m[0]].lo or atoms[m[0]].hi > 1 for c, m in flags):
        raise state.refuse("an address that depends on data")
    places = [start]
    for c, _ in flags:
        places += [place + c for place in places]
    words = []
    for place in places:
        entry = state.loaded(Pointer(base.region, place))
        if not isinstance(entry, Lane):
            raise state.refuse(f"reads {base.region}{place:+d}, which does not hold lanes")
        words.append(state.trace.settled(doubles.bits(state, entry)))
    for _, flag in flags:
        pairs = zip(words[::2], words[1::2], strict=True)
        words = [state.trace.chosen({flag: 1}, high, low) for low, high in pairs]
    return Lane(words[0])


# Of an address: more would be all of a table.
MOST_FLAGS = 5


def put(state: State, i: Instruction, target: Operand, value: Poly) -> None:
    """Under the mask of the instruction, if there is one."""
    put_lane(state, i, target, Lane(value))


def of_halves(name: str) -> bool:
    """Whether the mask of an instruction has a bit for every 32 bits."""
    return name.endswith(("ps", "a32", "u32", "32x4", "d")) and not name.endswith("pd")


def put_lane(state: State, i: Instruction, target: Operand, lane: Lane) -> None:
    masks = [o for o in i.operands[1:2] if is_mask(o)]
    if masks and of_halves(i.name):
        raise state.refuse("a mask of lanes of 32 bits")
    for mask in masks:
        other = {} if "{z}" in i.text else get(state, target)
        value = state.trace.settled(doubles.bits(state, lane))
        lane = Lane(state.trace.chosen(mask_in(state, mask), value, other))
    if target.kind == "memory":
        if masks:
            raise state.refuse("writes some lanes to memory")
        assert target.memory is not None
        pointer = address_of(state, target.memory)
        if target.bits != 8 * state.lanes:
            raise state.refuse("writes a part of the lanes")
        state.store(pointer, lane, state.lanes)
    else:
        if target.bits != 8 * state.lanes:
            raise state.refuse(f"{i.text}: not in the table of instructions")
        state.vectors[key(target.register)] = lane


def mask_in(state: State, operand: Operand) -> Poly:
    if not is_mask(operand):
        return mask_of(state, operand)
    if operand.register not in state.masks:
        raise state.refuse(f"uses {operand.register}, which is not set")
    flag = state.masks[operand.register]
    for atom in (a for m in flag for a in m):
        state.trace.atoms[atom].kind = "flag"
    return flag


def sources(i: Instruction) -> tuple[Operand, ...]:
    """The operands behind the target and its mask."""
    return i.operands[2:] if len(i.operands) > 1 and is_mask(i.operands[1]) else i.operands[1:]


def remainder(state: State, x: Poly, bits: int) -> Poly:
    """By 2^bits. Where the lowest part of a sum is below 2^z and the rest a multiple of 2^z, that part stays."""
    return split(state, x, bits)[1]


def split(state: State, x: Poly, bits: int) -> tuple[Poly, Poly]:
    """Quotient and remainder by 2^bits, with the unknowns of other quotients of the same number where there are some: a
    compiler makes one shift of two."""
    trace = state.trace
    if (single := only(x)) is not None:
        x = trace.names.get(single, x)
    lo, hi = trace.range(x)
    if lo >= 0 and hi < 1 << bits:
        return {}, x
    for zeros in sorted({(c & -c).bit_length() - 1 for c in x.values()}):
        low = {m: c for m, c in x.items() if c % (1 << zeros)}
        if not 0 < zeros < bits or not low:
            continue
        bounds = trace.range(low)
        if bounds[0] >= 0 and bounds[1] < 1 << zeros:
            high = {m: c >> zeros for m, c in x.items() if m not in low}
            quotient, rest = trace.divide(high, bits - zeros, True)
            return quotient, plus(low, scaled(rest, 1 << zeros))
    if trace.known(x, bits) is None:
        for fewer in (1, 48):
            part = trace.known(x, fewer) if fewer < bits else None
            if part is not None:
                quotient, rest = split(state, part[0], bits - fewer)
                return quotient, plus(part[1], scaled(rest, 1 << fewer))
        single = only({m: c for m, c in x.items() if m})
        if single is not None and (whole := trace.quotient(single)) is not None:
            poly, skipped = whole
            both = trace.known(plus(poly, constant(x.get((), 0) << skipped)), skipped + bits)
            if both is not None:
                return trace.divide(x, bits, True, both[0])
    return trace.divide(x, bits, True)


def simple(function: Callable[[State, Instruction, Poly, Poly], Poly]) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        x, y = sources(i)
        read = congruent if i.name in ("vpaddq", "vpsubq") else get
        if "xor" in i.name and x == y and len(i.operands) == 3:
            put(state, i, i.operands[0], {})
            return
        put(state, i, i.operands[0], function(state, i, read(state, x), read(state, y)))

    return run


def logic(state: State, i: Instruction, operation: str, x: Poly, y: Poly) -> Poly:
    known = affine(state, x, y, TWO[operation])
    if known is not None:
        return known
    if operation == "and":
        for value, mask in ((x, y), (y, x)):
            bit = as_constant(mask)
            if bit and bit & (bit - 1) == 0:
                above = split(state, value, bit.bit_length() - 1)[0] if bit > 1 else value
                return scaled(remainder(state, above, 1), bit)
            if bit and bit & (bit + 1) == 0:
                return low_part(state, i, value, bit.bit_length())
            gap = ONES & ~bit if bit is not None else 0
            zeros, size = (gap & -gap).bit_length() - 1, gap.bit_length()
            lo, hi = state.trace.range(value)
            if gap and gap == (1 << size) - (1 << zeros) and lo >= 0 and lo >> size == hi >> size:
                # The bits above those that are cleared are known.
                return plus(remainder(state, value, zeros), constant(lo >> size << size))
    if operation == "xor" and x == y:
        return {}
    if operation == "or":
        for value, ones in ((x, y), (y, x)):
            c = as_constant(ones)
            zeros = (c & -c).bit_length() - 1 if c else 0
            size = state.trace.range(value)[1].bit_length()
            if c and zeros < size <= 64 and (c >> zeros) + 1 & (1 << size - zeros) - 1 == 0:
                # The bits of the value that are not below those of the constant are all ones there.
                return plus(remainder(state, value, zeros), constant(c))
    return combine(state, operation, x, y, 64)


def low_part(state: State, i: Instruction, value: Poly, bits: int) -> Poly:
    """The bits below one: of a conjunction or disjunction those of its operands, of a complement their complement."""

    def inner(poly: Poly) -> tuple[str, list[Poly]] | None:
        atom = only(poly)
        return state.trace.bitwise.get(atom) if atom is not None else None

    def joined(operation: str, operands: list[Poly]) -> Poly:
        first, *rest = (low_part(state, i, o, bits) for o in operands)
        for other in rest:
            first = logic(state, i, operation, first, other)
        return first

    found = inner(value)
    if found is not None and found[0] in OTHER:
        return joined(*found)
    if value.get((), 0) == ONES and len(value) > 1:
        whole = plus(constant(ONES), value, -1)
        lo, hi = state.trace.range(whole)
        if lo >= 0 and hi <= ONES:
            found = inner(whole)
            if found is not None and found[0] in OTHER:
                return joined(OTHER[found[0]], [plus(constant(ONES), o, -1) for o in found[1]])
            return plus(constant(2**bits - 1), remainder(state, whole, bits), -1)
    return remainder(state, value, bits)


# De Morgan's law.
OTHER = {"and": "or", "or": "and"}


def bitwise(operation: str) -> Callable[[State, Instruction], None]:
    return simple(lambda state, i, x, y: logic(state, i, operation, x, y))


# A ternary operation by its table: one operand and another operation of the other two, of each the complement perhaps.
TWO = {"and": int.__and__, "or": int.__or__, "xor": int.__xor__}
COLUMNS = (0xF0, 0xCC, 0xAA)
TERNARY = {
    TWO[outer](COLUMNS[a] ^ 255 * x, TWO[inner](COLUMNS[b] ^ 255 * y, COLUMNS[c] ^ 255 * z)): (
        outer,
        (a, x),
        inner,
        (b, y),
        (c, z),
    )
    for x, y, z in ((1, 1, 1), (0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0))
    for outer in TWO
    for inner in TWO
    for a, b, c in ((0, 1, 2), (1, 0, 2), (2, 0, 1))
}


# Tables of a choice: by which operand, and what it is where that is all ones and 0.
CHOICES = {0xCA: (0, 1, 2), 0xAC: (0, 2, 1), 0xE2: (1, 0, 2), 0xB8: (1, 2, 0), 0xE4: (2, 0, 1), 0xD8: (2, 1, 0)}


def ternary(state: State, i: Instruction) -> None:
    target = i.operands[0]
    *pair, table = sources(i)
    wanted = table.immediate % 256
    if wanted == 0xFF and len(i.operands) == 4:
        # Of registers nothing is read.
        if pair[1].memory is not None:
            get(state, pair[1])
        put(state, i, target, constant(ONES))
        return
    if wanted in CHOICES and len(i.operands) == 4:
        values = [get(state, target), *(get(state, o) for o in pair)]
        chooser, one, other = (values[n] for n in CHOICES[wanted])
        flag = state.trace.boolean(chooser)
        if flag is not None and flag[1:] in ((0, ONES), (ONES, 0)):
            on, off = (one, other) if flag[1] == 0 else (other, one)
            put(state, i, target, state.trace.chosen({(flag[0],): 1}, on, off))
            return
    if wanted not in TERNARY or (i.name.endswith("d") and len(i.operands) != 4):
        raise state.refuse(f"{i.text}: not in the table of instructions")
    outer, first, inner, second, third = TERNARY[wanted]
    values = [get(state, target), *(get(state, o) for o in pair)]
    ones = as_constant(values[first[0]])
    if outer == "and" and ones and ones & (ones + 1) == 0 and not (first[1] or second[1] or third[1]):
        # Of both others the lowest bits are enough.
        for n in (second[0], third[0]):
            values[n] = remainder(state, values[n], ones.bit_length())
    x, y, z = (plus(constant(ONES), values[n], -1) if inverse else values[n] for n, inverse in (first, second, third))
    put(state, i, target, logic(state, i, outer, x, logic(state, i, inner, y, z)))


def shift_count(state: State, i: Instruction) -> tuple[Poly, int]:
    x, by = sources(i)
    count = by.immediate if by.kind == "immediate" else known_count(state, by)
    if not 0 <= count < 64:
        raise state.refuse("a shift that is not by a constant")
    return get(state, x), count


def known_count(state: State, operand: Operand) -> int:
    """Of a shift by what a register of 128 bits has in its lower half."""
    vector = state.vectors.get(key(operand.register)) if operand.bits == 128 else None
    limb = vector.limbs[0] if isinstance(vector, Vector) else None
    count = as_constant(limb) if isinstance(limb, dict) else None
    return count if count is not None else -1


def shift_right(state: State, i: Instruction) -> None:
    x, by = shift_count(state, i)
    known = affine(state, x, {}, lambda value, _: value >> by)
    if known is not None:
        put(state, i, i.operands[0], known)
        return
    put(state, i, i.operands[0], split(state, x, by)[0] if by else x)


def shift_left(state: State, i: Instruction) -> None:
    x, by = shift_count(state, i)
    known = affine(state, x, {}, lambda value, _: value << by & ONES)
    if known is not None:
        put(state, i, i.operands[0], known)
        return
    ask = state.trace.contradicts
    lo, hi = state.trace.range(x)
    # Bits just above those that stay are 0, or the routine would lose them.
    small = lo < 1 << (64 - by) <= hi < 1 << (72 - by) and ask is not None and ask(plus(x, constant(1 << (64 - by)), -1))
    put(state, i, i.operands[0], scaled(x if small else remainder(state, x, 64 - by), 1 << by))


def multiply_add(high: bool) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        trace = state.trace
        x, y = (remainder(state, get(state, o), LIMB) for o in sources(i))
        c, d = as_constant(x), as_constant(y)
        if c is None and d is None:
            quotient, rest = trace.divide(times(trace.named(x), trace.named(y)), LIMB)
        else:
            quotient, rest = split(state, scaled(y, c) if c is not None else scaled(x, d or 0), LIMB)
        put(state, i, i.operands[0], plus(congruent(state, i.operands[0]), quotient if high else rest))

    return run


def multiply_low(state: State, i: Instruction, x: Poly, y: Poly) -> Poly:
    c, d = as_constant(x), as_constant(y)
    if c is None and d is None:
        return times(state.trace.named(x), state.trace.named(y))
    return scaled(x, d) if d is not None else scaled(y, c or 0)


def move(state: State, i: Instruction) -> None:
    (source,) = sources(i)
    if i.name in ("vmovdqa64", "vmovdqa32", "vmovaps", "vmovapd", "vmovdqa"):
        aligned(state, *i.operands)
    put_lane(state, i, i.operands[0], held(state, source))


def broadcast(state: State, i: Instruction) -> None:
    (source,) = sources(i)
    if source.bits != 64:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    put(state, i, i.operands[0], get(state, source))


def blend(state: State, i: Instruction) -> None:
    if "{z}" in i.text or len(i.operands) != 4:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    target, mask, x, y = i.operands
    value = state.trace.chosen(mask_in(state, mask), get(state, y), get(state, x))
    state.vectors[key(target.register)] = Lane(value)


def set_mask(state: State, i: Instruction, target: Operand, flag: Poly) -> None:
    masks = [o for o in i.operands[1:2] if is_mask(o)]
    for mask in masks if i.name.startswith("vp") else ():
        flag = both_masks(state, "and", flag, mask_in(state, mask))
    state.masks[target.register] = flag


def test(zero: bool) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        x, y = sources(i)
        value = get(state, x) if x == y else logic(state, i, "and", get(state, x), get(state, y))
        flag = state.trace.is_zero(value)
        set_mask(state, i, i.operands[0], flag if zero else plus(constant(1), flag, -1))

    return run


def equal(state: State, i: Instruction) -> None:
    x, y = sources(i)
    target = i.operands[0]
    same = x == y and x.kind == "vector"
    flag = constant(1) if same else state.trace.is_zero(state.trace.settled(plus(get(state, x), get(state, y), -1)))
    if is_mask(target):
        set_mask(state, i, target, flag)
    else:
        put(state, i, target, scaled(flag, ONES))


def all_ones(state: State, i: Instruction) -> None:
    """A comparison of lanes of 32 bits, of a register with itself."""
    target, x, y = i.operands
    if x != y or x.kind != "vector" or is_mask(target):
        raise state.refuse("compares lanes of 32 bits")
    put(state, i, target, constant(ONES))


def mask_logic(operation: str, invert: bool = False) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        target, x, y = i.operands
        if operation == "xor" and x == y:
            result: Poly = {}
        else:
            result = both_masks(state, operation, mask_in(state, x), mask_in(state, y))
        state.masks[target.register] = plus(constant(1), result, -1) if invert else result

    return run


def mask_not(state: State, i: Instruction) -> None:
    state.masks[i.operands[0].register] = plus(constant(1), mask_in(state, i.operands[1]), -1)


def mask_move(state: State, i: Instruction) -> None:
    target, source = i.operands
    flag = mask_in(state, source)
    if is_mask(target):
        state.masks[target.register] = flag
    elif target.kind == "memory":
        assert target.memory is not None
        state.store(address_of(state, target.memory), LaneMask((flag,)), 2 if i.name == "kmovw" else 1)
    else:
        write(state, target, LaneMask((flag,), i.name == "kmovb"))


def highest_bits(state: State, i: Instruction) -> None:
    """VPMOVQ2M."""
    target, source = i.operands
    state.masks[target.register] = state.trace.flag(split(state, get(state, source), 63)[0])


def ones_where(state: State, i: Instruction) -> None:
    """VPMOVM2Q, whose mask is its source."""
    target, source = i.operands
    state.vectors[key(target.register)] = Lane(scaled(mask_in(state, source), ONES))


def two(function: Callable[[State, Lane, Lane], Lane]) -> Callable[[State, Instruction], None]:
    """Of doubles."""

    def run(state: State, i: Instruction) -> None:
        of_doubles(state, i)
        target, x, y = i.operands
        put_lane(state, i, target, function(state, held(state, x), held(state, y)))

    return run


def of_doubles(state: State, i: Instruction) -> None:
    """On 512 bits an instruction may name a rounding of its own, and nothing else sets one."""
    if state.lanes != NARROW or len(i.operands) != 3:
        raise state.refuse(f"{i.text}: not in the table of instructions")


def fused(places: tuple[int, int, int], product: int, term: int) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        of_doubles(state, i)
        x, y, z = (held(state, i.operands[k]) for k in places)
        exact = doubles.product(state, x, y, product)
        put_lane(state, i, i.operands[0], doubles.total(state, exact, z, term))

    return run


LANES: dict[str, Callable[[State, Instruction], None]] = {
    "vpaddq": simple(lambda s, i, x, y: plus(x, y)),
    "vpsubq": simple(lambda s, i, x, y: plus(x, y, -1)),
    "vpmullq": simple(multiply_low),
    "vpmadd52luq": multiply_add(False),
    "vpmadd52huq": multiply_add(True),
    "vpsrlq": shift_right,
    "vpsllq": shift_left,
    "vpternlogd": ternary,
    "vpternlogq": ternary,
    "vpbroadcastq": broadcast,
    "vbroadcastsd": broadcast,
    "vpblendmq": blend,
    "vptestmq": test(False),
    "vptestnmq": test(True),
    "vpcmpeqq": equal,
    "vpcmpeqd": all_ones,
    "vpmovm2q": ones_where,
    "vpmovq2m": highest_bits,
    "vaddpd": two(doubles.total),
    "vsubpd": two(lambda state, x, y: doubles.total(state, x, y, -1)),
    "vmulpd": two(doubles.multiplied),
    "kxnorb": mask_logic("xor", True),
    "kxnorw": mask_logic("xor", True),
    "korb": mask_logic("or"),
    "kandb": mask_logic("and"),
    "kxorb": mask_logic("xor"),
    "knotb": mask_not,
    "knotw": mask_not,
    "kmovb": mask_move,
    "kmovw": mask_move,
}
for _name in ("and", "or", "xor"):
    LANES |= {f"vp{_name}{size}": bitwise(_name) for size in ("d", "q", "")}
    LANES |= {f"v{_name}{size}": bitwise(_name) for size in ("ps", "pd")}
# The operands behind the target that are multiplied, of three: the other one is added.
for _order, _places in {"132": (0, 2, 1), "213": (0, 1, 2), "231": (1, 2, 0)}.items():
    for _form, _signs in {"madd": (1, 1), "nmadd": (-1, 1), "msub": (1, -1), "nmsub": (-1, -1)}.items():
        LANES[f"vf{_form}{_order}pd"] = fused(_places, *_signs)
for _name in ("vmovdqa64", "vmovdqa32", "vmovdqu64", "vmovaps", "vmovups", "vmovdqa", "vmovdqu", "vmovapd", "vmovupd"):
    LANES[_name] = move


def on_lanes(state: State, i: Instruction) -> bool:
    """Whole registers are among the operands, or masks."""
    return any(o.bits == 8 * state.lanes or is_mask(o) for o in i.operands)


def whole(state: State, i: Instruction) -> bool:
    """No register among the operands is narrower, but for the count of a shift: such a one makes masks of some lanes."""
    vectors = [o for o in i.operands if o.kind == "vector" and not is_mask(o)]
    return all(o.bits == 8 * state.lanes for o in (vectors[:2] if i.name in ("vpsrlq", "vpsllq") else vectors))

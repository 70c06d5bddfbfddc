"""What each instruction does to the state. An instruction, or a form of one, that is not here is refused."""

from __future__ import annotations

from collections.abc import Callable

from core.isa import Instruction
from core.state import (
    Compared,
    Counter,
    CounterZero,
    Flag,
    LaneMask,
    Masks,
    Pointer,
    StackGuard,
    State,
    Token,
    Unknown,
    Value,
)
from core.terms import Poly, as_constant, constant, plus, scaled, times
from core.words import Pending, affine, both_masks, combine, flag_of, lose, low_bits, moved, zero_flag
from x86.operands import Memory, Operand
from x86.registers import GENERAL, PARTS, SECOND_BYTES

ONES = 2**64 - 1
# Where Go keeps the goroutine, and in it how far the stack may grow.
GO_RUNTIME = {"thread": (-8, "goroutine"), "goroutine": (16, "guard")}
# Words that are copied at once, at most.
LONGEST = 2**12
# Bytes below that bound that a function may use without asking.
GO_SMALL_FRAME = 128


poly_of = State.number


def whole_registers(state: State, memory: Memory) -> None:
    if any(r is not None and r not in GENERAL for r in (memory.base, memory.index)):
        raise state.refuse("an address that is not of whole registers")


def address_of(state: State, memory: Memory) -> Pointer:
    if memory.segment == "fs" and memory.base is None and memory.index is None and state.convention.goroutine:
        return Pointer("thread", memory.displacement)
    if memory.base == "rip" and memory.index is None and memory.segment is None:
        return Pointer("constants", memory.displacement)
    if memory.base is None or memory.base == "rip" or memory.segment is not None:
        raise state.refuse("an address that is not relative to an argument or the stack")
    whole_registers(state, memory)
    base = state.registers[memory.base]
    offset = memory.displacement
    if memory.index is not None:
        index = state.registers[memory.index]
        if isinstance(base, Pointer) and isinstance(index, Token) and index.name == "stride" and memory.scale == 1:
            return Pointer(base.region + "+stride", base.offset + offset)
        if isinstance(base, Pointer) and not isinstance(index, Pointer):
            number = as_constant(index) if isinstance(index, dict) else None
        elif isinstance(index, Pointer) and memory.scale == 1:
            number = as_constant(base) if isinstance(base, dict) else None
            base = index
        else:
            number = None
        if number is None:
            raise state.refuse("an address that depends on data")
        offset += number * memory.scale
    if isinstance(base, Token) and base.name == "goroutine":
        return Pointer("goroutine", offset)
    if not isinstance(base, Pointer):
        raise state.refuse("an address that depends on data")
    return Pointer(base.region, base.offset + offset)


def aligned(state: State, *operands: Operand) -> None:
    """An instruction that needs it has whole operands in memory at multiples of their bytes."""
    for operand in operands:
        if operand.memory is not None and not state.at_multiple(address_of(state, operand.memory), operand.bits // 8):
            raise state.refuse("an address that must be aligned")


def read(state: State, operand: Operand) -> Value:
    if operand.kind == "immediate":
        return constant(operand.immediate % 2**operand.bits)
    if operand.kind == "register":
        name, bits = PARTS[operand.register]
        value = state.registers[name]
    elif operand.memory is None:
        raise state.refuse(f"uses {operand.register} as a number")
    else:
        pointer = address_of(state, operand.memory)
        bits = operand.bits
        if pointer.region in GO_RUNTIME:
            offset, name = GO_RUNTIME[pointer.region]
            if pointer.offset != offset or bits != 64:
                raise state.refuse(f"reads {pointer.region}{pointer.offset:+d}")
            state.trace.accesses += 1
            return Token(name)
        value = state.load(pointer, bits // 8) if bits != 16 or not state.lanes else two_masks(state, pointer)
    second = operand.kind == "register" and operand.register in SECOND_BYTES
    if isinstance(value, Masks):
        return value if bits > 8 else value.groups[int(second)]
    if isinstance(value, LaneMask) and not second:
        return value
    if bits == 64:
        return value
    if isinstance(value, Counter) and bits == value.bits:
        return value
    if second:
        raise state.refuse("uses the second byte of a register")
    return state.trace.divide(poly_of(state, value), bits, True)[1]


def two_masks(state: State, pointer: Pointer) -> Value:
    """What 16 bits of memory hold, of two groups of lanes perhaps."""
    second = Pointer(pointer.region, pointer.offset + 1)
    if isinstance(state.memory.get((second.region, second.offset)), LaneMask):
        groups = [state.load(place, 1) for place in (pointer, second)]
        if not all(isinstance(mask, LaneMask) for mask in groups):
            raise state.refuse("reads masks of lanes and something else")
        return Masks(tuple(mask for mask in groups if isinstance(mask, LaneMask)))
    return state.load(pointer, 2)


def with_byte(state: State, old: Value, second: bool, mask: LaneMask) -> Value:
    """A register with another mask in its lowest byte or in the one above it."""
    groups = list(old.groups) if isinstance(old, Masks) else [old] if isinstance(old, LaneMask) else []
    if not groups and second:
        raise state.refuse("writes a part of a register")
    groups[int(second) : int(second) + 1] = [mask]
    return Masks(tuple(g for g in groups if isinstance(g, LaneMask))) if len(groups) > 1 else LaneMask(mask.sides)


def write(state: State, operand: Operand, value: Value) -> None:
    if operand.kind == "register":
        name, bits = PARTS[operand.register]
        old = state.registers[name]
        if bits == 8 and isinstance(value, LaneMask):
            state.registers[name] = with_byte(state, old, operand.register in SECOND_BYTES, value)
            return
        if bits == 8 and isinstance(old, dict) and isinstance(value, dict) and operand.register not in SECOND_BYTES:
            whole, low = as_constant(old), as_constant(value)
            if whole is not None and low is not None:
                state.registers[name] = constant(whole - whole % 256 + low)
                return
        low = as_constant(value) if isinstance(value, dict) else None
        if bits == 8 and state.lanes and low is not None and operand.register not in SECOND_BYTES:
            # Whatever the rest of the register held.
            state.registers[name] = plus(constant(low), {(state.trace.new("input", 0, 2**56 - 1),): 256})
            return
        if bits < 32:
            raise state.refuse("writes a part of a register")
        state.registers[name] = value
    elif operand.kind == "memory":
        assert operand.memory is not None
        if state.lanes and operand.bits == 8 and isinstance(value, dict) and as_constant(value) in (0, 255):
            value = LaneMask((constant(int(bool(value))),) * (64 // state.lanes))
        if isinstance(value, LaneMask):
            value = LaneMask(value.sides)
        groups = value.groups if isinstance(value, Masks) else ()
        if state.lanes and operand.bits == 16 and value == {}:
            groups = (LaneMask(({},) * (64 // state.lanes)),) * 2
        if groups and operand.bits == 8 * len(groups):
            pointer = address_of(state, operand.memory)
            for k, mask in enumerate(groups):
                state.store(Pointer(pointer.region, pointer.offset + k), mask, 1)
            return
        counted = isinstance(value, Counter) and value.bits == operand.bits
        masks = isinstance(value, LaneMask) or (isinstance(value, Masks) and operand.bits == 32)
        if operand.bits != 64 and not counted and not masks:
            raise state.refuse(f"writes {operand.bits} bits to memory")
        state.store(address_of(state, operand.memory), value, operand.bits // 8)
    else:
        raise state.refuse("writes to something that is not a place")


def number(state: State, operand: Operand) -> Poly:
    return poly_of(state, read(state, operand), operand.register or "memory")


def add(state: State, i: Instruction, carry: bool = False) -> None:
    target, source = i.operands
    x = read(state, target)
    if isinstance(x, Counter) and not carry and as_constant(number(state, source)) in (1, 2**target.bits - 1):
        state.zero = state.overflow = recounted(state, target, x, -1 if as_constant(number(state, source)) == 1 else 1)
        state.carry = Unknown("flags of a counter")
        return
    y = read(state, source)
    if isinstance(y, Pointer) and isinstance(x, dict) and target.bits == 64:
        x, y = y, x
    if isinstance(x, Pointer):
        if carry:
            raise state.refuse("moves a pointer by data")
        write(state, target, moved(state, x, y, 1))
        state.carry = state.overflow = state.zero = Unknown("flags of a pointer")
        return
    total = plus(poly_of(state, x), number(state, source))
    if carry:
        total = plus(total, flag_of(state, state.carry, "CF"))
    else:
        lose(state)
    quotient, remainder = state.trace.divide(total, target.bits)
    write(state, target, remainder)
    state.carry, state.overflow = quotient, Unknown(f"OF of {i.text}")
    state.zero = Pending(remainder)


def subtract(state: State, i: Instruction, borrow: bool = False, keep: bool = True) -> None:
    target, source = i.operands
    x, y = read(state, target), read(state, source)
    if isinstance(y, Token) and y.name == "guard":
        if keep or borrow or not isinstance(x, Pointer) or x.region != "stack":
            raise state.refuse("does not compare an address in the stack with its bound")
        state.carry = state.zero = state.overflow = StackGuard(x.offset - GO_SMALL_FRAME)
        state.asks = True
        return
    if isinstance(x, Counter) and not borrow:
        by = as_constant(poly_of(state, y))
        if by not in (0, 1):
            raise state.refuse("compares a counter")
        state.carry = state.overflow = state.zero = recounted(state, target, x, by, keep)
        return
    if isinstance(x, Pointer) and isinstance(y, Pointer) and not keep and x.region == y.region and x.region != "stack":
        state.zero = constant(int((x.offset - y.offset) % 2**64 == 0))
        state.carry = state.overflow = Unknown("flags of a pointer")
        return
    if isinstance(x, Pointer) and isinstance(y, Pointer) and keep and not borrow and x.region == y.region:
        if target.bits != 64:
            raise state.refuse("takes a part of a pointer")
        write(state, target, constant((x.offset - y.offset) % 2**64))
        state.carry = state.overflow = state.zero = Unknown("flags of a pointer")
        return
    if isinstance(x, Pointer):
        if borrow or not keep:
            raise state.refuse("compares a pointer with a number, or moves it by data")
        write(state, target, moved(state, x, y, -1))
        state.carry = state.overflow = state.zero = Unknown("flags of a pointer")
        return
    if borrow and target.kind == "register" and target == source:
        # The register itself takes no part.
        flag = flag_of(state, state.carry, "CF")
        write(state, target, scaled(flag, 2**target.bits - 1))
        state.overflow = Unknown(f"OF of {i.text}")
        state.zero = plus(constant(1), flag, -1)
        return
    total = plus(poly_of(state, x), poly_of(state, y), -1)
    if borrow:
        total = plus(total, flag_of(state, state.carry, "CF"), -1)
    else:
        lose(state)
    quotient, remainder = state.trace.divide(total, target.bits)
    if keep:
        write(state, target, remainder)
    state.carry, state.overflow = scaled(quotient, -1), Unknown(f"OF of {i.text}")
    known = [as_constant(poly_of(state, value)) for value in (x, y)]
    if not borrow and known[0] is not None and known[1] is not None:
        signed = [(value + 2 ** (target.bits - 1)) % 2**target.bits for value in known if value is not None]
        state.overflow = Compared(signed[0] < signed[1])
    state.zero = Pending(remainder)


def recounted(state: State, target: Operand, x: Counter, by: int, keep: bool = True) -> CounterZero:
    """A count less a number, which may be negative: at most 1 more than it was."""
    if x.bits != target.bits or x.unit != 1 or x.steps + by < -1:
        raise state.refuse(f"takes {target.bits} bits of a counter of {x.bits}")
    counter = Counter(x.name, x.steps + by, x.bits)
    if keep:
        write(state, target, counter)
    return CounterZero(counter)


def step(state: State, i: Instruction, flag: str) -> None:
    """ADCX, ADOX: one flag in and out, the others stay."""
    target, source = i.operands
    old = state.carry if flag == "CF" else state.overflow
    total = plus(plus(number(state, target), number(state, source)), flag_of(state, old, flag))
    quotient, remainder = state.trace.divide(total, target.bits)
    write(state, target, remainder)
    if flag == "CF":
        state.carry = quotient
    else:
        state.overflow = quotient


def mulx(state: State, i: Instruction) -> None:
    high, low, source = i.operands
    rdx = state.trace.named(number(state, Operand("register", "rdx" if high.bits == 64 else "edx", 0, None, high.bits)))
    product = times(rdx, state.trace.named(number(state, source)))
    quotient, remainder = state.trace.divide(product, high.bits)
    write(state, low, remainder)
    write(state, high, quotient)


def mul(state: State, i: Instruction) -> None:
    (source,) = i.operands
    if source.bits != 64:
        raise state.refuse(f"multiplies {source.bits} bits")
    x = state.trace.named(number(state, Operand("register", "rax", 0, None, 64)))
    quotient, remainder = state.trace.divide(times(x, state.trace.named(number(state, source))), 64)
    state.registers["rax"], state.registers["rdx"] = remainder, quotient
    lose(state)
    state.carry = state.overflow = state.zero = Unknown("flags of mul")


def imul(state: State, i: Instruction) -> None:
    if len(i.operands) == 1:
        raise state.refuse("signed multiplication")
    target, x, y = i.operands if len(i.operands) == 3 else (i.operands[0], *i.operands)
    first, second = number(state, x), number(state, y)
    product = first if as_constant(second) is None and as_constant(first) is None else None
    if product is None:
        c = as_constant(second)
        product = scaled(first, c) if c is not None else scaled(second, as_constant(first) or 0)
    else:
        product = times(state.trace.named(first), state.trace.named(second))
    lose(state)
    most = 2 ** (target.bits - 1)
    small = state.trace.range(product)[1] < most and all(state.trace.range(p)[1] < most for p in (first, second))
    write(state, target, state.trace.divide(product, target.bits)[1])
    state.carry = state.overflow = {} if small else Unknown("flags of imul")
    state.zero = Unknown("flags of imul")


def bitwise(state: State, i: Instruction, keep: bool = True) -> None:
    target, source = i.operands
    operation = "and" if i.name == "test" else i.name
    lose(state)
    if operation == "and" and target.kind == "register" and target.register == "rsp":
        if not state.lanes or source.kind != "immediate" or source.immediate % 2**64 != 2**64 - state.lanes:
            raise state.refuse("aligns the stack pointer to other than what lanes need")
        state.align_stack()
        state.carry = state.overflow = state.zero = Unknown("flags of a pointer")
        return
    if target == source and target.kind == "register":
        if operation == "xor":
            write(state, target, {})
            state.carry = state.overflow = {}
            state.zero = constant(1)
            return
        value = read(state, target)
        if isinstance(value, Counter) and value.unit == 1 and value.bits == target.bits:
            state.zero = state.overflow = CounterZero(value)
            state.carry = {}
            return
    given = isinstance(read(state, source), LaneMask) if state.peers else False
    if state.lanes and (given or isinstance(read(state, target), (LaneMask, Masks))):
        if not keep:
            raise state.refuse("a branch that depends on data, or one that could")
        if groups := groups_of(state, operation, target, source):
            write(state, target, Masks(groups))
            state.carry = state.overflow = state.zero = Unknown("flags of a mask")
            return
        sides = zip(masks_of(state, target), masks_of(state, source), strict=True)
        write(state, target, LaneMask(tuple(both_masks(state, operation, x, y) for x, y in sides)))
        state.carry = state.overflow = state.zero = Unknown("flags of a mask")
        return
    if operation == "and" and keep and isinstance(pointer := read(state, target), Pointer):
        round_down(state, target, pointer, source)
        return
    x, y = number(state, target), number(state, source)
    result = combine(state, operation, x, y, target.bits)
    if keep:
        write(state, target, result)
    state.carry = state.overflow = {}
    state.zero = Pending(result)


def round_down(state: State, target: Operand, pointer: Pointer, source: Operand) -> None:
    """A pointer that is a multiple of 8, to one."""
    step = as_constant(number(state, source))
    if not state.lanes or step != 2**64 - 8 or target.bits != 64 or not state.at_multiple(pointer, 8):
        raise state.refuse("rounds an address")
    state.carry = state.overflow = state.zero = Unknown("flags of a pointer")


def groups_of(state: State, operation: str, target: Operand, source: Operand) -> tuple[LaneMask, ...]:
    """The masks of two groups, of which one operand may have those of the first alone, and 0; none where only the lowest
    byte of the result is known."""
    values = [read(state, operand) for operand in (target, source)]
    if not any(isinstance(value, Masks) for value in values):
        return ()
    pairs = []
    for value in values:
        if isinstance(value, Masks):
            pairs.append(value.groups)
        elif isinstance(value, LaneMask) and value.clear:
            pairs.append((value, LaneMask(({},) * len(value.sides))))
        else:
            return ()
    if len(pairs[0]) != len(pairs[1]):
        return ()
    return tuple(
        LaneMask(tuple(both_masks(state, operation, x, y) for x, y in zip(a.sides, b.sides, strict=True)))
        for a, b in zip(*pairs, strict=True)
    )


def masks_of(state: State, operand: Operand) -> tuple[Poly, ...]:
    """The flags of lanes that an operand holds, or 0 or 1 where a constant says the same for all."""
    value = read(state, operand)
    if isinstance(value, Masks):
        value = value.groups[0]
    if isinstance(value, LaneMask):
        return value.sides
    low = as_constant(poly_of(state, value, "a mask"))
    if state.peers and low is not None:
        return (constant(low >> state.lane & 1),)
    bits = state.lanes // 8
    parts = [low >> shift & (1 << bits) - 1 for shift in range(0, 8, bits)] if low is not None else []
    if not parts or any(part not in (0, (1 << bits) - 1) for part in parts):
        raise state.refuse("uses a number as a mask of lanes")
    return tuple(constant(part & 1) for part in parts)


def mask_of(state: State, operand: Operand) -> Poly:
    """The one of lanes that lie in one register."""
    (flag,) = masks_of(state, operand)
    return flag


def shift(state: State, i: Instruction) -> None:
    target = i.operands[0]
    by = as_constant(number(state, i.operands[1])) if len(i.operands) == 2 else 1
    if by is None or not 0 < by < target.bits:
        raise state.refuse("a shift that is not by a constant")
    whole = read(state, target)
    if isinstance(whole, Counter) and i.name == "shr" and whole.unit == 1 << by and target.bits == 64:
        write(state, target, Counter(whole.name, whole.steps, whole.bits))
        state.carry = state.overflow = state.zero = Unknown("flags of a counter")
        return
    if isinstance(whole, LaneMask) and i.name == "shl" and by == 4 and len(whole.sides) == 2:
        # The upper flags leave the low byte.
        write(state, target, LaneMask(({}, whole.sides[0])))
        state.carry = state.overflow = state.zero = Unknown("flags of a mask")
        return
    if isinstance(whole, (LaneMask, Masks)) and by == 8:
        write(state, target, by_a_byte(state, whole, i.name))
        state.carry = state.overflow = state.zero = Unknown("flags of masks")
        return
    x = number(state, target)
    bits, ones = target.bits, 2**target.bits - 1
    lose(state)
    if i.name in ("shl", "sal"):
        known = affine(state, x, {}, lambda a, _: a << by & ones)
        result = known if known is not None else state.trace.divide(scaled(x, 1 << by), bits, True)[1]
    elif i.name == "shr":
        known = affine(state, x, {}, lambda a, _: a >> by)
        result = known if known is not None else state.trace.divide(x, by, True)[0]
    else:
        raise state.refuse(f"{i.name} is not known")
    write(state, target, result)
    state.carry = state.overflow = Unknown(f"flags of {i.text}")
    state.zero = Pending(result)


def by_a_byte(state: State, value: LaneMask | Masks, way: str) -> LaneMask | Masks:
    """The mask of a group moves to the place of the next one, or of the one before."""
    if way == "shl" and isinstance(value, LaneMask):
        return Masks((LaneMask(({},) * len(value.sides)), value))
    if way == "shr" and isinstance(value, Masks) and len(value.groups) == 2:
        return value.groups[1]
    raise state.refuse("a shift of masks that is not known")


def double_shift(state: State, i: Instruction) -> None:
    """SHRD low, high, n, and SHLD high, low, 64 - n."""
    target, source, count_ = i.operands
    by = as_constant(number(state, count_))
    if by is None or not 0 < by < 64 or target.bits != 64:
        raise state.refuse("a shift that is not by a constant")
    x, y = number(state, target), number(state, source)
    lose(state)
    if i.name == "shld":
        x, y, by = y, x, 64 - by
    low = state.trace.divide(x, by, True)[0]
    write(state, target, plus(low, scaled(low_bits(state, y, by), 1 << (64 - by))))
    state.carry = state.overflow = state.zero = Unknown(f"flags of {i.text}")


def negate(state: State, i: Instruction) -> None:
    (target,) = i.operands
    x = number(state, target)
    ones = 2**target.bits - 1
    lose(state)
    known = affine(state, x, {}, lambda a, _: -a & ones)
    if known is not None:
        result = known
        state.carry = affine(state, x, {}, lambda a, _: int(a != 0)) or {}
    elif (small := state.trace.small_remainder(scaled(x, -1), target.bits)) is not None:
        result, state.carry = small, Unknown(f"CF of {i.text}")
    else:
        quotient, result = state.trace.divide(scaled(x, -1), target.bits)
        state.carry = scaled(quotient, -1)
    write(state, target, result)
    state.overflow = Unknown("OF of neg")
    state.zero = Pending(result)


def invert(state: State, i: Instruction) -> None:
    (target,) = i.operands
    if isinstance(read(state, target), LaneMask):
        write(state, target, LaneMask(tuple(plus(constant(1), flag, -1) for flag in masks_of(state, target))))
        return
    write(state, target, plus(constant(2**target.bits - 1), number(state, target), -1))


def move(state: State, i: Instruction) -> None:
    target, source = i.operands
    value = read(state, source)
    if target.kind == "memory" and target.bits == 64 and source.kind == "immediate":
        value = constant(source.immediate % 2**64)
    write(state, target, value)


def move_mask(state: State, i: Instruction) -> None:
    """MOVZX, of masks alone."""
    target, source = i.operands
    value = read(state, source)
    if not isinstance(value, (LaneMask, Masks)):
        raise state.refuse(f"{i.text}: not in the table of instructions")
    # Of 16 bits the upper ones may be anything.
    clear = isinstance(value, LaneMask) and (source.bits == 8 or value.clear)
    write(state, target, LaneMask(value.sides, clear) if isinstance(value, LaneMask) else value)


def extend_sign(state: State, i: Instruction) -> None:
    """MOVSXD, of numbers that are known."""
    target, source = i.operands
    value = as_constant(number(state, source))
    if value is None or target.bits != 64:
        raise state.refuse("extends a number that is no constant")
    write(state, target, constant((value ^ 2**31) - 2**31 & ONES))


def extend(state: State, i: Instruction) -> None:
    """CDQE, of numbers that are known."""
    value = as_constant(poly_of(state, state.registers["rax"]))
    if value is None:
        raise state.refuse("extends a number that is no constant")
    state.registers["rax"] = constant((value % 2**32 ^ 2**31) - 2**31 & ONES)


def load_address(state: State, i: Instruction) -> None:
    target, source = i.operands
    assert source.memory is not None
    memory = source.memory
    if memory.base == "rip":
        if target.bits != 64:
            raise state.refuse("takes a part of a pointer")
        write(state, target, address_of(state, memory))
        return
    whole_registers(state, memory)
    values = [state.registers[r] for r in (memory.base, memory.index) if r]
    if any(isinstance(v, Pointer) for v in values):
        if target.bits != 64:
            raise state.refuse("takes a part of a pointer")
        write(state, target, address_of(state, memory))
        return
    if len(values) == 1 and isinstance(counter := values[0], Counter) and memory.base and abs(memory.displacement) == 1:
        if counter.unit != 1 or target.bits != counter.bits:
            raise state.refuse(f"takes {target.bits} bits of a counter of {counter.bits}")
        write(state, target, Counter(counter.name, counter.steps - memory.displacement, counter.bits))
        return
    total = constant(memory.displacement)
    if memory.base:
        total = plus(total, poly_of(state, state.registers[memory.base]))
    if memory.index:
        total = plus(total, poly_of(state, state.registers[memory.index]), memory.scale)
    write(state, target, state.trace.divide(total, target.bits)[1])


def push(state: State, i: Instruction) -> None:
    if i.operands[0].bits != 64:
        raise state.refuse("pushes a part of a register")
    value = read(state, i.operands[0])
    top = state.stack_pointer()
    pointer = Pointer(top.region, top.offset - 8)
    state.registers["rsp"] = pointer
    state.store(pointer, value)


def leave(state: State, i: Instruction) -> None:
    state.registers["rsp"] = state.registers["rbp"]
    pointer = state.stack_pointer()
    state.registers["rbp"] = state.load(pointer)
    state.registers["rsp"] = Pointer(pointer.region, pointer.offset + 8)


def pop(state: State, i: Instruction) -> None:
    if i.operands[0].bits != 64:
        raise state.refuse("pops a part of a register")
    pointer = state.stack_pointer()
    value = state.load(pointer)
    state.registers["rsp"] = Pointer(pointer.region, pointer.offset + 8)
    write(state, i.operands[0], value)


def copy_words(state: State, i: Instruction) -> None:
    """REP MOVSQ; the direction flag is 0 by the calling convention."""
    to, source, size = (state.registers[name] for name in ("rdi", "rsi", "rcx"))
    words = as_constant(size) if isinstance(size, dict) else None
    if not isinstance(to, Pointer) or not isinstance(source, Pointer) or words is None or words >= LONGEST:
        raise state.refuse("copies words that are not counted, or not to and from addresses")
    state.copy_words(to, source, words)
    state.registers["rdi"] = Pointer(to.region, to.offset + 8 * words)
    state.registers["rsi"] = Pointer(source.region, source.offset + 8 * words)
    state.registers["rcx"] = {}


def count(state: State, i: Instruction, by: int) -> None:
    target = i.operands[0]
    x = read(state, target)
    if isinstance(x, Counter):
        state.zero = state.overflow = recounted(state, target, x, -by)
    else:
        known = affine(state, poly_of(state, x), {}, lambda a, _: (a + by) % 2**target.bits)
        total = plus(poly_of(state, x), constant(by))
        result = known if known is not None else state.trace.divide(total, target.bits)[1]
        write(state, target, result)
        state.zero = Pending(result)
        state.overflow = Unknown(f"OF of {i.text}")


def condition(state: State, code: str) -> Flag:
    """The truth of a condition as a number, or the comparison that it stands for."""
    if code == "b":
        return state.carry
    if code == "e":
        return zero_flag(state)
    for positive, negative in (("b", "ae"), ("e", "ne")):
        if code == negative:
            flag = condition(state, positive)
            return plus(constant(1), flag, -1) if isinstance(flag, dict) else flag
    if code in ("l", "ge", "g", "le") and isinstance(state.overflow, Compared) and isinstance(state.zero, dict):
        less, same = state.overflow.less, as_constant(zero_flag(state))  # type: ignore[arg-type]
        return constant(int({"l": less, "ge": not less, "g": not less and not same, "le": less or bool(same)}[code]))
    if code == "be" and isinstance(state.carry, StackGuard) and isinstance(state.zero, StackGuard):
        return state.carry
    if code in ("be", "a") and isinstance(state.carry, dict) and isinstance(state.zero, dict):
        below, same = as_constant(state.carry), as_constant(zero_flag(state))  # type: ignore[arg-type]
        if below is not None and same is not None:
            return constant(int(bool(below or same) == (code == "be")))
    # What is left of a count is not negative, and a positive number as a signed one, too.
    asked = state.overflow if code in ("le", "g") else state.carry if code in ("be", "a") else None
    if isinstance(state.zero, CounterZero) and 0 <= state.zero.counter.steps <= 1 and asked == state.zero:
        return state.zero
    raise state.refuse(f"condition {code} is not known")


def conditional_move(state: State, i: Instruction) -> None:
    target, source = i.operands
    flag = flag_of(state, condition(state, i.name[4:]), i.name[4:].upper())
    known = as_constant(flag)
    if known is not None:
        # Where nothing is moved, memory is read and the upper half of a register cleared, too.
        moved = read(state, source)
        write(state, target, moved if known else read(state, target))
        return
    write(state, target, state.trace.selected(flag, number(state, source), number(state, target)))


def set_byte(state: State, i: Instruction) -> None:
    """SETcc, of what is known."""
    flag = condition(state, i.name[3:])
    known = as_constant(flag) if isinstance(flag, dict) else None
    if known is None:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    write(state, i.operands[0], constant(known))


def hint(state: State, i: Instruction) -> None:
    memory = i.operands[0].memory
    assert memory is not None
    address_of(state, memory)


TABLE: dict[str, Callable[[State, Instruction], None]] = {
    "add": add,
    "adc": lambda s, i: add(s, i, True),
    "adcx": lambda s, i: step(s, i, "CF"),
    "adox": lambda s, i: step(s, i, "OF"),
    "sub": subtract,
    "sbb": lambda s, i: subtract(s, i, True),
    "cmp": lambda s, i: subtract(s, i, False, False),
    "mulx": mulx,
    "mul": mul,
    "imul": imul,
    "and": bitwise,
    "or": bitwise,
    "xor": bitwise,
    "test": lambda s, i: bitwise(s, i, False),
    "shl": shift,
    "shr": shift,
    "shrd": double_shift,
    "shld": double_shift,
    "neg": negate,
    "not": invert,
    "mov": move,
    "movabs": move,
    "movzx": move_mask,
    "cdqe": extend,
    "movsxd": extend_sign,
    "lea": load_address,
    "push": push,
    "pop": pop,
    "leave": leave,
    "dec": lambda s, i: count(s, i, -1),
    "inc": lambda s, i: count(s, i, 1),
    "rep movsq": copy_words,
    "endbr64": lambda s, i: None,
    # No more than a hint; the address must be one that may be named.
    "prefetcht0": lambda s, i: hint(s, i),
    "nop": lambda s, i: None,
}
for _code in ("b", "ae", "e", "ne"):
    TABLE["cmov" + _code] = conditional_move
for _code in ("l", "ge", "g", "le"):
    TABLE["set" + _code] = set_byte

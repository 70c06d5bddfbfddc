"""What each instruction does to the state. An instruction, or a form of one, that is not here is refused. The carry flag is
the processor's: after a subtraction it is 1 where nothing was borrowed."""

from __future__ import annotations

from collections.abc import Callable

from arm64 import signs
from arm64.operands import Operand
from core.isa import Instruction
from core.state import Counter, CounterZero, Flag, Pointer, StackGuard, State, Token, Unknown, Value
from core.terms import Poly, as_constant, constant, plus, scaled, times
from core.words import Pending, affine, combine, flag_of, lose, moved, zero_flag

ONES = 2**64 - 1
# Where a goroutine has the bound of its stack, and the bytes below that which a function may use without asking: 128, and 8
# more for the frame's pointer, which the linker counts, too.
GO_GUARD = 16
GO_SMALL_FRAME = 128 + 8


def read(state: State, operand: Operand) -> Value:
    if operand.kind == "number":
        number_ = operand.number << operand.shift[1] if operand.shift else operand.number
        return constant(number_ % 2**operand.bits)
    if operand.kind != "register":
        raise state.refuse(f"uses a {operand.kind} as a number")
    value: Value = {} if operand.register == "zr" else state.registers[operand.register]
    if operand.bits == 32 and not (isinstance(value, Counter) and value.bits == 32):
        value = state.trace.divide(state.number(value, operand.register), 32, True)[1]
    if operand.shift is None:
        return value
    way, by = operand.shift
    return shifted(state, way, state.number(value, operand.register), by, operand.bits)


def number(state: State, operand: Operand) -> Poly:
    return state.number(read(state, operand), operand.register)


def write(state: State, operand: Operand, value: Value) -> None:
    """Of a register of 32 bits the upper half becomes 0, and the value is below 2^32."""
    if operand.kind != "register" or operand.shift is not None:
        raise state.refuse("writes to something that is not a place")
    if operand.register != "zr":
        state.registers[operand.register] = value


def address_of(state: State, operand: Operand) -> Pointer:
    base = state.registers.get(operand.register)
    if operand.kind == "memory" and base == Token("goroutine") and not operand.writes:
        return Pointer("goroutine", operand.number)
    if operand.kind != "memory" or not isinstance(base, Pointer):
        raise state.refuse("an address that depends on data, or is not relative to an argument or the stack")
    address = Pointer(base.region, base.offset + operand.number)
    if operand.writes:
        if operand.register != "sp":
            raise state.refuse("an address that moves")
        state.registers["sp"] = address
    return address


def shifted(state: State, way: str, x: Poly, by: int, bits: int) -> Poly:
    if way == "lsl":
        known = affine(state, x, {}, lambda a, _: a << by & 2**bits - 1)
        return known if known is not None else state.trace.divide(scaled(x, 1 << by), bits, True)[1]
    known = affine(state, x, {}, lambda a, _: a >> by)
    if known is not None:
        return known
    if state.trace.range(x)[1] >> by > 1:
        return state.trace.divide(x, by, True)[0]
    return signs.known_carry(state, state.trace.divide(x, by)[0])


def shift(state: State, i: Instruction) -> None:
    target, source, by = i.operands
    if by.kind != "number" or not 0 < by.number < target.bits:
        raise state.refuse("a shift that is not by a constant")
    count = read(state, source)
    if isinstance(count, Counter) and i.name == "lsr" and count.unit == 1 << by.number and count.bits == target.bits:
        write(state, target, Counter(count.name, count.steps, count.bits))
        return
    write(state, target, shifted(state, i.name, number(state, source), by.number, target.bits))


def extract(state: State, i: Instruction) -> None:
    """EXTR d, high, low, n."""
    target, high, low, by = i.operands
    if not 0 < by.number < 64 or target.bits != 64:
        raise state.refuse("a shift that is not by a constant")
    x, y = number(state, low), number(state, high)
    lower = state.trace.divide(x, by.number, True)[0]
    upper = state.trace.divide(y, by.number, True)[1]
    write(state, target, plus(lower, scaled(upper, 1 << (64 - by.number))))


def split(state: State, total: Poly, bits: int, fresh: bool = False) -> tuple[Poly, Poly]:
    """Quotient and remainder of a sum; of one that is known but for a flag, by that flag."""
    return state.trace.divide(total, bits, state.trace.boolean(total) is not None, fresh=fresh)


def add(state: State, i: Instruction, carry: bool = False) -> None:
    target, *sources = i.operands
    x, y = (read(state, s) for s in sources)
    flags = i.name in ("adds", "adcs", "cmn")
    if isinstance(y, Pointer) and not isinstance(x, Pointer):
        x, y = y, x
    if isinstance(x, Pointer) and not flags and not carry and target.bits == 64:
        if isinstance(y, Token) and y.name == "stride" and "+" not in x.region:
            write(state, target, Pointer(x.region + "+stride", x.offset))
            return
        write(state, target, moved(state, x, y, 1))
        return
    p, q = state.number(x), state.number(y)
    total = plus(p, q)
    if carry:
        total = plus(total, flag_of(state, state.carry, "C"))
    if not flags:
        write(state, target, signs.without_carry(state, total, target.bits, (p, q)))
        return
    if not carry:
        lose(state)
    quotient, remainder = split(state, total, target.bits)
    write(state, target, remainder)
    signs.passed_on(state, remainder, p, q)
    state.carry, state.overflow, state.zero = quotient, Unknown(f"V of {i.text}"), Pending(remainder)


def subtract(state: State, i: Instruction, borrow: bool = False) -> None:
    target, *sources = i.operands
    x, y = (read(state, s) for s in sources)
    flags = i.name in ("subs", "sbcs", "cmp", "negs", "ngcs")
    if y == Token("guard"):
        if i.name != "cmp" or target.bits != 64 or not isinstance(x, Pointer) or x.region != "stack":
            raise state.refuse("does not compare an address in the stack with its bound")
        state.carry = state.zero = state.overflow = StackGuard(x.offset - GO_SMALL_FRAME)
        state.asks = True
        return
    if isinstance(x, Counter):
        if borrow or x.unit != 1 or x.bits != target.bits or as_constant(state.number(y)) != 1:
            raise state.refuse(f"takes {target.bits} bits of a counter of {x.bits}, or counts by other than one")
        counter = Counter(x.name, x.steps + 1, x.bits)
        write(state, target, counter)
        if flags:
            state.zero = CounterZero(counter)
            state.carry = state.overflow = Unknown("flags of a counter")
        return
    if isinstance(x, Pointer) and not flags and not borrow and target.bits == 64:
        write(state, target, moved(state, x, y, -1))
        return
    p, q = state.number(x), state.number(y)
    total = plus(p, q, -1)
    if borrow:
        total = plus(plus(total, constant(1), -1), flag_of(state, state.carry, "C"))
    if not flags:
        write(state, target, signs.without_carry(state, total, target.bits, (p, q)))
        return
    if not borrow:
        lose(state)
    # A sign is younger than what it is a sign of.
    quotient, remainder = split(state, total, target.bits, fresh=not borrow)
    write(state, target, remainder)
    signs.passed_on(state, remainder, p, q)
    state.carry, state.overflow = plus(constant(1), quotient), Unknown(f"V of {i.text}")
    state.zero = Pending(remainder)


def with_zero(does: Callable[[State, Instruction], None], at: int) -> Callable[[State, Instruction], None]:
    """An alias that leaves out an operand, which is the register of zeros."""

    def run(state: State, i: Instruction) -> None:
        operands = list(i.operands)
        operands.insert(at, Operand("register", "zr", bits=operands[0].bits))
        does(state, Instruction(i.address, i.size, i.name, tuple(operands), i.text))

    return run


def multiply(state: State, i: Instruction) -> None:
    """MUL, UMULH: a half of the product; UMULL: all of that of two halves, UMADDL with another number added."""
    target, *sources = i.operands
    x, y, *rest = (number(state, s) for s in sources)
    if as_constant(x) is None and as_constant(y) is None:
        if i.name in ("umull", "umaddl"):
            signs.halves(state, x, y)
        product = times(state.trace.named(x), state.trace.named(y))
    else:
        c = as_constant(y)
        product = scaled(x, c) if c is not None else scaled(y, as_constant(x) or 0)
    for other in rest:
        product = plus(product, other)
    quotient, remainder = state.trace.divide(product, target.bits)
    if i.name == "mul":
        signs.unread(state, quotient, product)
    write(state, target, quotient if i.name == "umulh" else remainder)


def sizes(state: State, i: Instruction) -> None:
    wanted = [64, 32, 32, 64] if i.name in ("umull", "umaddl") else [64] * 3
    if [o.bits for o in i.operands] != wanted[: len(i.operands)]:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    multiply(state, i)


def logic(operation: str, inverted: bool = False) -> Callable[[State, Instruction], None]:
    def run(state: State, i: Instruction) -> None:
        target, *sources = i.operands
        x, y = (number(state, s) for s in sources)
        ones = 2**target.bits - 1
        if inverted:
            y = plus(constant(ones), y, -1)
        found = signs.turned(state, x, y) if operation == "xor" and target.bits == 64 else None
        write(state, target, found if found is not None else combine(state, operation, x, y, target.bits))

    return run


def move(state: State, i: Instruction) -> None:
    target, source = i.operands
    write(state, target, read(state, source))


def move_part(state: State, i: Instruction) -> None:
    """MOVK: 16 bits of a constant."""
    target, source = i.operands
    old = as_constant(number(state, target))
    by = source.shift[1] if source.shift else 0
    if old is None:
        raise state.refuse("writes a part of a register")
    write(state, target, constant(old & ~(0xFFFF << by) | source.number << by))


def condition(state: State, code: str) -> Flag:
    """The truth of a condition as a number, or the comparison that it stands for."""
    if code == "ls" and not isinstance(state.carry, StackGuard):
        raise state.refuse("condition ls is not known")
    flag = state.carry if code in ("hs", "lo", "ls") else zero_flag(state)
    if code in ("lo", "ne"):
        return plus(constant(1), flag, -1) if isinstance(flag, dict) else flag
    return flag


def truth(state: State, operand: Operand) -> Poly:
    if operand.kind != "condition":
        raise state.refuse("a choice without a condition")
    return flag_of(state, condition(state, operand.register), operand.register)


def choose(state: State, i: Instruction) -> None:
    """CSEL and CSINV: the first, or the second or its complement."""
    target, first, second, code = i.operands
    flag, x, y = truth(state, code), number(state, first), number(state, second)
    if i.name == "csinv":
        y = plus(constant(2**target.bits - 1), y, -1)
    write(state, target, chosen(state, flag, x, y))


def chosen(state: State, flag: Poly, x: Poly, y: Poly) -> Poly:
    trace = state.trace
    known = as_constant(flag)
    if known is not None:
        return x if known else y
    gap = as_constant(plus(x, y, -1))
    if gap is not None:
        return plus(y, scaled(flag, gap))
    for f, a, b in ((flag, x, y), (plus(constant(1), flag, -1), y, x)):
        mask = trace.boolean(b)
        if as_constant(a) == ONES and mask is not None and mask[1:] == (0, ONES):
            return scaled(trace.either(trace.flag(f), {(mask[0],): 1}), ONES)
    return trace.selected(flag, x, y)


def mask(state: State, i: Instruction) -> None:
    """CSETM."""
    target, code = i.operands
    write(state, target, scaled(truth(state, code), 2**target.bits - 1))


def invert_if(state: State, i: Instruction) -> None:
    """CINV, of masks."""
    target, source, code = i.operands
    flag = scaled(truth(state, code), ONES)
    found = signs.turned(state, number(state, source), flag) if target.bits == 64 else None
    if found is None:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    write(state, target, found)


def negate_if(state: State, i: Instruction) -> None:
    """CNEG."""
    target, source, code = i.operands
    if target.bits != 64:
        raise state.refuse(f"{i.text}: not in the table of instructions")
    write(state, target, signs.negated(state, truth(state, code), number(state, source)))


def load(state: State, i: Instruction) -> None:
    targets, address = accessed(state, i)
    size = targets[0].bits // 8
    if address.region == "goroutine":
        if address.offset != GO_GUARD or size != 8 or len(targets) != 1:
            raise state.refuse(f"reads {address.region}{address.offset:+d}")
        write(state, targets[0], Token("guard"))
        return
    values: list[Value] = []
    for k in range(len(targets)):
        value = state.load(Pointer(address.region, address.offset + size * k))
        values.append(state.trace.divide(state.number(value), 32, True)[1] if size == 4 else value)
    for target, value in zip(targets, values, strict=True):
        write(state, target, value)


def store(state: State, i: Instruction) -> None:
    sources, address = accessed(state, i)
    size = sources[0].bits // 8
    for k, source in enumerate(sources):
        value = read(state, source)
        if size == 4:
            if address.region != "stack":
                raise state.refuse("writes 32 bits to memory")
            # The rest of the word is anything.
            value = plus(state.number(value), {(state.trace.new("input", 0, 2**32 - 1),): 2**32})
        state.store(Pointer(address.region, address.offset + size * k), value)


def prefetch(state: State, i: Instruction) -> None:
    """PRFM, at an address that may be read."""
    address_of(state, i.operands[1])


def accessed(state: State, i: Instruction) -> tuple[list[Operand], Pointer]:
    """The registers of a load or store, and the address."""
    *registers, place = i.operands
    return registers, address_of(state, place)


TABLE: dict[str, Callable[[State, Instruction], None]] = {
    "add": add,
    "adds": add,
    "adc": lambda s, i: add(s, i, True),
    "adcs": lambda s, i: add(s, i, True),
    "cmn": with_zero(add, 0),
    "sub": subtract,
    "subs": subtract,
    "sbc": lambda s, i: subtract(s, i, True),
    "sbcs": lambda s, i: subtract(s, i, True),
    "cmp": with_zero(subtract, 0),
    "neg": with_zero(subtract, 1),
    "negs": with_zero(subtract, 1),
    "ngcs": with_zero(lambda s, i: subtract(s, i, True), 1),
    "mul": sizes,
    "umulh": sizes,
    "umull": sizes,
    "umaddl": sizes,
    "and": logic("and"),
    "orr": logic("or"),
    "eor": logic("xor"),
    "bic": logic("and", True),
    "orn": logic("or", True),
    "lsl": shift,
    "lsr": shift,
    "extr": extract,
    "mov": move,
    "movk": move_part,
    "csel": choose,
    "csinv": choose,
    "csetm": mask,
    "cinv": invert_if,
    "cneg": negate_if,
    "nop": lambda s, i: None,
    "ldr": load,
    "ldp": load,
    "str": store,
    "stur": store,
    "stp": store,
    "prfm": prefetch,
}

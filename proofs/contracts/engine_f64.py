"""The engine's products in f64 lanes, engine/src/simd/x86_64/f64.S: each lane of eight, four to a register. Five
limbs of 52 bits, 64 bytes apart; B of engine/src/simd/f64/fe_f64.h bounds them, and columns start from its f64_start."""

import struct
from dataclasses import replace
from typing import Any

from core.contract import Argument, Array, Contract, Fixed, Shape, Values, contract_of
from core.terms import P

FOLD256 = 2**256 % P
FOLD260 = 2**260 % P
ONES52, ONES48 = 2**52 - 1, 2**48 - 1
# The bits of the doubles 2^52, 1.5 2^52 and 1.5 2^104.
TWO52 = 1075 << 52
MIDDLE = TWO52 + 2**51
C1 = (1127 << 52) + 2**51
# The bits of the double 1.5 2^100, and the exponent of 2^65.
D1 = (1123 << 52) + 2**51
EXPONENT = 0x440
# What no lower column is negative with.
MARGIN = 2**57
# What mul_wide leaves beyond the columns of the product.
OF_WIDE = (0,) * 6 + (2**56, 0, -(2**56), 0)


def fe(bound: int = 1) -> Shape:
    limits = (bound * 2**51,) * 4 + (bound * (2**47 + 2**7),)
    return Shape(52, limits, limits, 64, parts=2, signed=True, doubles=True)


def words(*least: int) -> tuple[int, ...]:
    return tuple(w % 2**64 for w in least)


def lower_halves(column: int, square: bool) -> int:
    terms = max(0, min(column + 1, 9 - column))
    return (terms + 1) // 2 if square else terms


def of_product(column: int, square: bool) -> int:
    return lower_halves(column, square) * TWO52 + lower_halves(column - 1, square) * C1


def of_reduction(column: int) -> int:
    """The fold of columns 5 to 9, and that of what is above 2^256."""
    return (TWO52 if column < 5 else 0) + (C1 if 1 <= column < 5 else 0) + (TWO52, C1, 0, 0, 0, 0, 0, 0, 0, 0)[column]


def exponent_of(column: int, square: bool) -> int:
    """Of the double that an upper column becomes, with its sign: what is left where bits 52 to 57 are cleared, but in the
    highest column, which has none there."""
    top = of_product(column, square) % 2**64 >> 52
    return top & ~63 if column < 9 else top


def reduced(square: bool, less_wide: bool = False) -> tuple[int, ...]:
    """The lower five columns of 0: the margins, what the upper ones have beyond their halves, and 2^52 in each double that
    is folded, are taken off mod p, below 2^256. Each has the exponent of the double that it becomes, and less what the one
    below carries with its own."""
    upper = [of_product(k, square) % 2**64 for k in range(5, 9)] + [2**51]
    folded = sum((column - (OF_WIDE[5 + k] if less_wide else 0) + 2**52) << 52 * k for k, column in enumerate(upper))
    less = (sum(MARGIN << 52 * k for k in range(5)) + folded * FOLD260 + (2**52 + 2**51 + (EXPONENT << 4)) * FOLD256) % P
    columns = []
    for k in range(5):
        exponent = (EXPONENT << 52) - (0 if k in (0, 4) else EXPONENT)
        centre = 2**51 if k < 4 else 2**47
        columns.append(MARGIN + centre - (less >> 52 * k & ONES52) + exponent - of_product(k, square) - of_reduction(k))
    return words(*columns)


def wide(square: bool) -> tuple[int, ...]:
    return words(*(OF_WIDE[k] - of_product(k, square) for k in range(10)))


def columns(offsets: tuple[int, ...] = OF_WIDE) -> Shape:
    """As many as there are offsets."""
    limits = ((2**55,) * 9 + (2**44,))[: len(offsets)]
    return Shape(52, limits, limits, 64, parts=2, signed=True, offsets=offsets)


def double(value: float) -> int:
    return int.from_bytes(struct.pack("<d", value), "little")


def constants(square: bool) -> Fixed:
    exponents = [exponent_of(column, square) for column in range(5, 10)]
    # Of a negative double, a negative multiple.
    folds = [double(FOLD260) + (1075 - e % 2048 << 52) + (e >> 11 << 63) for e in exponents]
    return Fixed(
        "f64_constants",
        words(
            C1,
            C1 + 1,
            *folds,
            double(FOLD256 / 2**48),
            ~(63 << 52),
            ~(1023 << 48),
            D1,
            D1 + 16,
            double(2**-13),
            double(-(2**52) - 2**51),
            double(-(2**52) - 2**47 - EXPONENT),
        ),
    )


def start(columns_: tuple[int, ...]) -> Fixed:
    """Columns as an array of the lanes has them."""
    return Fixed("start", tuple(word for word in columns_ for _ in range(2)))


def routine(name: str, *arguments: Argument, **rest: Any) -> Contract:
    """No branch and no address depends on data, though the time of the instructions may."""
    made = (*arguments, constants(name.startswith("sqr")))
    return contract_of(f"koblitz_fe_f64_{name}", *made, shape=fe(), secret=True, aligned=False, **rest)


R, W = Array("r", outputs=("r",)), Array("w", outputs=("w",), shapes=(columns(),))
A, B = Array("a", ("a",)), Array("b", ("b",))
ANY = (("r", "a"), ("r", "b"), ("a", "b"), ("r", "a", "b"))


def of_two(name: str, *arguments: Argument, **rest: Any) -> Contract:
    """One of the factors may be the larger one, whichever it is."""
    other = routine(name, *(replace(x, shapes=(fe(2),)) if x == A else x for x in arguments), **rest)
    return replace(
        routine(name, *(replace(x, shapes=(fe(2),)) if x == B else x for x in arguments), **rest), others=(other,)
    )


def product(v: Values) -> Values:
    return {"r": v["a"] * v["b"] + v["s"]}


def product_less(v: Values) -> Values:
    return {"r": v["a"] * v["b"] + v["s"] - v["w"]}


def square(v: Values) -> Values:
    return {"r": v["a"] ** 2 + v["s"]}


def lower(columns_: tuple[int, ...]) -> Array:
    return Array("start", ("s",), shapes=(columns(columns_),))


CONTRACTS = [
    of_two("mul", R, A, B, lower(reduced(False)), results=product, alias=ANY),
    of_two(
        "mul_sub",
        R,
        A,
        B,
        lower(reduced(False, True)),
        Array("w", ("w",), shapes=(columns(),)),
        results=product_less,
        alias=ANY,
    ),
    routine("sqr", R, A, lower(reduced(True)), results=square, alias=(("r", "a"),)),
    of_two("mul_wide", W, A, B, start(wide(False)), results=lambda v: {"w": v["a"] * v["b"]}, alias=(("a", "b"),)),
    routine("sqr_wide", W, A, start(wide(True)), results=lambda v: {"w": v["a"] ** 2}, alias=()),
]

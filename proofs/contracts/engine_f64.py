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
# What no column is negative with.
MARGINS = (2**57,) * 9 + (2**46,)


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


def reduced(square: bool) -> tuple[int, ...]:
    """The columns of 0: the margins, and 2^52 in each double that is folded, are taken off mod p, below 2^256."""
    folded = sum(1 << 52 * (k + 1) for k in range(5)) * FOLD260 + 2**52 * FOLD256
    less = (sum(margin << 52 * k for k, margin in enumerate(MARGINS)) + folded) % P
    columns = []
    for k, margin in enumerate(MARGINS):
        limb = (less >> 52 * k & ONES52) if k < 5 else 0
        centre = (2**51 if k < 4 else 2**47) if k < 5 else 0
        columns.append(margin + centre - limb - of_product(k, square) - of_reduction(k))
    return words(*columns)


def wide(square: bool) -> tuple[int, ...]:
    return words(*(-of_product(k, square) for k in range(10)))


def columns(offsets: tuple[int, ...] = ()) -> Shape:
    limits = (2**55,) * 9 + (2**44,)
    return Shape(52, limits, limits, 64, parts=2, signed=True, offsets=offsets)


def double(value: int) -> int:
    return int.from_bytes(struct.pack("<d", value), "little")


CONSTANTS = Fixed(
    "f64_constants",
    words(C1, C1 + 1, double(FOLD260), double(FOLD256), ONES52, ONES48, TWO52, TWO52 - (C1 << 4), MIDDLE, TWO52 + 2**47),
)


def start(columns_: tuple[int, ...]) -> Fixed:
    """Columns as an array of the lanes has them."""
    return Fixed("start", tuple(word for word in columns_ for _ in range(2)))


def routine(name: str, *arguments: Argument, **rest: Any) -> Contract:
    """No branch and no address depends on data, though the time of the instructions may."""
    return contract_of(f"koblitz_fe_f64_{name}", *arguments, CONSTANTS, shape=fe(), secret=True, aligned=False, **rest)


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


def square(v: Values) -> Values:
    return {"r": v["a"] ** 2 + v["s"]}


CONTRACTS = [
    of_two("mul", R, A, B, Array("start", ("s",), shapes=(columns(reduced(False)),)), results=product, alias=ANY),
    routine("sqr", R, A, Array("start", ("s",), shapes=(columns(reduced(True)),)), results=square, alias=(("r", "a"),)),
    of_two("mul_wide", W, A, B, start(wide(False)), results=lambda v: {"w": v["a"] * v["b"]}, alias=(("a", "b"),)),
    routine("sqr_wide", W, A, start(wide(True)), results=lambda v: {"w": v["a"] ** 2}, alias=()),
]

"""The portable field's product and square, engine/src/field/fe_5x52.h, as a compiler has them: five limbs of 52 bits.
Limbs of inputs are below 2^56, the top ones of factors below 2^52; those of outputs below 2^52, the top
ones at most 2 (2^48 - 1)."""

import dataclasses
from collections.abc import Callable

from core.contract import Array, Contract, Shape, Values, contract_of

SHAPE = Shape(bits=52, inputs=(2**56 - 1,) * 4 + (2**52 - 1,), outputs=(2**52 - 1,) * 4 + (2 * (2**48 - 1),))
SUMMAND = dataclasses.replace(SHAPE, inputs=(2**56 - 1,) * 5)
R, A, B, W = (Array("r", outputs=("r",)), Array("a", ("a",)), Array("b", ("b",)), Array("w", ("w",), shapes=(SUMMAND,)))


def portable(name: str, *arguments: Array, results: Callable[[Values], Values]) -> Contract:
    """For every processor."""
    return contract_of(name, *arguments, results=results, secret=True, shape=SHAPE, red_zone=128, processor=())


CONTRACTS = [
    portable("koblitz_fe5_mul", R, A, B, results=lambda v: {"r": v["a"] * v["b"]}),
    portable("koblitz_fe5_sqr", R, A, results=lambda v: {"r": v["a"] ** 2}),
    portable("koblitz_fe5_mul_add", R, A, B, W, results=lambda v: {"r": v["a"] * v["b"] + v["w"]}),
]

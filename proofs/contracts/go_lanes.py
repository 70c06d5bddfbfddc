"""The Go module's assembly for AVX-512 IFMA, go/internal/lanes, with the shapes of the engine's lanes."""

from typing import Any

from contracts.engine_lanes import COORDINATES, JACOBIAN, PAIR, fe
from contracts.formulas import XYZ, co_z, doubled, mixed
from contracts.go import MODULE
from prover.contract import Argument, Array, Contract, Count, LaneFlags, Rounds, Values

POINT = Array("z", XYZ, XYZ, shapes=JACOBIAN)
STATE = dict(zip(XYZ, JACOBIAN, strict=True))
SQUARES = {"r0": fe(), "r1": fe()}


def lanes(name: str, *arguments: Argument, **rest: Any) -> Contract:
    return Contract(f"{MODULE}lanes.{name}.abi0", arguments, shape=fe(), secret=True, abi="go", **rest)


def same(v: Values) -> Values:
    return {name: v[name] for name in SQUARES}


def squares(v: Values) -> Values:
    return {name: v[name] ** 2 for name in SQUARES}


def work(elements: int) -> Array:
    return Array("w", work=elements * fe().size)


CONTRACTS = [
    lanes(
        "mulAsm",
        Array("z", outputs=("r",)),
        Array("x", ("a",)),
        Array("y", ("b",), shapes=(fe(6),)),
        results=lambda v: {"r": v["a"] * v["b"]},
    ),
    lanes(
        "squareNAsm",
        Array("z", ("r0", "r1"), ("r0", "r1")),
        Count("n", 64),
        loop=Rounds(SQUARES, same, squares),
        results=lambda v: v,
    ),
    lanes(
        "doubleNAsm",
        POINT,
        Count("n", 64),
        work(4),
        loop=Rounds(STATE, lambda v: {name: v[name] for name in XYZ}, doubled),
        results=lambda v: v,
        alias=(),
    ),
    lanes(
        "addAsm",
        POINT,
        Array("x", ("x2",)),
        Array("y", ("y2",)),
        LaneFlags("negative"),
        Array("az", ("az",)),
        work(6),
        results=mixed,
        alias=(),
        inside=(("az", "z+640"),),
    ),
    lanes(
        "coZAddAsm",
        Array("z", ("x1", "y1", *COORDINATES), ("x3", "y3", *COORDINATES), shapes=PAIR),
        Array("ratio", outputs=("ratio",)),
        work(3),
        results=co_z,
        alias=(),
    ),
]

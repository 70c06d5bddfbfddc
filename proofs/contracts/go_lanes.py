"""The Go module's assembly for AVX-512 IFMA, go/internal/lanes, with the shapes of the engine's lanes."""

from typing import Any

from contracts.engine_lanes import COORDINATES, JACOBIAN, LIMBS, PAIR, fe
from contracts.formulas import XYZ, B, chosen, co_z, complete, doubled, entry_at, mixed, projective
from contracts.go import MODULE
from core.contract import Argument, Array, Contract, Count, LaneFlags, Rounds, Values, contract_of

POINT = Array("z", XYZ, XYZ, shapes=JACOBIAN)
STATE = dict(zip(XYZ, JACOBIAN, strict=True))
SQUARES = {"r0": fe(), "r1": fe()}


def lanes(name: str, *arguments: Argument, **rest: Any) -> Contract:
    return contract_of(f"{MODULE}lanes.{name}.abi0", *arguments, shape=fe(), secret=True, abi="go", **rest)


def same(v: Values) -> Values:
    return {name: v[name] for name in SQUARES}


def squares(v: Values) -> Values:
    return {name: v[name] ** 2 for name in SQUARES}


def select(name: str, bits: tuple[str, ...]) -> Contract:
    """Of entries of two elements each, three elements apart."""

    def selected(v: Values) -> Values:
        every = ([v[f"t{3 * i + k}"] for i in range(2 ** len(bits))] for k in range(2))
        return dict(zip("xy", (entry_at((v[bit] for bit in bits), entries) for entries in every), strict=True))

    return lanes(
        name,
        Array("z", outputs=("x", "y")),
        Array("t", tuple(f"t{i}" for i in range(3 * (2 ** len(bits) - 1) + 2))),
        *(LaneFlags(bit) for bit in bits),
        results=selected,
        alias=(),
    )


def kept(v: Values) -> Values:
    """The sum, but for the lanes of keep."""
    return {name: chosen(v["keep"], v[name], value) for name, value in projective(v).items()}


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
        alias=(("z+640", "az"),),
    ),
    lanes(
        "coZAddAsm",
        Array("z", ("x1", "y1", *COORDINATES), ("x3", "y3", *COORDINATES), shapes=PAIR),
        Array("ratio", outputs=("ratio",)),
        work(3),
        results=co_z,
        alias=(),
    ),
    lanes(
        "addCompleteAsm",
        POINT,
        Array("x", ("x2",)),
        Array("y", ("y2",)),
        LaneFlags("negative"),
        work(8),
        zeros=(("infinity", lambda v: v["z"]), ("degenerate", lambda v: complete(v)["m"])),
        results=complete,
        alias=(),
    ),
    lanes(
        "addTermAsm",
        Array("z", XYZ, XYZ),
        Array("x", ("x2",)),
        Array("y", ("y2",)),
        LaneFlags("keep"),
        work(7),
        results=kept,
        alias=(),
    ),
    lanes("addSumAsm", Array("z", XYZ, XYZ), Array("p", ("x2", "y2", "z2")), work(9), results=projective, alias=()),
    lanes(
        "powerStepAsm",
        Array("z", outputs=("z0", "z1")),
        Array("x", ("r0", "r1")),
        Array("y", ("y0", "y1")),
        Count("n", 64),
        loop=Rounds(SQUARES, same, squares),
        results=lambda v: {"z0": v["r0"] * v["y0"], "z1": v["r1"] * v["y1"]},
    ),
    lanes("rightSideAsm", Array("z", outputs=("r",)), Array("x", ("x",)), results=lambda v: {"r": v["x"] ** 3 + B}),
    lanes(
        "fromWordsAsm",
        Array("z", outputs=("r",)),
        Array("x", ("x",), shapes=(LIMBS,)),
        results=lambda v: {"r": v["x"]},
        alias=(),
    ),
    lanes(
        "toWordsAsm",
        Array("z", outputs=("r",), shapes=(LIMBS,)),
        Array("x", ("x",)),
        results=lambda v: {"r": v["x"]},
        canonical=True,
        alias=(),
    ),
    select("selectAsm", ("b0", "b1", "b2", "b3")),
    select("selectFewAsm", ("b0", "b1")),
]

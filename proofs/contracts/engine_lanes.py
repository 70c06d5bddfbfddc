"""The lanes of AVX-512 IFMA, engine/src/lanes, as a compiler has them: each lane of eight.
Five limbs of 52 bits, 64 bytes apart; the magnitudes are those of engine/src/group/types.h."""

import dataclasses
from typing import Any

from contracts import engine_lanes_across
from contracts.bundles import bundled
from contracts.formulas import (
    B3,
    BETA,
    POINTS,
    SAME_X,
    XYZ,
    B,
    affine_pair,
    co_z,
    complete,
    doubled,
    mixed,
    projective,
)
from contracts.roots import lifts, roots
from core.contract import Argument, Array, Contract, Count, LaneFlags, Rounds, Shape, Values


def limits(magnitude: int) -> tuple[int, ...]:
    if magnitude == 1:
        return (2**52 - 1,) * 4 + (2**48 + 2**8 - 1,)
    return (2 * magnitude * (2**52 - 1),) * 4 + (2 * magnitude * (2**48 - 1),)


def fe(magnitude: int = 1) -> Shape:
    return Shape(52, limits(magnitude), limits(magnitude), 64)


LIMBS = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 64)
JACOBIAN = (fe(6), fe(3), fe(1))
COORDINATES = ("x2", "y2")
POINT = Array("point", XYZ, XYZ, shapes=JACOBIAN)
COMPLETE = Array("point", XYZ, XYZ, shapes=JACOBIAN, flag=("infinity", 960))
ENTRY = Array("entry", COORDINATES)
X, Y, NEGATIVE = Array("x", ("x2",)), Array("y", ("y2",)), LaneFlags("negative")
OPS = "generic_formulas"
PAIR = (fe(4), fe(3), fe(1), fe(1))
CALLEES: dict[str, Contract] = {}
# Functions that no contract describes: kernels, and what they call beside the routines. Nothing of their own arithmetic is
# proved. A function of the object that is in neither list is an error. Names are those before template arguments, or whole.
KERNELS = frozenset(
    (
        "double_n<secret>",
        "ecmult_const_across",
        "ecmult_const_sections",
        "ecmult_const_x8",
        "ecmult_gen_across",
        "ecmult_gen_add_across",
        "ecmult_gen_add_x8",
        "ecmult_gen_x8",
        "ecmult_x8",
        "finish_rounds",
        "next_of_lists",
        "odd_multiples_of_last_var",
        "odd_multiples_var",
        "spread_powers",
        "sum_lists",
        "sum_weighted",
        "to_affine",
    )
)


def lanes(name: str, *arguments: Argument, secret: bool = True, **rest: Any) -> Contract:
    """Public or not, lanes have no branches; what reads a table by its digits is not for secrets."""
    contract = Contract(name, arguments, shape=fe(), red_zone=128, secret=secret, callees=CALLEES, **rest)
    CALLEES[name] = contract
    return contract


def scaled(name: str, *arguments: Argument) -> Contract:
    return lanes(name, *arguments, results=mixed, alias=(), inlined=True)


def kinds(name: str, *arguments: Argument, **rest: Any) -> list[Contract]:
    return [lanes(name.format(kind), *arguments, **rest) for kind in ("public", "secret")]


def jacobian(v: Values) -> Values:
    return {"x": v["x"] * v["z"], "y": v["y"] * v["z"] ** 2, "z": v["z"], "infinity": v["infinity"]}


def affine(v: Values) -> Values:
    return {"x2": v["x"] * v["zi"] ** 2, "y2": v["y"] * v["zi"] ** 3}


def homogeneous(v: Values) -> Values:
    az = v["z"] * v["scale"]
    return {"x": v["x"] * az, "y": v["y"], "z": az**3}


def the_same(v: Values) -> Values:
    return v


DOUBLINGS = Rounds(dict(zip(XYZ, JACOBIAN, strict=True)), lambda v: {n: v[n] for n in XYZ}, doubled)

CONTRACTS = [
    *(
        lanes(name, POINT, Count("n", 32), loop=DOUBLINGS, results=the_same)
        for name in (f"{OPS}<public>::double_n", f"{OPS}<secret>::double_n", "double_n<public>")
    ),
    lanes(
        f"{OPS}<public>::add_affine_by",
        POINT,
        X,
        Y,
        NEGATIVE,
        Array("az", ("az",)),
        results=mixed,
        alias=(),
        inside=(("az", "point+640"),),
    ),
    scaled(f"{OPS}<public>::add_affine_scaled", POINT, X, Y, NEGATIVE, Array("scale", ("zscale",))),
    scaled("add_lanes<public>/3", POINT, ENTRY, Array("negative", flag=("negative", 0))),
    scaled("add_lanes<public>/4", POINT, ENTRY, Array("negative", flag=("negative", 0)), Array("scale", ("zscale",))),
    lanes(
        f"{OPS}<public>::co_z_add",
        Array("r", outputs=("x3", "y3", *COORDINATES), shapes=PAIR),
        Array("ratio", outputs=("ratio",)),
        Array("a", ("x1", "y1", *COORDINATES), shapes=PAIR),
        results=co_z,
        alias=(("r", "a"),),
    ),
    *(
        lanes(
            name,
            COMPLETE,
            ENTRY,
            NEGATIVE,
            zeros=(("degenerate", lambda v: complete(v)["m"]), ("sum_infinity", lambda v: complete(v)["z"])),
            results=lambda v: complete(v) | {"infinity": v["sum_infinity"]},
            alias=(),
        )
        for name in (f"{OPS}<secret>::add_complete", "add_complete_lanes<secret>/3/gej")
    ),
    *(
        lanes(name, Array("point", XYZ, XYZ), ENTRY, NEGATIVE, results=projective, alias=())
        for name in (
            f"{OPS}<secret>::add_complete<{B3}u>",
            f"{OPS}<public>::add_complete<{B3}u>/3",
            "add_complete_lanes<public>/3",
            "add_complete_lanes<secret>/3/projective",
        )
    ),
    *(
        lanes(name, Array("point", XYZ, XYZ), Array("other", (*COORDINATES, "z2")), results=projective, alias=())
        for name in (f"{OPS}<public>::add_complete<{B3}u>/2", "add_complete_lanes<public>/2")
    ),
    lanes(
        f"{OPS}<public>::add_affine_pair",
        Array("r", outputs=XYZ),
        Array("a", ("x", "y")),
        NEGATIVE,
        ENTRY,
        LaneFlags("negative2"),
        results=affine_pair,
        alias=(),
    ),
    lanes(
        "to_jacobian<secret>",
        dataclasses.replace(COMPLETE, inputs=()),
        Array("a", XYZ),
        zeros=(("infinity", lambda v: v["z"]),),
        results=jacobian,
        alias=(),
    ),
    *kinds(
        "scale_to_affine<{0}, {0}::elem<1>>",
        Array("r", outputs=COORDINATES),
        Array("point", XYZ, shapes=JACOBIAN),
        Array("zi", ("zi",)),
        results=affine,
        alias=(),
    ),
    lanes(
        "curve_rhs<lane_curve<public>, public::elem<1>>",
        Array("r", outputs=("r",), shapes=(fe(2),)),
        Array("x", ("x",)),
        results=lambda v: {"r": v["x"] ** 3 + B},
        inlined=True,
    ),
    lanes(
        "on_curve_var<lane_curve<public>>",
        Array("a", ("x", "y")),
        zeros=(("same", lambda v: v["y"] ** 2 - v["x"] ** 3 - B),),
        returns=lambda v: v["same"],
        results=lambda v: {},
        samples=POINTS,
        inlined=True,
    ),
    lanes(
        "x_equals_var<public>",
        Array("point", XYZ, shapes=JACOBIAN),
        X,
        zeros=(("same", lambda v: v["x"] - v["z"] ** 2 * v["x2"]), ("infinity", lambda v: v["z"])),
        returns=lambda v: v["same"] * (-v["infinity"] + 1),
        results=lambda v: {},
        alias=(),
        samples=SAME_X,
    ),
    lanes(
        "on_curve<ifma_lanes>",
        Array("a", ("x", "y"), shapes=(LIMBS,)),
        zeros=(("same", lambda v: v["y"] ** 2 - v["x"] ** 3 - B),),
        returns=lambda v: v["same"],
        results=lambda v: {},
        samples=POINTS,
    ),
    lanes(
        "x_equals<ifma_lanes>",
        Array("point", XYZ),
        Array("x", ("x2",), shapes=(LIMBS,)),
        zeros=(("same", lambda v: v["x"] - v["z"] ** 2 * v["x2"]), ("infinity", lambda v: v["z"])),
        returns=lambda v: v["same"] * (-v["infinity"] + 1),
        results=lambda v: {},
        alias=(),
        samples=SAME_X,
    ),
    lanes(
        "finite<ifma_lanes>",
        Array("a", XYZ),
        zeros=(("infinity", lambda v: v["z"]),),
        returns=lambda v: -v["infinity"] + 1,
        results=lambda v: {},
    ),
    *kinds(
        "{}::to_limbs<1>",
        Array("r", outputs=("r",), shapes=(LIMBS,)),
        Array("a", ("a",)),
        results=lambda v: {"r": v["a"]},
        canonical=True,
        alias=(),
    ),
    lanes(
        "load<public>",
        Array("r", outputs=COORDINATES),
        Array("a", COORDINATES, shapes=(LIMBS,)),
        results=lambda v: {n: v[n] for n in COORDINATES},
        alias=(),
        inlined=True,
    ),
    *bundled("public", 1, fe, lanes),
    *bundled("public", 2, fe, lanes),
    *roots(lanes, "public", "ifma_lanes", LIMBS, 1),
    *roots(lanes, "public", "ifma_lanes", LIMBS, 2),
    lifts(lanes, "ifma_lanes", LIMBS),
    lanes(
        "times_lambda<secret>",
        Array("a", ("x",), ("x",)),
        results=lambda v: {"x": v["x"] * BETA},
    ),
    lanes(
        "to_homogeneous<secret, public::elem<1>>",
        Array("r", outputs=XYZ),
        Array("a", XYZ, shapes=JACOBIAN),
        Array("z", ("scale",)),
        results=homogeneous,
        alias=(),
    ),
    *engine_lanes_across.contracts(lanes, fe),
]

"""The lanes of AVX-512 IFMA, engine/src/lanes, as a compiler has them: each lane of eight.
Five limbs of 52 bits, 64 bytes apart; the magnitudes are those of engine/src/group/types.h."""

import dataclasses
from typing import Any

from contracts import engine_lanes_across
from contracts.formulas import B3, BETA, XYZ, affine_pair, complete, doubled, projective
from contracts.lane_points import (
    COORDINATES,
    ENTRY,
    NEGATIVE,
    additions,
    all_of,
    comparisons,
    side_by_side,
    sums_of_lists,
    to_limbs,
)
from core.contract import Argument, Array, Contract, Count, LaneFlags, Rounds, Shape, Values, contract_of


def limits(magnitude: int) -> tuple[int, ...]:
    if magnitude == 1:
        return (2**52 - 1,) * 4 + (2**48 + 2**8 - 1,)
    return (2 * magnitude * (2**52 - 1),) * 4 + (2 * magnitude * (2**48 - 1),)


def fe(magnitude: int = 1) -> Shape:
    return Shape(52, limits(magnitude), limits(magnitude), 64)


LIMBS = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 64)
# Of secrets: public points are carried.
JACOBIAN = (fe(6), fe(3), fe(1))
INFINITY = (("infinity", 960),)
COMPLETE = Array("point", XYZ, XYZ, shapes=JACOBIAN, masks=INFINITY, gives=INFINITY)
HOMOGENEOUS = Array("point", XYZ, XYZ)
OPS = "generic_formulas"
# Two points on one Z: those of the Go module.
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
        "ecmult_groups_x8",
        "ecmult_x8",
        "finish_rounds",
        "growing_sums::add",
        "growing_sums::add_lines",
        "growing_sums::first",
        "growing_sums::prefetch",
        "next_lines",
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
    made = CALLEES[name] = contract_of(name, *arguments, shape=fe(), red_zone=128, secret=secret, callees=CALLEES, **rest)
    return made


def jacobian(v: Values) -> Values:
    return {"x": v["x"] * v["z"], "y": v["y"] * v["z"] ** 2, "z": v["z"], "infinity": v["infinity"]}


def affine(v: Values) -> Values:
    return {"x2": v["x"] * v["zi"] ** 2, "y2": v["y"] * v["zi"] ** 3}


def homogeneous(v: Values) -> Values:
    az = v["z"] * v["scale"]
    return {"x": v["x"] * az, "y": v["y"], "z": az**3}


DOUBLED = Rounds({n: s for n, s in zip(XYZ, JACOBIAN, strict=True)}, lambda v: {n: v[n] for n in XYZ}, doubled)
CONTRACTS = [
    lanes(
        f"{OPS}<secret>::double_n", Array("point", XYZ, XYZ, shapes=JACOBIAN), Count("n", 32), loop=DOUBLED, results=all_of
    ),
    *(to_limbs(lanes, field, LIMBS, inlined=False) for field in ("public", "secret")),
    *comparisons(lanes, "public", "ifma_lanes", LIMBS, fe),
    *side_by_side(lanes, "public", 2, fe),
    *sums_of_lists(lanes, "public", 2),
    *(one for groups in (1, 2) for one in additions(lanes, "public", groups, fe())),
    lanes(
        f"{OPS}<secret>::add_complete",
        COMPLETE,
        ENTRY,
        NEGATIVE,
        zeros=(("degenerate", lambda v: complete(v)["m"]), ("sum_infinity", lambda v: complete(v)["z"])),
        results=lambda v: complete(v) | {"infinity": v["sum_infinity"]},
        alias=(),
    ),
    *(
        lanes(name, HOMOGENEOUS, ENTRY, NEGATIVE, results=projective, alias=())
        for name in (f"{OPS}<secret>::add_complete<{B3}u>", f"{OPS}<public>::add_complete<{B3}u>/3")
    ),
    lanes(
        f"{OPS}<public>::add_complete<{B3}u>/2",
        HOMOGENEOUS,
        Array("other", (*COORDINATES, "z2")),
        results=projective,
        alias=(),
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
        dataclasses.replace(COMPLETE, inputs=(), masks=()),
        Array("a", XYZ),
        zeros=(("infinity", lambda v: v["z"]),),
        results=jacobian,
        alias=(),
    ),
    *(
        lanes(
            f"scale_to_affine<{field}, {field}::elem<1>>",
            Array("r", outputs=COORDINATES),
            Array("point", XYZ, shapes=shapes),
            Array("zi", ("zi",)),
            results=affine,
            alias=(),
        )
        for field, shapes in (("public", ()), ("secret", JACOBIAN))
    ),
    lanes(
        "load<public>",
        Array("r", outputs=COORDINATES),
        Array("a", COORDINATES, shapes=(LIMBS,)),
        results=lambda v: v,
        alias=(),
        inlined=True,
    ),
    lanes("times_lambda<secret>", Array("a", ("x",), ("x",)), results=lambda v: {"x": v["x"] * BETA}),
    lanes(
        "to_homogeneous<secret, public::elem<1>>",
        Array("r", outputs=XYZ),
        Array("a", XYZ),
        Array("z", ("scale",)),
        results=homogeneous,
        alias=(),
    ),
    *engine_lanes_across.contracts(lanes, fe),
]

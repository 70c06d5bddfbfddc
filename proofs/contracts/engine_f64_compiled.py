"""The f64 lanes, engine/src/simd/f64/fe_f64.h and engine/src/simd/f64/formulas_f64.h, as a compiler has them. Elements of
every magnitude but 2 have the bounds of 1."""

import dataclasses
from typing import Any

from contracts import engine_f64
from contracts.bundles import bundled
from contracts.engine_f64 import fe
from contracts.formulas import POINTS, SAME_X, XYZ, B, co_z, doubled, mixed
from contracts.roots import lifts, roots
from core.contract import Argument, Array, Contract, Count, LaneFlags, Rounds, Shape, Values

COORDINATES = ("x2", "y2")
LIMBS = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 64, parts=2)
CANONICAL = Shape(52, (2**52 - 1,) * 4 + (2**48 - 1,), (2**52 - 1,) * 4 + (2**48 - 1,), 64, parts=2)
POINT = Array("point", XYZ, XYZ)
INFINITE = Array("r", outputs=XYZ, flag=("infinity", 960))
ENTRY = Array("entry", COORDINATES)
X, Y, NEGATIVE = Array("x", ("x2",)), Array("y", ("y2",)), LaneFlags("negative")
OPS = "formulas<f64>"
CALLEES: dict[str, Contract] = {c.name: c for c in engine_f64.CONTRACTS}
# As KERNELS of contracts/engine_lanes.py; and what sets the rounding and asks whether it is kept.
KERNELS = frozenset(
    (
        "ecmult_x8",
        "f64::lookup::gather_var",
        "ecmult_gen_add_x8",
        "in_mode::call",
        "inverse_across",
        "odd_multiples_of_last_var",
        "odd_multiples_var",
        "rounds_toward_zero",
        "to_affine",
    )
)


def lanes(name: str, *arguments: Argument, **rest: Any) -> Contract:
    contract = Contract(name, arguments, shape=fe(), red_zone=128, secret=True, callees=CALLEES, **rest)
    CALLEES[name] = contract
    return contract


def bound(magnitude: int) -> int:
    return 2 if magnitude == 2 else 1


def the_same(v: Values) -> Values:
    return v


DOUBLINGS = Rounds(dict.fromkeys(XYZ, fe()), lambda v: {n: v[n] for n in XYZ}, doubled)

CONTRACTS = [
    *(
        lanes(
            f"f64::add_half<{magnitude}>",
            Array("r", outputs=("r",)),
            Array("x", ("x",)),
            Array("a", ("a",)),
            results=lambda v: {"r": v["x"] + v["a"] / 2},
            alias=(),
            inlined=True,
        )
        for magnitude in (2, 3)
    ),
    *(
        lanes(name, POINT, Count("n", 32), loop=DOUBLINGS, results=the_same)
        for name in (f"{OPS}::double_n", "double_n<f64>")
    ),
    lanes(
        f"{OPS}::add_affine_by",
        POINT,
        X,
        Y,
        NEGATIVE,
        Array("az", ("az",)),
        results=mixed,
        alias=(),
        inside=(("az", "point+640"),),
    ),
    lanes(
        f"{OPS}::add_affine_scaled",
        POINT,
        X,
        Y,
        NEGATIVE,
        Array("scale", ("zscale",)),
        results=mixed,
        alias=(),
        inlined=True,
    ),
    lanes("add_lanes<f64>/3", POINT, ENTRY, Array("negative", flag=("negative", 0)), results=mixed, alias=()),
    lanes(
        "add_lanes<f64>/4",
        POINT,
        ENTRY,
        Array("negative", flag=("negative", 0)),
        Array("scale", ("zscale",)),
        results=mixed,
        alias=(),
    ),
    lanes(
        f"{OPS}::co_z_add",
        Array("r", outputs=("x3", "y3", *COORDINATES)),
        Array("ratio", outputs=("ratio",)),
        Array("a", ("x1", "y1", *COORDINATES)),
        results=co_z,
        alias=(("r", "a"),),
        inlined=True,
    ),
    *(
        lanes(
            f"f64::canonical<{magnitude}>",
            Array("r", outputs=("r",), shapes=(CANONICAL,)),
            Array("a", ("a",), shapes=(fe(magnitude),)),
            results=lambda v: {"r": v["a"]},
            canonical=True,
            alias=(),
            inlined=True,
        )
        for magnitude in (1, 2)
    ),
    lanes(
        "f64::to_limbs<1>",
        Array("r", outputs=("r",), shapes=(LIMBS,)),
        Array("a", ("a",)),
        results=lambda v: {"r": v["a"]},
        canonical=True,
        alias=(),
        inlined=True,
    ),
    *(
        lanes(
            f"f64::equal<{a}, {b}>",
            Array("a", ("a",), shapes=(fe(bound(a)),)),
            Array("b", ("b",), shapes=(fe(bound(b)),)),
            zeros=(("same", lambda v: v["a"] - v["b"]),),
            returns=lambda v: v["same"],
            results=lambda v: {},
            alias=(),
            inlined=True,
        )
        for a, b in ((1, 1), (1, 2), (6, 1))
    ),
    lanes(
        "load<f64>",
        dataclasses.replace(INFINITE, inputs=()),
        Array("a", XYZ),
        results=lambda v: {n: v[n] for n in XYZ} | {"infinity": v["x"] * 0},
        alias=(),
        inlined=True,
    ),
    lanes(
        "to_jacobian<f64>",
        dataclasses.replace(INFINITE, inputs=()),
        Array("a", ("x", "y")),
        results=lambda v: {"x": v["x"], "y": v["y"], "z": v["x"] * 0 + 1, "infinity": v["x"] * 0},
        alias=(),
        inlined=True,
    ),
    lanes(
        "curve_rhs<lane_curve<f64>, f64::elem<1>>",
        Array("r", outputs=("r",), shapes=(fe(2),)),
        Array("x", ("x",)),
        results=lambda v: {"r": v["x"] ** 3 + B},
        inlined=True,
    ),
    *(
        lanes(
            name,
            Array("a", ("x", "y"), shapes=shapes),
            zeros=(("same", lambda v: v["y"] ** 2 - v["x"] ** 3 - B),),
            returns=lambda v: v["same"],
            results=lambda v: {},
            inlined=not shapes,
            samples=POINTS,
        )
        for name, shapes in (("on_curve_var<lane_curve<f64>>", ()), ("on_curve<f64_lanes>", (LIMBS,)))
    ),
    *(
        lanes(
            name,
            Array("point", XYZ),
            Array("x", ("x2",), shapes=shapes),
            zeros=(("same", lambda v: v["x"] - v["z"] ** 2 * v["x2"]), ("infinity", lambda v: v["z"])),
            returns=lambda v: v["same"] * (-v["infinity"] + 1),
            results=lambda v: {},
            alias=(),
            samples=SAME_X,
        )
        for name, shapes in (("x_equals_var<f64>", ()), ("x_equals<f64_lanes>", (LIMBS,)))
    ),
    lanes(
        "finite<f64_lanes>",
        Array("a", XYZ),
        zeros=(("infinity", lambda v: v["z"]),),
        returns=lambda v: -v["infinity"] + 1,
        results=lambda v: {},
    ),
    *bundled("f64", 1, fe, lanes),
    *bundled("f64", 2, fe, lanes),
    *roots(lanes, "f64", "f64_lanes", LIMBS, 1),
    *roots(lanes, "f64", "f64_lanes", LIMBS, 2),
    lifts(lanes, "f64_lanes", LIMBS),
]

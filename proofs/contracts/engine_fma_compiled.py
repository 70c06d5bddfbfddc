"""The lanes of doubles, engine/src/lanes/fe_fma.h and engine/src/lanes/point_ops_fma.h, as a compiler has them. Elements of
every magnitude but 2 have the bounds of 1."""

import dataclasses
from collections.abc import Callable
from typing import Any

from contracts import engine_fma
from contracts.engine_fma import fe
from contracts.formulas import CHAIN, POINTS, SAME_X, XYZ, co_z, doubled, mixed
from contracts.roots import lifts, roots
from prover.contract import Argument, Array, Contract, Count, Expression, LaneFlags, Rounds, Shape, Values

B = 7
COORDINATES = ("x2", "y2")
LIMBS = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 64, parts=2)
CANONICAL = Shape(52, (2**52 - 1,) * 4 + (2**48 - 1,), (2**52 - 1,) * 4 + (2**48 - 1,), 64, parts=2)
POINT = Array("point", XYZ, XYZ)
INFINITE = Array("r", outputs=XYZ, flag=("infinity", 960))
ENTRY = Array("entry", COORDINATES)
X, Y, NEGATIVE = Array("x", ("x2",)), Array("y", ("y2",)), LaneFlags("negative")
OPS = "point_ops<doubles>"
CALLEES: dict[str, Contract] = {c.name: c for c in engine_fma.CONTRACTS}
# As KERNELS of contracts/engine_lanes.py; and what sets the rounding and asks whether it is kept.
KERNELS = frozenset(
    (
        "double_base",
        "doubles::lookup::gather_var",
        "fixed_base_add",
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


def of_each(groups: int, function: Callable[[Expression], Expression]) -> Callable[[Values], Values]:
    return lambda v: {f"r{k}": function(v[f"a{k}"]) for k in range(groups)}


def bundled(groups: int) -> list[Contract]:
    """Operations on one or two groups of eight, which lie one behind the other."""
    r, a, b = (
        Array(name, **{kind: tuple(f"{name}{k}" for k in range(groups))})
        for name, kind in (("r", "outputs"), ("a", "inputs"), ("b", "inputs"))
    )
    field = f"field_bundle<doubles, {groups}>"
    state = {f"r{k}": fe() for k in range(groups)}
    squares = of_each(groups, lambda a: a**2)

    def products(v: Values) -> Values:
        return {f"r{k}": v[f"a{k}"] * v[f"b{k}"] for k in range(groups)}

    return [
        lanes(f"{field}::mul<1, 1, 1>", r, a, b, results=products),
        lanes(
            f"{field}::sqr_n<1>",
            r,
            a,
            Count("n", 32),
            loop=Rounds(state, squares, lambda v: {name: v[name] ** 2 for name in state}, peeled=1),
            results=lambda v: v,
        ),
        lanes(
            f"fe_power_chain_var<{field}>",
            r,
            Array("x", outputs=tuple(f"x{k}" for k in range(groups))),
            a,
            powers={f"r{k}": (f"a{k}", CHAIN) for k in range(groups)} | {f"x{k}": (f"a{k}", 3) for k in range(groups)},
            results=lambda v: v,
            alias=(),
        ),
        lanes(
            f"curve_rhs<lane_curve<{field}>, {field}::elem<1>>",
            Array("r", outputs=r.outputs, shapes=(fe(2),)),
            a,
            results=of_each(groups, lambda a: a**3 + B),
            inlined=True,
        ),
    ]


def the_same(v: Values) -> Values:
    return v


DOUBLINGS = Rounds(dict.fromkeys(XYZ, fe()), lambda v: {n: v[n] for n in XYZ}, doubled)

CONTRACTS = [
    *(
        lanes(
            f"doubles::add_half<{magnitude}>",
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
        for name in (f"{OPS}::double_n", "dbl_n<doubles>")
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
    lanes("add_lanes<doubles>/3", POINT, ENTRY, Array("negative", flag=("negative", 0)), results=mixed, alias=()),
    lanes(
        "add_lanes<doubles>/4",
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
            f"doubles::canonical<{magnitude}>",
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
        "doubles::to_limbs<1>",
        Array("r", outputs=("r",), shapes=(LIMBS,)),
        Array("a", ("a",)),
        results=lambda v: {"r": v["a"]},
        canonical=True,
        alias=(),
        inlined=True,
    ),
    *(
        lanes(
            f"doubles::equal<{a}, {b}>",
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
        "load<doubles>",
        dataclasses.replace(INFINITE, inputs=()),
        Array("a", XYZ),
        results=lambda v: {n: v[n] for n in XYZ} | {"infinity": v["x"] * 0},
        alias=(),
        inlined=True,
    ),
    lanes(
        "to_jacobian<doubles>",
        dataclasses.replace(INFINITE, inputs=()),
        Array("a", ("x", "y")),
        results=lambda v: {"x": v["x"], "y": v["y"], "z": v["x"] * 0 + 1, "infinity": v["x"] * 0},
        alias=(),
        inlined=True,
    ),
    lanes(
        "curve_rhs<lane_curve<doubles>, doubles::elem<1>>",
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
        for name, shapes in (("on_curve_var<lane_curve<doubles>>", ()), ("on_curve<fma_lanes>", (LIMBS,)))
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
        for name, shapes in (("x_equals_var<doubles>", ()), ("x_equals<fma_lanes>", (LIMBS,)))
    ),
    lanes(
        "finite<fma_lanes>",
        Array("a", XYZ),
        zeros=(("infinity", lambda v: v["z"]),),
        returns=lambda v: -v["infinity"] + 1,
        results=lambda v: {},
    ),
    *bundled(1),
    *bundled(2),
    *roots(lanes, "doubles", "fma_lanes", LIMBS, 1),
    *roots(lanes, "doubles", "fma_lanes", LIMBS, 2),
    lifts(lanes, "fma_lanes", LIMBS),
]

"""The f64 lanes, engine/src/simd/f64/fe_f64.h and engine/src/simd/formulas_lanes.h, as a compiler has them. Elements of
every magnitude but 2 have the bounds of 1."""

from typing import Any

from contracts import engine_f64
from contracts.engine_f64 import fe
from contracts.formulas import XYZ
from contracts.lane_points import additions, comparisons, nothing, same, to_limbs
from core.contract import Argument, Array, Contract, Shape, Values, contract_of

LIMBS = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 64, parts=2)
CANONICAL = Shape(52, (2**52 - 1,) * 4 + (2**48 - 1,), (2**52 - 1,) * 4 + (2**48 - 1,), 64, parts=2)
INFINITE = Array("r", outputs=XYZ, gives=(("infinity", 960),))
CALLEES: dict[str, Contract] = {c.name: c for c in engine_f64.CONTRACTS}
# As KERNELS of contracts/engine_lanes.py; and what sets the rounding and asks whether it is kept.
KERNELS = frozenset(
    (
        "ecmult_groups_x8",
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
    made = CALLEES[name] = contract_of(name, *arguments, shape=fe(), red_zone=128, secret=True, callees=CALLEES, **rest)
    return made


def inner(name: str, *arguments: Argument, **rest: Any) -> Contract:
    return lanes(name, *arguments, alias=(), inlined=True, **rest)


def bound(magnitude: int) -> Shape:
    return fe(2 if magnitude == 2 else 1)


def loaded(v: Values) -> Values:
    return {"z": v["x"] * 0 + 1} | v | {"infinity": v["x"] * 0}


R, A = Array("r", outputs=("r",)), Array("a", ("a",))
CONTRACTS = [
    *(inner(f"f64::add_half<{m}>", R, Array("x", ("x",)), A, results=lambda v: {"r": v["x"] + v["a"] / 2}) for m in (2, 3)),
    *additions(lanes, "f64", 1, fe()),
    *(
        inner(
            f"f64::canonical<{m}>",
            Array("r", outputs=("r",), shapes=(CANONICAL,)),
            Array("a", ("a",), shapes=(fe(m),)),
            results=lambda v: {"r": v["a"]},
            canonical=True,
        )
        for m in (1, 2)
    ),
    to_limbs(lanes, "f64", LIMBS, inlined=True),
    *(
        inner(
            f"f64::equal<{a}, {b}>",
            Array("a", ("a",), shapes=(bound(a),)),
            Array("b", ("b",), shapes=(bound(b),)),
            zeros=(("same", lambda v: v["a"] - v["b"]),),
            returns=(same,),
            results=nothing,
        )
        for a, b in ((1, 1), (1, 2), (6, 1))
    ),
    inner("load<f64>", INFINITE, Array("a", XYZ), results=loaded),
    inner("to_jacobian<f64>", INFINITE, Array("a", ("x", "y")), results=loaded),
    *comparisons(lanes, "f64", "f64_lanes", LIMBS, fe),
]

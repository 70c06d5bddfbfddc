"""Square roots in lanes, and points with an x and a parity of y: engine/src/field/field.h, engine/src/group/affine.h and
engine/src/simd/points.h, of one group of lanes or two."""

import dataclasses
from collections.abc import Callable
from typing import Any

from contracts.formulas import B
from core.contract import Array, Contract, Exactly, Expression, LaneFlags, Shape, Values
from core.terms import P

MOST_GROUPS = 8


def each(names: str, groups: int) -> tuple[str, ...]:
    """Names of elements or flags, numbered for each group."""
    return tuple(f"{name}{k}" for name in names.split() for k in range(groups))


def squares(groups: int, of: Callable[[Values, int], Expression]) -> tuple[tuple[str, Callable[[Values], Expression]], ...]:
    """Where the root's square is what it is a root of."""
    return tuple((f"same{k}", lambda v, k=k: v[f"root{k}"] ** 2 - of(v, k)) for k in range(groups))


def right_side(v: Values, k: int) -> Expression:
    return v[f"x{k}"] ** 3 + B


def of_the_curve(groups: int) -> dict[str, Any]:
    numbers = range(groups)
    return {
        "sums": {f"square{k}": lambda v, k=k: right_side(v, k) for k in numbers},
        "powers": {f"root{k}": (f"square{k}", (P + 1) // 4) for k in numbers},
        "zeros": squares(groups, right_side),
        "alias": (),
    }


def lifting(groups: int, canonical: bool = True) -> dict[str, Any]:
    """y is the root, or its negative where their lowest bits differ."""
    numbers = range(groups)

    def with_parity(v: Values) -> Values:
        differs = {k: v[f"low{k}"] + v[f"odd{k}"] - v[f"low{k}"] * v[f"odd{k}"] * 2 for k in numbers}
        return v | {f"y{k}": v[f"root{k}"] - differs[k] * v[f"root{k}"] * 2 for k in numbers}

    return of_the_curve(groups) | {
        "odds": tuple((f"low{k}", lambda v, k=k: v[f"root{k}"]) for k in numbers),
        "results": with_parity,
        "canonical": each("y", groups) if canonical else (),
    }


def roots(lanes: Callable[..., Contract], kind: str, vectors: str, limbs: Shape, groups: int) -> list[Contract]:
    field = f"field_bundle<{kind}, {groups}>"
    curve = f"lane_curve<{field}>"
    numbers = range(groups)
    parities_ = LaneFlags(*each("odd", groups))

    same = tuple(lambda v, k=k: v[f"same{k}"] for k in numbers)
    x = Array("x", each("x", groups))
    return [
        lanes(
            f"fe_sqrt_var<{field}>",
            Array("r", outputs=each("root", groups)),
            Array("a", each("a", groups)),
            powers={f"root{k}": (f"a{k}", (P + 1) // 4) for k in numbers},
            zeros=squares(groups, lambda v, k: v[f"a{k}"]),
            returns=same,
            results=lambda v: v,
            alias=(),
            inlined=True,
        ),
        lanes(
            f"{field}::is_odd<1>",
            Array("a", each("a", groups)),
            odds=tuple((f"low{k}", lambda v, k=k: v[f"a{k}"]) for k in numbers),
            returns=tuple(lambda v, k=k: v[f"low{k}"] for k in numbers),
            results=lambda v: {},
            inlined=True,
        ),
        lanes(
            f"set_xquad_var<{curve}>",
            Array("r", outputs=each("x root", groups)),
            x,
            returns=same,
            results=lambda v: v,
            inlined=True,
            **of_the_curve(groups),
        ),
        lanes(
            f"lift_x_var<{curve}>",
            Array("r", outputs=each("x y", groups)),
            x,
            parities_,
            returns=same,
            # Limbs of doubles are signed: a number of more than half of p is stored as what it is less p.
            **lifting(groups, canonical=kind != "f64"),
        ),
        lanes(f"lift_x_groups<{vectors}, {groups}>", *lifted(limbs, groups), inlined=True, **lifting(groups)),
    ]


def lifted(limbs: Shape, groups: int) -> tuple[Array, ...]:
    """Points whose x are given, the parities that y is to have, and where there are such points."""
    numbers = range(groups)
    before = tuple(f"{name}{k}" for k in numbers for name in ("x", "before"))
    return (
        Array("p", before, tuple(f"{name}{k}" for k in numbers for name in "xy"), shapes=(limbs,)),
        Array("odd", masks=tuple((f"odd{k}", k) for k in numbers)),
        Array("found", gives=tuple((f"same{k}", k) for k in numbers)),
    )


def lifts(lanes: Callable[..., Contract], vectors: str, limbs: Shape) -> Contract:
    """Of up to eight groups, each number by itself."""

    def of(groups: int) -> Contract:
        return lanes(f"lift_x<{vectors}>", *lifted(limbs, groups), Exactly("groups", groups), **lifting(groups))

    return dataclasses.replace(of(1), others=tuple(of(groups) for groups in range(2, MOST_GROUPS + 1)))

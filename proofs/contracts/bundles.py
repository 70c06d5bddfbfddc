"""Operations on one or two groups of eight lanes, engine/src/field/fe_bundle.h, over any field."""

from collections.abc import Callable

from contracts.formulas import CHAIN, B
from core.contract import Array, Contract, Count, Expression, Rounds, Shape, Values


def of_each(groups: int, function: Callable[[Expression], Expression]) -> Callable[[Values], Values]:
    return lambda v: {f"r{k}": function(v[f"a{k}"]) for k in range(groups)}


def bundled(field: str, groups: int, fe: Callable[[int], Shape], lanes: Callable[..., Contract]) -> list[Contract]:
    """The groups lie one behind the other; `fe` gives the shape of a magnitude, and `lanes` makes a contract."""
    r, a, b = (
        Array(name, **{kind: tuple(f"{name}{k}" for k in range(groups))})
        for name, kind in (("r", "outputs"), ("a", "inputs"), ("b", "inputs"))
    )
    sum_ = Array("r", outputs=r.outputs, shapes=(fe(2),))
    bundle = f"field_bundle<{field}, {groups}>"
    state = {f"r{k}": fe(1) for k in range(groups)}
    squares = of_each(groups, lambda a: a**2)

    def products(v: Values) -> Values:
        return {f"r{k}": v[f"a{k}"] * v[f"b{k}"] for k in range(groups)}

    return [
        lanes(f"{bundle}::mul<1, 1, 1>", r, a, b, results=products),
        lanes(
            f"{bundle}::sqr_n<1>",
            r,
            a,
            Count("n", 32),
            loop=Rounds(state, squares, lambda v: {name: v[name] ** 2 for name in state}, peeled=1),
            results=lambda v: v,
        ),
        lanes(
            f"fe_power_chain_var<{bundle}>",
            r,
            Array("x", outputs=tuple(f"x{k}" for k in range(groups))),
            a,
            powers={f"r{k}": (f"a{k}", CHAIN) for k in range(groups)} | {f"x{k}": (f"a{k}", 3) for k in range(groups)},
            results=lambda v: v,
            alias=(),
        ),
        lanes(
            f"curve_rhs<lane_curve<{bundle}>, {bundle}::elem<1>>",
            sum_,
            a,
            results=of_each(groups, lambda a: a**3 + B),
            inlined=True,
        ),
    ]

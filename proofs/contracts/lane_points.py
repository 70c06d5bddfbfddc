"""Points in lanes of either kind, as a compiler has them: engine/src/lanes/points.h, engine/src/lanes/kernels.h."""

from collections.abc import Callable

from contracts.bundles import bundled
from contracts.formulas import POINTS, SAME_X, XYZ, B, co_z, doubled, mixed, negated_if
from contracts.roots import each, lifts, roots
from core.contract import Array, Contract, Count, Expression, LaneFlags, Rounds, Shape, Values

COORDINATES = ("x2", "y2")
ENTRY = Array("entry", COORDINATES)
X, Y, NEGATIVE = Array("x", ("x2",)), Array("y", ("y2",)), LaneFlags("negative")
Make = Callable[..., Contract]


def nothing(v: Values) -> Values:
    return {}


def all_of(v: Values) -> Values:
    return v


def same(v: Values) -> Expression:
    return v["same"]


def numbered(names: tuple[str, ...], groups: int) -> tuple[str, ...]:
    """The names of elements, for each group where there are several."""
    return each(" ".join(names), groups) if groups > 1 else names


def of_groups(results: Callable[[Values], Values], groups: int) -> Callable[[Values], Values]:
    """What results gives of the elements of each group."""
    if groups == 1:
        return results

    def of_all(v: Values) -> Values:
        given: Values = {}
        for k in range(groups):
            own = {name[:-1]: value for name, value in v.items() if name.endswith(str(k))}
            given |= {f"{name}{k}": value for name, value in results(own).items()}
        return given

    return of_all


def additions(lanes: Make, field: str, groups: int, shape: Shape) -> list[Contract]:
    """Doublings, and additions of affine points; all of one group of lanes, or of several."""
    if groups > 1:
        field = f"field_bundle<{field}, {groups}>"
    ops, xyz = f"lane_formulas<{field}>", numbered(XYZ, groups)
    point = Array("point", xyz, xyz)
    added = of_groups(mixed, groups)
    rounds = Rounds({n: shape for n in xyz}, lambda v: {n: v[n] for n in xyz}, of_groups(doubled, groups))
    inside = ((f"point+{2 * groups * shape.size}", "az"),)
    x, y = (Array(a.name, numbered(a.inputs, groups)) for a in (X, Y))
    scale, az = (Array(name, numbered((element,), groups)) for name, element in (("scale", "zscale"), ("az", "az")))
    flags = numbered(("negative",), groups)
    negative = LaneFlags(*flags)
    called = (f"{ops}::double_n", f"formulas<{field}>::double_n", f"double_n<{field}>")
    return [
        *(lanes(name, point, Count("n", 32), loop=rounds, results=all_of, inlined=True) for name in called),
        lanes(f"{ops}::add_affine_by", point, x, y, negative, az, results=added, alias=inside),
        lanes(f"{ops}::add_affine", point, x, y, negative, results=added, alias=()),
        lanes(f"{ops}::add_affine_scaled", point, x, y, negative, scale, results=added, alias=(), inlined=True),
        co_z_add(lanes, ops, groups),
    ]


def side_by_side(lanes: Make, field: str, groups: int, fe: Callable[[int], Shape]) -> list[Contract]:
    """What points of several groups take beside their formulas: affine ones made Jacobian, products of other magnitudes."""
    xyz, bundle = numbered(XYZ, groups), f"field_bundle<{field}, {groups}>"
    infinity = numbered(("infinity",), groups)
    gives = tuple((name, 3 * groups * fe(1).size + k) for k, name in enumerate(infinity))

    def loaded(v: Values) -> Values:
        return {"z": v["x"] * 0 + 1} | v | {"infinity": v["x"] * 0}

    def product(v: Values) -> Values:
        return {"r": v["a"] * v["b"]}

    r = Array("r", outputs=xyz, gives=gives)
    a = Array("a", numbered(("x", "y"), groups))
    return [
        lanes(f"to_jacobian<{bundle}>", r, a, results=of_groups(loaded, groups), alias=(), inlined=True),
        *(
            lanes(
                f"{bundle}::mul<1, {m}, {n}>",
                Array("r", outputs=numbered(("r",), groups)),
                Array("a", numbered(("a",), groups), shapes=(fe(m),)),
                Array("b", numbered(("b",), groups), shapes=(fe(n),)),
                results=of_groups(product, groups),
                alias=(("r", "a"),) if m == 1 else (),
                inlined=True,
            )
            for m, n in ((1, 3), (2, 6))
        ),
    ]


def sums_of_lists(lanes: Make, field: str, groups: int) -> list[Contract]:
    """Lines through affine points, and the sums that they give: engine/src/simd/sums.h."""

    def chord(v: Values) -> Values:
        return {"run": v["x2"] - v["x"], "rise": negated_if(v["negative"], v["y2"]) - v["y"]}

    def tangent(v: Values) -> Values:
        return {"run": v["y"] * 2, "rise": v["x"] ** 2 * 3}

    def on_line(v: Values) -> Values:
        slope = v["rise"] * v["inverse"]
        x3 = slope**2 - v["run"] - v["x"] * 2
        return {"x": x3, "y": slope * (v["x"] - x3) - v["y"]}

    def of(*names: str) -> tuple[str, ...]:
        return numbered(names, groups)

    line = Array("run", outputs=("run",)), Array("rise", outputs=("rise",))
    given = (Array(name, of(name)) for name in ("run", "rise", "inverse"))
    sum_ = Array("r", of("x", "y"), of("x", "y"))
    return [
        lanes(f"chord<{field}>", *line, Array("a", ("x", "y")), ENTRY, NEGATIVE, results=chord, alias=()),
        lanes(f"tangent<{field}>", *line, Array("a", ("x", "y")), results=tangent, alias=()),
        lanes(f"add_on_line<field_bundle<{field}, {groups}>>", sum_, *given, results=of_groups(on_line, groups), alias=()),
    ]


def co_z_add(lanes: Make, ops: str, groups: int) -> Contract:
    given, made = (numbered((*names, *COORDINATES), groups) for names in (("x1", "y1"), ("x3", "y3")))
    return lanes(
        f"{ops}::co_z_add",
        Array("r", outputs=made),
        Array("ratio", outputs=numbered(("ratio",), groups)),
        Array("a", given),
        results=of_groups(co_z, groups),
        alias=(("r", "a"),),
        inlined=True,
    )


def comparisons(lanes: Make, field: str, vectors: str, limbs: Shape, fe: Callable[[int], Shape]) -> list[Contract]:
    """Of points with the curve and with an x, of elements and of limbs; then roots."""
    on_curve = {"zeros": (("same", lambda v: v["y"] ** 2 - v["x"] ** 3 - B),), "returns": (same,), "results": nothing}
    x_equals = {
        "zeros": (("same", lambda v: v["x"] - v["z"] ** 2 * v["x2"]), ("infinity", lambda v: v["z"])),
        "returns": (lambda v: v["same"] * (-v["infinity"] + 1),),
        "results": nothing,
        "alias": (),
        "samples": SAME_X,
    }
    right_side = Array("r", outputs=("r",), shapes=(fe(2),))
    cube = {"results": lambda v: {"r": v["x"] ** 3 + B}, "inlined": True}
    finite = {"zeros": (("infinity", lambda v: v["z"]),), "returns": (lambda v: -v["infinity"] + 1,), "results": nothing}
    of_limbs = Array("a", ("x", "y"), shapes=(limbs,))
    return [
        lanes(f"curve_rhs<lane_curve<{field}>, {field}::elem<1>>", right_side, Array("x", ("x",)), **cube),
        lanes(f"on_curve_var<lane_curve<{field}>>", Array("a", ("x", "y")), inlined=True, samples=POINTS, **on_curve),
        lanes(f"x_equals_var<{field}>", Array("point", XYZ), X, inlined=True, **x_equals),
        lanes(f"on_curve<{vectors}>", of_limbs, samples=POINTS, **on_curve),
        lanes(f"x_equals<{vectors}>", Array("point", XYZ), Array("x", ("x2",), shapes=(limbs,)), **x_equals),
        lanes(f"finite<{vectors}>", Array("a", XYZ), **finite),
        *(one for groups in (1, 2) for one in bundled(field, groups, fe, lanes)),
        *(one for groups in (1, 2) for one in roots(lanes, field, vectors, limbs, groups)),
        lifts(lanes, vectors, limbs),
    ]


def to_limbs(lanes: Make, field: str, limbs: Shape, inlined: bool) -> Contract:
    r, a = Array("r", outputs=("r",), shapes=(limbs,)), Array("a", ("a",))
    return lanes(f"{field}::to_limbs<1>", r, a, results=lambda v: {"r": v["a"]}, canonical=True, alias=(), inlined=inlined)

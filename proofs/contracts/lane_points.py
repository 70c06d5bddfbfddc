"""Points in lanes of either kind, as a compiler has them: engine/src/lanes/points.h, engine/src/lanes/kernels.h."""

from collections.abc import Callable

from contracts.bundles import bundled
from contracts.formulas import POINTS, SAME_X, XYZ, B, co_z, doubled, mixed
from contracts.roots import lifts, roots
from core.contract import Array, Contract, Count, Expression, LaneFlags, Rounds, Shape, Values

COORDINATES = ("x2", "y2")
ENTRY = Array("entry", COORDINATES)
X, Y, NEGATIVE = Array("x", ("x2",)), Array("y", ("y2",)), LaneFlags("negative")
BYTE = Array("negative", flag=("negative", 0))
Make = Callable[..., Contract]


def nothing(v: Values) -> Values:
    return {}


def all_of(v: Values) -> Values:
    return v


def same(v: Values) -> Expression:
    return v["same"]


def additions(lanes: Make, names: tuple[str, ...], ops: str, field: str, jacobian: tuple[Shape, ...]) -> list[Contract]:
    """Doublings of those names, and additions of affine points."""
    point = Array("point", XYZ, XYZ, shapes=jacobian)
    rounds = Rounds({n: s for n, s in zip(XYZ, jacobian, strict=True)}, lambda v: {n: v[n] for n in XYZ}, doubled)
    inside = (("point+640", "az"),)
    scaled = {"results": mixed, "alias": (), "inlined": True}
    scale = Array("scale", ("zscale",))
    return [
        *(lanes(name, point, Count("n", 32), loop=rounds, results=all_of) for name in names),
        lanes(f"{ops}::add_affine_by", point, X, Y, NEGATIVE, Array("az", ("az",)), results=mixed, alias=inside),
        lanes(f"{ops}::add_affine_scaled", point, X, Y, NEGATIVE, scale, **scaled),
        lanes(f"add_lanes<{field}>/3", point, ENTRY, BYTE, **scaled),
        lanes(f"add_lanes<{field}>/4", point, ENTRY, BYTE, scale, **scaled),
    ]


def co_z_add(lanes: Make, ops: str, pair: tuple[Shape, ...], inlined: bool) -> Contract:
    return lanes(
        f"{ops}::co_z_add",
        Array("r", outputs=("x3", "y3", *COORDINATES), shapes=pair),
        Array("ratio", outputs=("ratio",)),
        Array("a", ("x1", "y1", *COORDINATES), shapes=pair),
        results=co_z,
        alias=(("r", "a"),),
        inlined=inlined,
    )


def comparisons(
    lanes: Make, field: str, vectors: str, jacobian: tuple[Shape, ...], limbs: Shape, fe: Callable[[int], Shape]
) -> list[Contract]:
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
        lanes(f"x_equals_var<{field}>", Array("point", XYZ, shapes=jacobian), X, **x_equals),
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

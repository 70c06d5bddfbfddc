"""The Go module's assembly for arm64, go/internal: the engine's routines in two forms, with Go's arguments. Elements are
loose, any integer below 2^256."""

from contracts.formulas import XYZ, co_z, complete, doubled, mixed, projective
from contracts.go import ENTRY, POINT, X, Y, Z, routine, select
from core.contract import Array, Contract, Count, Loop, Scan, Small, Table

FORMS = ("Wide", "Narrow")
# X and Y stay in registers from doubling to doubling.
PLACES = {"x": "x23 x24 x25 x26", "y": "x2 x3 x27 x30", "z": "z+64"}


def field(form: str) -> list[Contract]:
    return [
        routine(f"field.mul{form}Asm", Z, X, Y, results=lambda v: {"r": v["a"] * v["b"]}, secret=True),
        routine(f"field.square{form}Asm", Z, X, results=lambda v: {"r": v["a"] ** 2}, secret=True),
        routine(
            f"field.squareNVartime{form}Asm",
            Z,
            X,
            Count("n", 64),
            loop=Loop({"s": "x19 x20 x21 x22"}, lambda v: {"s": v["a"]}, lambda v: {"s": v["s"] ** 2}),
            results=lambda v: {"r": v["s"]},
            secret=False,
        ),
        routine(
            f"field.mulSub{form}Asm",
            Z,
            X,
            Y,
            Array("c", ("c",)),
            Array("d", ("d",)),
            results=lambda v: {"r": v["a"] * v["b"] - v["c"] * v["d"]},
            secret=True,
        ),
    ]


def points(form: str) -> list[Contract]:
    return [
        *(
            routine(
                f"point.{name}{form}Asm",
                POINT,
                Count("n", 64),
                loop=Loop(PLACES, lambda v: {n: v[n] for n in XYZ}, doubled),
                results=lambda v: v,
                secret=name == "doubleN",
            )
            for name in ("doubleN", "doubleNVartime")
        ),
        *(
            routine(
                f"point.{name}Vartime{form}Asm",
                POINT,
                ENTRY,
                *scale,
                results=mixed,
                nonzero=(lambda v: mixed(v)["h"],),
                alias=(),
                secret=False,
            )
            for name, scale in (("addMixed", ()), ("addScaled", (Array("scale", ("zscale",)),)))
        ),
        routine(
            f"point.coZAddVartime{form}Asm",
            Array("r", outputs=("x3", "y3", "x2", "y2")),
            Array("ratio", outputs=("ratio",)),
            Array("a", ("x1", "y1", "x2", "y2")),
            results=co_z,
            alias=(("r", "a"),),
            secret=False,
        ),
        routine(
            f"point.addComplete{form}Asm",
            POINT,
            ENTRY,
            zeros=(
                ("infinity", lambda v: v["z"]),
                ("degenerate", lambda v: complete(v)["m"]),
                ("sum_infinity", lambda v: complete(v)["z"]),
            ),
            results=complete,
            alias=(),
            secret=True,
        ),
        routine(
            f"point.addProjective{form}Asm", POINT, ENTRY, Small("b3", 32, 2**31), results=projective, alias=(), secret=True
        ),
    ]


FIELD = [contract for form in FORMS for contract in field(form)]
POINTS = [
    *(contract for form in FORMS for contract in points(form)),
    routine("point.prefetchAsm", Table("entry"), results=lambda v: {}, secret=False),
]
SCAN = Scan(pointer="x1", round="v2", sum="v4 v5 v6 v7", index="index", stride=64)
DIGIT = [
    select("digit.selectConstantAsm", Count("length", 64, 64), Small("index", 64, 2**31 - 1), loop=SCAN),
    select(
        "digit.selectMemoryAsm", Count("length", 64), Small("capacity", 64, 2**63), Small("index", 64, 2**31 - 1), loop=SCAN
    ),
]

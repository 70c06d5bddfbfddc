"""The engine's point routines, engine/src/group/x86_64 and arm64: coordinates are loose. Points are changed in place; what
is added does not overlap them."""

from contracts.formulas import XYZ, co_z, complete, doubled, mixed, projective
from core.contract import Array, Contract, Count, Loop, Mask, Scan, Small, Stride, Table, contract_of

POINT = Array("point", XYZ, XYZ)
ENTRY = Array("entry", ("x2", "y2"))


def points(places: dict[str, str], form: str = "") -> list[Contract]:
    """Those of one form; `places` are those of a point when a doubling begins."""
    return [
        *(
            contract_of(
                f"koblitz_point4_{form}double_{kind}",
                POINT,
                Count("n", 32),
                loop=Loop(places, lambda v: {n: v[n] for n in XYZ}, doubled),
                results=lambda v: v,
                secret=kind == "secret",
            )
            for kind in ("public", "secret")
        ),
        *(
            contract_of(
                f"koblitz_point4_{form}{name}_public",
                POINT,
                Array("x", ("x2",)),
                Array("y", ("y2",)),
                Small("negative", 32, 2),
                *scale,
                results=mixed,
                secret=False,
                nonzero=(lambda v: mixed(v)["h"],),
                alias=(),
            )
            for name, scale in (("add_affine", ()), ("add_affine_scaled", (Array("zscale", ("zscale",)),)))
        ),
        contract_of(
            f"koblitz_point4_{form}co_z_add_public",
            Array("r", outputs=("x3", "y3", "x2", "y2")),
            Array("ratio", outputs=("ratio",)),
            Array("a", ("x1", "y1", "x2", "y2")),
            results=co_z,
            secret=False,
            alias=(("r", "a"),),
        ),
        contract_of(
            f"koblitz_point4_{form}add_complete_secret",
            POINT,
            ENTRY,
            Mask("negative"),
            Mask("infinity"),
            zeros=(("degenerate", lambda v: complete(v)["m"]), ("sum_infinity", lambda v: complete(v)["z"])),
            results=complete,
            returns="sum_infinity",
            secret=True,
            alias=(),
        ),
        contract_of(
            f"koblitz_point4_{form}add_projective_secret",
            POINT,
            ENTRY,
            Mask("negative"),
            Small("b3", 32, 2**31),
            results=projective,
            secret=True,
            alias=(),
        ),
    ]


def scan(places: Scan) -> Contract:
    return contract_of(
        "koblitz_point4_scan",
        Array("out", outputs=("x", "y")),
        Table("table"),
        Small("index", 32, 2**31 - 1),
        Count("n", 32),
        Stride("stride"),
        loop=places,
        secret=True,
    )


CONTRACTS = [
    *points({"x": "point", "y": "point+32", "z": "point+64"}),
    scan(Scan(pointer="rsi", round="v4", sum="v2 v3", index="index")),
]

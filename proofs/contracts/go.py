"""The Go module's assembly, go/internal: elements are loose, any integer below 2^256."""

from typing import Any

from contracts.formulas import XYZ, co_z, complete, doubled, mixed, projective
from core.contract import Argument, Array, Contract, Count, Loop, Scan, Small, Table, contract_of

MODULE = "koblitz.dev/secp256k1/internal/"
Z, X, Y = Array("z", outputs=("r",)), Array("x", ("a",)), Array("y", ("b",))
POINT = Array("z", XYZ, XYZ)
ENTRY = Array("b", ("x2", "y2"))
IN_PLACE = Loop({"x": "z", "y": "z+32", "z": "z+64"}, lambda v: {n: v[n] for n in XYZ}, doubled)


def routine(name: str, *arguments: Argument, secret: bool, **rest: Any) -> Contract:
    return contract_of(f"{MODULE}{name}.abi0", *arguments, secret=secret, abi="go", **rest)


FIELD = [
    routine("field.mulAsm", Z, X, Y, results=lambda v: {"r": v["a"] * v["b"]}, secret=True),
    routine("field.squareAsm", Z, X, results=lambda v: {"r": v["a"] ** 2}, secret=True),
    routine(
        "field.squareNVartimeAsm",
        Z,
        X,
        Count("n", 64),
        loop=Loop({"s": "r8 r9 r10 r11"}, lambda v: {"s": v["a"]}, lambda v: {"s": v["s"] ** 2}),
        results=lambda v: {"r": v["s"]},
        secret=False,
    ),
    routine(
        "field.mulSubAsm",
        Z,
        X,
        Y,
        Array("c", ("c",)),
        Array("d", ("d",)),
        results=lambda v: {"r": v["a"] * v["b"] - v["c"] * v["d"]},
        secret=True,
    ),
]
POINTS = [
    routine("point.doubleNAsm", POINT, Count("n", 64), loop=IN_PLACE, results=lambda v: v, secret=True),
    routine("point.doubleNVartimeAsm", POINT, Count("n", 64), loop=IN_PLACE, results=lambda v: v, secret=False),
    routine(
        "point.addMixedVartimeAsm",
        POINT,
        ENTRY,
        Array("az", ("az",)),
        results=mixed,
        nonzero=(lambda v: mixed(v)["h"],),
        alias=(("z+64", "az"),),
        secret=False,
    ),
    routine(
        "point.coZAddVartimeAsm",
        Array("r", outputs=("x3", "y3")),
        Array("ratio", outputs=("ratio",)),
        Array("x", ("x2",), ("x2",)),
        Array("y", ("y2",), ("y2",)),
        Array("a", ("x1", "y1")),
        results=co_z,
        alias=(),
        secret=False,
    ),
    routine(
        "point.addCompleteAsm",
        POINT,
        ENTRY,
        zeros=(("infinity", lambda v: v["z"]), ("degenerate", lambda v: complete(v)["m"])),
        results=complete,
        alias=(),
        secret=True,
    ),
    routine("point.prefetchAsm", Table("entry"), results=lambda v: {}, secret=False),
    routine("point.addProjectiveAsm", POINT, ENTRY, Small("b3", 32, 2**32), results=projective, alias=(), secret=True),
]


def select(name: str, *arguments: Argument, loop: Scan) -> Contract:
    return routine(name, Array("out", outputs=("x", "y")), Table("t"), *arguments, loop=loop, secret=True)


# Tables have at least one entry, and the index is one of theirs: digit.New makes one below 2^(w-1), and its callers in
# go/internal/point give tables of 2^(w-1) entries.
SCAN = Scan(pointer="rsi", round="v2", sum="v5 v6", index="index", lanes=64, stride=64)
DIGIT = [
    select("digit.selectConstantAsm", Count("length", 64, 64), Small("index", 64, 2**63 - 1), loop=SCAN),
    select(
        "digit.selectMemoryAsm", Count("length", 64), Small("capacity", 64, 2**63), Small("index", 64, 2**63 - 1), loop=SCAN
    ),
]

"""The Go module's assembly, go/internal: elements are loose, any integer below 2^256."""

from typing import Any

from contracts.formulas import XYZ, co_z, complete, doubled, mixed, projective
from core.contract import Argument, Array, Contract, Count, Loop, Scan, Small, Table, Values, contract_of

MODULE = "koblitz.dev/secp256k1/internal/"
Z, X, Y = Array("z", outputs=("r",)), Array("x", ("a",)), Array("y", ("b",))
POINT = Array("z", XYZ, XYZ)
ENTRY = Array("b", ("x2", "y2"))


def routine(name: str, *arguments: Argument, secret: bool, **rest: Any) -> Contract:
    return contract_of(f"{MODULE}{name}.abi0", *arguments, secret=secret, abi="go", **rest)


def field(form: str, squares: str) -> list[Contract]:
    """Those of one form; `squares` has the registers of what is squared in a loop."""
    once = Loop({"s": squares}, lambda v: {"s": v["a"]}, lambda v: {"s": v["s"] ** 2})
    c, d = Array("c", ("c",)), Array("d", ("d",))

    def less(v: Values) -> Values:
        return {"r": v["a"] * v["b"] - v["c"] * v["d"]}

    return [
        routine(f"field.mul{form}Asm", Z, X, Y, results=lambda v: {"r": v["a"] * v["b"]}, secret=True),
        routine(f"field.square{form}Asm", Z, X, results=lambda v: {"r": v["a"] ** 2}, secret=True),
        routine(
            f"field.squareNVartime{form}Asm", Z, X, Count("n", 64), loop=once, results=lambda v: {"r": v["s"]}, secret=False
        ),
        routine(f"field.mulSub{form}Asm", Z, X, Y, c, d, results=less, secret=True),
    ]


def doublings(form: str, places: dict[str, str]) -> list[Contract]:
    """`places` are those of a point when a doubling begins."""
    loop = Loop(places, lambda v: {n: v[n] for n in XYZ}, doubled)
    names = {"doubleN": True, "doubleNVartime": False}
    return [
        routine(f"point.{name}{form}Asm", POINT, Count("n", 64), loop=loop, results=lambda v: v, secret=secret)
        for name, secret in names.items()
    ]


def addition(name: str, *scale: Array, alias: tuple[tuple[str, ...], ...] = ()) -> Contract:
    nonzero = (lambda v: mixed(v)["h"],)
    return routine(f"point.{name}Asm", POINT, ENTRY, *scale, results=mixed, nonzero=nonzero, alias=alias, secret=False)


def for_secrets(form: str, below: int, *zeros: str) -> list[Contract]:
    """Additions with the flags that one computes, in order, and what 3b of the other is below."""
    elements = {
        "infinity": lambda v: v["z"],
        "degenerate": lambda v: complete(v)["m"],
        "sum_infinity": lambda v: complete(v)["z"],
    }
    flags = tuple((name, elements[name]) for name in zeros)
    b3 = Small("b3", 32, below)
    return [
        routine(f"point.addComplete{form}Asm", POINT, ENTRY, zeros=flags, results=complete, alias=(), secret=True),
        routine(f"point.addProjective{form}Asm", POINT, ENTRY, b3, results=projective, alias=(), secret=True),
    ]


PREFETCH = routine("point.prefetchAsm", Table("entry"), results=lambda v: {}, secret=False)


def digits(scan: Scan, below: int) -> list[Contract]:
    """Tables have at least one entry, and the index is one of theirs: digit.New makes one below 2^(w-1), and its callers in
    go/internal/point give tables of 2^(w-1) entries."""
    first, index = (Array("out", outputs=("x", "y")), Table("t")), Small("index", 64, below)
    counts = {"Constant": (Count("length", 64, 64),), "Memory": (Count("length", 64), Small("capacity", 64, 2**63))}
    return [
        routine(f"digit.select{name}Asm", *first, *count, index, loop=scan, secret=True) for name, count in counts.items()
    ]


FIELD = field("", "r8 r9 r10 r11")
POINTS = [
    *doublings("", {"x": "z", "y": "z+32", "z": "z+64"}),
    addition("addMixedVartime", Array("az", ("az",)), alias=(("z+64", "az"),)),
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
    *for_secrets("", 2**32, "infinity", "degenerate"),
    PREFETCH,
]
DIGIT = digits(Scan(pointer="rsi", round="v2", sum="v5 v6", index="index", lanes=64, stride=64), 2**63 - 1)

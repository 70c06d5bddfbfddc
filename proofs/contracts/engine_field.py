"""The engine's field routines, engine/src/field/x86_64 and arm64: elements are loose, any integer below 2^256."""

from typing import Any

from contracts.formulas import chosen, negated_if
from core.contract import Argument, Array, Contract, Count, Loop, Mask, Small, contract_of

R = Array("r", outputs=("r",))
A = Array("a", inputs=("a",))
B = Array("b", inputs=("b",))
C = Array("c", inputs=("c",))
WIDE = Array("w", outputs=("w0", "w1"))
TOP = (2**256 - 1) ** 2


def both(name: str, *arguments: Argument, **rest: Any) -> list[Contract]:
    forms = ("public", "secret")
    return [contract_of(f"koblitz_fe4_{name}_{form}", *arguments, secret=form == "secret", **rest) for form in forms]


def products(squares: str, form: str = "") -> list[Contract]:
    """Those of one form; `squares` has the registers of what is squared in a loop."""
    return [
        *both(f"{form}mul", R, A, B, results=lambda v: {"r": v["a"] * v["b"]}),
        *both(f"{form}sqr", R, A, results=lambda v: {"r": v["a"] ** 2}),
        contract_of(
            f"koblitz_fe4_{form}sqr_n_public",
            R,
            A,
            Count("n", 32),
            loop=Loop({"x": squares}, lambda v: {"x": v["a"]}, lambda v: {"x": v["x"] ** 2}),
            results=lambda v: {"r": v["x"]},
            secret=False,
        ),
        *both(
            f"{form}mul_sub",
            R,
            A,
            B,
            Array("w", inputs=("w0", "w1"), maximum=TOP),
            results=lambda v: {"r": v["a"] * v["b"] - v["w0"] - v["w1"] * 2**256},
        ),
        contract_of(f"koblitz_fe4_{form}mul_wide", WIDE, A, B, number=lambda v: {"w": v["a"] * v["b"]}, secret=True),
    ]


LINEAR = [
    contract_of("koblitz_fe4_add_public", R, A, B, results=lambda v: {"r": v["a"] + v["b"]}, secret=False),
    contract_of("koblitz_fe4_sub_public", R, A, B, results=lambda v: {"r": v["a"] - v["b"]}, secret=False),
    contract_of("koblitz_fe4_sub2_public", R, A, B, results=lambda v: {"r": v["a"] - v["b"] * 2}, secret=False),
    contract_of("koblitz_fe4_sub12_public", R, A, B, C, results=lambda v: {"r": v["a"] - v["b"] - v["c"] * 2}, secret=False),
    contract_of("koblitz_fe4_half3_public", R, A, results=lambda v: {"r": v["a"] * 3 / 2}, secret=False),
    contract_of("koblitz_fe4_half", R, A, results=lambda v: {"r": v["a"] / 2}, secret=True),
    contract_of("koblitz_fe4_cneg", R, A, Mask("mask"), results=lambda v: {"r": negated_if(v["mask"], v["a"])}, secret=True),
    contract_of(
        "koblitz_fe4_select", R, Mask("mask"), A, B, results=lambda v: {"r": chosen(v["mask"], v["a"], v["b"])}, secret=True
    ),
    contract_of("koblitz_fe4_mul_small", R, A, Small("v", 32, 2**31), results=lambda v: {"r": v["a"] * v["v"]}, secret=True),
]
CONTRACTS = [*products("r8 r9 r10 r11"), *LINEAR]

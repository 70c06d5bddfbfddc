"""Numbers that come out of joins, in polynomials that are reduced to elements."""

from __future__ import annotations

import pytest

from core.decide import Lemmas
from core.modular import Elements
from core.terms import Facts, Leaf, Poly, Trace

BASE = 2**64


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({}, {}),
        # A limb of the number is a factor, too: of an element, of another limb.
        ({("high", "x"): 1}, {("b", "x"): 1}),
        ({("low", "high"): 1}, {("a", "b"): 1}),
        ({("low", "low"): 3}, {("a", "a"): 3}),
    ],
)
def test_joined_number(more: dict[tuple[str, ...], int], wanted: dict[tuple[str, ...], int]) -> None:
    trace = Trace()
    atoms = {name: trace.new("element", 0, 2**256 - 1) for name in ("a", "b", "x", "y")}
    atoms |= {name: trace.new("merged", 0, BASE - 1) for name in ("low", "high")}
    values: dict[int, Poly] = {atoms["low"]: {(atoms["a"],): 1}, atoms["high"]: {(atoms["b"],): 1}}
    for name in ("low", "high"):
        trace.atoms[atoms[name]].join = 0
    trace.joins.append([Leaf(Facts(), values), Leaf(Facts(), values)])

    def poly(terms: dict[tuple[str, ...], int]) -> Poly:
        return {tuple(sorted(atoms[n] for n in names)): c for names, c in terms.items()}

    number = poly({("low",): 1, ("high",): BASE, ("y",): 1} | more)
    assert Elements(trace, Lemmas()).reduce(number, Facts()) == poly({("a",): 1, ("b",): BASE, ("y",): 1} | wanted)

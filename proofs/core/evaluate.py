"""A trace as a Python function from numbers to numbers, to compare with the processor."""

from __future__ import annotations

from collections.abc import Callable

from core.terms import Facts, Poly, Trace

Numbers = dict[int, int]
OFF = -1
OPERATORS = {"and": " & ", "or": " | ", "xor": " ^ "}


def text(poly: Poly) -> str:
    terms = ["*".join([str(c), *(f"v[{a}]" for a in m)]) for m, c in poly.items()]
    return "+".join(terms) or "0"


def holds(facts: Facts) -> str:
    conditions = [f"({text(dict(p))}) == 0" for p in facts.zero] + [f"({text(dict(p))}) >= 0" for p in facts.positive]
    return " and ".join(conditions) or "True"


def compiled(trace: Trace) -> Callable[[Numbers], None]:
    """Fills in all unknowns, given the inputs."""
    lines = ["def fill(v):"]
    for kind, *rest in trace.definitions:
        if kind == "divide":
            poly, bits, atom, quotient = rest
            offset = quotient.get((), 0)
            sign = quotient[(atom,)]
            lines.append(f" v[{atom}] = {sign}*((({text(poly)}) >> {bits}) - {offset})")
        elif kind == "remainder":
            atom, poly, bits = rest
            lines.append(f" v[{atom}] = ({text(poly)}) & {2**bits - 1}")
        elif kind == "name":
            atom, poly = rest
            lines.append(f" v[{atom}] = {text(poly)}")
        elif kind == "bitwise":
            atom, operation, operands = rest
            lines.append(f" v[{atom}] = " + OPERATORS[operation].join(f"({text(p)})" for p in operands))
        elif kind == "order":
            same, above, below, gap = rest
            lines.append(f" t = {text(gap)}; v[{same}], v[{above}], v[{below}] = int(t == 0), int(t > 0), int(t < 0)")
        elif kind == "lost":
            atom, poly, most = rest
            lines.append(f" t = {text(poly)}; v[{atom}] = t % 2 if t > {most} else -(t % 2) if t < -{most} else 0")
        elif kind == "zero":
            atom, poly = rest
            lines.append(f" v[{atom}] = int(({text(poly)}) == 0)")
        else:
            (leaves,) = rest
            word = "if"
            for leaf in leaves:
                lines.append(f" {word} {holds(leaf.facts)}:")
                lines += [f"  v[{atom}] = {text(poly)}" for atom, poly in leaf.values.items()] or ["  pass"]
                word = "elif"
            # The path has ended before: what follows is not met, and OFF says so.
            lines.append(f" else: v[{OFF}] = 1; " + "; ".join(f"v[{a}] = 0" for a in leaves[0].values))
    lines.append(" return v")
    scope: dict[str, Callable[[Numbers], None]] = {}
    exec("\n".join(lines), scope)
    return scope["fill"]

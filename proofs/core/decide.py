"""Linear-integer lemmas about atoms of a trace, given to Z3."""

from __future__ import annotations

from dataclasses import dataclass, field

import z3

from core.terms import Facts, Monomial, Poly, Trace, atoms_of, plus

# How many relations go into a lemma, the nearest first, as most lemmas need few; and whether the path's facts do.
ATTEMPTS = ((12, False), (40, False), (40, True), (130, False), (130, True), (100000, True))
# Z3's own measure of work for one try, some seconds of it: unlike a time it gives the same answer on a busy machine, and
# Z3 needs no thread to watch it. Lemmas of the routines take less than a quarter.
LIMIT = 2_000_000
# Cuts by Hermite normal form off: two thirds of the time over all lemmas; the seed is the quickest of those tried.
SETTINGS = {"rlimit": LIMIT, "arith.enable_hnf": False, "random_seed": 3}


@dataclass
class Lemmas:
    """Answers by the lemma's text with atoms renumbered, as the same macro makes the same lemma many times."""

    known: dict[object, bool] = field(default_factory=dict)
    given: int = 0


def near(trace: Trace, start: list[Poly], width: int) -> list[int]:
    """The indices of the relations that come with the atoms, breadth first, at most so many."""
    chosen: list[int] = []
    seen_relations: set[int] = set()
    queue = sorted({a for p in start for a in atoms_of(p)}, reverse=True)
    seen = set(queue)
    for atom in queue:
        for index in trace.atoms[atom].relations:
            if index in seen_relations:
                continue
            if len(chosen) >= width:
                return chosen
            seen_relations.add(index)
            chosen.append(index)
            poly = trace.relations[index][0]
            linear = {m[0] for m in poly if len(m) == 1}
            for other in sorted(linear - seen, reverse=True):
                seen.add(other)
                queue.append(other)
    return chosen


def proves(trace: Trace, facts: Facts, negated: Poly, lemmas: Lemmas, use: bool = False) -> bool:
    """Whether `negated` >= 0 contradicts the trace and the facts; `use` says that it takes the facts."""
    if trace.range(negated)[1] < 0:
        return True
    extra = [(dict(items), True) for items in facts.zero] + [(dict(items), False) for items in facts.positive]
    tried = set()
    for width, with_facts in ATTEMPTS:
        if use and not with_facts:
            continue
        added = extra if with_facts else []
        indices = near(trace, [negated, *(p for p, _ in added)], width)
        if (tuple(indices), bool(added)) in tried:
            continue
        tried.add((tuple(indices), bool(added)))
        relations = [trace.relations[i] for i in indices] + added
        key = canonical(trace, relations, negated)
        if key not in lemmas.known:
            lemmas.given += 1
            lemmas.known[key] = unsatisfiable(trace, relations, negated)
        if lemmas.known[key]:
            return True
    return False


def proves_by_cases(trace: Trace, facts: Facts, negated: Poly, lemmas: Lemmas) -> bool:
    """The same, for both values of the newest flag of a choice that the polynomial comes from."""
    if proves(trace, facts, negated, lemmas):
        return True
    choices = {a for p in [negated, *from_choices(trace, negated)] for m in p for a in m if trace.atoms[a].kind == "flag"}
    if not choices:
        return False
    flag: Poly = {(max(choices),): 1}
    return all(proves(trace, facts.with_zero(plus(flag, value, -1)), negated, lemmas, True) for value in ({}, {(): 1}))


def from_choices(trace: Trace, poly: Poly) -> list[Poly]:
    """What stands behind the atoms of a polynomial."""
    found, queue, seen = [], list(atoms_of(poly)), set()
    while queue:
        atom = queue.pop()
        a = trace.atoms[atom]
        inner = a.solved[0] if a.solved is not None else a.remainder[0] if a.remainder is not None else None
        if inner is not None and atom not in seen:
            found.append(inner)
            queue += atoms_of(inner)
        seen.add(atom)
    return found


def canonical(trace: Trace, relations: list[tuple[Poly, bool]], negated: Poly) -> object:
    numbers: dict[int, int] = {}

    def rename(poly: Poly) -> tuple[object, ...]:
        return tuple((tuple(numbers.setdefault(a, len(numbers)) for a in m), c) for m, c in sorted(poly.items()))

    text = (rename(negated), tuple((rename(p), equal) for p, equal in relations))
    bounds = tuple((trace.atoms[a].lo, trace.atoms[a].hi) for a in numbers)
    return text, bounds


def unsatisfiable(trace: Trace, relations: list[tuple[Poly, bool]], negated: Poly) -> bool:
    """Z3's answer to the conjunction, written in its input language: products of atoms are unknowns of their own."""
    lines: list[str] = []
    seen: set[Monomial] = set()

    def name(monomial: Monomial) -> str:
        return "m" + "_".join(map(str, monomial))

    def declare(monomial: Monomial) -> None:
        if monomial in seen:
            return
        seen.add(monomial)
        lo, hi = trace.monomial_range(monomial)
        v = name(monomial)
        lines.append(f"(declare-const {v} Int)(assert (<= {literal(lo)} {v} {literal(hi)}))")
        flags = [a for a in monomial if trace.atoms[a].lo == 0 and trace.atoms[a].hi == 1]
        if len(monomial) == 2 and flags:
            other = monomial[0] if monomial[1] == flags[0] else monomial[1]
            low, top = literal(trace.atoms[other].lo), literal(trace.atoms[other].hi)
            f, x = (flags[0],), (other,)
            declare(f)
            declare(x)
            lines.append(
                f"(assert (<= (* {low} {name(f)}) {v} (* {top} {name(f)})))"
                f"(assert (<= (* {low} (- 1 {name(f)})) (- {name(x)} {v}) (* {top} (- 1 {name(f)}))))"
            )

    def expression(poly: Poly) -> str:
        terms = []
        for monomial, c in poly.items():
            if monomial:
                declare(monomial)
                terms.append(f"(* {literal(c)} {name(monomial)})")
            else:
                terms.append(literal(c))
        return f"(+ 0 {' '.join(terms)})"

    for poly, equal in [*relations, (negated, False)]:
        text = expression(poly)
        lines.append(f"(assert ({'=' if equal else '>='} {text} 0))")
    # Over the rationals first, which is quick and suffices for most.
    for sort in ("Real", "Int"):
        # In a context of its own, so that neither answer nor time depends on what was asked before.
        solver = z3.SimpleSolver(ctx=z3.Context())
        for setting, value in SETTINGS.items():
            solver.set(setting, value)
        solver.from_string("".join(lines).replace(" Int)", f" {sort})"))
        if solver.check() == z3.unsat:
            return True
    return False


def literal(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def always_zero(trace: Trace, facts: Facts, atom: int, lemmas: Lemmas) -> bool:
    return all(proves(trace, facts, {(atom,): sign, (): -1}, lemmas) for sign in (1, -1))

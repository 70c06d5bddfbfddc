"""What takes points from lane to lane, engine/src/simd/fold.h."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from contracts.formulas import B3, XYZ, affine_pair, chosen, negated_if, projective
from core.contract import Array, Contract, Exactly, Expression, Function, LaneBits, Named, Record, Shape, Values, contract_of
from core.state import WIDTH
from core.terms import P

TERMS = ("s", "t", "c", "d", "a3", "e")
# The signing table: blocks of entries, of which a digit of so many bits selects one; blocks of a round stand side by side.
BLOCKS, ENTRIES, WINDOW, ROUNDS = 43, 32, 6, 6
WORD = Shape(64, (2**64 - 1,), (2**64 - 1,), 64)
# Bits of a multiplier in a lane.
SECTION = 17
# The same number for all lanes.
INTEGER = Shape(64, (2**64 - 1,) * 4, (2**64 - 1,) * 4, 8)
SUM = tuple(f"{n}_sum" for n in XYZ)


def terms(v: Values, w: Values, b3: Expression | int) -> Values:
    """addition_terms of engine/src/group/formulas.h, of the points of two lanes."""
    a, b, zz = (v[n] * w[n] for n in XYZ)
    e = (v["x"] * w["z"] + v["z"] * w["x"]) * b3
    return {
        "s": b + zz * b3,
        "t": b - zz * b3,
        "c": v["x"] * w["y"] + v["y"] * w["x"],
        "d": v["y"] * w["z"] + v["z"] * w["y"],
        "a3": a * -3,
        "e": e,
    }


def sums(v: Values) -> Values:
    return {
        "x": v["c"] * v["t"] - v["d"] * v["e"],
        "y": v["t"] * v["s"] - v["e"] * v["a3"],
        "z": v["s"] * v["d"] - v["a3"] * v["c"],
    }


def of_constant(lanes: list[Values]) -> list[Expression | int]:
    return [B3] * WIDTH


def of_element(lanes: list[Values]) -> list[Expression | int]:
    return [v["b3"] for v in lanes]


Across = Callable[[list[Values], Named], list[Values]]
Factors = Callable[[list[Values]], list[Expression | int]]


def folded(step: int, b3: Factors) -> Across:
    """The lanes below `step` with those that follow; what the others hold is not said."""

    def of(lanes: list[Values], _: Named) -> list[Values]:
        factors = b3(lanes)
        return [terms(lanes[k], lanes[k + step], factors[k]) if k < step else {} for k in range(WIDTH)]

    return of


def of_few(lanes: list[Values], _: Named) -> list[Values]:
    """X3, Y3 and Z3 of lanes 0 and 1, in lanes 0 and 1, 2 and 3, 4 and 5."""
    both = [sums(v) for v in lanes[:2]]
    return [{"sum": both[k % 2][XYZ[k // 2]]} if k < 6 else {} for k in range(WIDTH)]


def few(step: int, b3: Factors) -> Across:
    """The same of lanes 0 to step - 1 and those that follow."""

    def of(lanes: list[Values], _: Named) -> list[Values]:
        factors = b3(lanes)
        both = [sums(terms(lanes[k], lanes[k + step], factors[k])) for k in range(step)]
        return [{"sum": both[k % 2][XYZ[k // 2]]} if k < 6 and k % 2 < step else {} for k in range(WIDTH)]

    return of


def eight(b3: Factors) -> Across:
    return lambda lanes, named: [sums(v) if v else {} for v in folded(4, b3)(lanes, named)]


def four(b3: Factors) -> Across:
    """The sum of the points of lanes 0 to 3, in all."""

    def of(lanes: list[Values], named: Named) -> list[Values]:
        factors = b3(lanes)
        halves = [named(sums(terms(lanes[k], lanes[k + 2], factors[k]))) for k in range(2)]
        whole = named(sums(terms(halves[0], halves[1], factors[0])))
        return [{f"{n}_sum": whole[n] for n in XYZ}] * WIDTH

    return of


def all_sums(lanes: list[Values], _: Named) -> list[Values]:
    return [sums(v) if k < WIDTH // 2 else {} for k, v in enumerate(lanes)]


def inverses(lanes: list[Values], named: Named) -> list[Values]:
    """The inverse of the product of all, times the product of the others."""
    every = [v["a"] for v in lanes]
    inverse = named.inverse(named({"all": product(every)})["all"])
    return [{"r": inverse * product(every[:k] + every[k + 1 :])} for k in range(WIDTH)]


def product(elements: list[Expression]) -> Expression:
    total = elements[0]
    for element in elements[1:]:
        total = total * element
    return total


def chosen_multiple(width: int, at: int) -> Callable[[Values], Values]:
    """Of two, by the digit of so many bits there."""

    def of(v: Values) -> Values:
        top = v[f"bit{at + width - 1}"]
        # Where the highest bit is 0 the digit is negative, and the others are their complement.
        index = chosen(top, v[f"bit{at}"], -v[f"bit{at}"] + 1) if width == 2 else v["x0"] * 0
        return {f"{n}e": chosen(index, v[f"{n}1"], v[f"{n}0"]) for n in "xy"}

    return of


def summand(round_: int) -> Across:
    """The entry of each lane's block that its digit says, and whether it is to be subtracted; in the lanes behind the last
    block another point."""

    def of(lanes: list[Values], named: Named) -> list[Values]:
        result = []
        for lane, v in enumerate(lanes):
            if lane >= blocks_of(round_):
                words = [w["last"] for w in lanes]
            else:
                # Where the highest bit is 0 the digit is negative, and the others are their complement.
                bits = [chosen(v[f"bit{WINDOW - 1}"], v[f"bit{k}"], -v[f"bit{k}"] + 1) for k in range(WINDOW - 1)]
                words = [entry_of([w[f"t{ENTRIES * lane + n}"] for n in range(ENTRIES)], bits, named) for w in lanes]
            minus = -v[f"bit{WINDOW - 1}"] + 1 if lane < blocks_of(round_) else v["last"] * 0
            result.append({"xe": number(words[:4]), "ye": number(words[4:]), "negative": minus})
        return result

    return of


def blocks_of(round_: int) -> int:
    return min(WIDTH, BLOCKS - WIDTH * round_)


def entry_of(entries: list[Expression], bits: list[Expression], named: Named) -> Expression:
    for bit in bits:
        pairs = zip(entries[::2], entries[1::2], strict=True)
        entries = list(named({str(k): chosen(bit, high, low) for k, (low, high) in enumerate(pairs)}).values())
    return entries[0]


def number(words: list[Expression]) -> Expression:
    total = words[0]
    for k, word in enumerate(words[1:], 1):
        total = total + word * (1 << 64 * k)
    return total


def summands(lanes: Callable[..., Contract], secret: str) -> Contract:
    """Each round by itself: the table's blocks of the round, all of which are read where digits are secret."""

    def of(round_: int) -> Contract:
        return lanes(
            f"ecmult_gen_rounds<ifma_lanes, {secret}>::get",
            record(round_),
            Array("e", outputs=("xe", "ye")),
            Array("negative", gives=(("negative", 0),)),
            Exactly("round", round_),
            across=summand(round_),
            composed=True,
            choices=True,
            secret=secret == "true",
            gathers=secret == "false",
            alias=(),
        )

    return each(of, range(ROUNDS))


def each(of: Callable[[int], Contract], values: Iterable[int]) -> Contract:
    """A routine whose contract is another one for each value of an argument."""
    first, *others = (of(value) for value in values)
    whole = first.callees[first.name] = dataclasses.replace(first, others=tuple(others))
    return whole


def record(*rounds: int) -> Record:
    """ecmult_gen_rounds, where it looks in rounds that follow one another."""
    blocks = sum(blocks_of(r) for r in rounds)
    table = Array("table", tuple(f"t{n}" for n in range(ENTRIES * blocks)), shapes=(WORD,))
    pointers = (48, table, WIDTH * rounds[0] * ENTRIES * 64), (56, Array("last", ("last",), shapes=(WORD,)), 0)
    digits = tuple((tuple(f"bit{WINDOW * n + k}" for k in range(WINDOW)), 8 * r) for n, r in enumerate(rounds))
    return Record("this", digits, pointers)


def second(every: list[Values]) -> list[Values]:
    """What two rounds are given, as the second of them is."""
    return [
        {f"bit{k}": v[f"bit{WINDOW + k}"] for k in range(WINDOW)}
        | {f"t{n}": v[f"t{WIDTH * ENTRIES + n}"] for n in range(WIDTH * ENTRIES) if f"t{WIDTH * ENTRIES + n}" in v}
        | {"last": v["last"]}
        for v in every
    ]


def add_round(lanes: Callable[..., Contract], secret: str) -> Contract:
    """A round's summands, each added to the point of its lane."""

    def of(round_: int) -> Contract:
        def added(every: list[Values], named: Named) -> list[Values]:
            pairs = zip(every, summand(round_)(every, named), strict=True)
            return [
                named(projective({n: v[n] for n in XYZ} | {"negative": s["negative"]} | named_as(s, named)))
                for v, s in pairs
            ]

        return lanes(
            f"add_round<ecmult_gen_rounds<ifma_lanes, {secret}>>",
            Array("r", XYZ, XYZ),
            record(round_),
            Exactly("round", round_),
            across=added,
            composed=True,
            secret=secret == "true",
            alias=(),
        )

    return each(of, range(1, ROUNDS))


def two_rounds(lanes: Callable[..., Contract]) -> list[Contract]:
    """The sums of two rounds' summands, whose addition is none of equal or opposite points; and those added to points."""

    def pairs(round_: int, every: list[Values], named: Named) -> list[Values]:
        first, other = summand(round_)(every, named), summand(round_ + 1)(second(every), named)
        result = []
        for a, b in zip(first, other, strict=True):
            p, q = named_as(a, named), named_as(b, named)
            flags = {"negative": a["negative"], "negative2": b["negative"]}
            result.append(named(affine_pair({"x": p["x2"], "y": p["y2"]} | q | flags)))
        return result

    def alone(round_: int) -> Contract:
        return lanes(
            "two_rounds<ecmult_gen_rounds<ifma_lanes, false>>",
            Array("r", outputs=XYZ),
            record(round_, round_ + 1),
            Exactly("round", round_),
            across=lambda every, named: pairs(round_, every, named),
            composed=True,
            secret=False,
            alias=(),
        )

    def added(round_: int) -> Contract:
        def sums_of(every: list[Values], named: Named) -> list[Values]:
            others = pairs(round_, every, named)
            return [
                named(projective({n: v[n] for n in XYZ} | {"x2": o["x"], "y2": o["y"], "z2": o["z"]}))
                for v, o in zip(every, others, strict=True)
            ]

        return lanes(
            "add_two_rounds<ecmult_gen_rounds<ifma_lanes, false>>",
            Array("r", XYZ, XYZ),
            record(round_, round_ + 1),
            Exactly("round", round_),
            across=sums_of,
            composed=True,
            secret=False,
            alias=(),
        )

    return [each(alone, (0, 2)), each(added, (2,))]


def first_round(lanes: Callable[..., Contract]) -> Contract:
    """The summands of round 0, on a Z that is the same for all."""

    def begun(every: list[Values], named: Named) -> list[Values]:
        result = []
        for v, s in zip(every, summand(0)(every, named), strict=True):
            point = named_as(s, named)
            y = negated_if(s["negative"], point["y2"])
            result.append({"x": point["x2"] * v["z0"], "y": y * v["z0"], "z": v["z0"]})
        return result

    return lanes(
        "first_round<ecmult_gen_rounds<ifma_lanes, true>>",
        Array("r", outputs=XYZ),
        record(0),
        Array("z0", ("z0",), shapes=(INTEGER,)),
        across=begun,
        composed=True,
        alias=(),
    )


def named_as(summand_: Values, named: Named) -> Values:
    point = named({n: summand_[n] for n in ("xe", "ye")})
    return {"x2": point["xe"], "y2": point["ye"]}


def select_multiple(lanes: Callable[..., Contract], width: int) -> Contract:
    """At every digit of a section, each by itself."""

    def at(place: int) -> Contract:
        return lanes(
            f"select_multiple<ifma_lanes, {width}, 2>",
            Array("e", outputs=("xe", "ye")),
            Array("t", ("x0", "x1", "y0", "y1", "z")),
            LaneBits("sections", tuple(f"bit{k}" for k in range(SECTION))),
            Exactly("at", place),
            returns=(lambda v: -v[f"bit{place + width - 1}"] + 1,),
            results=chosen_multiple(width, place),
            alias=(),
        )

    return each(at, range(SECTION - 3, -1, -2) if width == 2 else (SECTION - 1,))


def contracts(lanes: Callable[..., Contract], fe: Callable[..., Shape]) -> list[Contract]:
    shapes = (fe(2), fe(3), fe(4), fe(4), fe(5), fe(1))
    point = Array("r", XYZ, XYZ)

    def across(name: str, *arguments: Any, **rest: Any) -> Contract:
        return lanes(name, *arguments, **rest)

    result = [select_multiple(lanes, width) for width in (1, 2)]
    for secret in ("true", "false"):
        result += [summands(lanes, secret), add_round(lanes, secret)]
    result += [*two_rounds(lanes), first_round(lanes)]
    inverse = contract_of(
        "inverse",
        Array("r", outputs=("inverse",), shapes=(INTEGER,)),
        Array("a", ("a",), shapes=(INTEGER,), maximum=P - 1),
        secret=True,
        shape=fe(),
        aligned=False,
        across=lambda lanes, named: [{"inverse": named.inverse(v["a"])} for v in lanes],
        composed=True,
        together=True,
    )
    for field in ("public", "secret"):
        result.append(
            across(
                f"inverse_across<{field}>",
                Array("r", outputs=("r",)),
                Array("a", ("a",)),
                Function("inverse", inverse),
                across=inverses,
                composed=True,
                alias=(),
            )
        )
    for field in ("public", "secret"):
        result.append(
            across(
                f"last_products_of_eight<{field}>",
                Array("r", outputs=XYZ),
                Array("m", TERMS, shapes=shapes),
                across=all_sums,
                alias=(),
            )
        )
        result.append(
            across(
                f"last_products_of_few<{field}>",
                Array("sum", outputs=("sum",)),
                Array("m", TERMS, shapes=shapes),
                across=of_few,
                alias=(),
            )
        )
    for field, times, argument, b3 in (
        ("public", "times_constant<public, 21u>", Array("times_3b"), of_constant),
        ("secret", "times_constant<secret, 21u>", Array("times_3b"), of_constant),
        ("secret", "times_element<secret>", Array("times_3b", ("b3",)), of_element),
    ):
        result += [
            across(
                f"terms_of_eight<{field}, {times}>",
                Array("m", outputs=TERMS, shapes=shapes),
                Array("r", XYZ),
                argument,
                across=folded(4, b3),
                alias=(),
            ),
            across(f"fold_eight<{field}, {times}>", point, argument, across=eight(b3), alias=()),
            *(
                across(
                    f"terms_of_few<{field}, {step}, {times}>",
                    Array("m", outputs=TERMS, shapes=shapes),
                    Array("r", XYZ),
                    argument,
                    across=folded(step, b3),
                    alias=(),
                )
                for step in (2, 1)
            ),
            *(
                across(
                    f"fold_few<{field}, {step}, {times}>",
                    Array("sum", outputs=("sum",)),
                    Array("r", XYZ),
                    argument,
                    across=few(step, b3),
                    alias=(),
                )
                for step in (2, 1)
            ),
            across(
                f"fold_four<{field}, {times}>",
                Array("out", outputs=SUM, shapes=(INTEGER,)),
                point,
                argument,
                across=four(b3),
                composed=True,
                canonical=SUM,
                scratch=XYZ,
                alias=(),
            ),
        ]
    return result

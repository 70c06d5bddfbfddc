"""The Go module's routines for multiples of G in lanes, go/internal/lanes/base_amd64.s."""

from contracts.engine_lanes import LIMBS
from contracts.formulas import entry_at, negated_if
from contracts.go_lanes import lanes
from core.contract import Array, Expression, LaneFlags, Shape, Values

# Words, one in each lane or the same in all.
WORD = Shape(64, (2**64 - 1,), (2**64 - 1,), 64)
EVERYWHERE = Shape(64, (2**64 - 1,), (2**64 - 1,), 8)
ENTRIES, BLOCKS, WORDS, BITS = 32, 4, 8, 5


def masks(block: int) -> tuple[tuple[str, int], ...]:
    return tuple((f"bit{block}_{j}", 8 * block + j) for j in range(BITS))


def selected(v: Values, entries: list[Expression], block: int) -> Expression:
    return entry_at((v[bit] for bit, _ in masks(block)), entries)


def of_row(v: Values) -> Values:
    return {f"z{b}": selected(v, [v[f"t{ENTRIES * b + i}"] for i in range(ENTRIES)], b) for b in range(BLOCKS)}


def of_column(v: Values) -> Values:
    return {f"z{w}": selected(v, [v[f"t{i}_{w}"] for i in range(ENTRIES)], 0) for w in range(WORDS)}


CONTRACTS = [
    lanes(
        "selectRowAsm",
        Array("z", outputs=tuple(f"z{b}" for b in range(BLOCKS)), shapes=(WORD,)),
        Array("t", tuple(f"t{i}" for i in range(ENTRIES * BLOCKS)), shapes=(WORD,)),
        Array("masks", masks=tuple(m for b in range(BLOCKS) for m in masks(b))),
        results=of_row,
        alias=(),
    ),
    lanes(
        "selectColumnAsm",
        Array("z", outputs=tuple(f"z{w}" for w in range(WORDS)), shapes=(WORD,)),
        Array("t", tuple(f"t{i}_{w}" for i in range(ENTRIES) for w in range(WORDS)), shapes=(EVERYWHERE,)),
        Array("masks", masks=masks(0)),
        results=of_column,
        alias=(),
    ),
    lanes(
        "unpackAsm",
        Array("x", outputs=("x",)),
        Array("y", outputs=("y",)),
        Array("words", ("a", "b"), shapes=(LIMBS,)),
        results=lambda v: {"x": v["a"], "y": v["b"]},
        alias=(),
    ),
    lanes(
        "signedAsm",
        Array("z", outputs=("z",)),
        Array("y", ("y",)),
        LaneFlags("negative"),
        results=lambda v: {"z": negated_if(v["negative"], v["y"])},
    ),
]

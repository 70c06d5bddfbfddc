"""Rules of flags and masks, which shipped routines meet in few ways, in random ones of a few lines: what is lifted is what
this processor does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kinds import changed
from test_rules import CONTRACT, assembled

from core.contract import Array
from core.state import Refused
from elf.routines import routines
from native.compare import compare
from native.machine import available

PROGRAMS = 120
INPUTS = 100
CONTRACT_OF_WORDS = changed(
    CONTRACT, arguments=(Array("r", outputs=("r", "s")), Array("a", inputs=("a", "b"))), secret=False, alias=()
)
# Numbers that flags are made of are in rdx and rsi; the others are changed.
CHANGED = ("rax", "rcx", "r8", "r9", "r10", "r11")
HELD = (*CHANGED, "rdx", "rsi")
COMPARISONS = ("cmp rdx, 1", "cmp rsi, 1", "cmp rsi, rdx")
LINES = (
    "{flag}; sbb {x}, {x}",
    "and {x}, {y}",
    "or {x}, {y}",
    "xor {x}, {y}",
    "not {x}",
    "neg {x}",
    "and {x}, 1",
    "shl {x}, 3",
    "mov {x}, {y}",
    "add {x}, {y}",
    "sub {x}, {y}",
    "{flag}; cmov{condition} {x}, {y}",
    "{flag}; adc {x}, {y}",
    "{flag}; sbb {x}, 0",
)
WEIGHTS = (3, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1)


def program(rng: random.Random) -> str:
    lines = [f"mov {register}, [rsi+{8 * k}]" for k, register in enumerate(HELD)]
    for line in rng.choices(LINES, WEIGHTS, k=rng.randrange(8, 26)):
        condition = rng.choice(("b", "ae", "e", "ne"))
        x, y = rng.choice(CHANGED), rng.choice(CHANGED)
        lines.append(line.format(flag=rng.choice(COMPARISONS[:1] * 3 + COMPARISONS), condition=condition, x=x, y=y))
    lines += [f"mov [rdi+{8 * k}], {register}" for k, register in enumerate(HELD)]
    return "; ".join([*lines, "ret"])


def small_words(rng: random.Random) -> int:
    """Words that comparisons are often equal on."""
    words = (0, 1, 2, 255, 2**63, 2**64 - 1, rng.getrandbits(64), rng.getrandbits(64))
    return sum(rng.choice(words) << 64 * k for k in range(4))


@pytest.mark.skipif(not available(), reason="SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2")
@pytest.mark.parametrize("seed", range(4))
def test_flags(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("native.calls.draw", small_words)
    rng = random.Random(seed)
    compared = 0
    for _ in range(PROGRAMS):
        body = program(rng)
        (routine,) = routines(assembled(body, tmp_path), "copy")
        try:
            assert not compare(routine, CONTRACT_OF_WORDS, INPUTS, seed), body
        except Refused:
            continue
        compared += 1
    assert compared > PROGRAMS // 8

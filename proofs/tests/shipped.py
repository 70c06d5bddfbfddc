"""The routines that ship, and their contracts."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import pytest

from contracts import ARM64, KINDS
from core.isa import Routine
from elf.routines import routines
from native.machine import DOUBLE_FLAGS, FLAGS, LANE_FLAGS, available

BUILD = Path(__file__).resolve().parents[2] / "build/proofs"
OBJECTS = {"engine": "engine-gcc.o", "go-field": "go-field", "go-point": "go-point", "go-digit": "go-digit"}


def named(path: Path, kind: str) -> dict[str, Routine]:
    return {r.name: r for r in routines(path, *KINDS[kind][:2])}


CONTRACTS = {
    c.name: dataclasses.replace(c, alias=())
    for kind, (_, _, contracts) in KINDS.items()
    if kind not in ARM64
    for c in contracts
}
ROUTINES = {n: r for kind, name in OBJECTS.items() for n, r in named(BUILD / name, kind).items() if n in CONTRACTS}
COMPILED = (
    {
        f"{name}, {compiler}": (routine, CONTRACTS[name])
        for kind, compiler in (*itertools.product(("portable", "lanes"), ("gcc", "clang")), ("f64", "gcc"))
        for name, routine in named(BUILD / f"{kind}-{compiler}.so", kind).items()
        if name in CONTRACTS
    }
    | {name: (routine, CONTRACTS[name]) for name, routine in named(BUILD / "go-lanes", "go-lanes").items()}
    | {name: (ROUTINES[name], CONTRACTS[name]) for name in ROUTINES if CONTRACTS[name].shape.doubles}
)
needs_processor = pytest.mark.skipif(
    not available(FLAGS + LANE_FLAGS + DOUBLE_FLAGS),
    reason="SKIPPED comparison with the processor: a processor with BMI2, ADX, FMA and AVX-512 IFMA",
)

"""Contracts, one list for each object: KINDS maps its name to how its routines' names begin and end, and their contracts."""

from pathlib import Path

from contracts import (
    engine_arm64,
    engine_f64,
    engine_f64_compiled,
    engine_field,
    engine_lanes,
    engine_point,
    engine_portable,
    go,
    go_arm64,
    go_lanes,
    go_lanes_base,
)
from core.contract import Contract

KINDS: dict[str, tuple[str, str, list[Contract]]] = {
    "engine": ("koblitz_", "", engine_field.CONTRACTS + engine_point.CONTRACTS + engine_f64.CONTRACTS),
    "arm64": ("koblitz_", "", engine_arm64.CONTRACTS),
    "portable": ("koblitz_", "", engine_portable.CONTRACTS),
    "lanes": ("_Z", "", engine_lanes.CONTRACTS),
    "f64": ("_Z", "", engine_f64_compiled.CONTRACTS),
    "go-field": (f"{go.MODULE}field.", ".abi0", go.FIELD),
    "go-point": (f"{go.MODULE}point.", ".abi0", go.POINTS),
    "go-lanes": (f"{go.MODULE}lanes.", ".abi0", go_lanes.CONTRACTS + go_lanes_base.CONTRACTS),
    "go-digit": (f"{go.MODULE}digit.", ".abi0", go.DIGIT),
    "go-field-arm64": (f"{go.MODULE}field.", ".abi0", go_arm64.FIELD),
    "go-point-arm64": (f"{go.MODULE}point.", ".abi0", go_arm64.POINTS),
    "go-digit-arm64": (f"{go.MODULE}digit.", ".abi0", go_arm64.DIGIT),
}
# Kinds for arm64, which a cross compiler's assembler is needed for.
ARM64 = {kind for kind in KINDS if kind.endswith("arm64")}
# Kinds whose instructions a compiler chooses.
COMPILED = {"portable", "lanes", "f64"}
# Of a kind of objects the functions, by the names before their template arguments, that need no contract.
WITHOUT = {
    "lanes": engine_lanes.KERNELS,
    "f64": engine_f64_compiled.KERNELS,
    "go-point": {f"{go.MODULE}point.routines.abi0"},  # gives addresses of code, to prefetch it
}
# Kinds whose functions may be called through pointers where the processor asks for landing pads, as their objects say, and
# the instruction there: endbr64, bti c.
LANDING = {"engine": bytes.fromhex("f30f1efa"), "arm64": bytes.fromhex("5f2403d5")}
# Functions of proofs/memory.c, by the kinds whose objects are linked with it.
STAND_INS = {kind: {"memcpy", "memmove", "memset"} for kind in ("lanes", "f64")}
# Go packages whose assembly has no results: it clears registers, and asks where the stack ends and what the processor is.
NOT_PROVED = {Path("go/internal") / name for name in ("ct", "ct/registers", "cpu")}

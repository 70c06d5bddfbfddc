#!/usr/bin/env python3
"""model.py ENGINE LIBSECP256K1 OUT: what one call executes on arm64, and a model of its cycles, beside libsecp256k1.

ENGINE is the engine's static library for arm64 Linux, LIBSECP256K1 the folder of libsecp256k1's source, OUT a folder for
what is built. Needs aarch64-linux-gnu-gcc, gcc and qemu-aarch64. Nothing here is measured on hardware:
docs/engine-arithmetic.md.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
OPERATIONS = ("verify", "sign", "key", "ecdh", "recover")
ROUNDS = 64
MODULES = ("ECDH", "RECOVERY", "EXTRAKEYS", "SCHNORRSIG", "ELLSWIFT")
CC = ("aarch64-linux-gnu-gcc", "-O2")


def run(*command: str | Path) -> str:
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def build(engine: Path, source: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    run("gcc", "-O2", "-shared", "-fPIC", HERE / "count.c", "-o", out / "count.so")
    run(*CC, "-static", "-I", INCLUDE, HERE / "calls.c", engine, "-o", out / "calls_engine")
    flags = [f"-DENABLE_MODULE_{m}=1" for m in MODULES]
    flags += ["-DECMULT_WINDOW_SIZE=15", "-DCOMB_BLOCKS=43", "-DCOMB_TEETH=6", "-I", str(source), "-I", str(source / "src")]
    objects: list[Path] = []
    for name in ("secp256k1", "precomputed_ecmult", "precomputed_ecmult_gen"):
        objects.append(out / f"{name}.o")
        run(*CC, *flags, "-c", source / "src" / f"{name}.c", "-o", objects[-1])
    # The crate's symbols have a prefix.
    symbols = re.findall(r" T (rustsecp256k1_v\d+_\d+_)(\w+)$", run("aarch64-linux-gnu-nm", objects[0]), re.M)
    names = out / "names.h"
    names.write_text("".join(f"#define secp256k1_{name} {prefix}{name}\n" for prefix, name in symbols))
    run(*CC, "-static", "-include", names, "-I", INCLUDE, HERE / "calls.c", *objects, "-o", out / "calls_libsecp256k1")


def counts(out: Path, program: str, operation: str, backend: str) -> list[float]:
    """Of one call: all instructions, MUL and the like, UMULH and the like, products of 32 bits."""

    def total(called: str) -> list[int]:
        command = ["qemu-aarch64", "-plugin", str(out / "count.so"), str(out / program), operation, called]
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, env={**os.environ, "KOBLITZ_BACKEND": backend}
        )
        found = re.search(r"^COUNTS (.*)$", done.stderr, re.M)
        assert found is not None, "qemu ran without its plugin"
        return [int(n) for n in found[1].split()]

    return [(b - a) / ROUNDS for a, b in zip(total("0"), total("1"), strict=True)]


def narrow(c: list[float]) -> float:
    """Cycles of a multiplier that is busy for 3, 4 and 1 cycles."""
    return 3 * c[1] + 4 * c[2] + c[3]


def wide(c: list[float]) -> float:
    """Cycles of two multipliers that begin one product a cycle each."""
    return sum(c[1:]) / 2


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    engine, source, out = (Path(a) for a in sys.argv[1:])
    build(engine, source, out)
    print("libsecp256k1 beside arm64-narrow and arm64-wide; ratios in brackets. Counts and models, not measurements.")
    for operation in OPERATIONS:
        base = counts(out, "calls_libsecp256k1", operation, "")
        for form, multiplier, others in (("narrow", narrow, 3), ("wide", wide, 8)):
            mine = counts(out, "calls_engine", operation, f"arm64-{form}")
            line = f"{operation:8} {form:7}"
            for name, of in (
                ("instructions", lambda c: c[0]),
                ("multiplier", multiplier),
                ("model", lambda c, m=multiplier, o=others: m(c) + (c[0] - sum(c[1:])) / o),
            ):
                line += f"  {name} {of(base):7.0f} {of(mine):7.0f} ({of(mine) / of(base):.2f})"
            print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""model.py ENGINE LIBSECP256K1 OUT: what one call executes on arm64, and a model of its cycles, beside libsecp256k1.

ENGINE is the engine's static library for arm64 Linux, LIBSECP256K1 the folder of libsecp256k1's source, OUT a folder for
what is built. Needs aarch64-linux-gnu-gcc, gcc and qemu-aarch64; llvm-mca-19 (Debian: llvm-19) for one column. Nothing here
is measured on hardware: docs/arm64.md.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "include"
OPERATIONS = ("verify", "sign", "sign_portable", "key", "ecdh", "recover", "batch_ecdsa", "batch_schnorr")
ROUNDS = 64
MODULES = ("ECDH", "RECOVERY", "EXTRAKEYS", "SCHNORRSIG", "ELLSWIFT")
CC = ("aarch64-linux-gnu-gcc", "-O2")
MCA = "llvm-mca-19"
# libsecp256k1's product and square as functions.
FIELD = """#include "util.h"
#include "int128_impl.h"
#include "field_impl.h"
void libsecp256k1_mul(uint64_t *r, const uint64_t *a, const uint64_t *b) { PREFIX(fe_mul_inner)(r, a, b); }
void libsecp256k1_sqr(uint64_t *r, const uint64_t *a) { PREFIX(fe_sqr_inner)(r, a); }
"""


def run(*command: str | Path) -> str:
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout


def build(engine: Path, source: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    run("gcc", "-O2", "-shared", "-fPIC", HERE / "count.c", "-o", out / "count.so")
    run(*CC, "-static", "-DKOBLITZ", "-I", INCLUDE, HERE / "calls.c", engine, "-o", out / "calls_engine")
    flags = [f"-DENABLE_MODULE_{m}=1" for m in MODULES]
    flags += [
        "-DECMULT_WINDOW_SIZE=15",
        "-DCOMB_BLOCKS=43",
        "-DCOMB_TEETH=6",
        "-I",
        str(source),
        "-I",
        str(source / "src"),
    ]
    objects: list[Path] = []
    for name in ("secp256k1", "precomputed_ecmult", "precomputed_ecmult_gen"):
        objects.append(out / f"{name}.o")
        run(*CC, *flags, "-c", source / "src" / f"{name}.c", "-o", objects[-1])
    # The crate's symbols have a prefix.
    symbols = re.findall(r" T (rustsecp256k1_v\d+_\d+_)(\w+)$", run("aarch64-linux-gnu-nm", objects[0]), re.M)
    (out / "field.c").write_text(FIELD)
    run(*CC, "-w", *flags, f"-DPREFIX(name)={symbols[0][0]}##name", "-c", out / "field.c", "-o", out / "field.o")
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


def narrow(c: Sequence[float]) -> float:
    """Cycles of a multiplier that is busy for 3, 4 and 1 cycles: Cortex-A72, A76, Neoverse N1."""
    return 3 * c[1] + 4 * c[2] + c[3]


def wide(c: Sequence[float]) -> float:
    """Cycles of two multipliers that begin one product a cycle each: Apple M1, Neoverse V2."""
    return sum(c[1:]) / 2


FORMS = {"narrow": (narrow, 3, "neoverse-n1"), "wide": (wide, 8, "neoverse-v2")}


def model(form: str, c: Sequence[float]) -> float:
    """The multiplier's cycles, and a share of a cycle for each other instruction."""
    multiplier, others, _ = FORMS[form]
    return multiplier(c) + (c[0] - sum(c[1:])) / others


def routines(library: Path, names: re.Pattern[str]) -> dict[str, list[str]]:
    """Instructions of the routines of an archive or object, to their first return: one turn of each loop."""
    found: dict[str, list[str]] = {}
    name = None
    for line in run("aarch64-linux-gnu-objdump", "-d", "--no-show-raw-insn", library).splitlines():
        if head := re.match(r"[0-9a-f]+ <(\w+)>:", line):
            name = head[1] if names.fullmatch(head[1]) else None
            if name is not None:
                found[name] = []
        elif name is not None and (body := re.match(r" +[0-9a-f]+:\t([^/]*)", line)):
            code = re.sub(r"[0-9a-f]+ <.*>", ".+8", body[1]).strip()
            found[name].append(code)
            if code == "ret":
                name = None
    return found


def kinds(code: list[str]) -> list[int]:
    """As counts gives them, of a routine."""
    low = sum(bool(re.match(r"(mul|madd|msub|mneg)\tx", c)) for c in code)
    high = sum(c.startswith("umulh") for c in code)
    word = sum(bool(re.match(r"[us](mull|maddl|msubl|mnegl)|(mul|madd|msub)\tw", c)) for c in code)
    return [len(code), low, high, word]


def analysed(code: list[str], cpu: str) -> str:
    """Cycles of a routine in a row of them, by llvm-mca."""
    if shutil.which(MCA) is None:
        return "-"
    command = [MCA, "-mtriple=aarch64", f"-mcpu={cpu}", "-iterations=40"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, input="\n".join(code))
    found = re.search(r"Total Cycles: +(\d+)", done.stdout)
    assert found is not None
    return f"{int(found[1]) / 40:.0f}"


def print_routines(engine: Path, out: Path) -> None:
    print(f"One routine: instructions, the multiplier's cycles, the model's, {MCA}'s (neoverse-n1, neoverse-v2).")
    ours = routines(engine, re.compile(r"koblitz_(fe4|point4)_\w+"))
    theirs = routines(out / "field.o", re.compile(r"libsecp256k1_\w+"))
    for name, code in [*sorted(ours.items()), *theirs.items()]:
        for form in FORMS:
            if any(f"_{other}_" in name for other in FORMS if other != form):
                continue
            c = kinds(code)
            print(
                f"{name.removeprefix('koblitz_'):38} {form:7} {c[0]:5} {FORMS[form][0](c):6.0f}"
                f" {model(form, c):6.0f} {analysed(code, FORMS[form][2]):>6}"
            )


def main() -> int:
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    engine, source, out = (Path(a) for a in sys.argv[1:])
    build(engine, source, out)
    print_routines(engine, out)
    print(
        "One call, libsecp256k1 beside arm64-narrow and arm64-wide; ratios in brackets. Counts and models, not measurements."
    )
    for operation in OPERATIONS:
        base = counts(out, "calls_libsecp256k1", operation, "")
        for form in FORMS:
            mine = counts(out, "calls_engine", operation, f"arm64-{form}")
            line = f"{operation:14} {form:7}"
            columns = (("instructions", base[0], mine[0]), ("multiplier", FORMS[form][0](base), FORMS[form][0](mine)))
            for name, theirs, ours in (*columns, ("model", model(form, base), model(form, mine))):
                line += f"  {name} {theirs:7.0f} {ours:7.0f} ({ours / theirs:.2f})"
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

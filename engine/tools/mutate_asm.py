#!/usr/bin/env python3
"""Changes one instruction of the engine's assembly at a time and counts the changes that asm_test notices.

    mutate_asm.py [--cc CC] [--cxx CXX] [--jobs N] [--listed FILE] FOLDER

Covers src/field/x86_64, src/group/x86_64 and src/simd/x86_64. Every instruction is dropped, and changed to each near
relative of its mnemonic or operands. A change that no longer assembles does not count. The objects of those that survive
are left in the folder, with a list, survivors.json, for proofs/survivors.py, which says what the proofs make of each.
With --listed only the changes that this file of survivors names are made.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ENGINE = pathlib.Path(__file__).resolve().parent.parent
SRC = ENGINE / "src"
FOLDERS = ("field/x86_64", "group/x86_64", "simd/x86_64")
TESTS = [ENGINE / "tests" / name for name in ("assembly/asm_test.cpp", "assembly/fields.cpp", "assembly/points.cpp",
                                              "assembly/f64.cpp", "assembly/kept.cpp", "support/kept_registers.cpp")]
FLAGS = ["-std=c++20", "-O2", "-DKOBLITZ_TEST_HOOKS", *(f"-I{ENGINE / folder}" for folder in ("src", "include", "tests"))]
SWAPS = {
    "adc": ["add"], "add": ["adc", "sub"], "sbb": ["sub"], "sub": ["sbb"], "adcx": ["adox", "add"],
    "adox": ["adcx", "add"], "jc": ["jnc"], "jnc": ["jc"], "jnz": ["jz"], "cmovz": ["cmovnz"],
    "and": ["or"], "or": ["and"], "inc": ["dec"], "dec": ["inc"], "not": ["neg"], "neg": ["not"],
    "cmovnz": ["cmovz"], "shr": ["sar"], "sar": ["shr"], "xor": ["and"], "imul": ["mov"],
    "vpaddq": ["vpsubq", "vpaddd"], "vpsubq": ["vpaddq", "vpsubd"], "vaddpd": ["vsubpd", "vmulpd"], "vsubpd": ["vaddpd"],
    "vfmadd231pd": ["vfnmadd231pd", "vfmsub231pd"], "vpand": ["vpor", "vpandn"], "vpor": ["vpand", "vpxor"],
    "vpsrlq": ["vpsllq", "vpsrld"], "vpsllq": ["vpsrlq", "vpslld"], "vmovupd": ["vmovddup"], "vmovdqu": ["vmovddup"],
}
# Constants of f64.S, and which others stand for them.
CONSTANTS = {
    "at_c1": "at_c2", "at_c2": "at_c1", "at_fold5": "at_fold6", "at_fold6": "at_fold7", "at_fold7": "at_fold8",
    "at_fold8": "at_fold9", "at_fold9": "at_fold5", "at_fold256": "at_fold5", "at_limb52": "at_limb48",
    "at_limb48": "at_limb52", "at_d1": "at_c1", "at_d2": "at_d1", "at_scale": "at_d1", "at_centre": "at_centre4",
    "at_centre4": "at_centre",
}
SKIP = re.compile(
    r"^(push|pop|ret|save|restore|enter|leave|enter_\w+|leave_\w+|endbr64|jmp|function|end_function|store|store_wide"
    r"|behind_\w+|restore_operand|end_prologue|begin_epilogue|coff_range|#\w+)\b")


def mutants(line):
    code = line.strip()
    head, _, rest = code.partition(" ")
    yield "drop", None
    for other in SWAPS.get(head, []):
        yield f"{head} -> {other}", code.replace(head, other, 1)
    args = [a.strip() for a in rest.split(",")]
    if head == "mulx":
        yield "swap halves", f"mulx {args[1]}, {args[0]}, {args[2]}"
    if head == "fold_step":
        yield "swap chains", f"fold_step {args[0]}, {args[2]}, {args[1]}"
    if head in ("multiply", "product") and args[-2:] != args[-2:][::-1]:
        other = [a for a in args if a.startswith("at_") or a.startswith("r")]
        if len(other) == 2 and other[0] != other[1]:
            yield "squared", code.replace(other[1], other[0], 1)
    if head == "add_term":
        yield "swap halves", f"add_term {args[1]}, {args[0]}, {args[2]}, {args[3]}"
    if re.search(r"\[\\?\w+\+8\]", code):
        yield "other limb", code.replace("+8]", "+16]")
    if re.search(r"\+64\]", code):
        yield "other limb", code.replace("+64]", "+128]")
    for constant in re.findall(r"\bat_\w+", rest):
        if constant in CONSTANTS:
            yield "other constant", re.sub(rf"\b{constant}\b", CONSTANTS[constant], code)
    if re.search(r", (48|52)$", code):
        yield "one bit less", code[:-1] + str(int(code[-1]) - 1)
    if re.search(r"\b63\b", code):
        yield "63 -> 62", code.replace("63", "62")
    if head in ("adc", "sbb") and rest.endswith(", 0"):
        yield "0 -> 1", code[:-1] + "1"


def sites(lines):
    where = None
    inside = False
    comment = False
    for i, line in enumerate(lines):
        code = line.strip()
        if comment or code.startswith("/*"):
            comment = "*/" not in code
            continue
        m = re.match(r"(?:\.macro|function) (\w+)", code)
        if m and not line.startswith(" "):
            where = m.group(1)
            inside = where not in ("save", "restore", "function", "end_function", "enter", "leave")
            continue
        if re.match(r"(\.endm|end_function )", code):
            inside = False
        if not inside or not line.startswith("    ") or code.startswith(".") or SKIP.match(code):
            continue
        yield i, where, code


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--listed", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    killed = broken = 0
    survivors = []
    with tempfile.TemporaryDirectory() as temp:
        temp = pathlib.Path(temp)
        tests = []
        for source in [*TESTS, ENGINE / "src/base/cpu.cpp"]:
            tests.append(temp / f"{source.stem}.o")
            subprocess.run([options.cxx, *FLAGS, "-c", source, "-o", tests[-1]], check=True)

        def assembled(root, source, target):
            command = [options.cc, f"-I{root}", f"-I{SRC}", "-c", root / source, "-o", target]
            return subprocess.run(command, capture_output=True).returncode == 0

        files = [file.relative_to(SRC) for folder in FOLDERS for file in sorted((SRC / folder).iterdir())]
        routines = {file: temp / f"{file.stem}.routine.o" for file in files if file.suffix == ".S"}
        for source, target in routines.items():
            if not assembled(SRC, source, target):
                sys.exit(f"{source} does not assemble")

        def survives(number, name, text):
            """Whether asm_test passes with this text in place of the file; None when it does not assemble."""
            folder = temp / str(number)
            for each in FOLDERS:
                shutil.copytree(SRC / each, folder / each)
            try:
                (folder / name).write_text(text)
                objects = dict(routines)
                for source in routines:
                    if source == name or f'#include "{name}"' in (SRC / source).read_text():
                        objects[source] = folder / f"{source.stem}.o"
                        if not assembled(folder, source, objects[source]):
                            return None
                program = folder / "asm_test"
                command = [options.cxx, *tests, *objects.values(), "-o", program]
                if subprocess.run(command, capture_output=True).returncode:
                    return None
                if subprocess.run([program, "quick"], capture_output=True, timeout=60).returncode:
                    return False
                merged = options.folder / f"{number}.o"
                subprocess.run([options.cc, "-r", "-nostdlib", *objects.values(), "-o", merged], check=True)
                return True
            except subprocess.TimeoutExpired:
                return False
            finally:
                shutil.rmtree(folder)

        rows = options.listed.read_text().splitlines() if options.listed else []
        listed = {row.rpartition(" | ")[0] for row in rows if not row.startswith("#")}
        jobs = []
        for original in (file for file in files if file.suffix in (".S", ".inc")):
            text = (SRC / original).read_text()
            lines = text.splitlines()
            if not jobs and survives("unchanged", original, text) is not True:
                sys.exit("asm_test fails without a change")
            for i, where, code in sites(lines):
                for what, new in mutants(code):
                    changed = lines[:i] + ([] if new is None else ["    " + new]) + lines[i + 1:]
                    if not listed or f"{where} | {code} | {what}" in listed:
                        jobs.append((original, changed, (original.name, i + 1, where, code, what)))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda n: survives(n, jobs[n][0], "\n".join(jobs[n][1]) + "\n"), range(len(jobs)))
            for number, ((_, _, site), result) in enumerate(zip(jobs, results)):
                if result is None:
                    broken += 1
                elif result:
                    survivors.append({"site": " | ".join(site[2:]), "kind": "engine", "object": f"{number}.o"})
                else:
                    killed += 1
    total = killed + len(survivors)
    print(f"{total} changes, {killed} noticed ({100 * killed / total:.1f}%), {broken} did not assemble")
    (options.folder / "survivors.json").write_text(json.dumps(survivors, indent=1) + "\n")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Changes one instruction of the field's assembly at a time and counts the changes that asm_test notices.

    mutate_asm.py [--cc CC] [--cxx CXX] [--jobs N]

Covers src/field/fe_4x64_x86.S and the inline assembly of src/field/fe_4x64_x86.h, the latter in the compiler's output
for asm_test. Every instruction is dropped, and changed to each near relative of its mnemonic or operands. A change that
no longer assembles does not count. Survivors must be explained in tests/asm_survivors.txt, one a line:

    FUNCTION-OR-MACRO | LINE | CHANGE | why it makes no difference

In inline assembly LINE is the instruction's place in its function and its text, with R for every register.
Exit status 1 when a survivor is not explained there.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ENGINE = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ENGINE / "src/field/fe_4x64_x86.S"
NOTES = ENGINE / "tests/asm_survivors.txt"
FLAGS = ["-std=c++20", "-O2", f"-I{ENGINE / 'src'}", f"-I{ENGINE / 'tests'}"]
SWAPS = {
    "adc": ["add"], "add": ["adc", "sub"], "sbb": ["sub"], "sub": ["sbb"], "adcx": ["adox", "add"],
    "adox": ["adcx", "add"], "jc": ["jnc"], "jnc": ["jc"], "jnz": ["jz"], "cmovz": ["cmovnz"],
    "and": ["or"], "inc": ["dec"], "dec": ["inc"], "shr": ["sar"], "sar": ["shr"], "xor": ["and"],
    "imul": ["mov"],
}
INLINE_SWAPS = {
    "addq": ["adcq", "subq"], "adcq": ["addq"], "subq": ["sbbq"], "sbbq": ["subq"], "jc": ["jnc"], "jnc": ["jc"],
    "andq": ["orq"], "andl": ["orl"], "orq": ["andq"], "shrq": ["sarq"], "shlq": ["shrq"], "negq": ["notq"],
    "cmovnzq": ["cmovzq"], "imulq": ["movq"], "testq": ["cmpq"],
}
SKIP = re.compile(r"^(repeated_square|push|pop|ret|save|restore|prologue(_product)?|epilogue(_product)?|store4|store8|endbr64|jmp)\b")


def mutants(line):
    code = line.strip()
    head, _, rest = code.partition(" ")
    yield "drop", None
    for other in SWAPS.get(head, []):
        yield f"{head} -> {other}", code.replace(head, other, 1)
    args = [a.strip() for a in rest.split(",")]
    if head == "mulx":
        yield "swap halves", f"mulx {args[1]}, {args[0]}, {args[2]}"
    if head in ("row_step",):
        yield "swap chains", f"row_step {args[0]}, {args[2]}, {args[1]}"
    if head == "mov" and len(args) == 2 and args[1].startswith("[p"):
        yield "other limb", re.sub(r"\[(p.)(?:\+(\d+))?\]", lambda m: f"[{m[1]}+{int(m[2] or 16) - 8}]", code)
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
        m = re.match(r"(?:\.macro|begin) (\w+)", code)
        if m and not line.startswith(" "):
            where = m.group(1)
            inside = where not in ("save", "restore", "begin", "end", "prologue", "epilogue")
            continue
        if re.match(r"(\.endm|end )", code):
            inside = False
        if not inside or not line.startswith("    ") or code.startswith(".") or SKIP.match(code):
            continue
        yield i, where, code


def inline_mutants(code):
    head, _, rest = code.partition(" ")
    yield "drop", None
    for other in INLINE_SWAPS.get(head, []):
        yield f"{head} -> {other}", code.replace(head, other, 1)
    offset = re.search(r"\b(0|8|16|24)\(%", code)
    if offset:
        other = str(int(offset[1]) - 8 if offset[1] != "0" else 8)
        yield "other limb", code[:offset.start(1)] + other + code[offset.end(1):]
    for constant, other in (("$0,", "$1,"), ("$1,", "$2,"), ("$63,", "$62,")):
        if constant in code:
            yield f"{constant[:-1]} -> {other[:-1]}", code.replace(constant, other)


def inline_sites(lines):
    """Instructions between #APP and #NO_APP of the header's functions, one instance of each."""
    function, inside, place = None, False, 0
    for i, line in enumerate(lines):
        label = re.match(r"(_Z\w+):", line)
        if label:
            name = re.match(r"_ZN7koblitz6fe4x64\d+([a-z]+[0-9]*)ILb([01])E", label[1])
            function, place = name and f"{name[1]}<{'secret' if name[2] == '1' else 'public'}>", 0
        if line.startswith("#APP"):
            inside = True
        elif line.startswith("#NO_APP"):
            inside = False
        elif inside and function:
            code = line.strip()
            if re.match(r"[a-z]+ ", code):
                place += 1
                yield i, function, f"{place}: " + re.sub(r"%r?[a-z0-9]+", "R", code), code


def notes():
    explained = set()
    if NOTES.exists():
        for line in NOTES.read_text().splitlines():
            parts = [p.strip() for p in line.split("|")]
            if len(parts) == 4 and not line.startswith("#"):
                explained.add(tuple(parts[:3]))
    return explained


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    explained = notes()
    killed = broken = 0
    survivors = []
    with tempfile.TemporaryDirectory() as temp:
        temp = pathlib.Path(temp)

        def compiled(flags, name, out):
            subprocess.run([options.cxx, *FLAGS, *flags, str(ENGINE / name), "-o", str(temp / out)], check=True)
            return temp / out

        assembly = compiled(["-S", "-fno-inline"], "tests/asm_test.cpp", "asm_test.s")
        cpu = compiled(["-c"], "src/backends/cpu.cpp", "cpu.o")
        objects = {SOURCE: temp / "routines.o", assembly: temp / "asm_test.o"}
        for source, target in objects.items():
            subprocess.run([options.cc, "-c", source, "-o", target], check=True)

        def survives(number, original, text):
            """Whether asm_test passes with this text in place of the file; None when it does not assemble."""
            source, target, program = (temp / f"{number}{suffix}" for suffix in (original.suffix, ".o", ""))
            source.write_text(text)
            if subprocess.run([options.cc, "-c", source, "-o", target], capture_output=True).returncode:
                return None
            others = [o for f, o in objects.items() if f != original]
            subprocess.run([options.cxx, cpu, *others, target, "-o", program], check=True)
            try:
                return subprocess.run([program, "quick"], capture_output=True, timeout=20).returncode == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                for file in (source, target, program):
                    file.unlink()

        jobs = []
        for original in objects:
            lines = original.read_text().splitlines()
            if survives("unchanged", original, original.read_text()) is not True:
                sys.exit("asm_test fails without a change")
            if original == SOURCE:
                found = [(i, where, code, what, new) for i, where, code in sites(lines) for what, new in mutants(code)]
            else:
                found = [(i, where, key, what, new) for i, where, key, code in inline_sites(lines)
                         for what, new in inline_mutants(code)]
            for i, where, key, what, new in found:
                changed = lines[:i] + ([] if new is None else ["    " + new]) + lines[i + 1:]
                jobs.append((original, changed, (original.name, i + 1, where, key, what)))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda n: survives(n, jobs[n][0], "\n".join(jobs[n][1]) + "\n"), range(len(jobs)))
            for (_, _, site), result in zip(jobs, results):
                if result is None:
                    broken += 1
                elif result:
                    survivors.append(site)
                else:
                    killed += 1
    total = killed + len(survivors)
    print(f"{total} changes, {killed} noticed ({100 * killed / total:.1f}%), {broken} did not assemble")
    unexplained = [s for s in survivors if s[2:] not in explained]
    for name, number, *site in survivors:
        mark = "explained" if tuple(site) in explained else "NOT EXPLAINED"
        print(f"  survives, {mark}: {name}:{number}: {' | '.join(site)}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())

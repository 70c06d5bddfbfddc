#!/usr/bin/env python3
"""Changes one instruction of the field assembly at a time and counts the changes that asm_test notices.

    mutate_asm.py [--cc CC] [--cxx CXX]

Every instruction line is dropped, and changed to each near relative of its mnemonic or operands. A change that no
longer assembles does not count. Survivors must be explained in tests/asm_survivors.txt, one a line:

    FUNCTION-OR-MACRO | LINE | CHANGE | why it makes no difference

Exit status 1 when a survivor is not explained there.
"""
import argparse
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
SKIP = re.compile(r"^(repeated_square|push|pop|ret|save|restore|prologue|epilogue|store4|store8|endbr64|jmp)\b")


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
    options = parser.parse_args()
    lines = SOURCE.read_text().splitlines()
    explained = notes()
    killed = broken = 0
    survivors = []
    with tempfile.TemporaryDirectory() as temp:
        temp = pathlib.Path(temp)
        parts = []
        for name in ("tests/asm_test.cpp", "src/backends/cpu.cpp"):
            parts.append(str(temp / (pathlib.Path(name).stem + ".o")))
            subprocess.run([options.cxx, *FLAGS, "-c", str(ENGINE / name), "-o", parts[-1]], check=True)
        source, obj, program = temp / "m.S", temp / "m.o", temp / "m"

        def survives(text):
            source.write_text(text)
            if subprocess.run([options.cc, "-c", source, "-o", obj], capture_output=True).returncode:
                return None
            subprocess.run([options.cxx, *parts, obj, "-o", program], check=True)
            try:
                return subprocess.run([program, "quick"], capture_output=True, timeout=20).returncode == 0
            except subprocess.TimeoutExpired:
                return False

        if survives("\n".join(lines) + "\n") is not True:
            sys.exit("the unchanged assembly fails asm_test")
        for i, where, code in sites(lines):
            for what, replacement in mutants(code):
                changed = lines[:i] + ([] if replacement is None else ["    " + replacement]) + lines[i + 1:]
                result = survives("\n".join(changed) + "\n")
                if result is None:
                    broken += 1
                elif result:
                    survivors.append((i + 1, where, code, what))
                else:
                    killed += 1
    total = killed + len(survivors)
    print(f"{total} changes, {killed} noticed ({100 * killed / total:.1f}%), {broken} did not assemble")
    unexplained = [s for s in survivors if s[1:] not in explained]
    for number, where, code, what in survivors:
        mark = "explained" if (where, code, what) in explained else "NOT EXPLAINED"
        print(f"  survives, {mark}: line {number}: {where} | {code} | {what}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Tests of the distribution's libraries: test_worker.py WORKER...

Every operation that a worker offers is given the rows of known_answers.txt; signatures are
verified by curve.py.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "c" / "test"))
import curve  # noqa: E402

OPS = {"empty", "ecdsa_verify", "ecdsa_sign", "pubkey_create", "ecdh", "pubkey_parse65"}
MORE = {
    "botan": {"pubkey_parse33", "ecdsa_parse_verify", "ecdsa_recover"},
    "cryptopp": {"pubkey_parse33"},
    "wolfssl": {"pubkey_parse33", "ecdsa_parse_verify"},
}
VERDICTS = {"ecdsa_verify", "ecdsa_parse_verify"}
# The worker refuses other lengths itself.
LENGTHS = {"pubkey_parse65": {65}, "pubkey_parse33": {33}, "ecdsa_parse_verify": {33, 65}}
failures = 0


def expect(what, got, want):
    global failures
    if got != want:
        failures += 1
        print(f"FAIL {what}\n  got  {got}\n  want {want}")


def known_answers():
    """Rows and their results, by operation."""
    table = {}
    for line in (HERE / "../testdata/known_answers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            op, row, want = re.fullmatch(r"(\S+) (.*) = (\S+)", line).groups()
            length = len(row.split(" ")[0].replace("-", "")) // 2
            if length in LENGTHS.get(op, {length}):
                table.setdefault(op, []).append((row, want))
    return table


def talk(worker, text):
    """The lines that a worker answers with."""
    done = subprocess.run([worker], input=text.encode(), capture_output=True, timeout=600, check=False)
    expect(f"{worker}: status and stderr", (done.returncode, done.stderr), (0, b""))
    return done.stdout.decode().splitlines()


def results(worker, op, rows):
    n = len(rows)
    lines = talk(worker, f"load {op} {n}\n" + "".join(f"{row}\n" for row in rows) + f"run {op} 0 {n} 0 {n}\n")
    expect(f"{worker}: {op}: load", lines[:1], ["ok"])
    answers = lines[1].split(" ")[2] if len(lines) == 2 else ""
    return list(answers) if op in VERDICTS else answers.split(",")


def is_signature(row, got):
    seckey, msghash = (bytes.fromhex(field) for field in row.split(" "))
    r, s = int(got[:64], 16), int(got[64:], 16)
    return curve.ecdsa_verify(curve.mul(curve.number(seckey)), r, s, msghash)


def check(worker, table):
    name = Path(worker).name.removeprefix("worker-c-")
    info = {}
    for line in talk(worker, "hello 1\n"):
        key, _, value = line.partition(" ")
        info.setdefault(key, []).append(value)
    expect(f"{name}: ops", set(info["op"]), OPS | MORE.get(name, set()))
    expect(f"{name}: version", re.sub(r"\d+(\.\d+)+", "V", info["version"][0]), "V")
    expect(f"{name}: path", info["path"], [worker])
    for mark in info.get("mark", []):
        expect(f"{name}: {mark}", set(mark.split(" ")[1].split(",")) - set(info["op"]), set())
    for op in info["op"][1:]:
        rows = [row for row, _ in table[op]]
        got = results(worker, op, rows)
        expect(f"{name}: {op}: number of results", len(got), len(rows))
        for (row, want), answer in zip(table[op], got):
            if op == "ecdsa_sign" and want != "-" != answer:
                expect(f"{name}: {op} {row}: {answer}", is_signature(row, answer), True)
            else:
                expect(f"{name}: {op} {row}", answer, "1" if want == "high" else want)
    expect(f"{name}: empty", talk(worker, "load empty 2\n\n\nrun empty 0 2 0 0\n")[1].split(" ")[2], "11")


def main():
    table = known_answers()
    for worker in sys.argv[1:]:
        check(worker, table)
    print(f"{len(sys.argv) - 1} workers, {failures} failures")
    sys.exit(failures > 0)


main()

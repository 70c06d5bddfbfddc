#!/usr/bin/env python3
"""Drives the worker over its pipes, and checks what it pins: test_worker.py BUILT."""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = Path(sys.argv.pop())
JAVA = [
    *["java", "-XX:+UseSerialGC", "-XX:-UsePerfData", f"-Dfr.acinq.secp256k1.lib.path={BUILT}/native"],
    *["-Dfr.acinq.secp256k1.lib.name=libsecp256k1-jni.so", "-cp", f"{BUILT}/classes:{BUILT}/lib/*"],
    "dev.koblitz.lab.Main",
]
CONTENDERS = {"bouncycastle": 8, "acinq-secp256k1-kmp": 13}
VERDICTS = {"ecdsa_verify", "ecdsa_parse_verify", "schnorr_verify", "schnorr_parse_verify"}
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
KEY = "00" * 31 + "02"
ONE = f"load pubkey_create 1\n{KEY}\n"


def worker(args, stdin=""):
    return subprocess.run(
        [*JAVA, *args], input=stdin.encode("latin-1"), capture_output=True, timeout=600, check=False
    )


def talk(stdin, contender="bouncycastle"):
    """The lines that a contender answers with."""
    got = worker(["--contender", contender], stdin)
    if got.returncode != 0:
        raise AssertionError(got.stderr.decode())
    return got.stdout.decode().splitlines()


def hello(contender):
    values = {"claim": [], "mark": []}
    for line in talk("hello 1\n", contender):
        key, _, value = line.partition(" ")
        values.setdefault(key, []).append(value)
    return values


def known_answers():
    """Rows and their results, by operation."""
    table = {}
    for line in (HERE / "../testdata/known_answers.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            op, row, want = re.fullmatch(r"(\S+) (.*) = (\S+)", line).groups()
            table.setdefault(op, []).append((row, want))
    return table


def low(signature):
    """The signature with the lower of s and n - s."""
    if signature == "-":
        return signature
    s = int(signature[64:], 16)
    return f"{signature[:64]}{min(s, N - s):064x}"


class KnownAnswers(unittest.TestCase):
    def test_answers_are_the_known_ones(self):
        table = known_answers()
        for contender, count in CONTENDERS.items():
            info = hello(contender)
            self.assertEqual(len(info["op"]), count)
            high = "0" if "rejects_high_s" in info["claim"] else "1"
            ops = [op for op in info["op"] if op != "empty"]
            text = ""
            for op in ops:
                n = len(table[op])
                text += f"load {op} {n}\n" + "".join(f"{row}\n" for row, _ in table[op]) + f"run {op} 0 {n} 0 {n}\n"
            replies = talk(text, contender)
            self.assertEqual(len(replies), 2 * len(ops))
            for i, op in enumerate(ops):
                with self.subTest(contender=contender, op=op):
                    self.assertEqual(replies[2 * i], "ok")
                    results = replies[2 * i + 1].split(" ")[2]
                    items = list(results) if op in VERDICTS else results.split(",")
                    if op == "ecdsa_sign" and "low_s" not in info["claim"]:
                        items = [low(item) for item in items]
                    self.assertEqual(items, [high if want == "high" else want for _, want in table[op]])


# Commands and the start of every reply.
MALFORMED = [
    ("hello 2", ["error "]),
    ("hello", ["error "]),
    ("jump 1", ["error "]),
    ("", ["error "]),
    ("\xff\xfe", ["error "]),
    ("load pubkey_create +1", ["error "]),
    ("load pubkey_create 9999999999", ["error "]),
    (f"load nothing 2\n{KEY}\n{KEY}", ["error "]),
    ("load pubkey_create 1\n", ["error row 0: "]),
    (f"load pubkey_create 2\n{KEY}\n{KEY} {KEY}", ["error row 1: "]),
    ("load pubkey_create 1\n-", ["error row 0: "]),
    ("load pubkey_parse33 1\nAB", ["error row 0: "]),
    ("load pubkey_parse33 1\n0", ["error row 0: "]),
    ("load pubkey_parse33 3\nxy\nquit\nzz\njump", ["error row 0: ", "error "]),
    ("run pubkey_parse65 0 1 0 0", ["error "]),
    (f"{ONE}run pubkey_parse33 0 1 0 0", ["ok", "error "]),
    (f"{ONE}run pubkey_create 0 2 0 0", ["ok", "error "]),
    (f"{ONE}run pubkey_create 0 1 0 2", ["ok", "error "]),
    (f"{ONE}run pubkey_create 0 1 0", ["ok", "error "]),
    (f"{ONE}load pubkey_create 1\n00\nrun pubkey_create 0 1 0 0", ["ok", "error ", "error "]),
    ("load pubkey_create 0\nrun pubkey_create 0 0 0 0", ["ok", "ok "]),
    ("load empty 2\n\n\nrun empty 0 2 1 1", ["ok", "ok "]),
]


class Protocol(unittest.TestCase):
    def test_bad_commands_get_an_error_and_no_more(self):
        replies = iter(talk("".join(f"{stdin}\n{ONE}" for stdin, _ in MALFORMED) + "quit\nhello 1\n"))
        for stdin, want in MALFORMED:
            with self.subTest(stdin):
                for start in [*want, "ok"]:
                    self.assertTrue(next(replies).startswith(start))
        self.assertEqual(list(replies), ["ok"])

    def test_results_are_those_of_the_timed_rows(self):
        load = f"load pubkey_create 4\n{KEY}\n{'00' * 32}\n{KEY}\n{'ff' * 32}\n"
        runs = {"0 4 0 0": "04c6,-,04c6,-", "2 1 0 4": "04c6", "1 2 3 1": "-,04c6", "0 2 0 0 3": "04c6,-"}
        replies = talk(load + "".join(f"run pubkey_create {run}\n" for run in runs))[1:]
        for reply, want in zip(replies, runs.values(), strict=True):
            self.assertEqual(",".join(item[:4] for item in reply.split(" ")[2].split(",")), want)

    def test_the_process_ends_as_it_should(self):
        names = "".join(f"{name}\n" for name in CONTENDERS)
        for args, status, stdout in [([], 2, ""), (["--contender", "x"], 2, ""), (["--list"], 0, names)]:
            with self.subTest(args):
                got = worker(args)
                self.assertEqual((got.returncode, got.stdout.decode()), (status, stdout))
                self.assertEqual(got.stderr == b"", status == 0)


class Description(unittest.TestCase):
    def test_a_contender_is_the_release_that_is_pinned(self):
        pinned = (HERE / "pom.xml").read_text()
        for contender in CONTENDERS:
            info = hello(contender)
            self.assertEqual(info["contender"], [contender])
            self.assertIn(f"<version>{info['version'][0]}</version>", pinned)
            self.assertIn(info["version"][0], info["path"][0])
            self.assertRegex(info["date"][0], "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
            for mark in info["mark"]:
                self.assertLessEqual(set(mark.split(" ")[1].split(",")), set(info["op"]))

    def test_libraries_are_those_of_the_lock(self):
        def spoil(lib):
            jar = next(lib.glob("bcprov-*.jar"))
            jar.write_bytes(jar.read_bytes() + b"x")

        changes = [
            ("none", lambda _: None, True),
            ("a changed library", spoil, False),
            ("one more", lambda lib: (lib / "another.jar").write_bytes(b"x"), False),
            ("one less", lambda lib: next(lib.glob("kotlin-*.jar")).unlink(), False),
        ]
        for name, change, good in changes:
            with self.subTest(name), tempfile.TemporaryDirectory() as out:
                shutil.copytree(BUILT / "lib", f"{out}/java/lib")
                change(Path(out, "java/lib"))
                make = ["make", "-C", HERE, f"OUT={out}", "locked"]
                got = subprocess.run(make, capture_output=True, check=False)
                self.assertEqual(got.returncode == 0, good, got.stdout)


if __name__ == "__main__":
    unittest.main()

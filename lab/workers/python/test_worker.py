"""Drives the worker over its pipes, and checks what it pins."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

from batch import Ops
from protocol import Session
from shape import SHAPES

HERE = Path(__file__).parent
CONTENDERS = {"coincurve": "coincurve", "python-ecdsa": "ecdsa"}
KEY = "00" * 31 + "02"
ZERO = "00" * 32
HIGH = "ff" * 32
VERDICTS = {
    "ecdsa_verify",
    "ecdsa_parse_verify",
    "schnorr_verify",
    "schnorr_parse_verify",
    "xonly_tweak_add_check",
}


def worker(args, stdin=b""):
    return subprocess.run(
        [sys.executable, "-B", HERE / "worker.py", *args],
        input=stdin,
        capture_output=True,
        timeout=600,
        check=False,
    )


def talk(stdin, contender="coincurve"):
    """The lines that a contender answers with."""
    got = worker(["--contender", contender], stdin)
    if got.returncode != 0:
        raise AssertionError(got.stderr.decode())
    return got.stdout.decode().splitlines()


def hello(contender):
    """What hello says: the values by key."""
    values = {"op": [], "claim": [], "mark": []}
    for line in talk(b"hello 1\n", contender):
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


class KnownAnswers(unittest.TestCase):
    def test_answers_are_the_known_ones(self):
        table = known_answers()
        for contender in CONTENDERS:
            info = hello(contender)
            high = "0" if "rejects_high_s" in info["claim"] else "1"
            for op in info["op"]:
                if op == "empty":
                    continue
                with self.subTest(contender=contender, op=op):
                    rows = "".join(f"{row}\n" for row, _ in table[op])
                    n = len(table[op])
                    loaded, ran = talk(
                        f"load {op} {n}\n{rows}run {op} 0 {n} 0 {n}\n".encode(), contender
                    )
                    self.assertEqual(loaded, "ok")
                    self.assertRegex(ran, "^ok [0-9]+ ")
                    results = ran.split(" ")[2]
                    items = list(results) if op in VERDICTS else results.split(",")
                    want = [high if want == "high" else want for _, want in table[op]]
                    self.assertEqual(items, want)

    def test_empty_says_yes(self):
        self.assertRegex(talk(b"load empty 3\n\n\n\nrun empty 0 3 0 0\n")[1], "^ok [0-9]+ 111$")


ONE = f"load pubkey_create 1\n{KEY}\n"
# Commands and the start of every reply.
MALFORMED = [
    ("another version", "hello 2", ["error "]),
    ("no version", "hello", ["error "]),
    ("an unknown command", "jump 1", ["error "]),
    ("an empty line", "", ["error "]),
    ("bytes that are no text", "\xff\xfe", ["error "]),
    ("two spaces", "run  pubkey_create 0 1 0 0", ["error "]),
    ("a load without a count", "load pubkey_create", ["error "]),
    ("a count that is no number", "load pubkey_create x", ["error "]),
    ("a count with a sign", "load pubkey_create +1", ["error "]),
    ("a negative count", "load pubkey_create -1", ["error "]),
    ("a count with an underscore", "load pubkey_create 1_0", ["error "]),
    ("a count beyond 63 bits", "load pubkey_create 9223372036854775808", ["error "]),
    ("an operation that is not offered", f"load nothing 2\n{KEY}\n{KEY}", ["error "]),
    ("a field too few", "load pubkey_create 1\n", ["error row 0: "]),
    ("a field too many", f"load pubkey_create 2\n{KEY}\n{KEY} {KEY}", ["error row 1: "]),
    ("a short field", "load pubkey_create 1\n00", ["error row 0: "]),
    ("an empty field", "load pubkey_create 1\n-", ["error row 0: "]),
    ("half a byte", "load pubkey_parse33 1\n0", ["error row 0: "]),
    ("upper case", "load pubkey_parse33 1\nAB", ["error row 0: "]),
    ("not hex", "load pubkey_parse33 1\nxy", ["error row 0: "]),
    ("a space at the end", "load pubkey_parse33 1\n00 ", ["error row 0: "]),
    (
        "every bad row is read",
        "load pubkey_parse33 3\nxy\nquit\nzz\njump",
        ["error row 0: ", "error "],
    ),
    ("alloc", f"{ONE}alloc pubkey_create 0 1", ["ok", "error "]),
    ("run before load", "run pubkey_create 0 1 0 0", ["error "]),
    ("run of another", f"{ONE}run pubkey_parse33 0 1 0 0", ["ok", "error "]),
    ("timed rows too many", f"{ONE}run pubkey_create 0 2 0 0", ["ok", "error "]),
    ("timed rows behind", f"{ONE}run pubkey_create 1 1 0 0", ["ok", "error "]),
    ("warm rows too many", f"{ONE}run pubkey_create 0 1 0 2", ["ok", "error "]),
    ("a word missing", f"{ONE}run pubkey_create 0 1 0", ["ok", "error "]),
    ("a word too many", f"{ONE}run pubkey_create 0 1 0 0 1 1", ["ok", "error "]),
    (
        "a failed load leaves nothing",
        f"{ONE}load pubkey_create 1\n00\nrun pubkey_create 0 1 0 0",
        ["ok", "error ", "error "],
    ),
    ("no rows", "load pubkey_create 0\nrun pubkey_create 0 0 0 0", ["ok", "ok "]),
]


class Protocol(unittest.TestCase):
    def test_bad_commands_get_an_error_and_no_more(self):
        for what, stdin, want in MALFORMED:
            with self.subTest(what):
                # The last command shows that the worker still serves.
                got = talk(f"{stdin}\n{ONE}quit\n".encode("latin-1"))
                self.assertEqual(got[len(want) :], ["ok", "ok"])
                for line, start in zip(got, want):
                    self.assertTrue(line.startswith(start), line)

    def test_results_are_those_of_the_timed_rows(self):
        two = "04c6047f9441ed7d"
        for timed, want in [
            ("0 4 0 0", [two, "-", two, "-"]),
            ("2 1 0 4", [two]),
            ("1 2 3 1", ["-", two]),
        ]:
            with self.subTest(timed):
                load = f"load pubkey_create 4\n{KEY}\n{ZERO}\n{KEY}\n{HIGH}\n"
                got = talk(f"{load}run pubkey_create {timed}\n".encode())[1]
                self.assertEqual([item[:16] for item in got.split(" ")[2].split(",")], want)

    def test_the_process_ends_as_it_should(self):
        chosen = ["--contender", "coincurve"]
        names = "".join(f"{name}\n" for name in CONTENDERS)
        for what, args, stdin, status, stdout, stderr in [
            ("quit", chosen, "quit\nhello 1\n", 0, "ok\n", ""),
            ("the end of the input", chosen, "", 0, "", ""),
            ("a last line without end", chosen, "load empty 0", 0, "ok\n", ""),
            ("an end amid rows", chosen, "load empty 2\n\n", 1, "", "amid"),
            ("no arguments", [], "", 2, "", "usage"),
            ("an unknown contender", ["--contender", "x"], "", 2, "", "no contender"),
            ("too many arguments", ["--list", "x"], "", 2, "", "usage"),
            ("the list", ["--list"], "", 0, names, ""),
        ]:
            with self.subTest(what):
                got = worker(args, stdin.encode())
                self.assertEqual(got.returncode, status, got.stderr)
                self.assertEqual(got.stdout.decode(), stdout)
                self.assertIn(stderr, got.stderr.decode())
                self.assertEqual(got.stderr == b"", stderr == "", got.stderr)

    def test_a_refusal_is_told_from_a_mistake(self):
        def fail(row):
            raise row(["no\nuse"])

        for error, want in [
            (ValueError, "^ok [0-9]+ 0$"),
            (TypeError, r"^error exception in row 0: TypeError\(\['no\\nuse'\]\)$"),
        ]:
            with self.subTest(error.__name__):
                session = Session(
                    {"ops": [Ops(ValueError).verdict("empty", lambda e=error: e, fail)]}
                )
                self.assertIsNone(session.line("load empty 1"))
                self.assertEqual(session.line(""), "ok")
                self.assertRegex(session.line("run empty 0 1 0 0"), want)
                self.assertEqual(session.line("load empty 0"), "ok")

    def test_warm_rows_are_called_and_then_timed_ones(self):
        calls = []

        def prepare(field):
            if field == b"\x09":
                raise ValueError
            return field[0]

        def call(b):
            calls.append(b)
            return b % 2 == 1

        session = Session({"ops": [Ops(ValueError).verdict("der_parse", prepare, call)]})
        for line in ["load der_parse 4", "00", "01", "09"]:
            session.line(line)
        self.assertEqual(session.line("03"), "ok")
        self.assertRegex(session.line("run der_parse 1 3 0 2 2"), "^ok [0-9]+ 101$")
        self.assertEqual(calls, [0, 1, 1, 3, 1, 3])


class Description(unittest.TestCase):
    def test_a_contender_is_the_release_that_is_pinned(self):
        lock = (HERE / "requirements.txt").read_text()
        for contender, package in CONTENDERS.items():
            with self.subTest(contender):
                got = hello(contender)
                self.assertEqual(got["contender"], [contender])
                self.assertIn(f"{package}=={got['version'][0]} ", lock)
                self.assertRegex(got["date"][0], "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
                self.assertTrue(Path(got["path"][0]).is_file())
                for mark in got["mark"]:
                    self.assertLessEqual(set(mark.split(" ")[1].split(",")), set(got["op"]))
                self.assertLessEqual(set(got["op"]), set(SHAPES))


if __name__ == "__main__":
    unittest.main()

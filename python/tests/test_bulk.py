"""The command on every kind of file: counts, failing rows, kills, corrupt files, exit statuses."""

import contextlib
import csv
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import termios
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import reference as ref
import test_nostr as nostr
from koblitz.bulk import parquet, progress, text, verify
from koblitz.bulk.bar import Bar, estimate
from koblitz.bulk.command import main
from koblitz.bulk.progress import Progress
from koblitz.bulk.sources import COMPRESSIONS, EVENT
from koblitz.bulk.verify import Unit, Verifier

ROWS, INVALID = 6000, 0.05
COMMAND = [sys.executable, "-m", "koblitz.bulk.command"]


def run(*arguments: object, cwd: Path, status: int) -> dict[str, Any]:
    """The summary, or what was said on standard error."""
    with contextlib.chdir(cwd):
        done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == status, done.output
    return json.loads(done.stdout) if done.stdout else {"error": done.stderr}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each kind in each form, from the same rows."""
    folder = tmp_path_factory.mktemp("bulk")
    for kind in ("ecdsa", "schnorr", "nostr"):
        for suffix in ("parquet", "csv", "jsonl"):
            options = ["--rows", ROWS, "--invalid", INVALID, "--seed", 4, "--kind", kind]
            run("generate", f"{kind}.{suffix}", *options, cwd=folder, status=0)
    return folder


def faults(summary: dict[str, Any]) -> int:
    return summary["failed"] + summary["malformed"] + summary["null"]


def expected(folder: Path, kind: str) -> list[int]:
    valid = pq.read_table(folder / f"{kind}.parquet")["valid"].to_pylist()
    return [i for i, v in enumerate(valid) if not v]


@pytest.mark.parametrize("kind", ["ecdsa", "schnorr", "nostr"])
@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_failing_rows(folder: Path, tmp_path: Path, kind: str, suffix: str) -> None:
    file, out = folder / f"{kind}.{suffix}", tmp_path / "failed.parquet"
    summary = run("verify", file, "--kind", kind, "--failed", out, cwd=tmp_path, status=1)
    rows = expected(folder, kind)
    table = pq.read_table(out)
    assert table["row"].to_pylist() == rows
    assert set(table["file"].to_pylist()) == {str(file)}
    assert summary["rows"] == ROWS
    assert faults(summary) == len(rows)
    assert summary["valid"] == ROWS - len(rows)
    assert table["valid"].null_count == summary["null"]
    # An empty field of CSV is null.
    assert summary["null"] == 0 or suffix == "csv"
    original = pq.read_table(folder / f"{kind}.parquet").take(pa.array(rows)).drop_columns("valid")
    # Of a line that is no JSON the text is not given.
    if suffix == "parquet" or (suffix, kind) == ("jsonl", "ecdsa"):
        assert table.select(original.column_names).to_pylist() == original.to_pylist()
    assert not out.with_name("failed.parquet.progress").exists()


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_generated_files_are_reproducible(folder: Path, tmp_path: Path, suffix: str) -> None:
    options = ["--rows", ROWS, "--invalid", INVALID, "--seed", 4, "--threads", 1]
    run("generate", f"again.{suffix}", *options, cwd=tmp_path, status=0)
    again, before = tmp_path / f"again.{suffix}", folder / f"ecdsa.{suffix}"
    assert again.read_bytes() == before.read_bytes()


def split(source: Path, to: Path, rows: int) -> None:
    pq.write_table(pq.read_table(source), to, row_group_size=rows, compression="none")


def test_all_valid(tmp_path: Path) -> None:
    run("generate", "good.parquet", "--rows", 3000, cwd=tmp_path, status=0)
    summary = run("verify", "good.parquet", "--failed", "f.parquet", cwd=tmp_path, status=0)
    assert (summary["valid"], summary["failed"]) == (3000, 0)
    assert pq.read_table(tmp_path / "f.parquet").num_rows == 0
    summary = run("verify", "good.parquet", "--low-s", cwd=tmp_path, status=1)
    assert 0 < summary["failed"] < 400


def test_a_corrupt_row_group(folder: Path, tmp_path: Path) -> None:
    """It is named, and all the others are done."""
    file, out = tmp_path / "corrupt.parquet", tmp_path / "failed.parquet"
    split(folder / "ecdsa.parquet", file, 1000)
    chunk = pq.read_metadata(file).row_group(2).column(0)
    with file.open("r+b") as f:
        f.seek(min(filter(None, (chunk.dictionary_page_offset, chunk.data_page_offset))))
        f.write(b"\xff" * 64)
    summary = run("verify", file, "--failed", out, cwd=tmp_path, status=2)
    assert [(u["file"], u["row_group"]) for u in summary["unreadable"]] == [(str(file), 2)]
    rows = [row for row in expected(folder, "ecdsa") if not 2000 <= row < 3000]
    assert pq.read_table(out)["row"].to_pylist() == rows
    assert summary["rows"] == ROWS - 1000


@pytest.mark.parametrize(
    ("line", "bad"),
    [
        ("first", "aa,bb"),
        ("first", "# aa"),
        ("every", "# aa"),
        ("last", "aa,bb"),
        ("last", "a,b,c,d"),
    ],
)
def test_lines_that_cannot_be_read(folder: Path, tmp_path: Path, line: str, bad: str) -> None:
    """None is passed over."""
    lines = (folder / "ecdsa.csv").read_text().splitlines()
    where = {"first": [1], "every": range(1, len(lines), 2), "last": [len(lines) - 1]}[line]
    for i in where:
        lines[i] = bad
    (tmp_path / "in.csv").write_text("\n".join(lines))
    summary = run("verify", "in.csv", "--failed", "f.parquet", cwd=tmp_path, status=2)
    assert [u["file"] for u in summary["unreadable"]] == ["in.csv"]


def test_rows_that_look_like_comments(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "ecdsa.csv").read_text().splitlines()
    lines[1:] = [f"#{row}" for row in lines[1:]]
    (tmp_path / "in.csv").write_text("\n".join(lines))
    summary = run("verify", "in.csv", cwd=tmp_path, status=1)
    assert faults(summary) == ROWS


def test_any_byte_changed(folder: Path, tmp_path: Path) -> None:
    """Every row is counted, or its row group or file named."""
    file, rng = tmp_path / "in.parquet", random.Random(5)
    pq.write_table(pq.read_table(folder / "ecdsa.parquet").slice(0, 60), file, row_group_size=20)
    whole = file.read_bytes()
    statuses = set()
    for _ in range(int(os.environ.get("KOBLITZ_TEST_FUZZ", "30"))):
        bad = bytearray(whole)
        for _ in range(rng.choice([1, 1, 8])):
            at = rng.choice([rng.randrange(len(bad)), -1 - rng.randrange(len(bad) // 8)])
            bad[at] = rng.choice([0, 255, rng.randrange(256)])
        file.write_bytes(bad)
        done = CliRunner().invoke(main, ["verify", str(file)])
        assert done.exit_code in (1, 2), done.output
        assert "Traceback" not in done.stderr, done.stderr
        statuses.add(done.exit_code)
        summary = json.loads(done.stdout)
        named = {u.get("row_group") for u in summary["unreadable"]}
        assert summary["rows"] == (0 if None in named else 60 - 20 * len(named))
    assert statuses == {1, 2}


def test_files_that_cannot_be_read(folder: Path, tmp_path: Path) -> None:
    """The others are done; the status is 2."""
    (tmp_path / "a.parquet").write_bytes(b"PAR1 no more")
    (tmp_path / "c.parquet").write_bytes((folder / "ecdsa.parquet").read_bytes())
    pq.write_table(pa.table({"other": [1]}), tmp_path / "b.parquet")
    summary = run("verify", "*.parquet", cwd=tmp_path, status=2)
    assert [u["file"] for u in summary["unreadable"]] == ["a.parquet", "b.parquet"]
    assert faults(summary) == len(expected(folder, "ecdsa"))
    (tmp_path / "x.txt").touch()
    (tmp_path / os.fsdecode(b"\xff.csv")).touch()
    (tmp_path / "folder.csv").mkdir()
    for arguments in (
        ["none.parquet"],
        ["x.txt"],
        ["c.parquet", "--columns", "x=y"],
        ["c.parquet", "--columns", "pubkey"],
        ["c.parquet", "--columns", "pubkey=digest", "--columns", "pubkey=pubkey"],
        ["folder.csv"],
        ["*.csv"],
    ):
        said = run("verify", *arguments, cwd=tmp_path, status=2)["error"]
        assert "Traceback" not in said
        assert said


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_strange_names(folder: Path, tmp_path: Path, suffix: str) -> None:
    """A file is read by its very name; its folders say nothing about columns."""
    run("generate", f"x1.{suffix}", "--rows", 10, cwd=tmp_path, status=0)
    names = ["x[1]", "x*", "x?", "x'", 'x "', "x~", "é", "x:", "~", "signature=00/pubkey=00/x"]
    for name in (f"{n}.{suffix}" for n in names):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((folder / f"ecdsa.{suffix}").read_bytes())
        summary = run("verify", name, "--failed", "f.parquet", cwd=tmp_path, status=1)
        assert (summary["files"], summary["rows"]) == (1, ROWS), name
        failed = pq.read_table(tmp_path / "f.parquet")
        assert failed["row"].to_pylist() == expected(folder, "ecdsa")
        assert set(failed["file"].to_pylist()) == {name}


def test_a_file_that_changes(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows may be some of each; the other file's are as they were."""
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_bytes((folder / "ecdsa.csv").read_bytes())
    work = Verifier.failing

    def change(self: Verifier, unit: Unit, *given: Any) -> Any:
        os.utime(tmp_path / "b.csv", ns=(0, 5))
        return work(self, unit, *given)

    monkeypatch.setattr(Verifier, "failing", change)
    summary = run("verify", "*.csv", "--failed", "f.parquet", cwd=tmp_path, status=2)
    assert summary["unreadable"] == [{"file": "b.csv", "error": "changed while it was read"}]
    assert summary["rows"] == 2 * ROWS
    monkeypatch.undo()
    run("verify", "*.csv", cwd=tmp_path, status=1)


def test_a_file_that_is_deleted(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_bytes((folder / "ecdsa.csv").read_bytes())
    work = Verifier.failing

    def delete(self: Verifier, unit: Unit, *given: Any) -> Any:
        (tmp_path / "a.csv").unlink(missing_ok=True)
        return work(self, unit, *given)

    monkeypatch.setattr(Verifier, "failing", delete)
    summary = run("verify", "*.csv", cwd=tmp_path, status=2)
    assert [u["file"] for u in summary["unreadable"]] == ["a.csv"]
    assert "No such file" in summary["unreadable"][0]["error"]
    assert summary["rows"] == 2 * ROWS


def compressed(data: bytes, suffix: str, end_of_block: int | None = None) -> tuple[bytes, int]:
    """A stream, and where in it the block ends that holds the first bytes."""
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, COMPRESSIONS[suffix]) as to:
        to.write(data[:end_of_block])
        to.flush()
        place = sink.tell()
        to.write(data[len(data[:end_of_block]) :])
    return sink.getvalue().to_pybytes(), place


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_compressed_files(folder: Path, tmp_path: Path, form: str, suffix: str) -> None:
    """A stream has to end, with the checksum of its bytes; there may be several in a file."""
    data = (folder / f"ecdsa.{form}").read_bytes()
    line = data.index(b"\n", len(data) // 2) + 1
    whole, block = compressed(data, suffix, line)
    good = {
        "whole": whole,
        "two": compressed(data[:line], suffix)[0] + compressed(data[line:], suffix)[0],
    }
    damaged = {
        "cut at a line's end": whole[:block],
        **{f"cut at {share}%": whole[: len(whole) * share // 100] for share in (1, 25, 75, 90)},
        "cut before its end": whole[:-1],
        "second cut": whole + whole[: len(whole) // 2],
        "changed": whole[: len(whole) // 2] + bytes(16) + whole[len(whole) // 2 + 16 :],
    }
    if suffix == ".gz":
        damaged["checksum"] = whole[:-8] + bytes(4) + whole[-4:]
    file = tmp_path / f"in.{form}{suffix}"
    for name, content in (good | damaged).items():
        file.write_bytes(content)
        summary = run("verify", file.name, cwd=tmp_path, status=2 if name in damaged else 1)
        assert [u["file"] for u in summary["unreadable"]] == [file.name] * (name in damaged), name
        assert "no column" not in str(summary["unreadable"]), name
        assert name in damaged or summary["rows"] == ROWS, name


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_header(folder: Path, tmp_path: Path, delimiter: str, end: str) -> None:
    """The names say what the fields are separated by, whatever the rows hold."""
    lines = (folder / "ecdsa.csv").read_text().splitlines()
    lines[0] = "\ufeff" + lines[0]
    text = end.join(lines).replace(",", delimiter)
    (tmp_path / "in.csv").write_bytes(text.encode())
    summary = run("verify", "in.csv", "--failed", "f.parquet", cwd=tmp_path, status=1)
    assert (summary["rows"], summary["unreadable"]) == (ROWS, [])
    assert pq.read_table(tmp_path / "f.parquet")["row"].to_pylist() == expected(folder, "ecdsa")


@pytest.mark.parametrize("bad", ["{},extra", "{},,x", "{},", "a;b;c;d", "#", '"{}'])
def test_a_line_of_another_count(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: str
) -> None:
    """It is named; the parts before it are done."""
    monkeypatch.setattr(text, "BLOCK", 10000)
    monkeypatch.setattr(verify, "TEXT_ROWS", 1000)
    lines = (folder / "ecdsa.csv").read_text().splitlines()
    for at, rows in ((100, 0), (3900, 3000)):
        changed = [*lines[:at], bad.format(lines[at]), *lines[at + 1 :]]
        (tmp_path / "in.csv").write_text("\n".join(changed))
        summary = run("verify", "in.csv", cwd=tmp_path, status=2)
        assert summary["rows"] == rows
        said = summary["unreadable"][0]["error"]
        why = r"\d fields?, the header has 3" if bad[0] != '"' else "a quote that is not closed"
        assert re.fullmatch(rf"in\.csv: line {at + 1}: {why}", said)


@pytest.mark.parametrize(
    "other", ["PubKey", "pub key", "file_row_number", "FILE_ROW_NUMBER", "c0", "a\u2028\x0bb"]
)
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_columns_of_similar_names(folder: Path, tmp_path: Path, other: str, suffix: str) -> None:
    given = pq.read_table(folder / "ecdsa.parquet").drop_columns("valid")
    hexed = {n: [v.hex() for v in given[n].to_pylist()] for n in given.column_names}
    table = pa.table({other: ["7"] * ROWS} | hexed)
    if suffix == "parquet":
        pq.write_table(table, tmp_path / "in.parquet", row_group_size=1000)
    else:
        rows = [table.column_names, *zip(*table.to_pydict().values(), strict=True)]
        (tmp_path / "in.csv").write_text("".join(",".join(row) + "\n" for row in rows))
    arguments = ["verify", f"in.{suffix}", "--failed", "f.parquet"]
    if other == "PubKey":
        (unreadable,) = run(*arguments, cwd=tmp_path, status=2)["unreadable"]
        assert (
            "two columns pubkey: PubKey, pubkey; choose by --columns pubkey=NAME"
            in unreadable["error"]
        )
        arguments += ["--columns", "pubkey=pubkey"]
    assert run(*arguments, cwd=tmp_path, status=1)["rows"] == ROWS
    assert pq.read_table(tmp_path / "f.parquet")["row"].to_pylist() == expected(folder, "ecdsa")


def test_lines_that_are_no_objects(tmp_path: Path) -> None:
    lines = ["[1]", '"a"', "5", "null", "true", "{", "[[", "{}", '{"pubkey": null}']
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    run("verify", "in.jsonl", "--failed", "f.parquet", cwd=tmp_path, status=1)
    found = pq.read_table(tmp_path / "f.parquet")["valid"].to_pylist()
    assert found == [False] * 7 + [None] * 2


def test_prefixed_hexadecimal(folder: Path, tmp_path: Path) -> None:
    table = pq.read_table(folder / "ecdsa.parquet").drop_columns("valid")
    hexed = [{n: "0x" + v.hex() for n, v in row.items()} for row in table.to_pylist()]
    pq.write_table(pa.Table.from_pylist(hexed), tmp_path / "in.parquet")
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, hexed)))
    lines = [table.column_names, *(row.values() for row in hexed)]
    (tmp_path / "in.csv").write_text("".join(",".join(line) + "\n" for line in lines))
    for suffix in ("parquet", "csv", "jsonl"):
        run("verify", f"in.{suffix}", "--failed", "f.parquet", cwd=tmp_path, status=1)
        found = pq.read_table(tmp_path / "f.parquet")
        assert found["row"].to_pylist() == expected(folder, "ecdsa")
        assert found["digest"].to_pylist() == [
            table["digest"][row].as_py() for row in expected(folder, "ecdsa")
        ]


def test_columns_of_nothing_but_nulls(folder: Path, tmp_path: Path) -> None:
    """Of Arrow's type for them."""
    for kind in ("ecdsa", "schnorr", "nostr"):
        given = pq.read_table(folder / f"{kind}.parquet").drop_columns("valid")
        for i, name in enumerate(given.column_names):
            pq.write_table(given.set_column(i, name, pa.nulls(ROWS)), tmp_path / "in.parquet")
            summary = run("verify", "in.parquet", "--kind", kind, cwd=tmp_path, status=1)
            assert (summary["null"], summary["unreadable"]) == (ROWS, []), (kind, name)


def test_generate_refuses(tmp_path: Path) -> None:
    for name in ("in.csv.gz", "in.jsonl.zst", "in.parquet.gz", "in.txt", ""):
        run("generate", name, "--rows", 1, cwd=tmp_path, status=2)
    for share in ("nan", "-0.1", "1.1", "x"):
        run("generate", "in.csv", "--rows", 1, "--invalid", share, cwd=tmp_path, status=2)
    assert not list(tmp_path.iterdir())


def test_output_among_the_input(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "in.parquet").write_bytes((folder / "ecdsa.parquet").read_bytes())
    (tmp_path / "link.parquet").symlink_to("in.parquet")
    for out in ("in.parquet", "link.parquet"):
        found = run("verify", "*.parquet", "--failed", out, cwd=tmp_path, status=2)
        assert "also a file to verify" in found["error"]
    assert (tmp_path / "in.parquet").read_bytes() == (folder / "ecdsa.parquet").read_bytes()


def fill(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content)


def contents(folder: Path) -> dict[Path, Any]:
    found = {}
    for file in folder.rglob("*"):
        data, said = file.read_bytes() if file.is_file() else b"", file.lstat()
        found[file] = said.st_mode, said.st_ino, said.st_mtime_ns, data
    return found


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (os.mkfifo, "out"),
        (lambda path: path.symlink_to("in.parquet"), "out"),
        (lambda path: path.symlink_to("other"), "out"),
        (lambda path: path.symlink_to("nothing"), "out"),
        (Path.mkdir, "out"),
        (Path.touch, "out.progress"),
        (lambda path: path.symlink_to("empty"), "out.progress"),
        (lambda path: fill(path, "mine"), "out.progress/mine.txt"),
        (lambda path: fill(path, "mine"), "out.progress/done.jsonl"),
        (lambda path: fill(path, "mine"), "out.progress/000000-000000.parquet"),
        (lambda path: fill(path / "mine", "mine"), "out.progress"),
        (lambda path: fill(path, "mine"), "out.progress.old/mine.txt"),
        (Path.touch, "out.progress.old"),
    ],
)
def test_what_is_not_a_runs(folder: Path, tmp_path: Path, make: Any, name: str) -> None:
    """Nothing of it is changed."""
    (tmp_path / "in.parquet").write_bytes((folder / "ecdsa.parquet").read_bytes())
    (tmp_path / "other").touch()
    (tmp_path / "empty").mkdir()
    make(tmp_path / name)
    before = contents(tmp_path)
    found = run("verify", "in.parquet", "--failed", "out", cwd=tmp_path, status=2)
    assert "Traceback" not in found["error"]
    assert "out" in found["error"]
    assert contents(tmp_path) == before


def test_a_name_that_is_none(folder: Path, tmp_path: Path) -> None:
    found = run("verify", folder / "ecdsa.csv", "--failed", "", cwd=tmp_path, status=2)
    assert "Traceback" not in found["error"]
    assert "--failed" in found["error"]


SPARK_HINT = (
    "not a local file; copy it here, or use Spark: "
    "koblitz.spark.failed(session.read.parquet(...), kind)"
)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("none.csv", "no such file"),
        ("folder.csv", "a folder; give a pattern of its files, in quotes: 'folder.csv/*.parquet'"),
        ("s3://bucket/*.csv", SPARK_HINT),
        ("s3a://bucket/a.csv", SPARK_HINT),
        ("gs://bucket/a.csv", SPARK_HINT),
        ("https://host/a.csv", "not a local file; download it first"),
        ("fifo.csv", "not a regular file"),
        ("dangling.csv", "a broken link"),
        ("file/in.csv", "Not a directory"),
        ("x" * 300, "File name too long"),
    ],
)
def test_why_there_is_no_file(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "dangling.csv").symlink_to("nothing")
    os.mkfifo(tmp_path / "fifo.csv")
    found = run("verify", name, cwd=tmp_path, status=2)
    assert found["error"] == f"koblitz-bulk: {name!r}: {why}\n"


def test_other_names_and_hexadecimal_columns(folder: Path, tmp_path: Path) -> None:
    table = pq.read_table(folder / "ecdsa.parquet").drop_columns("valid")
    hexed = {n: [v.hex() for v in table[n].to_pylist()] for n in table.column_names}
    hexed["sig"] = [*hexed.pop("signature")[:-2], "not hex", None]
    pq.write_table(pa.table(hexed), tmp_path / "hex.parquet")
    summary = run("verify", "hex.parquet", "--columns", "signature=sig", cwd=tmp_path, status=1)
    bad = [row for row in expected(folder, "ecdsa") if row < ROWS - 2]
    assert (faults(summary), summary["null"]) == (len(bad) + 2, 1)


def test_text_that_is_no_hexadecimal(tmp_path: Path) -> None:
    """It is not the empty message, on which this is a signature."""
    point = ref.mul(7, ref.G)
    assert point is not None
    key, sig = point[0].to_bytes(32, "big").hex(), ref.schnorr_sign(7, b"", 1234).hex()
    rows = [
        {"pubkey": key, "message": m, "signature": sig} for m in ("", "zz", "0", "0X0", "\u0660")
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "in.parquet")
    mixed = pa.Table.from_pylist([row | {"pubkey": bytes.fromhex(key)} for row in rows])
    pq.write_table(mixed, tmp_path / "mixed.parquet")
    lines = [json.dumps(row) for row in rows]
    lines += [lines[0].replace('""', other) for other in ("12", "true", "[]", "{}")]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    fields = ["pubkey,message,signature", *(",".join(row.values()) for row in rows[1:])]
    (tmp_path / "in.csv").write_text("\n".join(fields))
    for file, valid in (("in.parquet", 1), ("mixed.parquet", 1), ("in.jsonl", 1), ("in.csv", 0)):
        summary = run("verify", file, "--kind", "schnorr", cwd=tmp_path, status=1)
        assert (summary["valid"], summary["null"]) == (valid, 0), file


def test_two_readings(folder: Path, tmp_path: Path) -> None:
    """A name twice is neither's; of a member that is not asked for nothing is."""
    row = next(
        json.loads(line)
        for i, line in enumerate((folder / "ecdsa.jsonl").read_text().splitlines())
        if i not in expected(folder, "ecdsa")
    )
    good = json.dumps(row)
    lines = [
        (good, True),
        (good[:-1] + ', "x": 1, "x": [2], "y": null}', True),
        (good[:-1] + ', "pubkey": "00"}', False),
        (good[:-1] + ', "\\u0070ubkey": "00"}', False),
        ('{"signature": "00", ' + good[1:], False),
        (json.dumps(row | {"digest": [row["digest"]]}), False),
        (json.dumps(row | {"digest": 12}), False),
        (good + good, False),
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(line for line, _ in lines))
    run("verify", "in.jsonl", "--failed", "f.parquet", cwd=tmp_path, status=1)
    failed = pq.read_table(tmp_path / "f.parquet")
    assert failed["row"].to_pylist() == [i for i, (_, valid) in enumerate(lines) if not valid]
    assert not any(v is None for v in failed["valid"].to_pylist())
    for twice, status in (("pubkey", 2), ("content", 0)):
        names = [twice, twice, *(name for name in row if name != twice)]
        values = [row.get(name, "") for name in names]
        (tmp_path / "in.csv").write_text(",".join(names) + "\n" + ",".join(values) + "\n")
        pq.write_table(pa.table([[value] for value in values], names), tmp_path / "in.parquet")
        for file in ("in.csv", "in.parquet"):
            summary = run("verify", file, cwd=tmp_path, status=status)
            said = [u["error"] for u in summary["unreadable"]]
            assert said == ([f"{file}: 2 columns have the name pubkey"] if status else [])


def test_events_in_columns(folder: Path, tmp_path: Path) -> None:
    given = pq.read_table(folder / "nostr.parquet")["event"].to_pylist()[:200]
    rows = [json.loads(e) for e in given if e.count("kind") == 1 and e[-1] == "}"]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "events.parquet")
    summary = run("verify", "events.parquet", "--kind", "nostr", cwd=tmp_path, status=1)
    alone = run("verify", folder / "nostr.jsonl", "--kind", "nostr", cwd=tmp_path, status=1)
    assert 0 < faults(summary) < 20 < faults(alone)
    # Members of other types than text as JSON; an empty content is text, not null, in CSV too.
    rows = [nostr.make([["e", 'a"b'], []], text, kind=7) for text in ("+", "", "a,\n'\"")]
    rows.append(rows[0] | {"kind": "7.5"})
    rows.append(rows[0] | {"tags": "[["})
    texts = [row | {n: text_of(row[n]) for n in ("created_at", "kind", "tags")} for row in rows]
    pq.write_table(pa.Table.from_pylist(texts), tmp_path / "texts.parquet")
    with (tmp_path / "texts.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, nostr.make([], "").keys())
        writer.writeheader()
        writer.writerows(texts)
    for name in ("texts.parquet", "texts.csv"):
        summary = run("verify", name, "--kind", "nostr", cwd=tmp_path, status=1)
        assert (summary["valid"], summary["malformed"]) == (3, 2), name


@pytest.mark.parametrize(
    ("member", "value", "refused"),
    [
        ("created_at", "to_timestamp(1)", "TIMESTAMP WITH TIME ZONE"),
        ("kind", "1.5::DOUBLE", "DOUBLE"),
        ("tags", "1", "INTEGER"),
        ("tags", "['a']", "VARCHAR[]"),
        ("content", "'a'::BLOB", "BLOB"),
        ("id", "1", "INTEGER"),
        ("created_at", "1::UTINYINT", None),
        ("kind", "1::UBIGINT", None),
        ("tags", "[]::VARCHAR[][]", None),
        ("tags", "'[]'::JSON", None),
        ("content", "NULL", None),
    ],
)
def test_types_of_events_in_columns(
    tmp_path: Path, member: str, value: str, refused: str | None
) -> None:
    """What cannot be a member is refused; what is one of another event fails."""
    values = {
        "id": "'a'",
        "pubkey": "'a'",
        "created_at": "1",
        "kind": "1",
        "tags": "[['a']]",
        "content": "'a'",
        "sig": "'a'",
    } | {member: value}
    row = ", ".join(f"{v} AS {n}" for n, v in values.items())
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT {row}) TO '{tmp_path}/in.parquet'")
    summary = run(
        "verify", "in.parquet", "--kind", "nostr", cwd=tmp_path, status=2 if refused else 1
    )
    errors = [u["error"] for u in summary["unreadable"]]
    assert errors == (
        [f"in.parquet: column {member} is {refused}, not a type of {member}"] if refused else []
    )
    assert faults(summary) == (0 if refused else 1)


@pytest.mark.parametrize("of_type", ["VARCHAR", "JSON"])
def test_events_as_json(folder: Path, tmp_path: Path, of_type: str) -> None:
    with duckdb.connect() as connection:
        connection.execute(
            f"COPY (SELECT event::{of_type} AS event FROM '{folder}/nostr.parquet' "
            f"WHERE json_valid(event)) TO '{tmp_path}/in.parquet'"
        )
    summary = run("verify", "in.parquet", "--kind", "nostr", cwd=tmp_path, status=1)
    assert summary["valid"] > 100


HEADER = b"pubkey,digest,signature\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no header: the file is empty"),
        (b"\n \r\n", "no header: its lines are blank"),
        (b"\xef\xbb\xbf", "no header: the file is empty"),
        (HEADER + b"1,2\n", "line 2: 2 fields, the header has 3"),
        (HEADER + b"\n1,2,3\r\n1,2\n", "line 4: 2 fields, the header has 3"),
        (HEADER + b'"1,2,3\n4,5,6\n', "line 2: a quote that is not closed"),
        (HEADER + b'1,2,3\n4,5,"6', "line 3: a quote that is not closed"),
        (HEADER + b'"1\n\n2",3\n', "line 2: 2 fields, the header has 3"),
        (HEADER + b'"1\n\n2",3,4\n5\n', "line 5: 1 field, the header has 3"),
        (HEADER + b"1,2\n \n", "line 2: 2 fields, the header has 3"),
        (HEADER + b"1,2,3\n \n4\n", "line 4: 1 field, the header has 3"),
        (HEADER + b'"1"2,3,4\n', "line 2: text after a closing quote"),
        (HEADER + b'1"2",3,4\n', "line 2: a quote in a field that does not begin with a quote"),
        (HEADER + b"1,2,3\n1,2\r,3\n", "line 3: a carriage return without a line feed"),
        (HEADER + b'"1\r",2,3\n1,2\r,3\n', "line 3: a carriage return without a line feed"),
        (HEADER.replace(b"\n", b"\r") + b"1,2,3\r", "line 1: a carriage return without a line"),
        (HEADER + b"1,2,3\n1,2,\xe9\n", "line 3: byte 0xe9 is not UTF-8; if it is Latin-1: iconv"),
        (b"pubkey,digest,signature,\xe9\n", "line 1: byte 0xe9 is not UTF-8; if it is Latin-1"),
        (b'pubkey,digest,"signature', "line 1: a quote that is not closed"),
        (b'pubkey,digest,"a"b', "line 1: text after a closing quote"),
        (
            HEADER.decode().encode("utf-16"),
            "line 1: UTF-16, not UTF-8; convert it: iconv -f UTF-16",
        ),
        (b"\xfe\xff" + HEADER.decode().encode("utf-16-be"), "line 1: UTF-16, not UTF-8"),
        (HEADER.decode().encode("utf-16-le"), "line 1: UTF-16LE, not UTF-8; convert it: iconv"),
        (HEADER.decode().encode("utf-16-be"), "line 1: UTF-16BE, not UTF-8; convert it: iconv"),
        (HEADER.decode().encode("utf-32"), "line 1: UTF-32, not UTF-8; convert it: iconv"),
        (gzip.compress(b"PAR1" + bytes(8)), "line 1: Parquet; give the file a name that ends in"),
        (b"PAR1" + bytes(8), "line 1: Parquet; give the file a name that ends in .parquet"),
        (HEADER + b"1,2," + b"3" * 300, "line 2: longer than 0 MiB"),
        (HEADER + b'1,2,"' + b"3\n" * 150, "line 2: longer than 0 MiB, or a quote that is not"),
    ],
)
@pytest.mark.parametrize("block", [7, 1 << 22])
def test_csv_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, why: str, block: int
) -> None:
    """The line, and what is wrong there, wherever blocks end."""
    monkeypatch.setattr(text, "BLOCK", max(block, 4 if content[:1] != b"P" else 8))
    monkeypatch.setattr(text, "MOST", 200)
    (tmp_path / "in.csv").write_bytes(content)
    summary = run("verify", "in.csv", cwd=tmp_path, status=2)
    if "longer" in why and block > 7:
        return
    (unreadable,) = summary["unreadable"]
    assert unreadable["error"].startswith(f"in.csv: {why}")


class Counting(bytes):
    """Keeps how many of its bytes count() has gone through."""

    seen = 0

    def count(self, what: Any, start: Any = 0, end: Any = None) -> int:
        self.seen += (len(self) if end is None else end) - start
        return super().count(what, start, end)


def test_bytes_are_counted_once() -> None:
    """Counted again at each field, or line, they take minutes in a block of some MiB."""
    data = Counting(b"1,2\n" * 100 + b'x"y,2\n')
    assert text.fault(data, ",", 2) == (100, "a quote in a field that does not begin with a quote")
    assert data.seen <= len(data)
    data = Counting(b'a,"b\n' + b"1,2\n" * 100 + b'"\n')
    assert text.header_of("in.csv", data).lines == 102
    # Quotes and ends of lines.
    assert data.seen <= 2 * len(data)


def test_a_long_name(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_bytes(b"a" * 140000 + b"," + HEADER)
    error = run("verify", "long.csv", cwd=tmp_path, status=2)["unreadable"][0]["error"]
    assert error == "long.csv: line 1: the header: field larger than field limit (131072)"


def rows_by_algorithm(folder: Path) -> tuple[list[dict[str, Any]], list[bool | None]]:
    """ECDSA and Schnorr rows in turn, each with its alg and an id, and their verdicts."""
    rows, verdicts = [], []
    for kind in ("ecdsa", "schnorr"):
        table = pq.read_table(folder / f"{kind}.parquet")
        verdicts.append(table["valid"].to_pylist()[:300])
        columns = [table[i].to_pylist()[:300] for i in range(3)]
        rows.append(
            [
                {"id": i, "alg": kind, "pubkey": k, "digest": d, "signature": s}
                for i, (k, d, s) in enumerate(zip(*columns, strict=True))
            ]
        )
    pairs = list(zip(*rows, strict=True))
    return [r for pair in pairs for r in pair], [
        v for pair in zip(*verdicts, strict=True) for v in pair
    ]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    """Bytes as hexadecimal text, but in Parquet."""
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
        return
    texts = [{n: v.hex() if isinstance(v, bytes) else v for n, v in row.items()} for row in rows]
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in texts))
        return
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, texts[0].keys())
        writer.writeheader()
        writer.writerows(texts)


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("names", [{}, {"alg": "scheme", "signature": "sig"}])
@pytest.mark.parametrize("kind", ["ecdsa", "schnorr"])
def test_alg(folder: Path, tmp_path: Path, suffix: str, names: dict[str, str], kind: str) -> None:
    """A column alg says of each row what it is; a row without one is of --kind."""
    rows, verdicts = rows_by_algorithm(folder)
    for row, alg in zip(rows, [" ECDSA", "Schnorr "], strict=False):
        row["alg"] = alg
    rows = [row | {"alg": None if row["alg"] == kind else row["alg"]} for row in rows]
    rows.append(rows[2] | {"alg": "ES256K"})
    rows = [{names.get(n, n): v for n, v in row.items()} for row in rows]
    write_rows(tmp_path / f"in.{suffix}", rows)
    arguments = ["verify", f"in.{suffix}", "--kind", kind, "--failed", "f.parquet"]
    given = dict(names) | ({"message": "digest"} if kind == "schnorr" else {})
    for wanted, name in given.items():
        arguments += ["--columns", f"{wanted}={name}"]
    summary = run(*arguments, cwd=tmp_path, status=1)
    failing = [i for i, valid in enumerate([*verdicts, False]) if not valid]
    found = pq.read_table(tmp_path / "f.parquet")
    assert found["row"].to_pylist() == failing
    assert (summary["rows"], faults(summary)) == (601, len(failing))


def test_alg_of_another_type(folder: Path, tmp_path: Path) -> None:
    rows, _ = rows_by_algorithm(folder)
    write_rows(tmp_path / "in.parquet", [row | {"alg": 1} for row in rows])
    summary = run("verify", "in.parquet", cwd=tmp_path, status=2)
    assert summary["unreadable"][0]["error"] == "in.parquet: column alg is BIGINT, not text"


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_alg_in_other_spelling(folder: Path, tmp_path: Path, suffix: str) -> None:
    rows, verdicts = rows_by_algorithm(folder)
    failing = verdicts.count(False) + verdicts.count(None)
    for name in ("ALG", " Alg"):
        given = [{name if n == "alg" else n: v for n, v in row.items()} for row in rows]
        write_rows(tmp_path / f"in.{suffix}", given)
        summary = run("verify", f"in.{suffix}", cwd=tmp_path, status=1)
        assert (summary["rows"], faults(summary)) == (600, failing)
    write_rows(tmp_path / f"in.{suffix}", [row | {"Alg": "ecdsa"} for row in rows])
    summary = run("verify", f"in.{suffix}", cwd=tmp_path, status=2)
    assert (
        summary["unreadable"][0]["error"]
        == f"in.{suffix}: two columns alg: alg, Alg; choose by --columns alg=NAME"
    )


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("digest", ["none", "0", "0x0"])
def test_no_hexadecimal_is_no_empty_message(tmp_path: Path, suffix: str, digest: str) -> None:
    """The signature is one of the empty message, and the file's --kind is ecdsa."""
    row = {"pubkey": KEY33[2:], "signature": ref.schnorr_sign(1, b"", 5).hex(), "alg": "schnorr"}
    write_rows(tmp_path / f"in.{suffix}", [row | {"digest": digest}])
    summary = run("verify", f"in.{suffix}", cwd=tmp_path, status=1)
    assert summary["malformed"] == 1


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_one_column_for_two(tmp_path: Path, suffix: str) -> None:
    """A key that signs itself."""
    key = bytes.fromhex(KEY33[2:])
    signatures = [ref.schnorr_sign(1, message, 5) for message in (key, DIGEST.encode())]
    write_rows(tmp_path / f"in.{suffix}", [{"pubkey": key, "signature": s} for s in signatures])
    arguments = ["verify", f"in.{suffix}", "--kind", "schnorr", "--columns", "message=pubkey"]
    summary = run(*arguments, "--failed", "f.csv", cwd=tmp_path, status=1)
    assert (summary["valid"], summary["failed"]) == (1, 1)


KEY33, DIGEST = "02" + f"{ref.G[0]:064x}", "01" * 32
SIGNED = ref.ecdsa_sign(1, bytes.fromhex(DIGEST), 9)
DER = ref.der(SIGNED[0], SIGNED[1]).hex()


@pytest.mark.parametrize(
    ("kind", "pubkey", "message", "signature", "why"),
    [
        ("ecdsa", KEY33, DIGEST[2:] + "02", DER, None),
        (
            "ecdsa",
            KEY33[2:],
            DIGEST,
            DER,
            "pubkey has 32 bytes, not 33 or 65: is it a key of --kin",
        ),
        ("ecdsa", KEY33[:-2], DIGEST, DER, "pubkey has 32 bytes, not 33 or 65"),
        ("ecdsa", "02" + "00" * 32, DIGEST, DER, "pubkey is not a point of the curve"),
        ("ecdsa", KEY33, DIGEST[2:], DER, "digest has 31 bytes, not 32"),
        ("ecdsa", KEY33, DIGEST, DER + "00", f"signature of {len(DER) // 2 + 1} bytes is neither"),
        ("ecdsa", "0y" + KEY33, DIGEST, DER, "pubkey '0y0279be...' is not hexadecimal"),
        ("ecdsa", KEY33[1:], DIGEST, DER, "pubkey '279be667...' is not hexadecimal"),
        ("ecdsa", "0x" + KEY33[1:], DIGEST, DER, "pubkey '0x279be6...' is not hexadecimal"),
        ("ecdsa", KEY33, "\\y" + DIGEST, DER, "digest '\\\\y010101...' is not hexadecimal"),
        ("ecdsa", KEY33, "\\x0x" + DIGEST, DER, "digest '\\\\x0x0101...' is not hexadecimal"),
        ("schnorr", KEY33, DIGEST, "00" * 64, "pubkey has 33 bytes, not 32: is it a key of --kind"),
        ("schnorr", "00" * 32, DIGEST, "00" * 64, "pubkey is not a point of the curve"),
        ("schnorr", KEY33[2:], "0", "00" * 64, "message '0' is not hexadecimal"),
        ("schnorr", KEY33[2:], DIGEST, DER, f"signature has {len(DER) // 2} bytes, not 64"),
        ("schnorr", KEY33[2:], "", "00" * 64, None),
    ],
)
@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_malformed_rows(
    tmp_path: Path,
    suffix: str,
    kind: str,
    pubkey: str,
    message: str,
    signature: str,
    why: str | None,
) -> None:
    """They are counted apart from those whose signature does not verify, and the first is shown."""
    name = "digest" if kind == "ecdsa" else "message"
    good = {"pubkey": KEY33, "digest": DIGEST, "signature": DER, "alg": "ecdsa"}
    good["message"] = good["digest"]
    row = {"pubkey": pubkey, name: message, "signature": signature}
    if message == "" and suffix == "csv":
        # An empty field is null.
        why = "message is null"
    other = {"digest": "", "message": ""} | row | {"alg": kind}
    write_rows(
        tmp_path / f"in.{suffix}", [good, {n: other[n] for n in good}, {n: other[n] for n in good}]
    )
    summary = run("verify", f"in.{suffix}", "--kind", kind, cwd=tmp_path, status=1)
    fault = "failed" if why is None else "null" if why.endswith("null") else "malformed"
    assert (summary["valid"], summary[fault], faults(summary)) == (1, 2, 2)
    assert list(summary["first"]) == [fault] * (why is not None)
    if why is not None:
        first = summary["first"][fault]
        assert (first["file"], first["row"]) == (f"in.{suffix}", 1)
        assert first["reason"].startswith(why)


@pytest.mark.parametrize(
    ("kind", "line", "fault", "why"),
    [
        ("ecdsa", "{", "malformed", "the line is not JSON: '{'"),
        ("ecdsa", "[1]", "malformed", "the line is not a JSON object"),
        ("ecdsa", '{"key": ""}', "null", "no member pubkey; the line has key"),
        (
            "ecdsa",
            '{"pubkey": "", "created_at": 1}',
            "null",
            "no member digest; the line has pubkey, created_at: is it an event of --kind nostr?",
        ),
        ("ecdsa", '{"pubkey": "", "pubkey": ""}', "null", "pubkey occurs twice"),
        (
            "ecdsa",
            '{"pubkey": "", "digest": 1, "signature": ""}',
            "malformed",
            "digest is not text",
        ),
        ("ecdsa", '{"pubkey": "", "digest": null, "signature": ""}', "null", "digest is null"),
        (
            "nostr",
            '{"pubkey": ""}',
            "malformed",
            "id of the event is missing; the line has pubkey",
        ),
        ("nostr", "\u00e9", "malformed", "the line is not JSON: '\u00e9'"),
        ("nostr", '{"id": "\\ud800"}', "malformed", "the line has an unpaired surrogate"),
        ("ecdsa", '{"a": {"\\ud800": 1}}', "malformed", "the line has an unpaired surrogate"),
        (
            "nostr",
            json.dumps(dict.fromkeys(EVENT, "") | {"id": "AB" * 32}),
            "malformed",
            "id of the event is not 64 lowercase hexadecimal digits",
        ),
    ],
)
def test_lines_that_are_malformed(
    tmp_path: Path, kind: str, line: str, fault: str, why: str
) -> None:
    (tmp_path / "in.jsonl").write_text(line + "\n")
    summary = run("verify", "in.jsonl", "--kind", kind, cwd=tmp_path, status=1)
    assert summary["first"] == {fault: {"file": "in.jsonl", "row": 0, "reason": why}}
    assert summary[fault] == faults(summary) == 1


def test_bytes_that_are_no_text(folder: Path, tmp_path: Path) -> None:
    """A line of another encoding is malformed, whatever stands before its byte."""
    good = (folder / "ecdsa.jsonl").read_bytes().splitlines()[0]
    bad = [good[:-1] + b', "a": "' + text + b'"}' for text in (b"\xe9", b"\\\xe9", b"\\\\\xe9")]
    (tmp_path / "in.jsonl").write_bytes(b"\n".join([good, *bad, b"\xef\xbb\xbf" + good]))
    summary = run("verify", "in.jsonl", cwd=tmp_path, status=1)
    assert (summary["valid"], summary["malformed"]) == (1, 4)
    assert summary["first"]["malformed"]["reason"] == "the line is not JSON: 'not UTF-...'"


def test_wrong_kind(folder: Path, tmp_path: Path) -> None:
    """No row is called invalid."""
    for kind, file in (("ecdsa", "schnorr.jsonl"), ("nostr", "ecdsa.jsonl")):
        summary = run("verify", folder / file, "--kind", kind, cwd=tmp_path, status=1)
        assert (summary["valid"], summary["failed"], len(summary["first"])) == (0, 0, 1)


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_columns_that_are_not_there(folder: Path, tmp_path: Path, suffix: str) -> None:
    """Those that are there are named."""
    rows, _ = rows_by_algorithm(folder)
    file = f"in.{suffix}"
    for row in rows:
        del row["id"]
    write_rows(tmp_path / file, rows)
    it_has = "it has alg, pubkey, digest, signature"
    for options, why in (
        (
            ["--columns", "pubkey=key"],
            f"no column key; {it_has}; use --columns pubkey=NAME",
        ),
        (["--columns", "alg=x"], f"no column x; {it_has}"),
        (
            ["--kind", "schnorr", "--columns", "message=msg"],
            f"no column msg; {it_has}; use --columns message=NAME",
        ),
        (["--kind", "nostr"], f"no column event, and no column id; {it_has}"),
    ):
        summary = run("verify", file, *options, cwd=tmp_path, status=2)
        assert summary["unreadable"] == [{"file": file, "error": f"{file}: {why}"}]


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_other_columns(folder: Path, tmp_path: Path, suffix: str) -> None:
    """They go with the failing rows, to CSV and to Parquet."""
    rows, verdicts = rows_by_algorithm(folder)
    extra = [{"tx id": f'a "{i}"', "FILE_ROW_NUMBER": i} for i in range(len(rows))]
    rows = [row | more for row, more in zip(rows, extra, strict=True)]
    write_rows(tmp_path / f"in.{suffix}", rows)
    for out in ("f.parquet", "f.csv"):
        run("verify", f"in.{suffix}", "--failed", out, cwd=tmp_path, status=1)
    parquet = pq.read_table(tmp_path / "f.parquet").to_pylist()
    with (tmp_path / "f.csv").open(newline="") as file:
        text = list(csv.DictReader(file))
    failing = [i for i, valid in enumerate(verdicts) if not valid]
    assert [row["row"] for row in parquet] == failing
    for row, said in zip(parquet, text, strict=True):
        given = rows[row["row"]]
        other = json.loads(row["other"])
        assert (str(other["id"]), other["alg"]) == (str(given["id"]), given["alg"])
        assert other["tx id"] == given["tx id"]
        assert ("pubkey" in other) == (suffix == "jsonl")
        hexed = {n: v.hex() if isinstance(v, bytes) else v for n, v in row.items()}
        wanted = {n: "" if v is None else str(v) for n, v in hexed.items()}
        assert said == wanted | {"valid": "" if row["valid"] is None else "false"}
    # What was written can be verified.
    again = run("verify", "f.csv", "--columns", "alg=valid", cwd=tmp_path, status=1)
    assert again["rows"] == len(failing)


def test_other_columns_of_any_type(tmp_path: Path) -> None:
    """In row groups that are read in parts."""
    run("generate", "in.parquet", "--rows", 40000, "--invalid", 0.0005, cwd=tmp_path, status=0)
    table = pq.read_table(tmp_path / "in.parquet").drop_columns("valid")
    numbers = pa.array(range(40000))
    more = pa.table(
        {
            "n": numbers,
            "raw": pa.array([b"\xff"] * 40000),
            "list": pa.array([[1, 2]] * 40000),
            "when": numbers.cast(pa.timestamp("ns")),
            "a.b": pa.array([None] * 40000, pa.string()),
            # DuckDB or Arrow's filters do not take these.
            "half": pa.array([1.5] * 40000, pa.float16()),
            "halves": pa.array([[{"a": 1.5}]] * 40000, pa.list_(pa.struct([("a", pa.float16())]))),
            "wide": pa.array([Decimal("1.5")] * 40000, pa.decimal256(70, 1)),
            "text": pa.array(["x"] * 40000, pa.string_view()),
            "bytes": pa.array([b"\xff"] * 40000, pa.binary_view()),
            "json": pa.ExtensionArray.from_storage(pa.json_(), pa.array(["x"] * 40000)),
        }
    )
    for name in more.column_names:
        table = table.append_column(name, more[name])
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=39000)
    run("verify", "in.parquet", "--failed", "f.parquet", cwd=tmp_path, status=1)
    found = pq.read_table(tmp_path / "f.parquet")
    others = [json.loads(other) for other in found["other"].to_pylist()]
    assert [other["n"] for other in others] == found["row"].to_pylist()
    assert len(others) > 5
    assert {(o["raw"], str(o["list"]), o["a.b"]) for o in others} == {("ff", "[1, 2]", None)}
    names = ("half", "wide", "text", "bytes", "json")
    assert {tuple(o[n] for n in names) for o in others} == {(1.5, "1.5", "x", "ff", "x")}
    assert others[0]["halves"] == [{"a": 1.5}]


@pytest.mark.parametrize("name", ["bad.jsonl", "bad.JSON", "bad.csv.gz", "bad.txt", "bad.xlsx"])
def test_an_output_of_another_form(folder: Path, tmp_path: Path, name: str) -> None:
    said = run("verify", folder / "ecdsa.csv", "--failed", name, cwd=tmp_path, status=2)["error"]
    assert f"{name}: use a name for CSV (.csv) or Parquet (.parquet)" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "content"),
    [("in.csv", HEADER), ("in.csv", HEADER + b"\r\n\n"), ("in.jsonl", b""), ("in.jsonl", b" \n\n")],
)
def test_no_rows(tmp_path: Path, name: str, content: bytes) -> None:
    """A run that verified nothing says so; a file without rows beside others is no fault."""
    (tmp_path / name).write_bytes(content)
    with contextlib.chdir(tmp_path):
        done = CliRunner().invoke(main, ["verify", name])
    assert (done.exit_code, json.loads(done.stdout)["unreadable"]) == (2, [])
    assert done.stderr == "koblitz-bulk: no rows: nothing was verified\n"
    run("generate", "good.csv", "--rows", 3, cwd=tmp_path, status=0)
    run("verify", "good.csv", name, cwd=tmp_path, status=0)


@pytest.mark.parametrize("command", [[], ["verify"], ["generate"]])
def test_help(command: list[str]) -> None:
    """Examples, each on its line."""
    said = CliRunner().invoke(main, [*command, "--help"]).stdout
    assert re.search(
        rf"^  koblitz-bulk {command[0] if command else 'verify'} .*\n  koblitz", said, re.M
    )


def test_version_and_unknown_options() -> None:
    done = CliRunner().invoke(main, ["--version"])
    assert re.fullmatch(r"koblitz-bulk, version \d+\.\d+\.\d+ \(.+\)\n", done.output)
    done = CliRunner().invoke(main, ["verify", "in.csv", "--fail", "x"])
    assert done.exit_code == 2
    assert "--fail" in done.output.splitlines()[-1]


@pytest.mark.parametrize("block", [10, 1000, 1 << 22])
@pytest.mark.parametrize("ends", [["\n", "\r\n"], ["\n"] * 10 + ["\r\n"] * 10, ["\n\r\n\n", "\n"]])
@pytest.mark.parametrize("form", ["csv", "quoted", "jsonl"])
def test_line_ends(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
    ends: list[str],
    block: int,
) -> None:
    """LF and CRLF in one file, a mark before the first line, nothing behind the last."""
    monkeypatch.setattr(text, "BLOCK", block)
    monkeypatch.setattr(verify, "TEXT_ROWS", 16)
    suffix = "csv" if form == "quoted" else form
    lines = (folder / f"ecdsa.{suffix}").read_text().splitlines()[:61]
    if form == "quoted":
        lines = ['"' + line.replace(",", '","') + '","a ""\n\r, b"' for line in lines]
    given = "".join(line + ends[i % len(ends)] for i, line in enumerate(lines))
    (tmp_path / f"in.{suffix}").write_text("\ufeff" + given.rstrip("\n"), newline="")
    arguments = ["verify", f"in.{suffix}", "--failed", "f.parquet"]
    summary = run(*arguments, cwd=tmp_path, status=1)
    rows = 61 if suffix == "jsonl" else 60
    assert (summary["rows"], summary["unreadable"]) == (rows, [])
    found = pq.read_table(tmp_path / "f.parquet")
    assert found["row"].to_pylist() == [r for r in expected(folder, "ecdsa") if r < rows]
    if form == "quoted":
        assert set(found["other"].to_pylist()) == {
            json.dumps({'a "\n\r, b': 'a "\n\r, b'}, separators=(",", ":"))
        }


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl", "csv.gz", "jsonl.zst", "csv.zst"])
@pytest.mark.parametrize("rows", [0, 1, 900, 20000])
def test_rows_estimated(tmp_path: Path, suffix: str, rows: int) -> None:
    """A header more or less, where the sample is the file; otherwise a tenth."""
    plain = f"in.{suffix.split('.')[0]}"
    run("generate", plain, "--rows", rows, "--invalid", INVALID, cwd=tmp_path, status=0)
    file = tmp_path / f"in.{suffix}"
    if "." in suffix:
        with pa.CompressedOutputStream(file, COMPRESSIONS[file.suffix]) as to:
            to.write((tmp_path / plain).read_bytes())
    assert abs(estimate(str(file)) - rows) <= (1 if rows < 1000 else rows // 10)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert estimate(str(file)) >= 0
    file.unlink()
    assert estimate(str(file)) == 0


def test_bar(tmp_path: Path) -> None:
    """What is to come is more right with every unit, and right after the last."""
    names = ["a.csv", "b.csv", "c.csv", "d.parquet"]
    for name in names[:3]:
        (tmp_path / name).write_text("pubkey,digest,signature\n" + ",,\n" * 9)
    run("generate", "d.parquet", "--rows", 70, cwd=tmp_path, status=0)
    files = [str(tmp_path / name) for name in names]
    with Bar(files, is_shown=True) as bar:
        assert bar.total == 100
        bar.find(files[0], 5)
        bar.pass_over(5)
        assert (bar.total, bar.n, bar.initial) == (100, 5, 5)
        bar.find(files[0], 25)
        bar.update(20)
        assert (bar.total, bar.n) == (115, 25)
        bar.find(files[2], 7)
        assert bar.total == 25 + 10 + 70
        bar.find_end()
        assert bar.total == 25 + 7
    assert Bar(files, is_shown=False).total == 0


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_bar_on_a_terminal(folder: Path, tmp_path: Path, suffix: str) -> None:
    """Rows, speed and time left; at the end all rows."""
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    command = [*COMMAND, "verify", folder / f"ecdsa.{suffix}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=False)
    os.close(theirs)
    said = b""
    # EIO where nobody writes any more.
    with contextlib.suppress(OSError):
        while more := os.read(ours, 4096):
            said += more
    os.close(ours)
    assert (done.returncode, json.loads(done.stdout)["rows"]) == (1, ROWS)
    assert re.search(rb"0%.*0\.00/\d\.\d\dk.*\[.*<.*rows/s\]", said)
    assert b"leaked" not in said
    assert re.search(rb"100%.*6\.00k/6\.00k.*<00:00, .*rows/s\]", said)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("*.csv", "'dangling.csv': a broken link"),
        ("fo*.csv", "'folder.csv': a folder; give a pattern"),
        ("d*.csv", "'dangling.csv': a broken link"),
        ("f*o.csv", "'fifo.csv': not a regular file"),
        ("**/*.csv", "'closed': no permission to list this folder"),
        ("closed/*.csv", "'closed': no permission to list this folder"),
        ("*/i*.csv", "'closed': no permission to list this folder"),
        ("**/i*.csv", "'closed': no permission to list this folder"),
        ("closed/**", "'closed': no permission to list this folder"),
        ("**", "'closed': no permission to list this folder"),
        ("ope?/**", "'open/shut': no permission to list this folder"),
        ("ope?/**/*.csv", "'open/shut': no permission to list this folder"),
        ("op*/shut/*.csv", "'open/shut': no permission to list this folder"),
        ("op*/shut/in.csv", "'open/shut': no permission to list this folder"),
        ("o*/more.csv/in.csv", ""),
        ("o*n/*/in.csv", "'open/shut': no permission to list this folder"),
        ("open/*.csv", "'open/more.csv': a folder; give a pattern"),
        ("open/more.csv/**", ""),
        ("open/mor*/**/*.csv", ""),
        ("in*.csv", ""),
        ("only_looked_i*/in.csv", ""),
        ("only_looked_i*/i*.csv", "'only_looked_into': no permission to list this folder"),
    ],
)
def test_what_a_pattern_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, why: str
) -> None:
    """Nothing that it finds is passed over. (Root may list every folder.)"""
    (tmp_path / "folder.csv").mkdir()
    os.mkfifo(tmp_path / "fifo.csv")
    (tmp_path / "dangling.csv").symlink_to("gone")
    shut = {"closed": 0, "open/shut": 0, "only_looked_into": os.X_OK}
    for name in (".", "open", "open/more.csv", *shut):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "in.csv").write_text("pubkey,digest,signature\n,,\n")
    monkeypatch.setattr(os, "access", lambda f, m: m & ~shut.get(os.path.normpath(f), m) == 0)
    found = run("verify", pattern, cwd=tmp_path, status=2 if why else 1)
    if why:
        assert found["error"].startswith(f"koblitz-bulk: {why}")


@pytest.mark.parametrize("is_hex", [False, True])
def test_checksums_of_pages(tmp_path: Path, is_hex: bool) -> None:
    """A bit of a digest that has changed makes a row group that cannot be read."""
    run("generate", "in.parquet", "--rows", 100, cwd=tmp_path, status=0)
    table = pq.read_table(tmp_path / "in.parquet")
    digest = table["digest"][50].as_py()
    if is_hex:
        # Arrow reads these, and DuckDB computes.
        digest = digest.hex().encode()
        table = pa.table(
            {n: [v.hex() for v in table[n].to_pylist()] for n in table.column_names[:3]}
        )
        table = table.add_column(0, "file_row_number", pa.array(range(100)))
    pq.write_table(
        table,
        tmp_path / "in.parquet",
        compression="none",
        use_dictionary=False,
        write_page_checksum=True,
    )
    run("verify", "in.parquet", cwd=tmp_path, status=0)
    content = bytearray((tmp_path / "in.parquet").read_bytes())
    content[content.index(digest)] ^= 1
    (tmp_path / "in.parquet").write_bytes(content)
    summary = run("verify", "in.parquet", cwd=tmp_path, status=2)
    assert (summary["rows"], len(summary["unreadable"])) == (0, 1)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[1]",
        "",
        "\0\0",
        '{"unit": "000000-000000", "failed": 0, "null": 0}',
        '{"unit": "000000-000000", "rows": -5, "failed": 0, "null": 0}',
        '{"unit": "000000-000000", "rows": "5", "failed": 0, "null": 0}',
    ],
)
def test_a_line_that_no_run_wrote(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    arguments = ["verify", str(folder / "ecdsa.parquet"), "--failed", "out"]
    stop_at_the_end(tmp_path, monkeypatch, *arguments)
    with (tmp_path / "out.progress" / "done.jsonl").open("a") as journal:
        journal.write(line + "\n")
    error = run(*arguments, cwd=tmp_path, status=2)["error"]
    assert error.endswith("done.jsonl: a line is damaged; delete the folder\n")


@pytest.mark.parametrize("pattern", ["*.parquet", "*", "**", "**/*.parquet"])
@pytest.mark.parametrize("step", ["replace", "rename", "rmtree"])
def test_an_output_that_the_pattern_finds(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, step: str
) -> None:
    """After a kill before or behind the output, with its progress there."""
    shutil.copy(folder / "ecdsa.parquet", tmp_path / "a.parquet")
    arguments = ["verify", pattern, "--failed", "out.parquet"]
    summary = run(*arguments, cwd=tmp_path, status=1)
    wanted = (tmp_path / "out.parquet").read_bytes()
    assert "also a file to verify" in run(*arguments, cwd=tmp_path, status=2)["error"]
    (tmp_path / "out.parquet").unlink()

    delete = shutil.rmtree

    def die(*given: Any, **how: Any) -> None:
        if step == "rmtree" and not Path(given[0]).exists():
            return delete(*given, **how)
        raise Killed

    with monkeypatch.context() as patch, contextlib.chdir(tmp_path):
        patch.setattr(progress.shutil if step == "rmtree" else progress.os, step, die)
        with pytest.raises(Killed):
            main(arguments, standalone_mode=False)
    assert (tmp_path / "out.parquet").exists() == (step != "replace")
    assert run(*arguments, cwd=tmp_path, status=1) == summary
    assert (tmp_path / "out.parquet").read_bytes() == wanted
    assert not list(tmp_path.glob("out.*.*"))


def test_standard_output_that_is_full(folder: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "verify", folder / "ecdsa.parquet", "--failed", "out"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False
        )
        silent = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=full, check=False)
    assert (done.returncode, silent.returncode) == (2, 2)
    assert done.stderr == b"koblitz-bulk: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("there", "said"), [("out.csv.new", "left by another run"), ("out.csv", "not a")]
)
def test_generate_over_what_is_there(tmp_path: Path, there: str, said: str) -> None:
    (tmp_path / there).symlink_to("gone")
    assert said in run("generate", "out.csv", "--rows", 1, cwd=tmp_path, status=2)["error"]
    assert [f.name for f in tmp_path.iterdir()] == [there]


@pytest.mark.skipif("KOBLITZ_TEST_KILLS" not in os.environ, reason="make kills: at any moment")
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_killed_at_any_moment(tmp_path: Path, suffix: str) -> None:
    """The same bytes and counts. What a run has done when it is killed is chance."""
    options = ["--rows", 400000, "--invalid", 0.02]
    run("generate", f"in.{suffix}", *options, cwd=tmp_path, status=0)
    if suffix == "parquet":
        split(tmp_path / "in.parquet", tmp_path / "in.parquet", 50000)
    arguments = ["verify", f"in.{suffix}", "--threads", "2", "--failed"]
    summary = run(*arguments, "whole.parquet", cwd=tmp_path, status=1)
    for kill in range(int(os.environ["KOBLITZ_TEST_KILLS"])):
        out = tmp_path / f"{kill}.parquet"
        started = subprocess.Popen(
            [*COMMAND, *arguments, out.name], cwd=tmp_path, stdout=subprocess.DEVNULL
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            started.wait(random.uniform(0, 4))
        started.kill()
        started.wait()
        if started.returncode != 1:
            assert run(*arguments, out.name, cwd=tmp_path, status=1) == summary
        assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
        assert not out.with_name(out.name + ".progress").exists()


class Killed(BaseException):
    pass


DIE = """
import os, signal, sys
from koblitz.bulk import progress, verify
from koblitz.bulk.command import main

verify.TEXT_ROWS = 1500
left, append = int(sys.argv.pop(1)), progress.Progress._append

def die(self, line):
    global left
    if left == 0:
        self._journal.write(line[:9])
        self._journal.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    left -= 1
    append(self, line)

progress.Progress._append = die
main()
"""


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_killed_and_resumed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    """In the middle of any line of the journal, with parts of other units behind it: the same
    bytes and counts, and what is in the journal is not done again."""
    out = f"out.{suffix}"
    shutil.copy(folder / f"ecdsa.{suffix}", tmp_path)
    if suffix == "parquet":
        split(folder / "ecdsa.parquet", tmp_path / "ecdsa.parquet", 1500)
    monkeypatch.setattr(verify, "TEXT_ROWS", 1500)
    arguments = ["verify", f"ecdsa.{suffix}", "--threads", "2", "--failed", out]
    summary = run(*arguments, cwd=tmp_path, status=1)
    whole = (tmp_path / out).read_bytes()
    units = []
    work = Verifier.verify

    def count(self: Verifier, unit: Unit, part: Path | None) -> dict[str, Any]:
        units.append(unit.name)
        return work(self, unit, part)

    monkeypatch.setattr(Verifier, "verify", count)
    # A line that says which run it is of, then one for each of 4 units.
    for lines in (0, 1, 3):
        (tmp_path / out).unlink()
        killed = subprocess.run(
            [sys.executable, "-c", DIE, str(lines), *arguments], cwd=tmp_path, check=False
        )
        assert killed.returncode == -signal.SIGKILL
        units.clear()
        assert run(*arguments, cwd=tmp_path, status=1) == summary
        assert len(units) == 4 - max(0, lines - 1)
        assert (tmp_path / out).read_bytes() == whole
        assert not (tmp_path / f"{out}.progress").exists()


@pytest.mark.parametrize("is_reversed", [False, True])
def test_killed_while_progress_is_deleted(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_reversed: bool
) -> None:
    """After any of its files: the same command, and another, give what they give alone."""
    split(folder / "ecdsa.parquet", tmp_path / "a.parquet", 2000)
    split(folder / "ecdsa.parquet", tmp_path / "b.parquet", 1500)
    wanted = {}
    for name in ("a", "b"):
        summary = run("verify", f"{name}.parquet", "--failed", name, cwd=tmp_path, status=1)
        wanted[name] = summary, (tmp_path / name).read_bytes()
    names = 0
    for other in ("a", "b"):
        left = 1
        while left > 0:
            delete = shutil.rmtree

            def die(where: Path, *_: Any, keep: int = left, **__: Any) -> None:
                nonlocal names, left
                if not where.exists():
                    return
                files = sorted(where.iterdir(), reverse=is_reversed)
                names = max(names, len(files))
                for file in files[:keep]:
                    file.unlink()
                left = 0 if keep >= len(files) else keep + 1
                raise Killed

            monkeypatch.setattr(progress.shutil, "rmtree", die)
            with contextlib.chdir(tmp_path), pytest.raises(Killed):
                main(["verify", "a.parquet", "--failed", "out"], standalone_mode=False)
            monkeypatch.setattr(progress.shutil, "rmtree", delete)
            summary = run("verify", f"{other}.parquet", "--failed", "out", cwd=tmp_path, status=1)
            assert (summary, (tmp_path / "out").read_bytes()) == wanted[other], left
            assert not list(tmp_path.glob("out.*"))
    # The journal and the parts.
    assert names == 4


def stop_at_the_end(folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """All units are in the journal, nothing is put together."""

    def die(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch, contextlib.chdir(folder):
        patch.setattr(Progress, "finish", die)
        with pytest.raises(Killed):
            main(list(arguments), standalone_mode=False)


def test_a_part_that_is_missing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its unit is done again."""
    split(folder / "ecdsa.parquet", tmp_path / "in.parquet", 2000)
    summary = run("verify", "in.parquet", "--failed", "whole", cwd=tmp_path, status=1)
    stop_at_the_end(tmp_path, monkeypatch, "verify", "in.parquet", "--failed", "out")
    (tmp_path / "out.progress" / "000000-000001.parquet").unlink()
    assert run("verify", "in.parquet", "--failed", "out", cwd=tmp_path, status=1) == summary
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("journal", ["", '{"files'])
def test_a_journal_without_its_run(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, journal: str
) -> None:
    """Nothing is done."""
    split(folder / "ecdsa.parquet", tmp_path / "in.parquet", 2000)
    stop_at_the_end(tmp_path, monkeypatch, "verify", "in.parquet", "--failed", "out")
    (tmp_path / "out.progress" / "done.jsonl").write_text(journal)
    summary = run("verify", "in.parquet", "--failed", "out", cwd=tmp_path, status=1)
    assert summary["rows"] == ROWS
    assert pq.read_table(tmp_path / "out")["row"].to_pylist() == expected(folder, "ecdsa")


WAIT = """
import signal, sys, time
from koblitz.bulk import generate, verify
from koblitz.bulk.command import main
from koblitz.bulk.sources import interrupted

place = {"read": (verify.Verifier, "text_units"), "verify": (verify.Verifier, "verify"),
         "generate": (generate, "fill")}[sys.argv.pop(1)]
work = getattr(*place)

def wait(*given):
    print("there", flush=True)
    # In the main thread the signal ends it; another goes on for as long as its rows take.
    interrupted.wait() if place[1] == "verify" else time.sleep(600)
    return work(*given)

setattr(*place, wait)
main()
"""


@pytest.mark.parametrize("received", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("place", ["read", "verify", "generate"])
def test_interrupted(folder: Path, tmp_path: Path, place: str, received: signal.Signals) -> None:
    """Status 130, of SIGTERM 143, in whatever is going on, and no half of a file."""
    arguments = ["generate", "in.csv", "--rows", "1000"]
    if place != "generate":
        file = folder / ("ecdsa.csv" if place == "read" else "ecdsa.parquet")
        arguments = ["verify", str(file), "--threads", "1", "--failed", "out"]
    started = subprocess.Popen(
        [sys.executable, "-c", WAIT, place, *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == b"there\n"
    started.send_signal(received)
    _, said = started.communicate()
    assert started.returncode == 128 + received
    goes_on = b"; the same command continues from out.progress"
    assert said.startswith(
        b"koblitz-bulk: interrupted" + (b"" if place == "generate" else goes_on) + b"\n"
    )
    assert b"Traceback" not in said
    assert not list(tmp_path.glob("*.new"))


def test_interrupted_without_an_output(folder: Path, tmp_path: Path) -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", WAIT, "read", "verify", str(folder / "ecdsa.csv")],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    started.stdout.readline()
    started.send_signal(signal.SIGINT)
    _, said = started.communicate()
    assert said == b"koblitz-bulk: interrupted; without --failed FILE no progress is kept\n"


@pytest.mark.parametrize("error", [duckdb.InterruptException, pa.ArrowException])
def test_interrupted_inside_a_reader(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """A library that was computing makes an exception of its own of Ctrl-C."""

    def stop(*_: Any) -> None:
        with contextlib.suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            signal.pause()
        raise error("interrupted")

    monkeypatch.setattr(verify, "tables", stop)
    with contextlib.chdir(tmp_path):
        done = CliRunner().invoke(main, ["verify", str(folder / "ecdsa.csv"), "--failed", "out"])
    assert done.exit_code == 130
    assert done.stderr.startswith("koblitz-bulk: interrupted; the same command continues")


def test_bar_within_a_unit(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It moves while a row group of any size is verified."""
    split(folder / "ecdsa.parquet", tmp_path / "in.parquet", ROWS)
    seen, moved = [], threading.Event()
    work, update = Verifier.check, Bar.update

    def check(self: Verifier, *given: Any) -> Any:
        # Not the second part before the bar has shown the first.
        assert not seen or moved.wait(60)
        seen.append(len(given[0][0]))
        return work(self, *given)

    def show(bar: Bar, rows: float | None = 1) -> bool | None:
        if rows:
            moved.set()
        return update(bar, rows)

    monkeypatch.setattr(Verifier, "check", check)
    monkeypatch.setattr(Bar, "update", show)
    monkeypatch.setattr(parquet, "BATCH_ROWS", 1000)
    summary = run("verify", "in.parquet", cwd=tmp_path, status=1)
    assert (summary["rows"], seen) == (ROWS, [1000] * 6)


def test_the_progress_of_another_run(folder: Path, tmp_path: Path) -> None:
    """Nobody's rows are mixed with somebody else's."""
    progress = tmp_path / "f.parquet.progress"
    progress.mkdir()
    (progress / "done.jsonl").write_text("{}\n")
    found = run("verify", folder / "ecdsa.parquet", "--failed", "f.parquet", cwd=tmp_path, status=2)
    assert "another run" in found["error"] or "other files or options" in found["error"]
    assert not (tmp_path / "f.parquet").exists()

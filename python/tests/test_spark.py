"""Spark in this process gives what the functions on columns give."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import koblitz
import reference as ref
import vectors
from koblitz import _core
from koblitz.bulk.command import main
from test_readme import run_section


def java() -> int:
    """Java's major version; 0 without Java."""
    if shutil.which("java") is None:
        return 0
    said = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
    version = re.search(r'version "(\d+)', said)
    return int(version[1]) if version else 0


if java() < 17:
    pytest.skip("Java 17: sudo apt-get install openjdk-17-jdk-headless", allow_module_level=True)

pyspark_sql = pytest.importorskip("pyspark.sql")
import koblitz.spark  # noqa: E402
from koblitz.bulk import spark as bulk  # noqa: E402
from koblitz.bulk.sources import InputError  # noqa: E402

SCAN_KEY, SPEND = b"\x11" * 32, ref.serialize(ref.G)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    folder = str(tmp_path_factory.mktemp("spark"))
    session = (
        pyspark_sql.SparkSession.Builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.warehouse.dir", folder)
        .config("spark.log.level", "ERROR")
        .config("spark.ui.showConsoleProgress", "false")
        # What runs for seconds is not worth compiling well.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1")
        .getOrCreate()
    )
    keys = {"scan_key": SCAN_KEY, "spend_pubkey": SPEND, "labels": [0, 7]}
    koblitz.spark.register(session, **keys)
    yield session
    session.stop()


FUNCTIONS = [v for v in vars(koblitz.spark).values() if isinstance(v, koblitz.spark.Function)]


def test_functions_of_spark_connect(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made when they are used, though the module was imported before the session."""
    made = []

    def create(compute: Any, returns: Any, kind: int) -> Any:
        made.append(compute)
        return lambda *columns: ("remote", *columns)

    connect, udf = ModuleType("pyspark.sql.connect"), ModuleType("pyspark.sql.connect.udf")
    vars(udf)["_create_udf"] = create
    monkeypatch.setitem(sys.modules, connect.__name__, connect)
    monkeypatch.setitem(sys.modules, udf.__name__, udf)
    scans = [
        koblitz.spark.silent_payments_scan(SCAN_KEY, SPEND),
        koblitz.spark.silent_payments_scan_k(SCAN_KEY, SPEND),
    ]
    assert len(FUNCTIONS) == 14
    monkeypatch.setenv("SPARK_CONNECT_MODE_ENABLED", "1")
    for function in FUNCTIONS + scans:
        assert function("a", "b") == ("remote", "a", "b")
    assert len(made) == 16
    monkeypatch.delenv("SPARK_CONNECT_MODE_ENABLED")
    for function in FUNCTIONS + scans:
        assert function.func is function._compute
    assert len(made) == 16


@pytest.mark.parametrize("kind", ["ecdsa", "schnorr", "nostr"])
def test_verdicts(session: Any, kind: str) -> None:
    table = pa.table(_core.generate(kind, 2, 0, 3000, 0.3, None))
    frame = session.createDataFrame(table).repartition(3)
    frame.createOrReplaceTempView("rows")
    given = ", ".join(table.column_names[:-1])
    sql = f"{'nostr_verify' if kind == 'nostr' else f'verify_{kind}'}({given})"
    assert session.sql(f"SELECT count(*) FROM rows WHERE {sql} <> valid").first()[0] == 0
    failed = koblitz.spark.failed(frame, kind).toArrow()
    assert failed.num_rows == table["valid"].to_pylist().count(False)
    assert not any(failed["valid"].to_pylist())


def test_other_functions(session: Any) -> None:
    key = ref.mul(5, ref.G)
    assert key is not None
    long, short, digest = ref.serialize(key, False), ref.serialize(key), b"\x01" * 32
    out = ref.tweaked(short[1:], digest)
    assert out is not None
    r, s, v = ref.ecdsa_sign(5, digest, 99)
    sig = r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([v])
    parity = out[1] & 1
    rows = [(long, short[1:], digest, sig, out[0].to_bytes(32, "big"), parity), (None,) * 6]
    x, y = (half[::-1] for half in (long[1:33], long[33:]))
    rows = [(*row, x + y) for row in rows]
    names = "key binary, x binary, digest binary, sig binary, out binary, parity int, le binary"
    frame = session.createDataFrame(rows, names)
    wiped = bytearray(b"\x11" * 32)
    scan = koblitz.spark.silent_payments_scan(wiped, short, labels=[0])
    scan_le = koblitz.spark.silent_payments_scan_k(wiped, short, labels=[0], little_endian=True)
    wiped[:] = bytes(32)
    found = frame.select(
        koblitz.spark.parse_pubkey("key"),
        koblitz.spark.recover("digest", "sig"),
        koblitz.spark.tweak_check("out", "x", "digest"),
        koblitz.spark.tweak_check_parity("out", "x", "digest", "parity"),
        koblitz.spark.tweak_check_parity("out", "x", "digest", 1 - frame.parity),
        koblitz.spark.tweak_check_parity("out", "x", "digest", frame.parity == 1),
        koblitz.spark.verify_ecdsa_low_s("key", "digest", "sig"),
        scan("key"),
        scan_le("le", 0 * frame.parity),
    ).collect()
    outputs = ref.silent_outputs(long, b"\x11" * 32, short, [0], 0)
    is_low = s <= ref.N // 2
    wanted = sorted(
        [[short, short, True, True, False, True, is_low, outputs, outputs], [None] * 9], key=str
    )
    assert sorted(map(list, found), key=str) == wanted


@pytest.mark.parametrize(
    ("kind", "message"),
    [("x", "kind: expected one of ecdsa, schnorr, nostr"), ("schnorr", "frame: no column message")],
)
def test_failed_of_what_is_not_there(session: Any, kind: str, message: str) -> None:
    frame = session.createDataFrame([], "pubkey binary, digest binary, signature binary")
    with pytest.raises(ValueError, match=message):
        koblitz.spark.failed(frame, kind)


def test_rows_that_cannot_be_parsed_and_labels(session: Any) -> None:
    """In SQL: null to the functions that try, and each label's output."""
    key, digest = ref.serialize(ref.G), b"\x01" * 32
    r, s, _ = ref.ecdsa_sign(1, digest, 9)
    good = ref.der(r, min(s, ref.N - s))
    rows = [(key, digest, good, "{"), (key, digest, good[1:], None)]
    frame = session.createDataFrame(rows, "key binary, digest binary, sig binary, event string")
    frame.createOrReplaceTempView("given")
    found = session.sql(
        "SELECT try_verify_ecdsa(key, digest, sig), try_verify_ecdsa_low_s(key, digest, sig), "
        "try_verify_schnorr(key, digest, sig), try_tweak_check(digest, digest, sig), "
        "nostr_verify(event), try_nostr_verify(event), silent_payments_scan(key), "
        "try_tweak_check_parity(digest, digest, sig, 0) FROM given"
    ).collect()
    outputs = ref.silent_outputs(key, SCAN_KEY, SPEND, [0, 7], 0)
    wanted = [
        [True, True, None, None, False, None, outputs, None],
        [None, None, None, None, None, None, outputs, None],
    ]
    assert sorted(map(list, found), key=str) == sorted(wanted, key=str)


def test_document(session: Any, tmp_path: Path) -> None:
    run_section("docs/bulk.md", "Spark", tmp_path, session=session)


def test_wycheproof(session: Any) -> None:
    given, expected = vectors.all_wycheproof()
    names = ["pubkey", "digest", "signature", "low_s"]
    columns = dict(zip(names, zip(*given, strict=True), strict=True))
    table = pa.table({"i": range(len(given)), **columns})
    session.createDataFrame(table).createOrReplaceTempView("wycheproof")
    call = "(pubkey, digest, signature)"
    found = session.sql(
        f"SELECT i, IF(low_s, verify_ecdsa_low_s{call}, verify_ecdsa{call}) FROM wycheproof"
    ).collect()
    assert dict(map(tuple, found)) == dict(enumerate(expected))


def test_real(session: Any) -> None:
    given, expected = vectors.real()
    columns = dict(zip(vectors.REAL, zip(*given, strict=True), strict=True))
    table = pa.table({"i": range(len(given)), **columns})
    session.createDataFrame(table).createOrReplaceTempView("real")
    found = session.sql(vectors.REAL_SQL).collect()
    assert dict(map(tuple, found)) == dict(enumerate(expected))


def test_bip352(session: Any) -> None:
    """Labels, and several outputs for a wallet: each k below the number of outputs."""
    payments = [p for p in vectors.silent_payments() if 1 < len(p.found) <= 10]
    assert len(payments) > 4
    for payment in payments:
        wallet = payment.scan_key, payment.spend_pubkey, payment.labels
        session.udf.register("scan_k", koblitz.spark.silent_payments_scan_k(*wallet))
        frame = session.createDataFrame(
            [(payment.tweak, payment.outputs)], "tweak binary, outputs array<binary>"
        )
        frame.createOrReplaceTempView("payment")
        found = session.sql(
            "SELECT k, explode(array_intersect(keys, outputs)) FROM (SELECT k, outputs, "
            "scan_k(tweak, k) AS keys FROM payment LATERAL VIEW explode(sequence(0, 9)) AS k)"
        ).collect()
        assert sorted(key for _, key in found) == sorted(payment.found), payment.comment
        assert sorted(k for k, _ in found) == list(range(len(payment.found)))


def verify(status: int, folder: Path, engine: str, pattern: str, *options: str) -> Any:
    """The summary and the failing rows."""
    out = folder / f"{engine}.out"
    arguments = ["verify", str(folder / pattern), "--failed", str(out), "--engine", engine]
    done = CliRunner().invoke(main, [*arguments, *options])
    assert done.exit_code == status, done.output
    assert not out.with_name(out.name + ".progress").exists()
    return json.loads(done.stdout), pq.read_table(out)


@pytest.mark.parametrize("kind", ["ecdsa", "nostr"])
def test_command(session: Any, tmp_path: Path, kind: str) -> None:
    """The same summary and failing rows as by DuckDB, what cannot be read included."""
    options = ["--rows", "2000", "--invalid", "0.05", "--kind", kind]
    for i, suffix in enumerate(("parquet", "csv", "jsonl")):
        file = str(tmp_path / f"{i} x.{suffix}")
        assert CliRunner().invoke(main, ["generate", file, *options]).exit_code == 0
    table = pq.read_table(tmp_path / "0 x.parquet")
    for name in ("0 x.parquet", "3.parquet"):
        pq.write_table(table, tmp_path / name, row_group_size=500, compression="none")
    chunk = pq.read_metadata(tmp_path / "3.parquet").row_group(2).column(0)
    with (tmp_path / "3.parquet").open("r+b") as f:
        f.seek(min(filter(None, (chunk.dictionary_page_offset, chunk.data_page_offset))))
        f.write(b"\xff" * 64)
    (tmp_path / "4.parquet").write_bytes(b"PAR1 no more")
    (tmp_path / "5.csv").write_text("other\n1\n")
    found = [verify(2, tmp_path, e, "[0-9]*", "--kind", kind) for e in ("duckdb", "spark")]
    assert found[0][0] == found[1][0]
    assert found[0][0]["rows"] == 7500
    named = [Path(u["file"]).name for u in found[0][0]["unreadable"]]
    assert named == ["3.parquet", "4.parquet", "5.csv"]
    assert found[0][1].equals(found[1][1])


@pytest.mark.parametrize(
    ("row_groups", "texts", "slots", "parts"),
    [
        ([250] * 4, 0, 2, 2),
        ([100], 0, 8, 1),
        ([], 5, 2, 5),
        ([], 6, 4, 6),
        ([50_000] * 32, 0, 2, 4),
        ([122_880] * 32, 0, 2, 10),
        ([1_000_000] * 4, 0, 2, 4),
        ([122_880] * 16, 3, 4, 8),
    ],
)
def test_partitions(row_groups: list[int], texts: int, slots: int, parts: int) -> None:
    """Parts of some 400,000 rows, as many for each slot, and none without a row group or file."""
    tasks = [bulk.Task("", "", "", i, 0, rows) for i, rows in enumerate(row_groups)]
    tasks += [bulk.Task("", "", "")] * texts
    assert bulk.partitions(tasks, slots) == parts


def test_resumed(session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done before is not done again, and the output is the same."""
    table = pa.table(_core.generate("ecdsa", 1, 0, 3000, 0.02, None))
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=250)
    whole = verify(1, tmp_path, "spark", "*.parquet")
    calls = []
    work = bulk.Driver.verify

    def stop_after_one(driver: bulk.Driver, tasks: list[bulk.Task], wants_rows: bool) -> pa.Table:
        if tasks[0].row_group != 0 and 0 not in calls:
            raise InputError("stopped")
        calls.append(len(tasks))
        return work(driver, tasks, wants_rows)

    monkeypatch.setattr(bulk, "WAVE", 2)
    monkeypatch.setattr(bulk.Driver, "verify", stop_after_one)
    arguments = ["verify", str(tmp_path / "*.parquet"), "--engine", "spark", "--failed"]
    done = CliRunner().invoke(main, [*arguments, str(tmp_path / "spark.out")])
    assert (done.exit_code, calls) == (2, [4])
    assert (tmp_path / "spark.out.progress").exists()
    calls.append(0)
    again = verify(1, tmp_path, "spark", "*.parquet")
    assert sum(calls) == 12
    assert again[0] == whole[0]
    assert again[1].equals(whole[1])


@pytest.mark.parametrize(("kind", "share"), [("ecdsa", 1), ("nostr", 0.05)])
def test_many_failing_rows(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, share: float
) -> None:
    """Of tasks that have found too many the driver reads them itself; nulls are among them."""
    for i, invalid in enumerate((0, share, share)):
        table = pa.table(_core.generate(kind, i, 0, 2000, invalid, None))
        first = table.column_names[0]
        gaps = [v if j % 50 or i == 0 else None for j, v in enumerate(table[first].to_pylist())]
        table = table.set_column(0, first, pa.array(gaps, table[first].type))
        pq.write_table(table, tmp_path / f"{i}.parquet", row_group_size=500)
    options = ["--rows", "70000", "--invalid", str(share), "--kind", kind]
    file = str(tmp_path / "3.csv")
    assert CliRunner().invoke(main, ["generate", file, *options]).exit_code == 0
    alone = verify(1, tmp_path, "duckdb", "[0-9]*", "--kind", kind)
    read = []
    work = bulk.Reader.failing_rows

    def count(reader: bulk.Reader, unit: bulk.Unit) -> Iterator[pa.RecordBatch]:
        read.append(unit)
        return work(reader, unit)

    monkeypatch.setattr(bulk.Reader, "failing_rows", count)
    for size, tasks in ((1 << 30, 0), (0, 10)):
        monkeypatch.setattr(bulk, "WAVE_BYTES", size)
        read.clear()
        found = verify(1, tmp_path, "spark", "[0-9]*", "--kind", kind)
        # The first file's all are valid, and the last one's are two parts.
        assert len(read) == tasks
        assert found[0] == alone[0]
        assert found[1].equals(alone[1])


def test_text_with_a_bad_line(session: Any, tmp_path: Path) -> None:
    """The parts before the one with it are counted, as without Spark; another run reads again."""
    options = ["--rows", "140000", "--invalid", "0.001"]
    file = tmp_path / "1.csv"
    assert CliRunner().invoke(main, ["generate", str(file), *options]).exit_code == 0
    with file.open("a") as to:
        to.write("aa,bb\n")
    found = [verify(2, tmp_path, engine, "*.csv") for engine in ("duckdb", "spark")]
    assert 0 < found[0][0]["rows"] < 140000
    assert found[0][0] == found[1][0]
    assert found[0][1].equals(found[1][1])


def test_a_master_that_is_none(tmp_path: Path) -> None:
    """In a process without a session; Spark's own lines come before."""
    (tmp_path / "in.csv").write_text("pubkey,digest,signature\n")
    command = [sys.executable, "-m", "koblitz.bulk.command", "verify", "in.csv", "--failed", "out"]
    command += ["--engine", "spark", "--master", "none"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("koblitz-bulk: Spark with --master none ")
    assert "Traceback" not in done.stderr
    assert os.listdir(tmp_path) == ["in.csv"]

"""Spark in this process gives what the functions on columns give."""

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
import pytest

import koblitz
import reference as ref
import vectors
from koblitz import _core
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


@pytest.mark.parametrize("document", ["docs/bulk.md", "docs/bulk-reference.md"])
def test_document(session: Any, tmp_path: Path, document: str) -> None:
    run_section(document, "Spark", tmp_path, session=session)


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

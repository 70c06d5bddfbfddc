"""Spark in this process gives what the functions on columns give."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import koblitz
import reference as ref
from koblitz import _core
from koblitz.bulk.command import main


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
        .getOrCreate()
    )
    koblitz.spark.register(session)
    yield session
    session.stop()


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
    rows = [(long, short[1:], digest, sig, out[0].to_bytes(32, "big")), (None,) * 5]
    names = "key binary, x binary, digest binary, sig binary, out binary"
    frame = session.createDataFrame(rows, names)
    scan = koblitz.spark.silent_payments_scan(b"\x11" * 32, short, labels=[0])
    found = frame.select(
        koblitz.spark.parse_pubkey("key"),
        koblitz.spark.recover("digest", "sig"),
        koblitz.spark.tweak_check("out", "x", "digest"),
        koblitz.spark.verify_ecdsa_low_s("key", "digest", "sig"),
        scan("key"),
    ).collect()
    outputs = ref.silent_outputs(long, b"\x11" * 32, short, [0], 0)
    is_low = s <= ref.N // 2
    wanted = sorted([[short, short, True, is_low, outputs], [None] * 5], key=str)
    assert sorted(map(list, found), key=str) == wanted


def test_command(session: Any, tmp_path: Path) -> None:
    """The same summary and failing rows as by DuckDB."""
    found = []
    for i in range(2):
        table = pa.table(_core.generate("ecdsa", i, 0, 3000, 0.02, None))
        pq.write_table(table, tmp_path / f"{i} x.parquet", row_group_size=1000)
    for engine in ("duckdb", "spark"):
        out = tmp_path / f"{engine}.out"
        arguments = ["verify", str(tmp_path / "*.parquet"), "--failed", str(out)]
        done = CliRunner().invoke(main, [*arguments, "--engine", engine])
        assert done.exit_code == 1, done.output
        found.append((json.loads(done.stdout), pq.read_table(out)))
    assert found[0][0] == found[1][0]
    assert found[0][1].equals(found[1][1])
    (tmp_path / "2.parquet").write_bytes(b"PAR1 no more")
    done = CliRunner().invoke(main, ["verify", str(tmp_path / "2.parquet"), "--engine", "spark"])
    assert done.exit_code == 2

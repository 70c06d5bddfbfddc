"""koblitz-bulk on a cluster of Spark's that loses a worker. It takes a minute."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from koblitz import _core

pytest.importorskip("pyspark", reason="its tests are those of make cluster")

from cluster import cluster, kill

pytestmark = pytest.mark.long
COMMAND = [sys.executable, "-m", "koblitz.bulk.command", "verify", "in.parquet", "--failed"]


def test_a_worker_killed(tmp_path: Path) -> None:
    """With -9, executors and all, in mid-run: summary and failing rows are those of DuckDB."""
    table = pa.table(_core.generate("ecdsa", 1, 0, 400_000, 0.01, None))
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=4000)
    alone = subprocess.run(
        [*COMMAND, "alone.out"], cwd=tmp_path, stdout=subprocess.PIPE, check=False
    )
    assert alone.returncode == 1
    with cluster(tmp_path, (None, None)) as spark:
        running = subprocess.Popen(
            [*COMMAND, "spark.out", "--engine", "spark", "--master", spark.url],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            env=spark.environment,
        )
        done = tmp_path / "spark.out.progress" / "done.jsonl"
        count = 0
        while running.poll() is None and count == 0:
            time.sleep(0.05)
            if done.exists():
                # The first line says of which run it is.
                count = max(0, done.read_text().count("\n") - 1)
        kill(spark.processes[-1])
        assert running.poll() is None
        said = running.communicate(timeout=300)[0]
    assert 0 < count < 100
    assert running.returncode == 1
    assert json.loads(said) == json.loads(alone.stdout)
    assert pq.read_table(tmp_path / "spark.out").equals(pq.read_table(tmp_path / "alone.out"))

"""The files of vectors/formats/cases.json, which koblitz verify --input reads by the same rules."""

import contextlib
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from koblitz.bulk.command import main

TABLE = json.loads((Path(__file__).parents[2] / "vectors/formats/cases.json").read_text())


def content(case: dict[str, Any]) -> bytes:
    text = "".join(line + case.get("end", "\n") for line in case["lines"])
    for name, value in TABLE["values"].items():
        text = text.replace(f"<{name}>", value)
    data = text.encode(case.get("encoding", "utf-8"))
    if case.get("compress") == "gzip":
        data = gzip.compress(data)
    elif case.get("compress") == "zstd":
        data = pa.compress(data, codec="zstd", asbytes=True)
    return data[: len(data) - case.get("cut", 0)]


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["name"])
def test_case(tmp_path: Path, case: dict[str, Any]) -> None:
    (tmp_path / case["file"]).write_bytes(content(case))
    arguments = [
        "verify",
        case["file"],
        "--kind",
        case.get("kind", "ecdsa"),
        "--failed",
        "f.parquet",
    ]
    with contextlib.chdir(tmp_path):
        done = CliRunner().invoke(main, arguments)
    assert done.exit_code == case["status"], done.output
    if "rows" not in case or not case["rows"]:
        return
    summary = json.loads(done.stdout)
    rows = case["rows"]
    assert summary["rows"] == len(rows)
    assert summary["valid"] == rows.count("valid")
    assert summary["null"] == rows.count("null")
    unsure = rows.count("failed or bad")
    assert rows.count("failed") <= summary["failed"] <= rows.count("failed") + unsure
    assert rows.count("bad") <= summary["malformed"] <= rows.count("bad") + unsure
    wrong = pq.read_table(tmp_path / "f.parquet")
    verdicts = {"null": None}
    assert wrong["row"].to_pylist() == [i for i, row in enumerate(rows) if row != "valid"]
    assert wrong["valid"].to_pylist() == [verdicts.get(r, False) for r in rows if r != "valid"]

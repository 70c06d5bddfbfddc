"""Verification by Spark: partitions, retries and lost workers are its business."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlparse

import pyarrow as pa
import pyarrow.parquet as pq
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

import koblitz.spark
from koblitz.bulk.sources import COLUMNS, InputError, Job, first_line, form
from koblitz.bulk.verify import Summary, failed_schema


@dataclass(frozen=True)
class Cluster:
    session: SparkSession

    @classmethod
    def at(cls, master: str) -> "Cluster":
        # Workers on this machine have the packages that this process has.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.Builder().master(master).appName("koblitz-bulk")
        session = (
            builder.config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "true")
            .getOrCreate()
        )
        koblitz.spark.register(session)
        return cls(session)

    def frame(self, job: Job, files: list[str]) -> DataFrame:
        """file, row and the columns of COLUMNS, hexadecimal text made bytes."""
        for file in files:
            if form(file) != "parquet":
                raise InputError(f"{file}: with --engine spark only Parquet is read")
        rows = self.session.read.parquet(*(f"file://{Path(x).resolve()}" for x in files))
        types = dict(rows.dtypes)
        given = []
        for wanted in COLUMNS[job.kind]:
            name = job.names.get(wanted, wanted)
            if name not in types:
                raise InputError(f"no column {name}; --columns {wanted}=NAME names another")
            column = f.col(f"`{name}`")
            if job.kind != "nostr" and types[name] == "string":
                text = f.when(f.unhex(column).isNull() & column.isNotNull(), f.lit(b""))
                column = text.otherwise(f.unhex(column))
            elif types[name] != ("string" if job.kind == "nostr" else "binary"):
                raise InputError(f"column {name} is {types[name]}, neither bytes nor text")
            given.append(column.alias(wanted))
        file, row = f.col("_metadata.file_path"), f.col("_metadata.row_index")
        return rows.select(file.alias("file"), row.alias("row"), *given)


def verify(job: Job, files: list[str], master: str, output: Path | None) -> Summary:
    """All rows in one job. The failing rows come to the driver, which sorts and writes them."""
    cluster = Cluster.at(master)
    try:
        frame = cluster.frame(job, files)
        summary = Summary(files=len(files), rows=frame.count())
        checked = frame.withColumn("valid", f.expr(job.verdict()))
        names = failed_schema(job.kind).names
        failing = checked.where("valid IS NOT TRUE").select(*names).toArrow()
    except Py4JJavaError as e:
        raise InputError(str(e.java_exception.getMessage()).splitlines()[0]) from e
    except PySparkException as e:
        raise InputError(first_line(e)) from e
    given = {str(Path(x).resolve()): x for x in files}
    paths = [given[unquote(urlparse(uri).path)] for uri in failing["file"].to_pylist()]
    failing = failing.set_column(0, "file", pa.array(paths, pa.string()))
    failing = failing.cast(failed_schema(job.kind))
    failing = failing.sort_by([("file", "ascending"), ("row", "ascending")])
    summary.null = failing["valid"].null_count
    summary.failed = failing.num_rows - summary.null
    summary.valid = summary.rows - failing.num_rows
    if output is not None:
        pq.write_table(failing, output, row_group_size=65536)
    return summary

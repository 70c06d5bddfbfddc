"""Verification by Spark: each of its tasks reads row groups of Parquet, or files of text, and
verifies them in one thread. Tasks, retries and lost workers are Spark's business.

What to do goes to Spark some at a time; what has come back is progress, which a run that was killed
goes on from. There is no shuffle: numbers of row groups and files are all that is given out, their
failing rows and counts are all that comes back.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from tqdm import tqdm

from koblitz.bulk.progress import Progress
from koblitz.bulk.sources import COLUMNS, InputError, Job, columns, first_line, form
from koblitz.bulk.verify import Summary, Unit, Verifier, failed_schema

# Row groups or files for each of Spark's slots between two entries of progress.
WAVE = 16
# Rows that Spark gives out at a time, at least: more than a second of work, as each time costs some
# hundredths of a second.
PARTITION_ROWS = 200_000


@dataclass(frozen=True)
class Task:
    """A row group, or a file of text. name and file are as the driver calls them."""

    name: str
    file: str
    path: str
    row_group: int | None = None
    first: int = 0
    rows: int = 0


# Java does no more than pass on counts: what it compiled well would not be used.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
OPTIONS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.extraJavaOptions": JAVA,
    "spark.executor.extraJavaOptions": JAVA,
}


def start(master: str, **more: Any) -> SparkSession:
    """more: further options of Spark's."""
    # Workers on this machine have the packages that this process has.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.Builder().master(master).appName("koblitz-bulk")
    for name, value in (OPTIONS | more).items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def list_tasks(verifier: Verifier) -> Iterator[Task]:
    """In the order of files and rows; a file that cannot be read is named in the summary."""
    for i, file in enumerate(verifier.files):
        path = str(Path(file).resolve())
        try:
            # Also asks for the columns.
            columns(verifier.connection, verifier.job, file)
            if form(file) != "parquet":
                yield Task(f"{i:06}-000000", file, path)
                continue
            for unit in verifier.row_groups(i, file):
                yield Task(unit.name, file, path, unit.row_group, unit.first, unit.rows)
        except (duckdb.Error, InputError) as e:
            verifier.unreadable(file, None, e)


def units(verifier: Verifier, task: Task) -> Iterator[Unit]:
    if task.row_group is None:
        yield from verifier.units({})
        return
    yield Unit(task.name, task.path, task.first, task.rows, task.row_group)


# Failing rows of a task, then a row with the counts.
COUNTS = pa.schema(
    [(n, pa.int64()) for n in ("task", "rows", "failed", "null")] + [("error", pa.string())]
)


def result_schema(job: Job) -> str:
    """For Spark: the counts, and the columns of failing rows."""
    blob = "string" if job.kind == "nostr" else "binary"
    names = [f"{name} {blob}" for name in COLUMNS[job.kind]]
    counts = "task long, rows long, failed long, null long, error string"
    return ", ".join([counts, "file string, row long, valid boolean", *names])


def verify_tasks(
    job: Job, tasks: list[Task], wants_rows: bool
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def verify(number: int) -> Iterator[pa.RecordBatch]:
        verifier = Verifier(job, [tasks[number].path], 1)
        schema = pa.unify_schemas([COUNTS, verifier.schema])
        counts: dict[str, Any] = {"task": number, "rows": 0, "failed": 0, "null": 0, "error": None}
        try:
            for unit in units(verifier, tasks[number]):
                for batch in verifier.failing_rows(unit):
                    nulls = batch.column("valid").null_count
                    counts["failed"] += batch.num_rows - nulls
                    counts["null"] += nulls
                    if wants_rows:
                        yield filled(schema, number, batch)
                counts["rows"] += unit.rows
            for unreadable in verifier.summary.unreadable:
                counts["error"] = unreadable["error"]
        except (duckdb.Error, InputError) as e:
            counts["error"] = first_line(e)
        yield pa.RecordBatch.from_pylist([counts], schema)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        freeze()
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from verify(number)

    return run


@cache
def freeze() -> None:
    """Spark's worker collects garbage after each task: not among what has been imported."""
    gc.freeze()


def partitions(tasks: list[Task], slots: int) -> int:
    """How many parts the tasks are given out in, as many for each slot."""
    parquet = sum(task.rows for task in tasks if task.row_group is not None)
    wanted = parquet // PARTITION_ROWS + sum(task.row_group is None for task in tasks)
    return min(len(tasks), max(1, -(-wanted // slots)) * slots)


def filled(schema: pa.Schema, number: int, rows: pa.RecordBatch) -> pa.RecordBatch:
    """Failing rows with the number of the task, and null for the counts."""
    count = rows.num_rows
    counts = [pa.array([number] * count, pa.int64())]
    counts += [pa.nulls(count, field.type) for field in list(COUNTS)[1:]]
    return pa.RecordBatch.from_arrays([*counts, *rows.columns], schema=schema)


class Driver:
    def __init__(self, job: Job, files: list[str], master: str) -> None:
        self.job, self.session = job, start(master)
        self.verifier = Verifier(job, files, 1)
        self.summary = self.verifier.summary
        self.schema = failed_schema(job.kind)

    def run(self, progress: Progress | None) -> Summary:
        done = progress.done if progress is not None else {}
        tasks = list(list_tasks(self.verifier))
        order = [task.name for task in tasks]
        for name in order:
            if name in done:
                self.summary.add(done[name])
        left = [task for task in tasks if task.name not in done]
        wave = WAVE * self.session.sparkContext.defaultParallelism
        bar = tqdm(unit=" rows", unit_scale=True, disable=None, total=sum(t.rows for t in left))
        waves = [left[i : i + wave] for i in range(0, len(left), wave)]
        # While the last tasks of a wave run, the first of the next have slots.
        with bar, ThreadPoolExecutor(2) as pool:
            found = pool.map(lambda some: self.verify(some, progress is not None), waves)
            for some, results in zip(waves, found, strict=True):
                for number, task in enumerate(some):
                    mine = results.filter(pc.field("task") == number)
                    if self.collect(task, mine, progress):
                        bar.update(task.rows)
                    else:
                        order.remove(task.name)
        self.summary.unreadable.sort(key=lambda u: (u["file"], u.get("row_group", -1)))
        if progress is not None:
            progress.finish(order, self.schema)
        return self.summary

    def verify(self, tasks: list[Task], wants_rows: bool) -> pa.Table:
        parts = partitions(tasks, self.session.sparkContext.defaultParallelism)
        numbers = self.session.range(0, len(tasks), 1, parts)
        function = verify_tasks(self.job, tasks, wants_rows)
        try:
            return numbers.mapInArrow(function, result_schema(self.job)).toArrow()
        except Py4JJavaError as e:
            raise InputError(str(e.java_exception.getMessage()).splitlines()[0]) from e
        except PySparkException as e:
            raise InputError(first_line(e)) from e

    def collect(self, task: Task, results: pa.Table, progress: Progress | None) -> bool:
        """Counts and keeps what a task gave; false where it could not read."""
        is_row = pc.field("rows").is_null()
        (counts,) = results.filter(~is_row).select(COUNTS.names).to_pylist()
        if counts["error"] is not None:
            self.verifier.unreadable(task.file, task.row_group, InputError(counts["error"]))
            return False
        entry = {name: counts[name] for name in ("rows", "failed", "null")}
        self.summary.add(entry)
        if progress is None:
            return True
        if entry["failed"] + entry["null"] > 0:
            rows = results.filter(is_row).select(self.schema.names)
            file = pa.array([task.file] * rows.num_rows, pa.string())
            rows = rows.set_column(0, "file", file).cast(self.schema).sort_by("row")
            part = progress.part(task.name)
            pq.write_table(rows, part.with_name(part.name + ".new"))
            os.replace(part.with_name(part.name + ".new"), part)
        progress.add(task.name, entry)
        return True


def verify(job: Job, files: list[str], master: str, progress: Progress | None = None) -> Summary:
    return Driver(job, files, master).run(progress)

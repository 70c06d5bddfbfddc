"""Verification by Spark: each of its tasks reads row groups of Parquet, or files of text, and
verifies them in one thread. Tasks, retries and lost workers are Spark's business.

What to do goes to Spark some at a time; what has come back is progress, which a run that was killed
goes on from. There is no shuffle: numbers of row groups and files are all that is given out, their
failing rows and counts are all that comes back. A task that has found more failing rows than the
driver should hold gives its verdicts instead, a quarter of a byte a row, and the driver reads those
rows from the file.
"""

import gc
import json
import os
import shutil
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from py4j.protocol import Py4JError, Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from koblitz.bulk.bar import Bar
from koblitz.bulk.progress import Progress, has_part
from koblitz.bulk.sources import COLUMNS, InputError, Job, form, one_line
from koblitz.bulk.verify import (
    FAULTS,
    Failing,
    Summary,
    Unit,
    Verdicts,
    Verifier,
    failed_schema,
    no_counts,
)

# Row groups or files for each of Spark's slots between two entries of progress.
WAVE = 16
# Rows that Spark gives out at a time, at least: more than a second of work, as each time costs
# Java some hundredths of a second.
PARTITION_ROWS = 400_000
# Of failing rows that the tasks of a wave send to the driver, which holds those of two waves.
WAVE_BYTES = 128 << 20


@dataclass(frozen=True)
class Task:
    """A row group or a file of text, with the driver's names for it."""

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


INSTALL_JAVA = "sudo apt-get install openjdk-17-jdk-headless"


def start(master: str, **more: Any) -> SparkSession:
    """Starts Spark; more: further options. Raises InputError if it does not start."""
    home = os.environ.get("JAVA_HOME")
    if shutil.which(os.path.join(home, "bin", "java") if home else "java") is None:
        where = f"{home}/bin (JAVA_HOME)" if home else "PATH"
        raise InputError(f"no java in {where}; install it: {INSTALL_JAVA}")
    # Workers on this machine have the packages that this process has.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.Builder().master(master).appName("koblitz-bulk")
    for name, value in (OPTIONS | more).items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except (Py4JError, PySparkException) as e:
        error = e.java_exception.getMessage() if isinstance(e, Py4JJavaError) else None
        said = str(error).splitlines()[0] if error else one_line(e)
        raise InputError(f"Spark with --master {master} does not start: {said}") from e


def list_tasks(verifier: Verifier) -> Iterator[Task]:
    """Lists tasks in the order of files and rows. The summary names files that cannot be read."""
    for i, file in enumerate(verifier.files):
        path = str(Path(file).resolve())
        try:
            # Also asks for the columns.
            verifier.selection(file)
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
    yield Unit(task.name, verifier.files[0], task.first, task.rows, task.row_group)


class Judge(Verifier):
    """Keeps all verdicts, in the order of the rows."""

    def __init__(self, job: Job, file: str) -> None:
        super().__init__(job, [file], 1)
        self.kept: list[Verdicts] = []

    def verdicts(self, given: list[pa.Array]) -> Verdicts:
        self.kept.append(super().verdicts(given))
        return self.kept[-1]

    def packed(self) -> bytes:
        sink = pa.BufferOutputStream()
        columns = [
            pa.chunked_array([v.valid for v in self.kept], pa.bool_()),
            pa.chunked_array([v.malformed for v in self.kept], pa.bool_()),
        ]
        table = pa.table(columns, ["valid", "malformed"])
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return sink.getvalue().to_pybytes()


class Reader(Verifier):
    """Reads rows whose verdicts are known: those that a judge packed."""

    def __init__(self, job: Job, file: str, packed: bytes) -> None:
        super().__init__(job, [file], 1)
        self.told = pa.ipc.open_stream(packed).read_all()
        self.wants_rows = True

    def verdicts(self, given: list[pa.Array]) -> Verdicts:
        count = len(given[0])
        now, self.told = self.told[:count], self.told[count:]
        if len(now) != count:
            raise InputError(f"{self.files[0]}: the file has changed")
        return Verdicts(now["valid"].combine_chunks(), now["malformed"].combine_chunks())


# Failing rows of a task, then a row with the counts, and the verdicts where its rows are not sent.
COUNTS = pa.schema(
    [
        *((n, pa.int64()) for n in ("task", "rows", *FAULTS)),
        ("first", pa.string()),
        ("error", pa.string()),
        ("verdicts", pa.binary()),
    ]
)


def result_schema(job: Job) -> str:
    """For Spark: the counts, and the columns of failing rows."""
    blob = "string" if job.kind == "nostr" else "binary"
    names = [f"{name} {blob}" for name in COLUMNS[job.kind]]
    longs = [f"{name} long" for name in ("task", "rows", *FAULTS)]
    texts = ["first string", "error string", "verdicts binary"]
    where = ["file string", "row long", "valid boolean"]
    return ", ".join([*longs, *texts, *where, *names, "other string"])


def verify_tasks(
    job: Job, tasks: list[Task], wants_rows: bool
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    most = WAVE_BYTES // len(tasks)

    def verify(number: int) -> Iterator[pa.RecordBatch]:
        verifier = Judge(job, tasks[number].path)
        schema = pa.unify_schemas([COUNTS, verifier.schema])
        counts: dict[str, Any] = dict.fromkeys(COUNTS.names)
        counts |= no_counts() | {"task": number}
        verifier.wants_rows = wants_rows
        held: list[pa.RecordBatch] = []
        size = 0
        try:
            for unit in units(verifier, tasks[number]):
                for failing in verifier.failing_rows(unit):
                    for name in FAULTS:
                        counts[name] += failing.counts[name]
                    counts["first"] = failing.counts["first"] | counts["first"]
                    if wants_rows and size <= most:
                        held += [filled(schema, number, b) for b in failing.rows.to_batches()]
                        size += failing.rows.nbytes
                counts["rows"] += unit.rows
            for unreadable in verifier.summary.unreadable:
                counts["error"] = unreadable["error"]
        except (duckdb.Error, InputError) as e:
            counts["error"] = one_line(e)
        if size > most:
            held = []
            counts["verdicts"] = verifier.packed()
        counts["first"] = json.dumps(counts["first"])
        yield from held
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
        left = [task for task in tasks if task.name not in done]
        order: list[str] = []
        with Bar(self.verifier.files) as bar, closing(self.results(left, progress)) as found:
            for task in tasks:
                if task.name in done:
                    counts = done[task.name]
                    bar.pass_over(counts["rows"])
                else:
                    counts = self.collect(task, next(found), progress)
                    bar.update(task.rows if counts is None else counts["rows"])
                if counts is not None:
                    self.summary.add(task.file, counts)
                    order.append(task.name)
                bar.find(task.file, task.first + (task.rows if counts is None else counts["rows"]))
            bar.find_end()
        self.summary.unreadable.sort(key=lambda u: (u["file"], u.get("row_group", -1)))
        if progress is not None:
            progress.finish(order, self.schema)
        return self.summary

    def results(
        self, tasks: list[Task], progress: Progress | None
    ) -> Generator[pa.Table, None, None]:
        """Of each task. While the last of a wave run, the first of the next have slots; those of a
        third wait until the first wave has been collected."""
        size = WAVE * self.session.sparkContext.defaultParallelism
        waves = [tasks[i : i + size] for i in range(0, len(tasks), size)]
        with ThreadPoolExecutor(2) as pool:
            running: deque[Future[pa.Table]] = deque()
            for i, wave in enumerate(waves):
                for some in waves[i + len(running) : i + 2]:
                    running.append(pool.submit(self.verify, some, progress is not None))
                results = running.popleft().result()
                for number in range(len(wave)):
                    yield results.filter(pc.field("task") == number)

    def verify(self, tasks: list[Task], wants_rows: bool) -> pa.Table:
        parts = partitions(tasks, self.session.sparkContext.defaultParallelism)
        numbers = self.session.range(0, len(tasks), 1, parts)
        function = verify_tasks(self.job, tasks, wants_rows)
        try:
            return numbers.mapInArrow(function, result_schema(self.job)).toArrow()
        except Py4JJavaError as e:
            raise InputError(str(e.java_exception.getMessage()).splitlines()[0]) from e
        except PySparkException as e:
            raise InputError(one_line(e)) from e

    def collect(
        self, task: Task, results: pa.Table, progress: Progress | None
    ) -> dict[str, Any] | None:
        """Keeps what a task gave, and gives its counts; None where it could not read."""
        is_row = pc.field("rows").is_null()
        (counts,) = results.filter(~is_row).select(COUNTS.names).to_pylist()
        error = counts["error"]
        if error is not None:
            self.verifier.unreadable(task.file, task.row_group, InputError(error))
            if task.row_group is not None:
                return None
        # Of text that cannot be read to its end, those of the parts before.
        entry = {name: counts[name] for name in ("rows", *FAULTS)}
        entry["first"] = json.loads(counts["first"])
        if progress is None:
            return entry
        if has_part(entry):
            rows = results.filter(is_row).select(self.schema.names)
            try:
                self.keep(task, entry, rows, counts["verdicts"], progress.part(task.name))
            except (duckdb.Error, InputError) as e:
                self.verifier.unreadable(task.file, task.row_group, e)
                return None
        if error is None:
            progress.add(task.name, entry)
        else:
            # Not for another run, which may read it.
            progress.done[task.name] = entry
        return entry

    def keep(
        self, task: Task, entry: dict[str, Any], rows: pa.Table, verdicts: bytes | None, part: Path
    ) -> None:
        """Writes the failing rows to part: those that were sent, or those the verdicts name."""
        whole = Unit(task.name, task.file, task.first, entry["rows"], task.row_group)
        if verdicts is None:
            file = pa.array([task.file] * rows.num_rows, pa.string())
            rows = rows.set_column(0, "file", file).cast(self.schema).sort_by("row")
            self.verifier.write(whole, iter([Failing(rows, no_counts())]), part)
            is_same = rows.num_rows == sum(entry[name] for name in FAULTS)
        else:
            reader = Reader(self.job, task.file, verdicts)
            given = units(reader, task)
            failing = chain.from_iterable(reader.failing_rows(unit) for unit in given)
            is_same = self.verifier.write(whole, failing, part) == entry
        if not is_same:
            raise InputError(f"{task.file}: the file has changed")

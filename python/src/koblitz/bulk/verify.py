"""Verification in this process: units of rows, in as many threads as asked for.

A unit is a row group of a Parquet file, or rows of another file in its order. The thread that
verifies a row group also decodes it. Towards the end, where fewer units are left than threads,
several verify a unit's rows.
"""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from threading import Event, Lock
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import koblitz
from koblitz.bulk.bar import Bar
from koblitz.bulk.parquet import computed, footer, rows_of
from koblitz.bulk.progress import Progress
from koblitz.bulk.sources import (
    COLUMNS,
    InputError,
    Job,
    Unit,
    check_stream,
    columns,
    decoded,
    form,
    interrupted,
    one_line,
    table,
)

# Rows of a unit of text: some tenths of a second of one processor.
TEXT_ROWS = 65536


@dataclass
class Summary:
    files: int = 0
    rows: int = 0
    valid: int = 0
    failed: int = 0
    null: int = 0
    unreadable: list[dict[str, Any]] = field(default_factory=list)

    def add(self, counts: dict[str, Any]) -> None:
        self.rows += counts["rows"]
        self.failed += counts["failed"]
        self.null += counts["null"]
        self.valid += counts["rows"] - counts["failed"] - counts["null"]

    def status(self) -> int:
        return 2 if self.unreadable else 1 if self.failed + self.null > 0 else 0


def failed_schema(kind: str) -> pa.Schema:
    """The rows that are not valid: where they are, the verdict (false or null), the columns."""
    given = [(name, pa.string() if kind == "nostr" else pa.binary()) for name in COLUMNS[kind]]
    return pa.schema([("file", pa.string()), ("row", pa.int64()), ("valid", pa.bool_()), *given])


@cache
def database() -> duckdb.DuckDBPyConnection:
    """One for the process; a task of Spark's would take a twentieth of its time to open its own."""
    return duckdb.connect(config={"threads": 1})


class Verifier:
    def __init__(self, job: Job, files: list[str], threads: int) -> None:
        self.job, self.files, self.threads = job, files, threads
        self.summary = Summary(files=len(files))
        self.schema = failed_schema(job.kind)
        self._sql: dict[str, str] = {}
        self.counting = Lock()
        self.verifying = 0

    @cached_property
    def connection(self) -> duckdb.DuckDBPyConnection:
        return database().cursor()

    def sql(self, file: str) -> str:
        """The columns, by DuckDB. Raises InputError where they are not there."""
        if file not in self._sql:
            self._sql[file] = ", ".join(columns(self.connection, self.job, file))
        return self._sql[file]

    def unreadable(self, file: str, row_group: int | None, error: Exception) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt from error
        # That a compressed file is damaged says more than what was made of it.
        try:
            check_stream(file)
        except InputError as e:
            error = e
        said = one_line(error)
        where: dict[str, Any] = {"file": file, "error": said if file in said else f"{file}: {said}"}
        if row_group is not None:
            where["row_group"] = row_group
        self.summary.unreadable.append(where)

    def units(self, done: dict[str, Any]) -> Generator[Unit, None, None]:
        """All units in order; those that are done without their rows."""
        for i, file in enumerate(self.files):
            try:
                self.sql(file)
                if form(file) == "parquet":
                    yield from self.row_groups(i, file)
                else:
                    yield from self.batches(i, file, done)
            except (duckdb.Error, InputError) as e:
                self.unreadable(file, None, e)

    def row_groups(self, i: int, file: str) -> Iterator[Unit]:
        said = footer(file)
        first = 0
        for group in range(said.num_row_groups):
            rows = said.row_group(group).num_rows
            yield Unit(f"{i:06}-{group:06}", file, first, rows, group, footer=said)
            first += rows

    def batches(self, i: int, file: str, done: dict[str, Any]) -> Iterator[Unit]:
        """DuckDB's batches have any number of rows; units have TEXT_ROWS but for the last."""
        is_over = Event()
        with ThreadPoolExecutor(1) as pool:
            checked = pool.submit(check_stream, file, is_over.is_set)
            try:
                yield from self.text_units(i, file, done)
                checked.result()
            finally:
                is_over.set()

    def text_units(self, i: int, file: str, done: dict[str, Any]) -> Iterator[Unit]:
        query = f"SELECT {self.sql(file)} FROM {table(file)}"
        reader = self.connection.cursor().sql(query).to_arrow_reader(TEXT_ROWS)
        held: list[pa.RecordBatch] = []
        count = first = 0

        def unit(rows: int) -> Unit:
            name = f"{i:06}-{first // TEXT_ROWS:06}"
            whole = pa.Table.from_batches(held, reader.schema)
            return Unit(name, file, first, rows, None, None if name in done else whole[:rows])

        for batch in decoded(reader):
            held.append(batch)
            count += batch.num_rows
            while count >= TEXT_ROWS:
                yield unit(TEXT_ROWS)
                rest = pa.Table.from_batches(held, reader.schema)[TEXT_ROWS:]
                held, count, first = rest.to_batches(), count - TEXT_ROWS, first + TEXT_ROWS
        if count > 0:
            yield unit(count)

    def verify(self, unit: Unit, part: Path | None) -> dict[str, Any]:
        """Counts the unit's rows, and writes those that are not valid to part."""
        with self.counting:
            self.verifying += 1
        try:
            return self.write(unit, self.failing_rows(unit), part)
        finally:
            with self.counting:
                self.verifying -= 1

    def write(
        self, unit: Unit, failing: Iterator[pa.RecordBatch], part: Path | None
    ) -> dict[str, Any]:
        counts = {"rows": unit.rows, "failed": 0, "null": 0}
        writer = None
        for batch in failing:
            if batch.num_rows == 0:
                continue
            nulls = batch.column("valid").null_count
            counts["null"] += nulls
            counts["failed"] += batch.num_rows - nulls
            if part is None:
                continue
            if writer is None:
                temporary = part.with_name(part.name + ".new")
                writer = pq.ParquetWriter(temporary, self.schema)
            writer.write_batch(batch)
        if writer is not None and part is not None:
            writer.close()
            os.replace(part.with_name(part.name + ".new"), part)
        return counts

    def failing_rows(self, unit: Unit) -> Iterator[pa.RecordBatch]:
        """In the order of the file, with the columns of the schema."""
        if unit.batch is not None:
            yield from self.failing(unit, unit.first, unit.batch.columns)
            return
        row = unit.first
        for given in rows_of(self.job, self.computed, unit):
            yield from self.failing(unit, row, given)
            row += len(given[0])

    def computed(self, unit: Unit) -> Iterator[list[pa.Array]]:
        return computed(self.connection, self.sql(unit.file), unit)

    def failing(
        self, unit: Unit, first: int, given: list[pa.Array] | list[pa.ChunkedArray]
    ) -> Iterator[pa.RecordBatch]:
        """Of rows of the unit, the first of which has this number in its file."""
        verdicts = self.verdicts(given)
        if verdicts.true_count == len(verdicts):
            return
        which = pc.call_function("invert", [verdicts.fill_null(False)])
        places = pc.call_function("indices_nonzero", [which]).cast(pa.int64())
        numbers = pc.call_function("add", [places, pa.scalar(first, pa.int64())])
        failing = [column.filter(which) for column in (verdicts, *given)]
        file = pa.array([unit.file] * len(numbers), pa.string())
        rows = pa.table([file, numbers, *failing], names=self.schema.names)
        yield from rows.cast(self.schema).to_batches()

    def verdicts(self, given: list[pa.Array] | list[pa.ChunkedArray]) -> pa.BooleanArray:
        # Threads that have no unit of their own help.
        threads = max(1, self.threads // max(1, self.verifying))
        if self.job.kind == "ecdsa":
            column = koblitz.verify_ecdsa(*given, low_s=self.job.low_s, threads=threads)
        elif self.job.kind == "schnorr":
            column = koblitz.verify_schnorr(*given, threads=threads)
        else:
            column = koblitz.nostr_verify(*given, threads=threads)
        return pa.array(column)

    def run(self, progress: Progress | None) -> Summary:
        """Units are verified as threads become free, and counted when they are done."""
        done = progress.done if progress is not None else {}
        order: list[str] = []
        running: dict[Future[dict[str, Any]], Unit] = {}
        bar = Bar(self.files)

        def collect(most: int) -> None:
            while len(running) > most:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    unit = running.pop(future)
                    bar.update(unit.rows)
                    try:
                        counts = future.result()
                    except (duckdb.Error, InputError) as e:
                        self.unreadable(unit.file, unit.row_group, e)
                        order.remove(unit.name)
                        continue
                    self.summary.add(counts)
                    if progress is not None:
                        progress.add(unit.name, counts)

        # Closed when it is given up: a thread of it may be reading a file.
        with ThreadPoolExecutor(self.threads) as pool, bar, closing(self.units(done)) as units:
            try:
                for unit in units:
                    order.append(unit.name)
                    bar.find(unit.file, unit.first + unit.rows)
                    if unit.name in done:
                        self.summary.add(done[unit.name])
                        bar.pass_over(unit.rows)
                        continue
                    part = progress.part(unit.name) if progress is not None else None
                    running[pool.submit(self.verify, unit, part)] = unit
                    collect(2 * self.threads - 1)
                bar.find_end()
                collect(0)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        self.summary.unreadable.sort(key=lambda u: (u["file"], u.get("row_group", -1)))
        if progress is not None:
            progress.finish(order, self.schema)
        return self.summary

"""Verification in this process: units of rows, in as many threads as asked for.

A unit is a row group of a Parquet file, or rows of another file in its order. The thread that
verifies a row group also decodes it. Towards the end, where fewer units are left than threads,
several verify a unit's rows.
"""

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import koblitz
from koblitz.bulk.bar import Bar
from koblitz.bulk.parquet import BATCH_ROWS, Others, computed, footer, rows_of
from koblitz.bulk.progress import Progress
from koblitz.bulk.reasons import reason
from koblitz.bulk.sources import (
    ALGORITHM,
    COLUMNS,
    InputError,
    Job,
    Selection,
    Unit,
    decoded,
    form,
    interrupted,
    one_line,
    select,
    tables,
    text,
)
from koblitz.bulk.text import check_stream

# Rows of a unit of text: some tenths of a second of one processor.
TEXT_ROWS = 65536
# Seconds between moves of the bar, also within a unit.
BAR_SECONDS = 0.1


# Rows that are not valid: well formed, but the signature does not verify; not what the kind
# requires; a column is null.
FAULTS = ("failed", "malformed", "null")


@dataclass
class Summary:
    files: int = 0
    rows: int = 0
    valid: int = 0
    failed: int = 0
    malformed: int = 0
    null: int = 0
    # The first malformed row and the first null row: file, row, reason.
    first: dict[str, Any] = field(default_factory=dict)
    unreadable: list[dict[str, Any]] = field(default_factory=list)

    def add(self, file: str, counts: dict[str, Any]) -> None:
        self.rows += counts["rows"]
        self.valid += counts["rows"] - sum(counts[name] for name in FAULTS)
        for name in FAULTS:
            setattr(self, name, getattr(self, name) + counts[name])
        for name, (row, why) in counts["first"].items():
            found = {"file": file, "row": row, "reason": why}
            before = self.first.get(name, found)
            self.first[name] = min(before, found, key=lambda f: (f["file"], f["row"]))

    def status(self) -> int:
        if self.unreadable or self.rows == 0:
            return 2
        return 0 if self.valid == self.rows else 1


def no_counts() -> dict[str, Any]:
    return {"rows": 0} | dict.fromkeys(FAULTS, 0) | {"first": {}}


@dataclass(frozen=True)
class Verdicts:
    """valid: the verdict, null if a column is null. malformed: whether the row is malformed."""

    valid: pa.BooleanArray
    malformed: pa.BooleanArray


@dataclass(frozen=True)
class Failing:
    """Rows that are not valid, with the columns of failed_schema(), and their counts."""

    rows: pa.Table
    counts: dict[str, Any]


def failed_schema(kind: str) -> pa.Schema:
    """The rows that are not valid: where they are, the verdict (false or null), the columns; the
    file's other columns as JSON, of JSON lines the line."""
    given = [(name, pa.string() if kind == "nostr" else pa.binary()) for name in COLUMNS[kind]]
    where = [("file", pa.string()), ("row", pa.int64()), ("valid", pa.bool_())]
    return pa.schema([*where, *given, ("other", pa.string())])


class Verifier:
    def __init__(self, job: Job, files: list[str], threads: int) -> None:
        self.job, self.files, self.threads = job, files, threads
        self.summary = Summary(files=len(files))
        self.schema = failed_schema(job.kind)
        # Whether failing rows are kept: otherwise they are only counted.
        self.wants_rows = False
        self._selections: dict[str, Selection] = {}
        self.counting = Lock()
        self.verifying = self.verified = 0

    @cached_property
    def connection(self) -> duckdb.DuckDBPyConnection:
        return duckdb.connect(config={"threads": 1})

    def selection(self, file: str) -> Selection:
        """Raises InputError if a column is missing."""
        if file not in self._selections:
            self._selections[file] = select(self.connection, self.job, file)
        return self._selections[file]

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
        """Lists all units in order. A unit that is done has no rows."""
        for i, file in enumerate(self.files):
            try:
                self.selection(file)
                if form(file) == "parquet":
                    yield from self.row_groups(i, file)
                else:
                    yield from self.text_units(i, file, done)
            except (duckdb.Error, InputError) as e:
                self.unreadable(file, None, e)

    def row_groups(self, i: int, file: str) -> Iterator[Unit]:
        said = footer(file)
        first = 0
        for group in range(said.num_row_groups):
            rows = said.row_group(group).num_rows
            yield Unit(f"{i:06}-{group:06}", file, first, rows, group, footer=said)
            first += rows

    def text_units(self, i: int, file: str, done: dict[str, Any]) -> Iterator[Unit]:
        """Splits blocks of any size into units of TEXT_ROWS rows; the last has fewer."""
        query = f"SELECT {self.selection(file).sql} FROM {self.selection(file).source}"
        cursor = self.connection.cursor()
        held: list[tuple[pa.Table, pa.Table]] = []
        count = first = 0

        def unit(rows: int) -> Unit:
            unit_name = f"{i:06}-{first // TEXT_ROWS:06}"
            parts: list[pa.Table | None] = [None, None]
            if unit_name not in done:
                parts = [pa.concat_tables(some)[:rows] for some in zip(*held, strict=True)]
            return Unit(unit_name, file, first, rows, None, *parts)

        for raw in decoded(tables(file)):
            cursor.register("given", raw)
            held.append((cursor.sql(query).to_arrow_table(), raw))
            count += raw.num_rows
            while count >= TEXT_ROWS:
                yield unit(TEXT_ROWS)
                last = raw.num_rows - (count - TEXT_ROWS)
                held = [(held[-1][0][last:], raw[last:])]
                raw = held[0][1]
                count, first = count - TEXT_ROWS, first + TEXT_ROWS
        if count > 0:
            yield unit(count)

    def verify(self, unit: Unit, part: Path | None) -> dict[str, Any]:
        """Counts the unit's rows, and writes those that are not valid to part."""
        with self.counting:
            self.verifying += 1
        try:
            return self.write(unit, part)
        finally:
            with self.counting:
                self.verifying -= 1

    def write(self, unit: Unit, part: Path | None) -> dict[str, Any]:
        counts = no_counts() | {"rows": unit.rows}
        writer = None
        for some in self.failing_rows(unit):
            for fault in FAULTS:
                counts[fault] += some.counts[fault]
            counts["first"] = some.counts["first"] | counts["first"]
            if part is None:
                continue
            if writer is None:
                temporary = part.with_name(part.name + ".new")
                writer = pq.ParquetWriter(temporary, self.schema)
            writer.write_table(some.rows)
        if writer is not None and part is not None:
            writer.close()
            os.replace(part.with_name(part.name + ".new"), part)
        return counts

    def failing_rows(self, unit: Unit) -> Iterator[Failing]:
        """Verifies the unit's rows in the order of the file."""
        row = unit.first
        if unit.batch is not None and unit.raw is not None:
            raw = unit.raw

            def marked(first: int, which: pa.BooleanArray) -> pa.Table:
                return raw[first - unit.first :][: len(which)].filter(which)

            for batch in unit.batch.to_batches(BATCH_ROWS):
                yield from self.failing(unit, row, batch.columns, marked)
                row += batch.num_rows
            return
        others = [name for name, _ in self.selection(unit.file).others]
        rest = Others(unit, others) if others and self.wants_rows else None
        for given in rows_of(self.job, self.computed, unit):
            yield from self.failing(unit, row, given, rest.rows if rest is not None else None)
            row += len(given[0])

    def computed(self, unit: Unit) -> Iterator[list[pa.Array]]:
        return computed(self.connection, self.selection(unit.file).sql, unit)

    def failing(
        self,
        unit: Unit,
        first: int,
        given: list[pa.Array],
        raw: Callable[[int, pa.BooleanArray], pa.Table] | None,
    ) -> Iterator[Failing]:
        """Of rows of the unit, the first of which has this number in its file. raw: of the rows
        from a number on, those marked, with columns beside the given ones."""
        verdicts = self.verdicts(given)
        with self.counting:
            self.verified += len(given[0])
        valid = verdicts.valid
        if valid.true_count == len(valid):
            return
        which = pc.call_function("invert", [valid.fill_null(False)])
        places = pc.call_function("indices_nonzero", [which]).cast(pa.int64())
        numbers = pc.call_function("add", [places, pa.scalar(first, pa.int64())])
        columns = [column.filter(which) for column in given]
        verdict, malformed = valid.filter(which), verdicts.malformed.filter(which)
        rest = raw(first, which) if raw is not None else None
        counts = no_counts() | {"null": verdict.null_count, "malformed": malformed.true_count}
        counts["failed"] = len(numbers) - counts["null"] - counts["malformed"]
        for fault, marks in (("malformed", malformed), ("null", verdict.is_null())):
            at = marks.index(True).as_py()
            if at >= 0:
                why = self.reason(unit.file, at, columns, rest)
                counts["first"][fault] = [numbers[at].as_py(), why]
        n = len(COLUMNS[self.job.kind])
        file = pa.array([unit.file] * len(numbers), pa.string())
        other = self.others(unit.file, rest, len(numbers))
        names = self.schema.names
        rows = pa.table([file, numbers, verdict, *columns[:n], other], names=names)
        yield Failing(rows.cast(self.schema), counts)

    def reason(self, file: str, at: int, given: list[pa.Array], raw: pa.Table | None) -> str:
        """Returns why a failing row is malformed or null."""
        names = [*COLUMNS[self.job.kind], ALGORITHM]
        row = {n: column[at].as_py() for n, column in zip(names, given, strict=False)}
        if form(file) == "jsonl" and raw is not None:
            row = {"line": raw["line"][at].as_py()}
        elif form(file) == "csv" and raw is not None:
            for wanted, place in self.selection(file).places.items():
                row[wanted] = raw.column(place)[at].as_py()
        return reason(self.job, row)

    def others(self, file: str, raw: pa.Table | None, rows: int) -> pa.Array | pa.ChunkedArray:
        """The column other of failing rows."""
        nothing = pa.nulls(rows, pa.string())
        if raw is None or not self.wants_rows:
            return nothing
        if form(file) == "jsonl":
            return nothing if self.job.kind == "nostr" else raw["line"]
        others = self.selection(file).others
        if not others:
            return nothing
        # For Parquet only these columns were read.
        is_csv = form(file) == "csv"
        columns = [raw.column(place) for _, place in others] if is_csv else raw.columns
        keys = [key for key, _ in others]
        cursor = self.connection.cursor()
        cursor.register("given", pa.table(columns, [f"o{i}" for i in range(len(keys))]))
        types = [row[1] for row in cursor.execute("DESCRIBE SELECT * FROM given").fetchall()]
        values = [f"lower(hex(o{i}))" if t == "BLOB" else f"o{i}" for i, t in enumerate(types)]
        pairs = ", ".join(f"{text(k)}, {v}" for k, v in zip(keys, values, strict=True))
        query = f"SELECT json_object({pairs})::VARCHAR AS other FROM given"
        return cursor.sql(query).to_arrow_table()["other"]

    def verdicts(self, given: list[pa.Array]) -> Verdicts:
        """given: the columns of COLUMNS, and alg where there is one."""
        n = len(COLUMNS[self.job.kind])
        columns = given[:n]
        is_null = columns[0].is_null()
        for column in columns[1:]:
            is_null = pc.call_function("or", [is_null, column.is_null()])
        found = self.by_algorithm(columns, given[n]) if len(given) > n else self.check(columns)
        malformed = pc.call_function("and_not", [found.is_null(), is_null])
        return Verdicts(
            pc.call_function(
                "if_else", [is_null, pa.scalar(None, pa.bool_()), found.fill_null(False)]
            ),
            malformed,
        )

    def by_algorithm(self, columns: list[pa.Array], named: pa.Array) -> pa.BooleanArray:
        """Does what check() does, by the alg of each row; without a value, by the kind."""
        names = pc.call_function("utf8_trim_whitespace", [named.cast(pa.string())])
        names = pc.call_function("utf8_lower", [names.fill_null("")])
        is_default = pc.call_function("equal", [names, pa.scalar("")])
        names = pc.call_function("if_else", [is_default, pa.scalar(self.job.kind), names])
        found = pa.nulls(len(names), pa.bool_())
        for kind in ("ecdsa", "schnorr"):
            which = pc.call_function("equal", [names, pa.scalar(kind)])
            if which.true_count == len(names):
                return self.check(columns, kind)
            if which.true_count > 0:
                some = self.check([column.filter(which) for column in columns], kind)
                found = pc.call_function("replace_with_mask", [found, which, some])
        return found

    def check(self, columns: list[pa.Array], kind: str | None = None) -> pa.BooleanArray:
        """Null also if a row is malformed."""
        # Threads that have no unit of their own help.
        threads = max(1, self.threads // max(1, self.verifying))
        kind = kind or self.job.kind
        if kind == "ecdsa":
            low_s = self.job.low_s
            column = koblitz.verify_ecdsa(*columns, low_s=low_s, strict=False, threads=threads)
        elif kind == "schnorr":
            column = koblitz.verify_schnorr(*columns, strict=False, threads=threads)
        else:
            column = koblitz.nostr_verify(*columns, strict=False, threads=threads)
        return pa.array(column)

    def run(self, progress: Progress | None) -> Summary:
        """Units are verified as threads become free, and counted when they are done."""
        done = progress.done if progress is not None else {}
        self.wants_rows = progress is not None
        order: list[str] = []
        running: dict[Future[dict[str, Any]], Unit] = {}
        bar = Bar(self.files)

        def collect(most: int) -> None:
            while len(running) > most:
                ended = wait(running, BAR_SECONDS, return_when=FIRST_COMPLETED).done
                with self.counting:
                    rows, self.verified = self.verified, 0
                bar.update(rows)
                for future in ended:
                    unit = running.pop(future)
                    try:
                        counts = future.result()
                    except (duckdb.Error, InputError) as e:
                        self.unreadable(unit.file, unit.row_group, e)
                        order.remove(unit.name)
                        continue
                    self.summary.add(unit.file, counts)
                    if progress is not None:
                        progress.add(unit.name, counts)

        # Closed when it is given up: a thread of it may be reading a file.
        with ThreadPoolExecutor(self.threads) as pool, bar, closing(self.units(done)) as units:
            try:
                for unit in units:
                    order.append(unit.name)
                    bar.find(unit.file, unit.first + unit.rows)
                    if unit.name in done:
                        self.summary.add(unit.file, done[unit.name])
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

"""The progress of a run, beside its output, so that a run that was killed can continue.

The folder is OUT.progress. The first line of done.jsonl names the run; each further line is a unit
that is done. NUMBER-NUMBER.parquet, the unit's part, has its failing rows. A part is whole before
its line is written. A line that was cut off does not count. A unit without its part is not done. At
the end the folder is renamed to OUT.progress.old before anything in it is deleted.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
import stat
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import csv as arrow_csv

from koblitz.bulk.sources import InputError, require_replaceable

# The names in the folder: the journal, parts, the output; .new while they are written.
JOURNAL = "done.jsonl"
# What its lines count.
COUNTS = ("rows", "failed", "malformed", "null")
OURS = re.compile(r"done\.jsonl|output|\d{6,}-\d{6,}\.parquet(\.new)?")


def refuse_others(folder: Path, journal: str | None = None) -> None:
    """Raises InputError if it exists and is not a run's folder: not a folder, without a journal, or
    with other files in it."""
    if not os.path.lexists(folder):
        return
    is_ours = stat.S_ISDIR(folder.lstat().st_mode)
    if is_ours:
        with os.scandir(folder) as found:
            files = {f.name: f.is_file(follow_symlinks=False) for f in found}
        is_ours = all(OURS.fullmatch(name) and is_file for name, is_file in files.items())
        is_ours = is_ours and (not files or journal is None or journal in files)
    if not is_ours:
        raise InputError(f"{folder}: exists and is not the progress of a run")


def files_of_run(output: Path) -> dict[str, Any] | None:
    """Returns the files of the run whose progress is beside the output; None if there is none."""
    for folder in folders_of(output):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            with (folder / JOURNAL).open("rb") as journal:
                files = json.loads(journal.readline())["files"]
            if isinstance(files, dict):
                return files
    return None


def folders_of(output: Path) -> tuple[Path, Path]:
    """Returns the folder of the progress, and its name while it is being deleted."""
    name = output.name + ".progress"
    return output.with_name(name), output.with_name(name + ".old")


class Progress:
    def __init__(self, output: Path, run: dict[str, Any]) -> None:
        """Raises InputError, and changes nothing, if the output is not a regular file, or the
        folder is not a run's, is that of another run, or of one that still runs."""
        self.output = output
        self.folder, self._old = folders_of(output)
        self.journal = self.folder / JOURNAL
        require_replaceable(output)
        refuse_others(self.folder, self.journal.name)
        # Some of it may be deleted.
        refuse_others(self._old)
        self.folder.mkdir(exist_ok=True)
        self._journal = self.journal.open("a+b")
        try:
            self._lock()
            self.done = self._read(json.dumps(run, sort_keys=True).encode())
        except BaseException:
            self._journal.close()
            raise
        # Of a run that was killed while it deleted it.
        shutil.rmtree(self._old, ignore_errors=True)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A run that has ended meanwhile took the folder away.
            is_there = os.path.samestat(os.fstat(self._journal.fileno()), os.stat(self.journal))
        except (BlockingIOError, FileNotFoundError):
            is_there = False
        if not is_there:
            raise InputError(f"{self.folder}: another run is writing there")

    def _read(self, run: bytes) -> dict[str, dict[str, Any]]:
        self._journal.seek(0)
        lines = self._journal.read()
        whole = lines[: lines.rfind(b"\n") + 1]
        first, *rest = whole.splitlines() or [run]
        if first != run or not (whole or run.startswith(lines)):
            raise InputError(
                f"{self.folder}: the progress of a run with other files or options; delete it"
            )
        units = units_of(rest)
        if units is None:
            raise InputError(f"{self.journal}: a line is damaged; delete the folder")
        self._journal.truncate(len(whole))
        if not whole:
            self._append(run)
        return {n: u for n, u in units.items() if not has_part(u) or self.part(n).exists()}

    def _append(self, line: bytes) -> None:
        self._journal.write(line + b"\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def part(self, unit: str) -> Path:
        return self.folder / f"{unit}.parquet"

    def add(self, unit: str, counts: dict[str, Any]) -> None:
        if has_part(counts):
            sync(self.part(unit))
            sync(self.folder)
        self.done[unit] = {"unit": unit} | counts
        self._append(json.dumps(self.done[unit]).encode())

    def finish(self, units: list[str], schema: pa.Schema) -> None:
        """Writes the output from the parts, in the order of the units, and deletes the folder."""
        temporary = self.folder / "output"
        is_csv = self.output.suffix.lower() == ".csv"
        as_text = pa.schema(
            [f.with_type(pa.string()) if f.type == pa.binary() else f for f in schema]
        )
        with (
            arrow_csv.CSVWriter(temporary, as_text)
            if is_csv
            else pq.ParquetWriter(temporary, schema)
        ) as writer:
            for unit in units:
                if not has_part(self.done[unit]):
                    continue
                for batch in pq.ParquetFile(self.part(unit)).iter_batches(65536):
                    writer.write_batch(hexadecimal(batch, as_text) if is_csv else batch)
        sync(temporary)
        os.replace(temporary, self.output)
        # What is left of a folder, some of it deleted, would be taken for progress.
        shutil.rmtree(self._old, ignore_errors=True)
        os.rename(self.folder, self._old)
        self.close()
        shutil.rmtree(self._old)

    def close(self) -> None:
        """Closes the journal. Another run may continue from here."""
        self._journal.close()


def hexadecimal(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """Converts columns of bytes to hexadecimal text."""
    columns = [
        pa.array([v if v is None else v.hex() for v in column.to_pylist()], pa.string())
        if column.type == pa.binary()
        else column
        for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def sync(path: Path) -> None:
    """Written, as the line that names it is."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def units_of(lines: list[bytes]) -> dict[str, dict[str, Any]] | None:
    """Returns the units by their names; None if a line is not a unit."""
    try:
        units = {unit["unit"]: unit for unit in map(json.loads, lines)}
        counts = [unit[name] for unit in units.values() for name in COUNTS]
        firsts = [first for unit in units.values() for first in unit["first"].values()]
        are_firsts = all(isinstance(row, int) and isinstance(why, str) for row, why in firsts)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return units if are_firsts and all(isinstance(n, int) and n >= 0 for n in counts) else None


def has_part(counts: dict[str, Any]) -> bool:
    return counts["failed"] + counts["malformed"] + counts["null"] > 0

"""What a run has done, beside its output, so that a run that was killed goes on where it was.

In the folder OUT.progress: run.json says which run it is, done.jsonl has a line for each unit that
is done, and PARTS its failing rows. A part is whole before its line is written, and a line that
was cut off is none.
"""

import fcntl
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from koblitz.bulk.sources import InputError


class Progress:
    def __init__(self, output: Path, run: dict[str, Any]) -> None:
        """Raises InputError where what is there is another run's, or one's that still runs."""
        self.output = output
        self.folder = output.with_name(output.name + ".progress")
        self.folder.mkdir(exist_ok=True)
        self._journal = (self.folder / "done.jsonl").open("a+b")
        try:
            self._claim(json.dumps(run, indent=1, sort_keys=True))
        except InputError:
            self._journal.close()
            raise
        self.done = self._read()

    def _claim(self, run: str) -> None:
        identity = self.folder / "run.json"
        try:
            fcntl.flock(self._journal, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as e:
            raise InputError(f"{self.folder}: another run is writing there") from e
        if not identity.exists():
            replace(identity, run.encode())
        elif identity.read_text() != run:
            raise InputError(
                f"{self.folder}: the progress of a run on other files or options; delete it"
            )

    def _read(self) -> dict[str, dict[str, Any]]:
        self._journal.seek(0)
        lines = self._journal.read()
        whole = lines[: lines.rfind(b"\n") + 1]
        self._journal.truncate(len(whole))
        units = (json.loads(line) for line in whole.splitlines())
        return {unit["unit"]: unit for unit in units}

    def part(self, unit: str) -> Path:
        return self.folder / f"{unit}.parquet"

    def add(self, unit: str, counts: dict[str, Any]) -> None:
        if counts["failed"] + counts["null"] > 0:
            sync(self.part(unit))
            sync(self.folder)
        self.done[unit] = {"unit": unit} | counts
        self._journal.write(json.dumps(self.done[unit]).encode() + b"\n")
        self._journal.flush()
        os.fsync(self._journal.fileno())

    def finish(self, units: list[str], schema: pa.Schema) -> None:
        """Puts the parts together in the order of the units, and deletes the folder."""
        temporary = self.folder / "output"
        with pq.ParquetWriter(temporary, schema) as writer:
            for unit in units:
                if self.done[unit]["failed"] + self.done[unit]["null"] == 0:
                    continue
                for batch in pq.ParquetFile(self.part(unit)).iter_batches(65536):
                    writer.write_batch(batch)
        os.replace(temporary, self.output)
        self.close()
        shutil.rmtree(self.folder)

    def close(self) -> None:
        """Another run may go on from here."""
        self._journal.close()


def sync(path: Path) -> None:
    """Written, as the line that names it is."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(data)
    os.replace(temporary, path)

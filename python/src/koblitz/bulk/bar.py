"""The progress bar: rows done, rows per second and the time left.

Rows of Parquet files are known from the start. Those of text are estimated from lines of a sample,
and known when the file has been read.
"""

import sys
from contextlib import suppress

import pyarrow as pa
from tqdm import tqdm

from koblitz.bulk.parquet import footer
from koblitz.bulk.sources import InputError, form
from koblitz.bulk.text import compression_of

# Of a file of text: places, and bytes at each; of one that is compressed, bytes from its start. A
# block of zstd that is cut off, up to 128 KiB, is not counted.
PLACES, BYTES, COMPRESSED_BYTES = 16, 1 << 14, 1 << 20


def estimate(file: str) -> int:
    """Rows of a file: in Parquet's footer, or lines of a sample for each of its bytes times all
    bytes. 0 where it cannot be read."""
    if form(file) == "parquet":
        with suppress(InputError):
            return footer(file).num_rows
        return 0
    lines = seen = size = 0
    with suppress(OSError), pa.OSFile(file) as raw:
        size = raw.size()
        compression = compression_of(file)
        if compression is not None:
            places = [(0, COMPRESSED_BYTES)]
        elif size <= PLACES * BYTES:
            places = [(0, size)]
        else:
            places = [(i * (size - BYTES) // (PLACES - 1), BYTES) for i in range(PLACES)]
        for place, count in places:
            raw.seek(place)
            sample = raw.read(count)
            seen += len(sample)
            lines += count_lines(sample, compression)
    return lines * size // max(1, seen)


def count_lines(sample: bytes, compression: str | None) -> int:
    """Of the start of a file that is compressed, or of a part of one that is not."""
    if compression is None:
        return sample.count(b"\n")
    lines = 0
    # It ends in the middle of a block.
    with suppress(OSError), pa.CompressedInputStream(pa.BufferReader(sample), compression) as text:
        while piece := text.read(BYTES):
            lines += piece.count(b"\n")
    return lines


class Bar(tqdm):
    """Of all files, whose rows are found in their order. On a terminal, but for is_shown."""

    # tqdm's thread, which is for updates by the thousand, would keep this module beyond its end.
    monitor_interval = 0

    def __init__(self, files: list[str], is_shown: bool | None = None) -> None:
        if is_shown is None:
            is_shown = sys.stderr.isatty()
        self.files = files if is_shown else []
        self.expected = [estimate(file) for file in self.files]
        self.place = self.found = 0
        total = sum(self.expected)
        super().__init__(
            unit=" rows", unit_scale=True, disable=not is_shown, total=total, miniters=1
        )

    def find(self, file: str, rows: int) -> None:
        """The file has this many rows or more; those before it have no more than were found."""
        while self.place < len(self.files) and self.files[self.place] != file:
            self._expect(self.found)
            self.place, self.found = self.place + 1, 0
        if self.place < len(self.files):
            self.found = rows
            self._expect(max(rows, self.expected[self.place]))

    def find_end(self) -> None:
        """All rows of all files have been found."""
        while self.place < len(self.files):
            self._expect(self.found)
            self.place, self.found = self.place + 1, 0

    def pass_over(self, rows: int) -> None:
        """Rows that an earlier run has done say nothing about this one's speed."""
        if self.disable:
            return
        self.initial += rows
        self.last_print_n += rows
        self.n += rows

    def _expect(self, rows: int) -> None:
        self.total += rows - self.expected[self.place]
        self.expected[self.place] = rows

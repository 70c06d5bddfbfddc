"""Files of test data. The same arguments give the same bytes, with any number of threads."""

import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from tqdm import tqdm

from koblitz import _core
from koblitz.bulk.sources import InputError, form, require_replaceable
from koblitz.bulk.text import COMPRESSIONS

# A row group.
CHUNK = 122880


def chunks(
    kind: str, rows: int, invalid: float, seed: int, threads: int | None
) -> Iterator[pa.RecordBatch]:
    """The next chunk is computed while one is written."""

    def chunk(first: int) -> pa.RecordBatch:
        count = min(CHUNK, rows - first)
        return pa.record_batch(_core.generate(kind, seed, first, count, invalid, threads))

    starts = range(0, rows, CHUNK)
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(chunk, 0)
        for first in starts:
            batch = coming.result()
            if first + CHUNK < rows:
                coming = pool.submit(chunk, first + CHUNK)
            yield batch


def lines_of(batch: pa.RecordBatch, form_of_file: str) -> Iterable[str]:
    """Rows as lines of CSV or JSON, without their ends."""
    names = batch.schema.names[:-1]
    if names == ["event"]:
        events = batch["event"].to_pylist()
        if form_of_file == "csv":
            return ['"' + event.replace('"', '""') + '"' for event in events]
        return events
    columns = [[value.hex() for value in batch[name].to_pylist()] for name in names]
    line = "%s,%s,%s" if form_of_file == "csv" else json.dumps(dict.fromkeys(names, "%s"))
    return map(line.__mod__, zip(*columns, strict=True))


def write(
    output: Path, kind: str, rows: int, invalid: float, seed: int, threads: int | None
) -> None:
    """Writes the file. Parquet also has a column valid: the expected verdict. Raises InputError if
    the output exists and is not a regular file."""
    kind_of_file = form(str(output))
    if output.suffix in COMPRESSIONS:
        raise InputError(f"{output}: the name must end in .parquet, .csv or .jsonl")
    require_replaceable(output)
    temporary = output.with_name(output.name + ".new")
    try:
        temporary.touch(0o666, exist_ok=False)
    except FileExistsError:
        raise InputError(f"{temporary}: left by another run; delete it") from None
    try:
        with tqdm(unit=" rows", unit_scale=True, disable=None, total=rows) as bar:
            fill(temporary, kind_of_file, kind, chunks(kind, rows, invalid, seed, threads), bar)
        os.replace(temporary, output)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def fill(
    file: Path, form_of_file: str, kind: str, given: Iterator[pa.RecordBatch], bar: tqdm
) -> None:
    empty = pa.record_batch(_core.generate(kind, 0, 0, 0, 0, 1))
    if form_of_file == "parquet":
        # Keys and signatures are as good as random: there is nothing to compress.
        with pq.ParquetWriter(
            file, empty.schema, compression="none", use_dictionary=False
        ) as writer:
            for batch in given:
                writer.write_batch(batch, row_group_size=CHUNK)
                bar.update(batch.num_rows)
        return
    with file.open("w", encoding="utf-8") as text:
        if form_of_file == "csv":
            text.write(",".join(empty.schema.names[:-1]) + "\n")
        for batch in given:
            text.writelines(line + "\n" for line in lines_of(batch, form_of_file))
            bar.update(batch.num_rows)

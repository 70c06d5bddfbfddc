"""Files of test data. The same arguments give the same bytes, with any number of threads."""

import json
import os
from collections.abc import Callable, Iterator
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


def text_rows(batch: pa.RecordBatch) -> Iterator[dict[str, str]]:
    names = batch.schema.names[:-1]
    for row in zip(*(batch.column(name).to_pylist() for name in names), strict=True):
        yield {n: v if isinstance(v, str) else v.hex() for n, v in zip(names, row, strict=True)}


def csv_lines(batch: pa.RecordBatch) -> str:
    def quoted(value: str) -> str:
        return '"' + value.replace('"', '""') + '"' if '"' in value else value

    return "".join(",".join(map(quoted, row.values())) + "\n" for row in text_rows(batch))


def json_lines(batch: pa.RecordBatch) -> str:
    return "".join(row.get("event", json.dumps(row)) + "\n" for row in text_rows(batch))


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
    lines: Callable[[pa.RecordBatch], str] = csv_lines if form_of_file == "csv" else json_lines
    with file.open("w", encoding="utf-8") as text:
        if form_of_file == "csv":
            text.write(",".join(empty.schema.names[:-1]) + "\n")
        for batch in given:
            text.write(lines(batch))
            bar.update(batch.num_rows)

"""One column in every form that Arrow has for it."""

from collections.abc import Callable

import polars as pl
import pyarrow as pa

Rows = list[bytes | None]


def fixed(rows: Rows) -> pa.Array:
    width = next((len(row) for row in rows if row is not None), 1)
    return pa.array(rows, pa.binary(width))


def sliced(rows: Rows) -> pa.Array:
    return pa.array([b"before", None, *rows, b"after"], pa.binary())[2:-1]


def chunked(rows: Rows) -> pa.ChunkedArray:
    third = len(rows) // 3
    parts = [rows[:third], [], rows[third : third + 1], rows[third + 1 :], []]
    return pa.chunked_array([pa.array(part, pa.binary()) for part in parts])


def dictionary(rows: Rows) -> pa.DictionaryArray:
    return pa.array([b"unused", *rows], pa.binary()).dictionary_encode()[1:]


def dictionary_with_null(rows: Rows) -> pa.DictionaryArray:
    """Nulls are values of the dictionary, not of the indices."""
    indices = pa.array(range(len(rows)), pa.uint16())
    return pa.DictionaryArray.from_arrays(indices, pa.array(rows, pa.large_binary()))


def sliced_table(rows: Rows) -> pa.RecordBatch:
    return pa.record_batch({"only": pa.array([None, *rows], pa.binary())})[1:]


FORMS: dict[str, Callable[[Rows], object]] = {
    "binary": lambda rows: pa.array(rows, pa.binary()),
    "large_binary": lambda rows: pa.array(rows, pa.large_binary()),
    "binary_view": lambda rows: pa.array(rows, pa.binary_view()),
    "sliced_view": lambda rows: pa.array([b"x" * 40, *rows], pa.binary_view())[1:],
    "fixed": fixed,
    "sliced_fixed": lambda rows: fixed([*rows[:1], *rows])[1:],
    "sliced": sliced,
    "chunked": chunked,
    "chunked_fixed": lambda rows: pa.chunked_array(
        [fixed(rows)[i : i + 7] for i in range(0, len(rows), 7)]
    ),
    "dictionary": dictionary,
    "dictionary_with_null": dictionary_with_null,
    "table": lambda rows: pa.table({"only": chunked(rows)}),
    "sliced_table": sliced_table,
    "polars": lambda rows: pl.Series("column", rows, pl.Binary),
}

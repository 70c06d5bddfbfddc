"""Row groups of Parquet files.

Columns of plain bytes are decoded by Arrow's reader, in a third of the time that DuckDB's takes;
hexadecimal text, and events, by DuckDB, which also computes with them.
"""

from collections.abc import Callable, Iterator

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from koblitz.bulk.sources import (
    ALGORITHM,
    COLUMNS,
    InputError,
    Job,
    Unit,
    column_of,
    decoded,
    numbered,
)

# Rows that are verified at a time: less than a tenth of a second of one processor.
BATCH_ROWS = 16384
# Bytes of a column that are read at a time, so that row groups may have any size.
READ_BYTES = 1 << 18


def footer(file: str) -> pq.FileMetaData:
    """Reads the sizes and places of the row groups. Raises InputError if they cannot be decoded."""
    (said,) = decoded(pq.read_metadata(name) for name in [file])
    return said


def rows_of(
    job: Job, by_duckdb: Callable[[Unit], Iterator[list[pa.Array]]], unit: Unit
) -> Iterator[list[pa.Array]]:
    """The columns, some rows at a time. Raises InputError where they cannot be decoded, or are not
    as many as the footer says. by_duckdb: computed(), for what is not plain."""
    count = 0
    for columns in decoded(batches(job, by_duckdb, unit)):
        count += len(columns[0])
        yield columns
    if count != unit.rows:
        raise InputError(f"{unit.file}: {count} rows, but the footer says {unit.rows}")


def batches(
    job: Job, by_duckdb: Callable[[Unit], Iterator[list[pa.Array]]], unit: Unit
) -> Iterator[list[pa.Array]]:
    yield from plain(job, unit) or by_duckdb(unit)


def plain(job: Job, unit: Unit) -> Iterator[list[pa.Array]] | None:
    """Returns None if a column is not of plain bytes."""
    file = opened(unit)
    schema = file.schema_arrow
    names = [column_of(job, w, schema.names) or w for w in COLUMNS[job.kind]]
    for name in names:
        # A dot would name a field of a structure.
        if "." in name or len(schema.get_all_field_indices(name)) != 1:
            return None
        type_ = schema.field(name).type
        if type_ != pa.binary() and not pa.types.is_fixed_size_binary(type_):
            return None
    # One of the file's may be given for two: a key that signs itself.
    wanted = [(name, pa.binary()) for name in names]
    algorithm = column_of(job, ALGORITHM, schema.names) if job.kind != "nostr" else None
    if algorithm is not None:
        if "." in algorithm:
            return None
        wanted.append((algorithm, pa.string()))
    read = {name for name, _ in wanted}
    rows = file.iter_batches(BATCH_ROWS, [unit.row_group], read, use_threads=False)
    # A row of another size fails; a column of another size would be an error.
    return ([batch.column(name).cast(type_) for name, type_ in wanted] for batch in rows)


def opened(unit: Unit, buffer_size: int = READ_BYTES) -> pq.ParquetFile:
    return pq.ParquetFile(
        unit.file,
        metadata=unit.footer,
        pre_buffer=False,
        buffer_size=buffer_size,
        page_checksum_verification=True,
    )


def taken(given: pa.DataType) -> pa.DataType:
    """The type itself, or one for those that DuckDB, or a filter, does not take."""
    if pa.types.is_float16(given):
        return pa.float32()
    if pa.types.is_decimal256(given) or pa.types.is_string_view(given):
        return pa.string()
    if pa.types.is_binary_view(given):
        return pa.binary()
    if isinstance(given, pa.BaseExtensionType) and given.extension_name == "arrow.json":
        # DuckDB would refuse the rows if one of them held what is no JSON.
        return taken(given.storage_type)
    if pa.types.is_list(given) or pa.types.is_large_list(given):
        return pa.large_list(taken(given.value_type))
    if pa.types.is_struct(given):
        return pa.struct([(field.name, taken(field.type)) for field in given])
    return given


class Others:
    """Reads the other columns of a row group's failing rows."""

    def __init__(self, unit: Unit, names: list[str]) -> None:
        """names: in the file's order."""
        self.first, self.held = unit.first, None
        self.batches = decoded(
            opened(unit).iter_batches(BATCH_ROWS, [unit.row_group], names, use_threads=False)
        )

    def rows(self, first: int, which: pa.BooleanArray) -> pa.Table:
        """Returns the marked rows, counted from first. Calls must be in the order of rows."""
        while self.held is None or self.first + self.held.num_rows < first + len(which):
            batch = next(self.batches, None)
            if batch is None:
                raise InputError("columns of a row group have different numbers of rows")
            more = pa.Table.from_batches([batch])
            more = pa.table([c.cast(taken(c.type)) for c in more.columns], more.column_names)
            if self.held is not None:
                keep = self.held[max(0, first - self.first) :]
                self.first = max(self.first, min(first, self.first + self.held.num_rows))
                more = pa.concat_tables([keep, more])
            self.held = more
        return self.held[first - self.first :][: len(which)].filter(which)


def computed(
    connection: duckdb.DuckDBPyConnection, sql: str, unit: Unit
) -> Iterator[list[pa.Array]]:
    last = unit.first + unit.rows
    source = numbered(unit.file)
    query = f"SELECT {sql} FROM {source} WHERE file_row_number BETWEEN {unit.first} AND {last - 1}"
    cursor = connection.cursor()
    schema = pq.read_schema(unit.file)
    if "file_row_number" in map(str.lower, schema.names):
        # DuckDB has no rows by number then: Arrow reads them, DuckDB computes.
        file = opened(unit, 0)
        rows = file.iter_batches(BATCH_ROWS, [unit.row_group], use_threads=False)
        cursor.register("given", pa.RecordBatchReader.from_batches(file.schema_arrow, rows))
        query = f"SELECT {sql} FROM given"
    for batch in cursor.sql(query).to_arrow_reader(BATCH_ROWS):
        yield batch.columns

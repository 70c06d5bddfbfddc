"""Input files, and the SQL that reads a file's columns as the functions take them."""

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

COLUMNS = {
    "ecdsa": ["pubkey", "digest", "signature"],
    "schnorr": ["pubkey", "message", "signature"],
    "nostr": ["event"],
}
EVENT = ["id", "pubkey", "created_at", "kind", "tags", "content", "sig"]


class InputError(Exception):
    """A file that cannot be read, or has not the columns; the message says which."""


@dataclass(frozen=True)
class Job:
    """What is verified: the kind of rows, and the files' names for its columns."""

    kind: str
    low_s: bool
    names: dict[str, str]


@dataclass(frozen=True)
class Unit:
    """Rows that one thread, or one task, verifies: a row group, or rows of another file."""

    name: str
    file: str
    first: int
    rows: int
    row_group: int | None
    # The rows, where they have been read already.
    batch: pa.Table | None = None
    # The file's, where it has been read already.
    footer: pq.FileMetaData | None = None


def expand(patterns: tuple[str, ...]) -> list[str]:
    """The files of all patterns in the order of their names, each once."""
    files: set[str] = set()
    for pattern in patterns:
        found = [pattern] if os.path.exists(pattern) else glob.glob(pattern, recursive=True)
        found = [name for name in found if os.path.isfile(name)]
        if not found:
            raise InputError(f"{pattern!r}: no such file")
        files.update(found)
    for name in files:
        if name != name.encode(errors="replace").decode():
            raise InputError(f"{name!r}: the name is not UTF-8")
    return sorted(files)


def form(file: str) -> str:
    """parquet, csv or jsonl, by the name; compressed text has .gz or .zst behind it."""
    suffixes = [s for s in Path(file).suffixes if s not in (".gz", ".zst")]
    known = {".parquet": "parquet", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
    last = suffixes[-1] if suffixes else ""
    if last not in known:
        raise InputError(f"{file}: neither .parquet, .csv nor .jsonl")
    return known[last]


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def path(file: str) -> str:
    """The name as DuckDB takes it: it reads patterns, ~ and addresses out of names."""
    return glob.escape(os.path.abspath(file))


def table(file: str, *options: str) -> str:
    """SQL of all rows of a file; folders named column=value are no columns, and no row is taken
    for a comment."""
    options_of = {
        "parquet": ("read_parquet", []),
        "csv": ("read_csv", ["all_varchar=true", "header=true", "skip=0", "comment=''"]),
        "jsonl": ("read_ndjson_objects", ["ignore_errors=true"]),
    }
    function, own = options_of[form(file)]
    return f"{function}({', '.join([text(path(file)), 'hive_partitioning=false', *own, *options])})"


def unhex(expression: str) -> str:
    """Bytes of hexadecimal text; none where it is not hexadecimal, so that the row fails."""
    digits = f"regexp_full_match({expression}, '([0-9a-fA-F]{{2}})*')"
    is_null = f"WHEN {expression} IS NULL THEN NULL"
    return f"CASE {is_null} WHEN {digits} THEN from_hex({expression}) ELSE ''::BLOB END"


def columns(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> list[str]:
    """SQL of the columns of COLUMNS, each with its name, over the rows of table(file)."""
    wanted = COLUMNS[job.kind]
    if form(file) == "jsonl":
        if job.kind == "nostr":
            return ["coalesce(json::VARCHAR, '') AS event"]
        members = [f"json->>{text('$.' + name(job.names.get(w, w)))}" for w in wanted]
        # A line that is no JSON is null; its row fails.
        bytes_ = [
            f"CASE WHEN json IS NULL THEN ''::BLOB ELSE {unhex(f'({m})')} END" for m in members
        ]
        return [f"{b} AS {w}" for w, b in zip(wanted, bytes_, strict=True)]
    try:
        rows = connection.execute(f"DESCRIBE SELECT * FROM {table(file)}").fetchall()
    except duckdb.Error as e:
        raise InputError(f"{file}: {first_line(e)}") from e
    types = {row[0]: row[1] for row in rows}
    if job.kind == "nostr" and job.names.get("event", "event") not in types:
        return [event_of(job, file, types)]
    given = []
    for w in wanted:
        column = job.names.get(w, w)
        type_ = types.get(column)
        if type_ is None:
            raise InputError(f"{file}: no column {column}; --columns {w}=NAME names another")
        if job.kind != "nostr" and type_ == "VARCHAR":
            given.append(f"{unhex(name(column))} AS {w}")
        elif type_ == ("VARCHAR" if job.kind == "nostr" else "BLOB"):
            given.append(f"{name(column)} AS {w}")
        else:
            raise InputError(f"{file}: column {column} is {type_}, neither bytes nor text")
    return given


def event_of(job: Job, file: str, types: dict[str, str]) -> str:
    """JSON of an event whose members are columns."""
    members = []
    for member in EVENT:
        column = job.names.get(member, member)
        if column not in types:
            raise InputError(f"{file}: neither a column event nor {column}")
        is_bytes = types[column] == "BLOB"
        members.append(f"{member} := {f'lower(hex({name(column)}))' if is_bytes else name(column)}")
    return f"to_json(struct_pack({', '.join(members)}))::VARCHAR AS event"


Rows = TypeVar("Rows")


def decoded(batches: Iterable[Rows]) -> Iterator[Rows]:
    """Raises InputError where a reader raises anything: on bytes that nobody wrote, it may."""
    try:
        yield from batches
    except Exception as e:
        raise InputError(first_line(e)) from e


def first_line(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__

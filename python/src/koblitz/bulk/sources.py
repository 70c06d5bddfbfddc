"""Input files, and the SQL that reads a file's columns as the functions take them."""

import csv
import glob
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import takewhile
from pathlib import Path
from threading import Event
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
# DuckDB's types of columns that are members of events; numbers and tags may be JSON as text.
NUMBERS = {f"{u}{size}INT" for u in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")}
NUMBERS |= {"INTEGER", "UINTEGER", "VARCHAR", "JSON"}
MEMBER_TYPES = {
    "id": {"VARCHAR", "BLOB"},
    "pubkey": {"VARCHAR", "BLOB"},
    "created_at": NUMBERS,
    "kind": NUMBERS,
    "tags": {"VARCHAR[][]", '"NULL"[][]', '"NULL"[]', "VARCHAR", "JSON"},
    "content": {"VARCHAR"},
    "sig": {"VARCHAR", "BLOB"},
}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
DELIMITERS = ",;\t|"
# Characters of the names of a file of CSV, and more.
HEADER_SIZE = 1 << 20


# After Ctrl-C, of which DuckDB, where it was computing, makes an exception of its own.
interrupted = Event()


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


def expand(patterns: tuple[str, ...], own: tuple[Path, ...] = ()) -> list[str]:
    """The files of all patterns in the order of their names, each once by its name, without those
    in own folders, which are this run's. A pattern with ** finds the files of folders.

    Raises InputError where a pattern finds none, or what is none, or asks for a folder that it may
    not list.
    """
    files: set[str] = set()
    for pattern in patterns:
        found = [pattern]
        if not os.path.exists(pattern):
            found = [f for f in glob.glob(pattern, recursive=True) if not is_in(f, own)]
            require_listed(pattern)
            if "**" in Path(pattern).parts:
                found = [name for name in found if not os.path.isdir(name)]
        for name in sorted(found) or [pattern]:
            if not os.path.isfile(name):
                raise InputError(f"{name!r}: {why_no_file(name)}")
        files.update(found)
    for name in files:
        if name != name.encode(errors="replace").decode():
            raise InputError(f"{name!r}: the name is not UTF-8")
    return sorted(files)


def is_in(name: str, folders: tuple[Path, ...]) -> bool:
    path = Path(os.path.abspath(name))
    return any(path.is_relative_to(os.path.abspath(folder)) for folder in folders)


def require_listed(pattern: str) -> None:
    """Raises InputError where a pattern asks for a folder that may not be listed, or for a name in
    one that may not be looked into: glob passes them over."""
    parts = Path(pattern).parts
    for n, part in enumerate(parts):
        if not glob.has_magic(os.path.join(*parts[: n + 1])):
            continue
        mode = os.R_OK | os.X_OK if glob.has_magic(part) else os.X_OK
        above = os.path.join(*parts[:n]) if n > 0 else "."
        folders = glob.glob(above, recursive=True)
        if part == "**":
            folders += glob.glob(os.path.join(above, "**", ""), recursive=True)
        for name in sorted(set(folders)):
            if os.path.isdir(name) and not os.access(name, mode):
                raise InputError(f"{os.path.normpath(name)!r}: a folder that may not be listed")


def why_no_file(name: str) -> str:
    try:
        return "a folder" if stat.S_ISDIR(os.stat(name).st_mode) else "not a regular file"
    except FileNotFoundError:
        return "a link to nothing" if os.path.islink(name) else "no such file"
    except OSError as e:
        return e.strerror or str(e)


def form(file: str) -> str:
    """parquet, csv or jsonl, by the name; compressed text has .gz or .zst behind it."""
    suffixes = [s for s in Path(file).suffixes if s not in COMPRESSIONS]
    known = {".parquet": "parquet", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
    last = suffixes[-1] if suffixes else ""
    if last not in known:
        raise InputError(f"{file}: neither .parquet, .csv, .jsonl nor .ndjson")
    return known[last]


def require_replaceable(output: Path) -> None:
    """Raises InputError where the output is there and no regular file."""
    if os.path.lexists(output) and not stat.S_ISREG(output.lstat().st_mode):
        raise InputError(f"{output}: not a regular file")


def lines_of(file: str) -> pa.NativeFile:
    """The bytes of a file of text, decompressed."""
    raw = pa.OSFile(file)
    compression = COMPRESSIONS.get(os.path.splitext(file)[1])
    return raw if compression is None else pa.CompressedInputStream(raw, compression)


def check_stream(file: str, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Decompresses a compressed file to its end. Raises InputError where a stream in it has no end,
    or another checksum than its bytes: DuckDB takes both."""
    if os.path.splitext(file)[1] not in COMPRESSIONS:
        return
    try:
        with lines_of(file) as stream:
            while not is_stopped() and stream.read(1 << 20):
                pass
    except (pa.ArrowException, OSError) as e:
        raise InputError(f"{file}: {one_line(e)}") from e


@dataclass(frozen=True)
class Header:
    """A file of CSV's first line: the names, and the character between them."""

    names: list[str]
    delimiter: str


def header(file: str) -> Header:
    """Raises InputError where there is none."""
    try:
        with lines_of(file) as stream, TextIOWrapper(stream, "utf-8-sig", newline="") as lines:
            first = lines.readline(HEADER_SIZE)
            while first.count('"') % 2 == 1 and len(first) < HEADER_SIZE:
                more = lines.readline(HEADER_SIZE)
                if not more:
                    break
                first += more
    except (pa.ArrowException, OSError, UnicodeDecodeError) as e:
        raise InputError(f"{file}: {one_line(e)}") from e
    if not first.strip() or len(first) >= HEADER_SIZE:
        raise InputError(f"{file}: no header")
    # Every other piece is between quotes.
    outside = "".join(first.split('"')[::2])
    delimiter = max(DELIMITERS, key=outside.count)
    return Header(next(csv.reader(first.splitlines(True), delimiter=delimiter)), delimiter)


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def path(file: str) -> str:
    """The name as DuckDB takes it: it reads patterns, ~ and addresses out of names."""
    return glob.escape(os.path.abspath(file))


def table(file: str, *options: str) -> str:
    """SQL of all rows of a file; folders named column=value are no columns. Nothing about CSV is
    guessed from its rows, and none is taken for a comment; its columns are c0, c1, ..."""
    function, own = {
        "parquet": ("read_parquet", []),
        "csv": ("read_csv", []),
        "jsonl": ("read_ndjson_objects", ["ignore_errors=true"]),
    }[form(file)]
    if form(file) == "csv":
        first = header(file)
        types = ", ".join(f"c{i}: 'VARCHAR'" for i in range(len(first.names)))
        own = ["auto_detect=false", "header=true", f"columns={{{types}}}"]
        own += [f"delim={text(first.delimiter)}", "quote='\"'", "escape='\"'", "comment=''"]
    return f"{function}({', '.join([text(path(file)), 'hive_partitioning=false', *own, *options])})"


def is_hex(expression: str) -> str:
    return f"regexp_full_match({expression}, '(0x)?([0-9a-fA-F]{{2}})*')"


def unhex(expression: str) -> str:
    """Bytes of hexadecimal text, which may have 0x before it; none where it is not hexadecimal."""
    is_null = f"WHEN {expression} IS NULL THEN NULL"
    prefixed = f"WHEN starts_with({expression}, '0x') THEN from_hex(({expression})[3:])"
    digits = f"CASE {prefixed} ELSE from_hex({expression}) END"
    return f"CASE {is_null} WHEN {is_hex(expression)} THEN {digits} ELSE ''::BLOB END"


def columns(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> list[str]:
    """SQL of the columns of COLUMNS, each with its name, over the rows of table(file)."""
    if job.kind == "nostr":
        return [event(connection, job, file)]
    names = {w: job.names.get(w, w) for w in COLUMNS[job.kind]}
    is_bad = "false"
    if form(file) == "jsonl":
        texts = {w: f"(json->>{place(n)})" for w, n in names.items()}
        # A line that is no JSON is null; its row fails, as that of one that is no object.
        is_object = "coalesce(json_type(json), '') = 'OBJECT'"
        given = {
            w: f"CASE WHEN {is_object} THEN {unhex(t)} ELSE ''::BLOB END" for w, t in texts.items()
        }
        is_bad = has_other_members(set(names.values()))
    else:
        types = types_of(connection, job, file)
        for w, column in names.items():
            if column not in types:
                raise InputError(f"{file}: no column {column}; --columns {w}=NAME names another")
            if types[column].type not in ("VARCHAR", "BLOB", NULL):
                raise InputError(
                    f"{file}: {column} is {types[column].type}, neither bytes nor text"
                )
        of = {w: types[column] for w, column in names.items()}
        texts = {w: column.sql for w, column in of.items() if column.type == "VARCHAR"}
        given = {
            w: unhex(texts[w]) if w in texts else f"{column.sql}::BLOB" for w, column in of.items()
        }
    if "message" in texts:
        # No bytes are a message as good as any.
        is_bad = f"{is_bad} OR NOT {is_hex(texts['message'])}"
    if is_bad != "false":
        key = given["pubkey"]
        given["pubkey"] = f"CASE WHEN ({is_bad}) AND {key} IS NOT NULL THEN ''::BLOB ELSE {key} END"
    return [f"{value} AS {w}" for w, value in given.items()]


def place(member: str) -> str:
    return text("$." + name(member))


def has_other_members(names: set[str]) -> str:
    """Whether a line of JSON gives one of the names twice, which has two readings, or something
    that is no text."""
    among = f"lambda k: k IN ({', '.join(map(text, sorted(names)))})"
    types = f"json_type(json, [{', '.join(map(place, sorted(names)))}])"
    return (
        f"len(list_filter(json_keys(json), {among})) > {len(names)} OR "
        f"len(list_filter({types}, lambda t: t NOT IN ('VARCHAR', 'NULL'))) > 0"
    )


# DuckDB's name of the type of a column in which Arrow has nothing but nulls.
NULL = '"NULL"'


@dataclass(frozen=True)
class Column:
    """SQL of a column of table(), and DuckDB's name of its type."""

    sql: str
    type: str


def types_of(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> dict[str, Column]:
    """By the file's own names; DuckDB, to which PubKey and pubkey are one, changes some. Raises
    InputError where two have one name."""
    if form(file) == "csv":
        names = header(file).names
        found = [Column(f"c{i}", "VARCHAR") for i in range(len(names))]
    else:
        try:
            rows = connection.execute(f"DESCRIBE SELECT * FROM {table(file)}").fetchall()
            names = pq.read_schema(file).names
        except (duckdb.Error, pa.ArrowException, OSError) as e:
            raise InputError(f"{file}: {one_line(e)}") from e
        if len(rows) != len(names):
            raise InputError(f"{file}: {len(rows)} columns to DuckDB, {len(names)} to Arrow")
        found = [Column(name(row[0]), row[1]) for row in rows]
    wanted = COLUMNS[job.kind] + (EVENT if job.kind == "nostr" else [])
    for column in (job.names.get(w, w) for w in wanted):
        if names.count(column) > 1:
            raise InputError(f"{file}: {names.count(column)} columns {column}")
    return dict(zip(names, found, strict=True))


def event(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> str:
    """JSON of an event: a line, a column of it, or members that are columns."""
    if form(file) == "jsonl":
        return "coalesce(json::VARCHAR, '') AS event"
    types = types_of(connection, job, file)
    column = job.names.get("event", "event")
    if column not in types:
        return event_of(job, file, types)
    if types[column].type not in ("VARCHAR", "JSON", NULL):
        raise InputError(f"{file}: column {column} is {types[column].type}, no text")
    return f"{types[column].sql}::VARCHAR AS event"


def event_of(job: Job, file: str, types: dict[str, Column]) -> str:
    """JSON of an event whose members are columns."""
    members = []
    for member in EVENT:
        column = job.names.get(member, member)
        if column not in types:
            raise InputError(f"{file}: neither a column event nor {column}")
        if types[column].type not in {*MEMBER_TYPES[member], NULL}:
            raise InputError(f"{file}: {column} is {types[column].type}, no {member} of an event")
        value = types[column].sql
        if types[column].type == "BLOB":
            value = f"lower(hex({value}))"
        elif types[column].type == "VARCHAR" and member in ("created_at", "kind", "tags"):
            # Text of another type is JSON; of what is none the row fails.
            value = f"TRY_CAST({value} AS JSON)"
        elif form(file) == "csv" and member == "content":
            value = f"coalesce({value}, '')"
        members.append(f"{member} := {value}")
    return f"to_json(struct_pack({', '.join(members)}))::VARCHAR AS event"


Rows = TypeVar("Rows")


def decoded(batches: Iterable[Rows]) -> Iterator[Rows]:
    """Raises InputError where a reader raises anything: on bytes that nobody wrote, it may."""
    try:
        yield from batches
    except Exception as e:
        if interrupted.is_set():
            raise KeyboardInterrupt from e
        raise InputError(one_line(e)) from e


def one_line(error: Exception) -> str:
    """The first line; of DuckDB's on CSV also the reason, without the line that it quotes."""
    first, *rest = str(error).splitlines() or [type(error).__name__]
    if "CSV Error" not in first:
        return first
    # The reason comes last, behind a line that may have several of its own.
    said = [line for line in takewhile(lambda line: not line.startswith("Possible "), rest) if line]
    return ", ".join(
        [first, *(line for line in said[-1:] if not line.startswith("Original Line:"))]
    )

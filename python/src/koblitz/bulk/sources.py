"""Input files, and the SQL that converts a file's columns for the functions."""

import glob
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TypeVar

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from koblitz.bulk.errors import InputError, one_line
from koblitz.bulk.text import COMPRESSIONS, csv_tables, header, json_tables

COLUMNS = {
    "ecdsa": ["pubkey", "digest", "signature"],
    "schnorr": ["pubkey", "message", "signature"],
    "nostr": ["event"],
}
# The column that gives a row's scheme, ecdsa or schnorr. Files of events have none.
ALGORITHM = "alg"
# Names that stand for a column, the first one that a file has. koblitz verify has the same:
# vectors/formats/cases.json.
SPELLINGS = {
    "digest": ["digest", "message"],
    "message": ["message", "digest"],
    "signature": ["signature", "sig"],
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
# After Ctrl-C, of which DuckDB, where it was computing, makes an exception of its own.
interrupted = Event()


@dataclass(frozen=True)
class Job:
    """The kind of rows to verify, and the names of its columns in the files."""

    kind: str
    low_s: bool
    names: dict[str, str]


def names_known(kind: str) -> list[str]:
    """The names that --columns may replace."""
    return COLUMNS[kind] + (EVENT if kind == "nostr" else [ALGORITHM])


@dataclass(frozen=True)
class Unit:
    """Rows that one thread verifies: a row group, or rows of another file."""

    name: str
    file: str
    first: int
    rows: int
    row_group: int | None
    # Of text: the columns of Selection.sql, and what text.py read.
    batch: pa.Table | None = None
    raw: pa.Table | None = None
    # The file's, where it has been read already.
    footer: pq.FileMetaData | None = None


def expand(patterns: tuple[str, ...], own: tuple[Path, ...] = ()) -> list[str]:
    """Returns the files of all patterns, sorted by name, each name once. Files in own, the folders
    of this run, are left out. A pattern with ** finds the files in folders.

    Raises InputError if a pattern finds nothing, finds something that is not a file, or needs a
    folder that may not be listed.
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
            if "://" in name:
                raise InputError(f"{name!r}: {hint_of_address(name)}")
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
    """Raises InputError if a pattern needs a folder that may not be listed or searched: glob would
    pass it over."""
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
                raise InputError(f"{os.path.normpath(name)!r}: no permission to list this folder")


def hint_of_address(name: str) -> str:
    scheme = name.partition("://")[0].lower()
    if scheme in ("s3", "s3a", "s3n", "gs", "abfs", "abfss", "hdfs", "dbfs"):
        return (
            "not a local file; copy it here, or use Spark: "
            "koblitz.spark.failed(session.read.parquet(...), kind)"
        )
    return "not a local file; download it first"


def why_no_file(name: str) -> str:
    try:
        if stat.S_ISDIR(os.stat(name).st_mode):
            inside = os.path.join(name, "*.parquet")
            return f"a folder; give a pattern of its files, in quotes: {inside!r}"
        return "not a regular file"
    except FileNotFoundError:
        return "a broken link" if os.path.islink(name) else "no such file"
    except OSError as e:
        return e.strerror or str(e)


def form(file: str) -> str:
    """Returns parquet, csv or jsonl, by the name. .gz or .zst at its end does not count."""
    suffixes = [s for s in Path(file).suffixes if s not in COMPRESSIONS]
    known = {".parquet": "parquet", ".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
    last = suffixes[-1] if suffixes else ""
    if last not in known:
        raise InputError(f"{file}: the name must end in .parquet, .csv, .jsonl or .ndjson")
    return known[last]


def require_replaceable(output: Path) -> None:
    """Raises InputError if the output exists and is not a regular file."""
    if os.path.lexists(output) and not stat.S_ISREG(output.lstat().st_mode):
        raise InputError(f"{output}: not a regular file")


def text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def name(value: str) -> str:
    return '"' + value.replace('"', '""') + '"'


def path(file: str) -> str:
    """Returns the name escaped for DuckDB, which expands patterns, ~ and addresses in names."""
    return glob.escape(os.path.abspath(file))


def table(file: str) -> str:
    """SQL of all rows of a Parquet file, with their numbers; folders named column=value are no
    columns."""
    return f"read_parquet({text(path(file))}, hive_partitioning=false)"


def numbered(file: str) -> str:
    return f"{table(file)[:-1]}, file_row_number=true)"


def tables(file: str) -> Iterator[pa.Table]:
    """Tables of a file of text, with columns c0, c1, ..., or line."""
    return csv_tables(file) if form(file) == "csv" else json_tables(file)


def trimmed(expression: str) -> str:
    return f"trim({expression}, ' ' || chr(9))"


def is_hex(expression: str) -> str:
    digits = r"[ \t]*([0\\][xX])?([0-9a-fA-F]{2})*[ \t]*"
    return f"regexp_full_match({expression}, '{digits}')"


def unhex(expression: str) -> str:
    r"""Bytes of hexadecimal text, which may have 0x or \x before it, in either case, and spaces
    around it; none where it is not hexadecimal."""
    tight = trimmed(expression)
    # trim takes ten times as long as the rest: it is for what is not hexadecimal without.
    values = f"{digits(expression)}, {digits(tight)}, ''::BLOB"
    return f"CASE WHEN {expression} IS NULL THEN NULL ELSE coalesce({values}) END"


def digits(expression: str) -> str:
    """Bytes of hexadecimal text without spaces, null where it is not hexadecimal."""
    prefixes = (rf"starts_with({expression}, '{prefix}')" for prefix in ("0x", "0X", r"\x", r"\X"))
    prefixed = f"WHEN {' OR '.join(prefixes)} THEN ({expression})[3:]"
    value = f"CASE {prefixed} ELSE {expression} END"
    # from_hex puts a 0 before an odd number of digits.
    return f"CASE WHEN strlen({expression}) % 2 = 0 THEN TRY(from_hex({value})) END"


@dataclass(frozen=True)
class Selection:
    """How a file's rows are read."""

    # SQL of the columns of COLUMNS and of alg, each with its name.
    sql: str
    # Names and places of the file's other columns. JSON lines have none: the whole line is
    # given instead.
    others: list[tuple[str, int]]
    # Places of COLUMNS among the file's columns.
    places: dict[str, int]
    # SQL of the rows: for text, the table that text.py reads, as given.
    source: str = "given"


def select(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> Selection:
    """Raises InputError if a column is missing or of another type."""
    if form(file) == "jsonl":
        return select_of_json(job)
    types = types_of(connection, job, file)
    if job.kind == "nostr":
        sql, used = event(job, file, types)
        return Selection(sql, others(types, used), {})
    names = {w: column_of(job, w, types) or job.names.get(w, w) for w in COLUMNS[job.kind]}
    for w, column in names.items():
        if column not in types:
            raise InputError(f"{file}: {no_column(column, types)}; use --columns {w}=NAME")
        if types[column].type not in ("VARCHAR", "BLOB", NULL):
            raise InputError(f"{file}: column {column} is {types[column].type}, not bytes or text")
    of = {w: types[column] for w, column in names.items()}
    texts = {w: column.sql for w, column in of.items() if column.type == "VARCHAR"}
    given = {
        w: unhex(texts[w]) if w in texts else f"{column.sql}::BLOB" for w, column in of.items()
    }
    named = column_of(job, ALGORITHM, types)
    if named is None and ALGORITHM in job.names:
        raise InputError(f"{file}: {no_column(job.names[ALGORITHM], types)}")
    # No bytes are a message of Schnorr as good as any.
    message = COLUMNS[job.kind][1]
    may_be_schnorr = job.kind == "schnorr" or named is not None
    is_bad = "false"
    if message in texts and may_be_schnorr:
        is_bad = f"NOT {is_hex(texts[message])}"
        if form(file) == "csv":
            is_bad = rf"{is_bad} OR regexp_full_match({texts[message]}, '[ \t]*')"
    if named is not None:
        algorithm = types[named]
        if algorithm.type not in ("VARCHAR", NULL):
            raise InputError(f"{file}: column {ALGORITHM} is {algorithm.type}, not text")
        given[ALGORITHM] = f"{algorithm.sql}::VARCHAR"
    rest = others(types, set(names.values()))
    places = {w: column.place for w, column in of.items()}
    return Selection(sql_of(given, is_bad), rest, places)


def column_of(job: Job, wanted: str, columns: Iterable[str]) -> str | None:
    """Returns the file's name for a column: the one that --columns gives, otherwise the first
    spelling that the file has, in any case and with spaces around it. Raises InputError if two
    columns have that spelling."""
    columns = list(columns)
    if wanted in job.names:
        return job.names[wanted] if job.names[wanted] in columns else None
    for spelling in SPELLINGS.get(wanted, [wanted]):
        found = [column for column in columns if column.strip().lower() == spelling]
        if len(found) > 1:
            raise InputError(
                f"two columns {spelling}: {', '.join(found)}; choose by --columns {wanted}=NAME"
            )
        if found:
            return found[0]
    return None


def no_column(column: str, types: Iterable[str]) -> str:
    return f"no column {column}; it has {', '.join(types) or 'none'}"


def select_of_json(job: Job) -> Selection:
    if job.kind == "nostr":
        return Selection("line AS event", [], {})
    wanted = [*COLUMNS[job.kind], ALGORITHM]
    names = sorted({n for w in wanted for n in members_of(job, w)})
    places = ", ".join(text("$." + name(n)) for n in names)
    # Each function of JSON parses the line: one call for all members.
    source = (
        f"(SELECT line, json_extract_string(json, [{places}]) AS texts, "
        f"json_type(json, [{places}]) AS types, json_keys(json) AS keys "
        "FROM (SELECT line, TRY_CAST(line AS JSON) AS json FROM given))"
    )
    # A line that is not JSON has null for keys; its row fails like that of a line that is not an
    # object.
    is_object = "keys IS NOT NULL AND starts_with(line, '{')"
    at = {n: i + 1 for i, n in enumerate(names)}

    def of_first(what: str, w: str) -> str:
        """Of the first spelling with a value."""
        *others, last = members_of(job, w)
        cases = "".join(f"WHEN {is_there(at[n])} THEN {what}[{at[n]}] " for n in others)
        return f"CASE {cases}ELSE {what}[{at[last]}] END" if others else f"{what}[{at[last]}]"

    def is_there(i: int) -> str:
        return f"types[{i}] <> 'NULL'"

    texts = {w: of_first("texts", w) for w in wanted}
    given = {
        w: f"CASE WHEN {is_object} THEN {unhex(texts[w])} ELSE ''::BLOB END"
        for w in COLUMNS[job.kind]
    }
    # A name occurs twice, which has two readings, or its value is not text.
    among = f"lambda k: k IN ({', '.join(map(text, names))})"
    are_texts = " OR ".join(f"{of_first('types', w)} NOT IN ('VARCHAR', 'NULL')" for w in wanted)
    is_bad = (
        f"len(list_filter(keys, {among})) > len(list_filter(types, lambda t: t IS NOT NULL)) "
        f"OR coalesce({are_texts}, false)"
    )
    message = texts[COLUMNS[job.kind][1]]
    if job.kind == "schnorr":
        is_bad = f"{is_bad} OR NOT {is_hex(message)}"
    else:
        is_bad = f"{is_bad} OR {texts[ALGORITHM]} IS NOT NULL AND NOT {is_hex(message)}"
    given[ALGORITHM] = texts[ALGORITHM]
    return Selection(sql_of(given, is_bad), [], {}, source)


def members_of(job: Job, wanted: str) -> list[str]:
    """Members of a line of JSON that may hold a column, whose names are exact."""
    return [job.names[wanted]] if wanted in job.names else SPELLINGS.get(wanted, [wanted])


def sql_of(given: dict[str, str], is_bad: str) -> str:
    """is_bad: a row that is malformed whatever its columns hold, but for nulls."""
    if is_bad != "false":
        key = given["pubkey"]
        given["pubkey"] = f"CASE WHEN ({is_bad}) AND {key} IS NOT NULL THEN ''::BLOB ELSE {key} END"
    return ", ".join(f"{value} AS {w}" for w, value in given.items())


# DuckDB's name of the type of a column in which Arrow has nothing but nulls.
NULL = '"NULL"'


@dataclass(frozen=True)
class Column:
    """SQL of a column, DuckDB's name of its type, and which one of the file's it is."""

    sql: str
    type: str
    place: int


def others(types: dict[str, Column], used: set[str]) -> list[tuple[str, int]]:
    return [(name, column.place) for name, column in types.items() if name not in used]


def types_of(connection: duckdb.DuckDBPyConnection, job: Job, file: str) -> dict[str, Column]:
    """By the file's own names; DuckDB, to which PubKey and pubkey are one, changes some. Raises
    InputError where two have one name."""
    if form(file) == "csv":
        names = header(file).names
        found = [Column(f"c{i}", "VARCHAR", i) for i in range(len(names))]
    else:
        try:
            rows = connection.execute(f"DESCRIBE SELECT * FROM {table(file)}").fetchall()
            names = pq.read_schema(file).names
        except (duckdb.Error, pa.ArrowException, OSError) as e:
            raise InputError(f"{file}: {one_line(e)}") from e
        if len(rows) != len(names):
            raise InputError(f"{file}: DuckDB reads {len(rows)} columns, Arrow {len(names)}")
        found = [Column(name(row[0]), row[1], i) for i, row in enumerate(rows)]
    for column in {n for w in names_known(job.kind) for n in members_of(job, w)}:
        if names.count(column) > 1:
            raise InputError(f"{file}: {names.count(column)} columns have the name {column}")
    return dict(zip(names, found, strict=True))


def event(job: Job, file: str, types: dict[str, Column]) -> tuple[str, set[str]]:
    """JSON of an event, a column of it or members that are columns; and which are used."""
    column = column_of(job, "event", types)
    if column is None:
        members = {column_of(job, m, types) for m in EVENT}
        return event_of(job, file, types), {m for m in members if m is not None}
    if types[column].type not in ("VARCHAR", "JSON", NULL):
        raise InputError(f"{file}: column {column} is {types[column].type}, not text")
    return f"{types[column].sql}::VARCHAR AS event", {column}


def event_of(job: Job, file: str, types: dict[str, Column]) -> str:
    """JSON of an event whose members are columns."""
    members = []
    for member in EVENT:
        column = column_of(job, member, types)
        if column is None:
            wanted = job.names.get(member, member)
            raise InputError(f"{file}: no column event, and {no_column(wanted, types)}")
        if types[column].type not in {*MEMBER_TYPES[member], NULL}:
            raise InputError(
                f"{file}: column {column} is {types[column].type}, not a type of {member}"
            )
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

"""Files of text as tables of Arrow's: CSV (RFC 4180) and lines of JSON, block by block.

A line ends in LF or CRLF; a file may have both. Lines are counted from 1; blank lines and lines
in quotes count. What cannot be read raises InputError, which names the file and the line.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from koblitz.bulk.errors import InputError, one_line

COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
# By a file's first bytes, whatever its name.
COMPRESSED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
DELIMITERS = ",;\t|"
# Bytes read at a time.
BLOCK = 1 << 22
# Bytes of the longest row.
MOST = 1 << 24

# First bytes of files that are not UTF-8: the format's name, the command that converts to UTF-8.
STARTS = [
    (codecs.BOM_UTF32_LE, "UTF-32", "iconv -f UTF-32 -t UTF-8"),
    (codecs.BOM_UTF32_BE, "UTF-32", "iconv -f UTF-32 -t UTF-8"),
    (codecs.BOM_UTF16_LE, "UTF-16", "iconv -f UTF-16 -t UTF-8"),
    (codecs.BOM_UTF16_BE, "UTF-16", "iconv -f UTF-16 -t UTF-8"),
]


def compression_of(file: str) -> str | None:
    with pa.OSFile(file) as raw:
        start = raw.read(4)
    found = [name for sign, name in COMPRESSED.items() if start.startswith(sign)]
    return found[0] if found else None


def lines_of(file: str) -> pa.NativeFile:
    """The bytes of a file of text, decompressed."""
    compression = compression_of(file)
    raw = pa.OSFile(file)
    return raw if compression is None else pa.CompressedInputStream(raw, compression)


def fail(file: str, line: int, why: str) -> NoReturn:
    raise InputError(f"{file}: line {line}: {why}")


def refuse_encoding(file: str, start: bytes) -> None:
    """By the first bytes of a file."""
    for sign, name, command in STARTS:
        if start.startswith(sign):
            fail(file, 1, f"{name}, not UTF-8; convert it: {command} {file} > NEW")
    if start.startswith(b"PAR1"):
        fail(file, 1, "Parquet; give the file a name that ends in .parquet")
    zeros = [i for i, byte in enumerate(start[:4]) if byte == 0]
    if zeros in ([0, 2], [1, 3]):
        order = "BE" if zeros[0] == 0 else "LE"
        command = f"iconv -f UTF-16{order} -t UTF-8"
        fail(file, 1, f"UTF-16{order}, not UTF-8; convert it: {command} {file} > NEW")


def blocks(file: str, is_csv: bool) -> Iterator[tuple[bytes, int]]:
    """Whole rows, and the line in which they begin. The last row ends in LF even if the file does
    not."""
    rest, line = b"", 1
    is_first = True
    try:
        with lines_of(file) as stream:
            while piece := stream.read(BLOCK):
                if is_first:
                    refuse_encoding(file, piece)
                    piece, is_first = piece.removeprefix(codecs.BOM_UTF8), False
                rest += piece
                end = end_of_rows(rest, is_csv)
                if end > 0:
                    yield rest[:end], line
                    line += rest.count(b"\n", 0, end)
                    rest = rest[end:]
                if len(rest) > MOST:
                    why = ", or a quote that is not closed" if is_csv and b'"' in rest else ""
                    fail(file, line, f"longer than {MOST >> 20} MiB{why}")
    except (pa.ArrowException, OSError) as e:
        raise InputError(f"{file}: {one_line(e)}") from e
    if rest:
        yield rest + b"\n", line


def end_of_rows(data: bytes, is_csv: bool) -> int:
    """The end of the last line that does not end in quotes; 0 if there is none."""
    end = data.rfind(b"\n") + 1
    if not is_csv or data.count(b'"', 0, end) % 2 == 0:
        return end
    # Back from the quote that is open there, pair by pair.
    opening = data.rfind(b'"', 0, end)
    while True:
        closing = data.rfind(b'"', 0, opening)
        end = data.rfind(b"\n", closing + 1, opening) + 1
        if end > 0 or closing < 0:
            return end
        opening = data.rfind(b'"', 0, closing)


@dataclass(frozen=True)
class Header:
    """The first row of CSV that is not blank: names, the character between them, bytes and lines
    up to its end."""

    names: list[str]
    delimiter: str
    size: int
    lines: int


def header(file: str) -> Header:
    """Raises InputError if there is none."""
    for data, _ in blocks(file, is_csv=True):
        return header_of(file, data)
    raise InputError(f"{file}: no header: the file is empty")


def header_of(file: str, data: bytes) -> Header:
    start = len(data) - len(data.lstrip(b" \t\r\n"))
    if start == len(data):
        raise InputError(f"{file}: no header: its lines are blank")
    end, quotes = start, 0
    while end == start or (quotes % 2 == 1 and end < len(data)):
        begin, end = end, data.find(b"\n", end) + 1 or len(data)
        quotes += data.count(b'"', begin, end)
    line = data.count(b"\n", 0, start) + 1
    text = decoded(file, data[start:end], line)
    # Every other piece is in quotes.
    outside = "".join(text.split('"')[::2])
    delimiter = max(DELIMITERS, key=outside.count)
    found = fault(data[start:end], delimiter, 0)
    if found is not None:
        fail(file, line + found[0], found[1])
    lines = io.StringIO(text, newline="")
    try:
        names = next(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error as e:
        fail(file, line, f"the header: {e}")
    return Header(names, delimiter, end, data.count(b"\n", 0, end))


def decoded(file: str, data: bytes, line: int) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as e:
        at = line + data.count(b"\n", 0, e.start)
        latin = f"iconv -f ISO-8859-1 -t UTF-8 {file} > NEW"
        fail(file, at, f"byte 0x{data[e.start]:02x} is not UTF-8; if it is Latin-1: {latin}")


def csv_tables(file: str) -> Iterator[pa.Table]:
    """Columns of text c0, c1, ...; an empty field is null. A blank line, also one of spaces, is not
    a row unless there is one column."""
    head = None
    for data, line in blocks(file, is_csv=True):
        if head is None:
            head = header_of(file, data)
            data, line = data[head.size :], line + head.lines
            if not data:
                continue
        decoded(file, data, line)
        if not is_well_formed(data, head.delimiter):
            fail_at_fault(file, data, line, head)
        try:
            yield table_of(data, head)
        except pa.ArrowInvalid:
            if fault(data, head.delimiter, len(head.names)) is not None:
                fail_at_fault(file, data, line, head)
            yield table_of(without_blank_lines(data, head.delimiter), head)
    if head is None:
        raise InputError(f"{file}: no header: the file is empty")


def is_well_formed(data: bytes, delimiter: str) -> bool:
    """Except for the number of fields. RE2 checks text with quotes: half a nanosecond a byte."""
    if b'"' not in data:
        return b"\r" not in data or data.count(b"\r") == data.count(b"\r\n")
    between = re.escape(delimiter)
    field = rf'(?:[^"{between}\r\n]*|"(?:[^"]|"")*")'
    rows = rf"\A(?:{field}(?:{between}|\r?\n))*\z"
    found = pc.call_function(
        "match_substring_regex",
        [pa.array([data], pa.large_binary())],
        pc.MatchSubstringOptions(rows),
    )
    return found[0].as_py()


def table_of(data: bytes, head: Header) -> pa.Table:
    """Raises ArrowInvalid if a row has another number of fields."""
    names = [f"c{i}" for i in range(len(head.names))]
    if data.startswith(codecs.BOM_UTF8):
        # It is text here, and Arrow leaves out the first one.
        data = codecs.BOM_UTF8 + data
    return arrow_csv.read_csv(
        pa.BufferReader(data),
        arrow_csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=names),
        arrow_csv.ParseOptions(
            delimiter=head.delimiter,
            newlines_in_values=b'"' in data,
            ignore_empty_lines=len(names) > 1,
        ),
        arrow_csv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(names, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
        ),
    )


def without_blank_lines(data: bytes, delimiter: str) -> bytes:
    """Without spaces in lines that have nothing else. data has no fault."""
    blanks = b" " if delimiter == "\t" else b" \t"
    # Every other piece is in quotes, where a quote of two is a piece of nothing between.
    pieces = data.split(b'"')
    of_spaces = re.compile(rb"(?m)^[" + blanks + rb"]+(?=\r?$)")
    for i in range(0, len(pieces), 2):
        # What follows a quote is not at the start of a line.
        start = pieces[i].find(b"\n") + 1 if i > 0 else 0
        if i == 0 or start > 0:
            pieces[i] = pieces[i][:start] + of_spaces.sub(b"", pieces[i][start:])
    return b'"'.join(pieces)


def fail_at_fault(file: str, data: bytes, line: int, head: Header) -> NoReturn:
    lines, why = fault(data, head.delimiter, len(head.names)) or (0, "cannot be read")
    fail(file, line + lines, why)


def fault(data: bytes, delimiter: str, columns: int) -> tuple[int, str] | None:
    """The first row that is not as RFC 4180 has it, or has another number of fields (0: any): the
    lines before it, and what is wrong."""
    between = re.escape(delimiter.encode())
    quoted = re.compile(rb'"[^"]*+(?:""[^"]*+)*+"')
    plain = re.compile(rb'[^"\r\n' + between + rb"]*+")
    end = re.compile(between + rb"|\r?\n")
    blanks = b" " if delimiter == "\t" else b" \t"
    place = fields = start = 0

    def before(byte: int) -> int:
        return data.count(b"\n", 0, byte)

    while place < len(data):
        is_quoted = data[place : place + 1] == b'"'
        field = (quoted if is_quoted else plain).match(data, place)
        if field is None:
            return before(place), "a quote that is not closed"
        stop = end.match(data, field.end())
        if stop is None and data[field.end() : field.end() + 1] == b"\r":
            why = "a carriage return without a line feed; lines end in LF or CRLF"
            return before(field.end()), why
        if stop is None and is_quoted:
            return before(place), "text after a closing quote"
        if stop is None:
            return before(place), "a quote in a field that does not begin with a quote"
        fields += 1
        is_blank = fields == 1 and not is_quoted and not field[0].strip(blanks)
        if not stop[0].endswith(b"\n"):
            place = stop.end()
            continue
        if 0 < columns != fields and not (is_blank and columns > 1):
            found = f"{fields} field{'s' if fields > 1 else ''}"
            return before(start), f"{found}, the header has {columns}"
        place = start = stop.end()
        fields = 0
    return None


def json_tables(file: str) -> Iterator[pa.Table]:
    """A column line of the lines that are not blank. A line that is not UTF-8 gets a prefix, with
    which it is not JSON either."""
    for data, _ in blocks(file, is_csv=False):
        lines = [line for line in (row.strip(b" \t\r") for row in data.split(b"\n")) if line]
        column = pa.array(lines, pa.binary())
        try:
            texts = column.cast(pa.string())
        except pa.ArrowInvalid:
            texts = pa.array([text_of(line) for line in lines], pa.string())
        yield pa.table({"line": texts})


def text_of(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return "not UTF-8: " + line.decode(errors="backslashreplace")


def check_stream(file: str) -> None:
    """Raises InputError if a compressed file is damaged."""
    try:
        if compression_of(file) is None:
            return
        with lines_of(file) as stream:
            while stream.read(BLOCK):
                pass
    except (pa.ArrowException, OSError) as e:
        raise InputError(f"{file}: {one_line(e)}") from e

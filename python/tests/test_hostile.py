"""Producers whose Arrow structures contradict themselves. Under the address sanitizer a read out
of bounds ends the run; what a structure says within its buffers must still be answered."""

import ctypes as c
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import koblitz

RELEASE = c.CFUNCTYPE(None, c.c_void_p)


class Schema(c.Structure):
    pass


Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_char_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)),
    ("release", RELEASE),
    ("private_data", c.c_void_p),
]


class Array(c.Structure):
    pass


Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))),
    ("dictionary", c.POINTER(Array)),
    ("release", RELEASE),
    ("private_data", c.c_void_p),
]

new_capsule = c.pythonapi.PyCapsule_New
new_capsule.restype = c.py_object
new_capsule.argtypes = [c.c_void_p, c.c_char_p, c.c_void_p]
released = RELEASE(lambda _: None)


class Producer:
    """An array of these fields; buffers are bytes, copied to memory of exactly their size."""

    def __init__(
        self,
        format_: bytes | None,
        length: int,
        buffers: list[bytes | None] | None,
        children: "list[Producer | None] | None" = None,
        dictionary: "Producer | None" = None,
        **fields: Any,
    ) -> None:
        self.keep: list[Any] = [children, dictionary]
        schema_fields = {k[7:]: fields.pop(k) for k in list(fields) if k.startswith("schema_")}
        self.schema, self.array = Schema(release=released), Array(release=released)
        self.schema.format = format_
        self.array.length = length
        if buffers is not None:
            memory = [
                None if b is None else c.create_string_buffer(b, max(len(b), 1)) for b in buffers
            ]
            pointers = (c.c_void_p * max(len(buffers), 1))(
                *[None if m is None else c.addressof(m) for m in memory]
            )
            self.keep += [memory, pointers]
            self.array.buffers = c.cast(pointers, c.POINTER(c.c_void_p))
            self.array.n_buffers = len(buffers)
        if children is not None:
            for struct_, kind in ((self.schema, Schema), (self.array, Array)):
                which = "schema" if kind is Schema else "array"
                pointers = (c.POINTER(kind) * max(len(children), 1))(
                    *[c.pointer(getattr(child, which)) if child else None for child in children]
                )
                self.keep.append(pointers)
                struct_.children = c.cast(pointers, c.POINTER(c.POINTER(kind)))
                struct_.n_children = len(children)
        if dictionary is not None:
            self.schema.dictionary = c.pointer(dictionary.schema)
            self.array.dictionary = c.pointer(dictionary.array)
        for name, value in fields.items():
            setattr(self.array, name, value)
        for name, value in schema_fields.items():
            setattr(self.schema, name, value)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            new_capsule(c.addressof(self.schema), b"arrow_schema", None),
            new_capsule(c.addressof(self.array), b"arrow_array", None),
        )


def i32(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def i64(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def view(size: int, which: int, at: int) -> bytes:
    return i32(size, 0, which, at)


DATA = b"\x02" * 66
TWO = i32(0, 33, 66)
HUGE = 2**63 - 1
MALFORMED = {
    "offsets go down": Producer(b"z", 2, [None, i32(0, 40, 33), DATA]),
    "offsets below 0": Producer(b"z", 2, [None, i32(-1, 33, 66), DATA]),
    "large offsets below 0": Producer(b"Z", 2, [None, i64(-(2**63), 33, 66), DATA]),
    "large offsets overflow": Producer(b"Z", 2, [None, i64(0, HUGE, -HUGE), DATA]),
    "offsets without data": Producer(b"z", 2, [None, TWO, None]),
    "no offsets": Producer(b"z", 2, [None, None, DATA]),
    "no values": Producer(b"w:33", 2, [None, None]),
    "negative length": Producer(b"z", -1, [None, TWO, DATA]),
    "negative offset": Producer(b"z", 1, [None, TWO, DATA], offset=-1),
    "length overflows": Producer(b"z", HUGE, [None, TWO, DATA], offset=HUGE),
    "size overflows": Producer(b"w:999999999", 2**40, [None, DATA]),
    "offset overflows": Producer(b"w:33", 1, [None, DATA], offset=2**61),
    "too few buffers": Producer(b"z", 2, [None, TWO]),
    "too many buffers": Producer(b"w:33", 2, [None, DATA, DATA]),
    "no buffers": Producer(b"z", 2, None, n_buffers=3),
    "negative buffers": Producer(b"vz", 2, [None, view(1, 0, 0) * 2, b""], n_buffers=-1),
    "nulls without bitmap": Producer(b"w:33", 2, [None, DATA], null_count=1),
    "children of bytes": Producer(b"z", 2, [None, TWO, DATA], n_children=1),
    "negative children": Producer(b"+s", 2, [None], n_children=-1, schema_n_children=-1),
    "children missing": Producer(b"+s", 2, [None], n_children=1, schema_n_children=1),
    "child is null": Producer(b"+s", 2, [None], [None]),
    "array without the schema's child": Producer(
        b"+s", 2, [None], [Producer(b"z", 2, [None, TWO, DATA])], n_children=0
    ),
    "short child": Producer(b"+s", 3, [None], [Producer(b"z", 2, [None, TWO, DATA])]),
    "child before the offset": Producer(
        b"+s", 2, [None], [Producer(b"z", 2, [None, TWO, DATA])], offset=1
    ),
    "offset of the parent overflows": Producer(
        b"+s", 1, [None], [Producer(b"z", 2, [None, TWO, DATA], offset=2)], offset=HUGE - 1
    ),
    "more rows than can be counted": Producer(b"n", HUGE - 1, []),
    "no format": Producer(None, 2, [None, TWO, DATA]),
    "view of negative length": Producer(b"vz", 1, [None, view(-1, 0, 0), DATA, i64(66)]),
    "view of no buffer": Producer(b"vz", 1, [None, view(33, 1, 0), DATA, i64(66)]),
    "view of a negative buffer": Producer(b"vz", 1, [None, view(33, -1, 0), DATA, i64(66)]),
    "view past its buffer": Producer(b"vz", 1, [None, view(33, 0, 34), DATA, i64(66)]),
    "view before its buffer": Producer(b"vz", 1, [None, view(33, 0, -1), DATA, i64(66)]),
    "view overflows": Producer(b"vz", 1, [None, view(2**31 - 1, 0, 2**31 - 1), DATA, i64(66)]),
    "view of a missing buffer": Producer(b"vz", 1, [None, view(33, 0, 0), None, i64(66)]),
    "view without sizes": Producer(b"vz", 1, [None, view(33, 0, 0), DATA, None]),
    "index past the dictionary": Producer(
        b"c", 1, [None, b"\x02"], dictionary=Producer(b"z", 2, [None, TWO, DATA])
    ),
    "index below the dictionary": Producer(
        b"c", 1, [None, b"\xff"], dictionary=Producer(b"z", 2, [None, TWO, DATA])
    ),
    "index above 2^63": Producer(
        b"L", 1, [None, b"\xff" * 8], dictionary=Producer(b"z", 2, [None, TWO, DATA])
    ),
    "empty dictionary": Producer(
        b"i", 1, [None, i32(0)], dictionary=Producer(b"z", 0, [None, None, None])
    ),
    "malformed dictionary": Producer(
        b"c", 1, [None, b"\0"], dictionary=Producer(b"z", 2, [None, i32(0, 66, 33), DATA])
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name: str) -> None:
    with pytest.raises(ValueError, match=r"^pubkey: the Arrow"):
        koblitz.parse_pubkey(MALFORMED[name])


STRANGE = {
    "offsets that start late": (Producer(b"z", 1, [None, i32(33, 66), DATA]), 1),
    "no data and no bytes": (Producer(b"z", 2, [None, i32(0, 0, 0), None]), 2),
    "no rows and no buffers' memory": (Producer(b"z", 0, [None, None, None]), 0),
    "no rows of views": (Producer(b"vz", 0, [None, None, None]), 0),
    "odd addresses": (Producer(b"z", 2, [None, TWO, DATA]), 2),
    "null views are not read": (Producer(b"vz", 1, [b"\0", view(-1, 9, 9), DATA, i64(66)]), 1),
    "null indices are not read": (
        Producer(b"c", 1, [b"\0", b"\x7f"], dictionary=Producer(b"z", 2, [None, TWO, DATA])),
        1,
    ),
    "unknown number of nulls": (Producer(b"w:33", 2, [None, DATA], null_count=-1), 2),
    "all null": (Producer(b"n", 3, []), 3),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange(name: str) -> None:
    producer, length = STRANGE[name]
    assert len(koblitz.parse_pubkey(producer)) == length


def event(tags: Producer) -> Producer:
    def text(name: bytes) -> Producer:
        return Producer(b"u", 1, [None, i32(0, 1), b"x"], schema_name=name)

    def number(name: bytes) -> Producer:
        return Producer(b"l", 1, [None, i64(1)], schema_name=name)

    tags.schema.name = b"tags"
    fields: list[Producer | None] = [text(b"id"), text(b"pubkey"), text(b"sig"), text(b"content")]
    return Producer(b"+s", 1, [None], [*fields, number(b"created_at"), number(b"kind"), tags])


def texts(length: int, offsets: bytes) -> Producer:
    return Producer(b"u", length, [None, offsets, b"xy"])


@pytest.mark.parametrize(
    "tags",
    [
        Producer(
            b"+l",
            1,
            [None, i32(0, 2)],
            [Producer(b"+l", 1, [None, i32(0, 1)], [texts(1, i32(0, 1))])],
        ),
        Producer(
            b"+l",
            1,
            [None, i32(0, 1)],
            [Producer(b"+l", 1, [None, i32(0, 3)], [texts(2, i32(0, 1, 2))])],
        ),
        Producer(
            b"+l",
            1,
            [None, i32(-1, 1)],
            [Producer(b"+l", 1, [None, i32(0, 1)], [texts(1, i32(0, 1))])],
        ),
        Producer(
            b"+L",
            1,
            [None, i64(0, HUGE)],
            [Producer(b"+l", 1, [None, i32(0, 1)], [texts(1, i32(0, 1))])],
        ),
        Producer(
            b"+l",
            1,
            [None, i32(0, 1)],
            [Producer(b"+l", 1, [None, i32(0, 1)], [texts(1, i32(1, 0))])],
        ),
        Producer(
            b"+l", 1, [None, None], [Producer(b"+l", 1, [None, i32(0, 1)], [texts(1, i32(0, 1))])]
        ),
    ],
)
def test_malformed_tags(tags: Producer) -> None:
    with pytest.raises(ValueError, match=r"^events: the Arrow"):
        koblitz.nostr_verify(event(tags))


def test_schema_too_deep() -> None:
    producer = Producer(b"z", 2, [None, TWO, DATA])
    for _ in range(100):
        producer = Producer(b"+s", 2, [None], [producer])
    with pytest.raises(ValueError, match="malformed"):
        koblitz.parse_pubkey(producer)


def test_rows_that_take_no_memory() -> None:
    """Those of the type null, of which a producer may claim any number: lengths are compared before
    anything else. In a process of its own, which could take for ever."""
    code = """
import koblitz, pyarrow as pa
from test_hostile import Producer
one, claimed = pa.array([bytes(32)]), 1 << 60
def many():
    return Producer(b"n", claimed, [])
def table():
    return Producer(b"+s", claimed, [None], [many()])
for columns in ((many, None, None), (None, many, many), (table, None, None), (table, table, None)):
    for function in koblitz.verify_ecdsa, koblitz.verify_schnorr, koblitz.tweak_check:
        try:
            function(*(one if column is None else column() for column in columns))
        except ValueError as e:
            assert "rows, but" in str(e), e
        else:
            raise SystemExit("no error")
"""
    here = Path(__file__).parent
    subprocess.run([sys.executable, "-c", code], cwd=here, check=True, timeout=100)


def test_capsules_of_another_kind() -> None:
    class Given:
        def __init__(self, *pair: object) -> None:
            self.pair = pair

        def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, ...]:
            return self.pair

    for wanted in ((1, 0), (0, 0), (None, 1), (0, None)):
        producer = Producer(b"z", 2, [None, TWO, DATA])
        made = producer.__arrow_c_array__()
        pair = [None if i is None else made[i] for i in wanted]
        with pytest.raises(
            TypeError, match=r"^pubkey: its Arrow method did not return a capsule arrow_"
        ):
            koblitz.parse_pubkey(Given(*pair))


def test_used_twice() -> None:
    producer = Producer(b"z", 2, [None, TWO, DATA])
    koblitz.parse_pubkey(producer)
    with pytest.raises(ValueError, match="has been used before"):
        koblitz.parse_pubkey(producer)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.sampled_from(
        [
            b"z",
            b"Z",
            b"vz",
            b"w:33",
            b"w:65",
            b"c",
            b"L",
            b"u",
            b"+s",
            b"+l",
            b"w:",
            b"w:-1",
            b"w:9999999999",
        ]
    ),
    st.one_of(st.integers(0, 3), st.sampled_from([-1, HUGE])),
    st.integers(-1, 2),
    st.lists(
        st.sampled_from([-1, 0, 1, 33, 34, 66, 2**31 - 1, -(2**31)]), min_size=16, max_size=16
    ),
    st.integers(0, 4),
)
def test_any_numbers(
    format_: bytes, length: int, offset: int, numbers: list[int], n_buffers: int
) -> None:
    """Buffers of 64 bytes hold what 3 rows need; data is as long as the longest offset taken."""
    width = 8 if format_ == b"Z" else 4
    offsets = i64(*numbers[:8]) if width == 8 else i32(*numbers)
    # The interface does not tell sizes: offsets that ascend are believed, so these are too.
    if max(numbers) > 66 and format_ in (b"z", b"Z"):
        numbers = [min(n, 66) for n in numbers]
        offsets = i64(*numbers[:8]) if width == 8 else i32(*numbers)
    second = b"\x02" * 65 * 6 if format_[:1] in (b"w", b"c", b"L") else offsets
    buffers: list[bytes | None] = [b"\xaa", second, b"\x02" * 66, i64(66)]
    producer = Producer(format_, length, buffers[:n_buffers], offset=offset)
    try:
        result = koblitz.parse_pubkey(producer)
    except (TypeError, ValueError):
        return
    assert len(result) == length

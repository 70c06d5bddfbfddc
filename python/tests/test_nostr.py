"""Events as text and as structures: the ids of hostile and of plain ones."""

import hashlib
import json
from typing import Any

import pyarrow as pa
import pytest

import koblitz
import reference as ref
from koblitz import _core

SECRET = 7
KEY = (ref.mul(SECRET, ref.G) or (0, 0))[0].to_bytes(32, "big").hex()
SHORT = {"\n": "\\n", '"': '\\"', "\\": "\\\\", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
CONTROLS = [chr(c) for c in range(0x20) if chr(c) not in SHORT]
# NIP-01's letter, and as clients write it.
LETTER = str.maketrans(SHORT)
DEPLOYED = str.maketrans(SHORT | {c: f"\\u{ord(c):04x}" for c in CONTROLS})


def make(
    tags: list[list[str]],
    content: str,
    created_at: int = 1700000000,
    kind: int = 1,
    escapes: dict[int, str] = DEPLOYED,
    tag_escapes: dict[int, str] | None = None,
) -> dict[str, Any]:
    def quoted(text: str, escapes: dict[int, str] = tag_escapes or escapes) -> str:
        return '"' + text.translate(escapes) + '"'

    listed = ",".join("[" + ",".join(quoted(text) for text in tag) + "]" for tag in tags)
    canonical = f'[0,"{KEY}",{created_at},{kind},[{listed}],{quoted(content, escapes)}]'
    id_ = hashlib.sha256(canonical.encode()).digest()
    return {
        "id": id_.hex(),
        "pubkey": KEY,
        "created_at": created_at,
        "kind": kind,
        "tags": tags,
        "content": content,
        "sig": ref.schnorr_sign(SECRET, id_, 1234).hex(),
    }


EVENTS = [
    make([], "hello"),
    make([["e", "aa"], ["p", "bb", ""], [], [""]], ""),
    make([["t", 'a\nb"c']], '\n"\\\r\t\b\f'),
    make([], "\x00\x01\x1f\x7f</a>\u2028\u00e9\u4e2d\U0001f600\ufffd", 0, 65535),
    make([], "\\ud800", 2**63 - 1, 0),
]
GOOD = json.dumps(EVENTS[1])


def text(events: list[str | bytes | None]) -> pa.Array:
    rows = [e.encode() if isinstance(e, str) else e for e in events]
    return pa.Array.from_buffers(
        pa.string(), len(rows), pa.array(rows, pa.binary()).buffers(), null_count=-1
    )


def verify(column: Any, strict: bool = True) -> list[Any]:
    return koblitz.nostr_verify(column, strict=strict).to_pylist()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_text(kind: pa.DataType) -> None:
    """Escaped as Python writes JSON, as little as possible, and with space around everything."""
    for write in (
        json.dumps,
        lambda e: json.dumps(e, ensure_ascii=False),
        lambda e: json.dumps(e, indent="\t"),
    ):
        assert verify(pa.array([write(e) for e in EVENTS] + [None], kind)) == [True] * len(
            EVENTS
        ) + [None]


TAGS = pa.list_(pa.list_(pa.string()))


def structures(events: list[Any], **types: pa.DataType) -> pa.Array:
    given = {"id": pa.string(), "pubkey": pa.string(), "created_at": pa.int64(), "kind": pa.int32()}
    given |= {"tags": TAGS, "content": pa.string(), "sig": pa.string()} | types
    return pa.array(events, pa.struct(list(given.items())))


def test_structures() -> None:
    assert verify(structures([*EVENTS, None])) == [True] * len(EVENTS) + [None]
    binary = [e | {n: bytes.fromhex(e[n]) for n in ("id", "pubkey", "sig")} for e in EVENTS]
    for id_, key, sig in (
        (pa.binary(),) * 3,
        (pa.binary(32), pa.binary(32), pa.binary(64)),
        (pa.binary_view(),) * 3,
    ):
        column = structures(
            binary, id=id_, pubkey=key, sig=sig, kind=pa.uint16(), created_at=pa.uint64()
        )
        assert verify(column) == [True] * len(EVENTS)
        assert verify(column[2:]) == [True] * (len(EVENTS) - 2)
        assert verify(pa.Table.from_struct_array(column)) == [True] * len(EVENTS)
    large = pa.large_list(pa.large_list(pa.large_string()))
    assert verify(structures(EVENTS, tags=large, content=pa.string_view())) == [True] * len(EVENTS)
    coded = pa.list_(pa.list_(pa.dictionary(pa.int32(), pa.string())))
    assert verify(structures(EVENTS, tags=coded)) == [True] * len(EVENTS)


def test_structures_refused() -> None:
    event = EVENTS[1]
    changes: list[dict[str, Any]] = [
        {"content": "x"},
        {"kind": -1},
        {"kind": 65536},
        {"created_at": -1},
        {"id": event["id"].upper()},
        {"id": event["id"][:-2]},
        {"sig": event["sig"][:-1] + "x"},
        {"tags": [None]},
        {"tags": [["e", None]]},
        {"tags": []},
    ]
    assert verify(structures([event | change for change in changes])) == [False] * len(changes)
    nulls = [event | {name: None} for name in event]
    assert verify(structures(nulls)) == [None] * len(nulls)


# Text, with its id by the letter, and as clients make it.
UPPER = DEPLOYED | {0x1B: "\\u001B"}
CONTROL_TEXTS = [
    *CONTROLS,
    "".join(CONTROLS),
    "\x1b[31mred",
    "\\u0001\x01",
    "\x0f\n\x7f\u2028",
    "\0",
]
# What has another id: escapes of both kinds, upper case, an escape where JSON.stringify has none.
OTHER_FORMS = [
    make([["t", "\1"]], "\1", escapes=DEPLOYED, tag_escapes=LETTER),
    make([["t", "\1"]], "\1", escapes=LETTER, tag_escapes=DEPLOYED),
    make([], "\x1b", escapes=UPPER),
    make([], "\x1b\1", escapes=LETTER | {1: "\\u0001"}),
    make([], "\x7f", escapes=DEPLOYED | {0x7F: "\\u007f"}),
    make([], "\u2028", escapes=DEPLOYED | {0x2028: "\\u2028"}),
    make([], "\n", escapes=DEPLOYED | {10: "\\u000a"}),
    make([], "a", escapes=DEPLOYED | {ord("a"): "\\u0061"}),
]


def test_control_characters() -> None:
    """Ids by NIP-01's letter and as clients make them: one of the two for the whole event."""
    for escapes in (LETTER, DEPLOYED):
        events = [make([], text, escapes=escapes) for text in CONTROL_TEXTS]
        events += [make([["t", text], [text]], "x", escapes=escapes) for text in CONTROL_TEXTS]
        assert verify(text([json.dumps(e) for e in events])) == [True] * len(events)
        assert verify(structures(events)) == [True] * len(events)
        others = [e | {"content": "\x02other"} for e in events]
        assert verify(text([json.dumps(e) for e in others])) == [False] * len(events)
    assert verify(text([json.dumps(e) for e in OTHER_FORMS])) == [False] * len(OTHER_FORMS)
    assert verify(structures(OTHER_FORMS)) == [False] * len(OTHER_FORMS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"aa"', '"ab"'),
        ('"kind": 1', '"kind": 2'),
        ('"kind": 1', '"kind": 1.0'),
        ('"kind": 1', '"kind": 1e0'),
        ('"kind": 1', '"kind": 01'),
        ('"kind": 1', '"kind": -1'),
        ('"kind": 1', '"kind": 65536'),
        ('"kind": 1', '"kind": "1"'),
        ('"kind": 1', '"kind": 1, "kind": 1'),
        ('"kind": 1', '"kind": 1, "\\u006bind": 1'),
        ('"kind": 1', '"kind": 1, "x": 1, "x": 1'),
        ('"kind"', '"Kind"'),
        ("1700000000", "9223372036854775808"),
        ("1700000000", "99999999999999999999999999"),
        ("1700000000", ""),
        ('"content": ""', '"content": null'),
        ('"content": ""', '"content": "\\ud800"'),
        ('"content": ""', '"content": "\\udc00\\ud800"'),
        ('"content": ""', '"content": "\x01"'),
        ('"content": ""', '"content": "\\x"'),
        ('"content": ""', '"content": "\\u12"'),
        ('"tags": [', '"tags": [null, '),
        ('"tags": [', '"tags": [[1], '),
        ('"tags": [', '"tags": [,'),
        ('[""]', '["",]'),
        (GOOD, GOOD[:-1]),
        (GOOD, GOOD + "{}"),
        (GOOD, f"[{GOOD}]"),
        (GOOD, "{}"),
        (GOOD, ""),
        (GOOD, "null"),
        (GOOD, '{"a":' * 100000),
        (GOOD, "[" * 100000),
        (KEY, KEY.upper()),
    ],
)
def test_text_refused(old: str, new: str) -> None:
    assert GOOD.count(old) >= 1
    changed = GOOD.replace(old, new, 1)
    assert changed != GOOD
    assert verify(text([GOOD, changed, GOOD])) == [True, False, True]


@pytest.mark.parametrize(
    "bad",
    [b"\xff", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"\x80"],
)
def test_invalid_utf8(bad: bytes) -> None:
    inside = GOOD.encode().replace(b'"content": ""', b'"content": "' + bad + b'"')
    assert verify(text([GOOD, inside, GOOD.encode() + bad])) == [True, False, False]


@pytest.mark.parametrize(
    "extra",
    ['"x"', "-1.5e+3", "[]", "{}", '[{"a": [1, {"b": null}]}, true, false]', "[" * 900 + "]" * 900],
)
def test_other_members(extra: str) -> None:
    assert verify(text([GOOD[:-1] + f', "more": {extra}}}'])) == [True]
    assert verify(text([GOOD[:-1] + f', "more": {extra[:-1]}}}'])) == [False]


def test_not_strict() -> None:
    other = json.dumps(EVENTS[0] | {"content": "x"})
    no_point = json.dumps(EVENTS[0] | {"pubkey": "00" * 31 + "05"})
    assert verify(text([GOOD, other, GOOD[1:], no_point]), strict=False) == [
        True,
        False,
        None,
        None,
    ]


def test_generated() -> None:
    batch = pa.record_batch(_core.generate("nostr", 5, 100, 700, 0.5, None))
    assert verify(batch["event"]) == batch["valid"].to_pylist()

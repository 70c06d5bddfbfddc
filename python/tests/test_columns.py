"""Every function on every form of column, against the reference."""

import os
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import cycle, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arrays
import koblitz
import memory
import reference as ref

SECRETS = [1, 2, 3, ref.N - 1, ref.N // 3]
KEYS = [ref.mul(secret, ref.G) for secret in SECRETS]
DIGESTS = [bytes([i]) * 32 for i in (0, 1, 255)]


def ecdsa_row(i: int) -> tuple[bytes, bytes, bytes]:
    """Signatures in both encodings, low and high s, and keys in all forms."""
    secret, digest = SECRETS[i % 5], DIGESTS[i % 3]
    r, s, _ = ref.ecdsa_sign(secret, digest, 1000 + i)
    if i % 2:
        s = ref.N - s
    key = KEYS[i % 5]
    assert key is not None
    compact = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return ref.serialize(key, i % 4 < 2), digest, ref.der(r, s) if i % 3 else compact


ECDSA = [ecdsa_row(i) for i in range(24)]
SCHNORR = [
    (
        key[0].to_bytes(32, "big"),
        DIGESTS[i % 3] if i % 2 else b"message" * i,
        ref.schnorr_sign(SECRETS[i % 5], DIGESTS[i % 3] if i % 2 else b"message" * i, 77 + i),
    )
    for i, key in enumerate(KEYS * 3)
    if key is not None
]
RECOVERABLE = [
    (digest, r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([v + 27 * (i % 2)]))
    for i in range(10)
    for digest in [DIGESTS[i % 3]]
    for r, s, v in [ref.ecdsa_sign(SECRETS[i % 5], digest, 5 + i)]
]
TWEAKS = [
    (out[0].to_bytes(32, "big"), internal, tweak, out[1] & 1)
    for i, key in enumerate(KEYS * 2)
    if key is not None
    for internal in [key[0].to_bytes(32, "big")]
    for tweak in [bytes([i]) * 32]
    for out in [ref.tweaked(internal, tweak)]
    if out is not None
]


def pylist(column: koblitz.Column) -> list[Any]:
    """The rows, which must be the same by all three ways out."""
    rows = column.to_pylist()
    array = pa.array(column)
    array.validate(full=True)
    assert array.to_pylist() == rows
    assert pa.chunked_array(column).to_pylist() == rows
    return rows


def columns(rows: list[tuple[Any, ...]], form: str = "binary") -> list[Any]:
    return [arrays.FORMS[form](list(column)) for column in zip(*rows, strict=True)]


def mutations(row: tuple[bytes, ...]) -> list[tuple[bytes, ...]]:
    """Each column cut off, longer, empty, with one bit changed."""
    return [
        (*row[:i], bad, *row[i + 1 :])
        for i, value in enumerate(row)
        for bad in (
            value[:-1],
            value + b"\0",
            b"",
            bytes([value[0] ^ 1]) + value[1:],
            b"\xff" * len(value),
        )
    ]


@pytest.mark.parametrize("form", arrays.FORMS)
def test_forms(form: str) -> None:
    """Nulls in every column and every place; fixed widths where the form has them."""
    ecdsa = [row for row in ECDSA if len(row[0]) == 33 and len(row[2]) == 64] * 20
    schnorr = [row for row in SCHNORR if len(row[1]) == 32] * 20
    recoverable, tweaks = RECOVERABLE * 55, [row[:3] for row in TWEAKS] * 55
    for function, rows, expected in (
        (koblitz.verify_ecdsa, ecdsa, [True] * len(ecdsa)),
        (koblitz.verify_schnorr, schnorr, [True] * len(schnorr)),
        (koblitz.tweak_check, tweaks, [True] * len(tweaks)),
        (
            koblitz.recover,
            recoverable,
            [ref.serialize(key) for row in recoverable if (key := ref.recover(*row))],
        ),
    ):
        width = len(rows[0])
        holes: list[Any] = [
            tuple(v if (i + j) % 5 else None for j, v in enumerate(r)) for i, r in enumerate(rows)
        ]
        expected_holes = [
            e if all(v is not None for v in h) else None
            for e, h in zip(expected, holes, strict=True)
        ]
        assert pylist(function(*columns(rows, form))) == expected
        assert pylist(function(*columns(holes, form), threads=3)) == expected_holes
        assert pylist(function(*columns(rows[:1], form))) == expected[:1]
        # Without rows there is no width to fix.
        empty = [arrays.FORMS["binary" if "fixed" in form else form]([])] * width
        assert pylist(function(*empty)) == []


def test_ecdsa_verdicts() -> None:
    rows: list[Any] = ECDSA + [bad for row in ECDSA[:4] for bad in mutations(row)]
    for low_s in (False, True):
        got = pylist(koblitz.verify_ecdsa(*columns(rows), low_s=low_s))
        assert got == [ref.ecdsa(*row, low_s) for row in rows]
        assert True in got
        assert False in got


def test_a_signature_of_64_bytes_that_is_der() -> None:
    """r and s of 29 bytes: the key is recovered from them, so that both readings can be valid."""
    digest = b"\x07" * 32
    for r in range(1 << 224, (1 << 224) + 64):
        sig = ref.der(r, (1 << 224) + 1)
        assert len(sig) == 64
        key = ref.recover(
            digest, r.to_bytes(32, "big") + ((1 << 224) + 1).to_bytes(32, "big") + b"\0"
        )
        if key is not None:
            break
    other = ref.recover(digest, sig + b"\0") or ref.recover(digest, sig + b"\1")
    assert key is not None
    keys = [ref.serialize(key), ref.serialize(KEYS[0] or key)] + (
        [ref.serialize(other)] if other else []
    )
    rows = [(k, digest, sig) for k in keys]
    for form in ("binary", "fixed"):
        assert pylist(koblitz.verify_ecdsa(*columns(rows, form))) == [True, False] + [True] * bool(
            other
        )


def test_schnorr_verdicts() -> None:
    rows: list[Any] = SCHNORR + [bad for row in SCHNORR[1:5] for bad in mutations(row)]
    assert pylist(koblitz.verify_schnorr(*columns(rows))) == [ref.schnorr(*row) for row in rows]


def test_recovered_keys() -> None:
    rows: list[Any] = RECOVERABLE + [bad for row in RECOVERABLE[:2] for bad in mutations(row)]
    rows += [(RECOVERABLE[0][0], RECOVERABLE[0][1][:64] + bytes([v])) for v in range(256)]
    for compressed in (True, False):
        got = pylist(koblitz.recover(*columns(rows), compressed=compressed))
        keys = [ref.recover(*row) for row in rows]
        assert got == [key and ref.serialize(key, compressed) for key in keys]


def test_tweaked_keys() -> None:
    rows: list[Any] = TWEAKS + [(*bad, row[3]) for row in TWEAKS[:3] for bad in mutations(row[:3])]
    tweaked, internal, tweak, parity = zip(*rows, strict=True)
    args = columns([row[:3] for row in rows])

    def check(parities: list[int] | None) -> list[bool]:
        sums = [
            ref.tweaked(i, t) if len(i) == len(t) == 32 else None
            for i, t in zip(internal, tweak, strict=True)
        ]
        return [
            s is not None
            and s[0].to_bytes(32, "big") == out
            and (parities is None or s[1] & 1 == parities[i])
            for i, (s, out) in enumerate(zip(sums, tweaked, strict=True))
        ]

    assert pylist(koblitz.tweak_check(*args)) == check(None)
    for parities in ([int(p) for p in parity], [1 - p for p in parity], [2 - p for p in parity]):
        for kind in (pa.int8(), pa.uint8(), pa.int16(), pa.uint32(), pa.int64(), pa.uint64()):
            assert pylist(koblitz.tweak_check(*args, pa.array(parities, kind))) == check(parities)
    flags = pa.array([bool(p) for p in parity])
    assert pylist(koblitz.tweak_check(*args, flags)) == check([int(p) for p in parity])
    assert pylist(koblitz.tweak_check(*args, flags.dictionary_encode())) == check(
        [int(p) for p in parity]
    )
    assert pylist(koblitz.tweak_check(*args, pa.nulls(len(rows), pa.int8()))) == [None] * len(rows)


def test_parsed_keys() -> None:
    keys = [ref.serialize(key, c) for key in KEYS if key for c in (True, False)]
    keys += [bytes([6 + (key[64] & 1)]) + key[1:] for key in keys if len(key) == 65]
    keys += [bad[0] for key in keys[:4] for bad in mutations((key,))]
    for compressed in (True, False):
        points = [ref.parse_pubkey(key) for key in keys]
        got = pylist(koblitz.parse_pubkey(pa.array(keys, pa.binary()), compressed=compressed))
        assert got == [point and ref.serialize(point, compressed) for point in points]


def test_not_strict() -> None:
    """Null for what is no key or signature; false for one of somebody else."""
    key, digest, sig = ECDSA[1]
    zero, wrong = b"\x30\x06\x02\x01\x00\x02\x01\x00", ref.der(1, 1)
    rows = [
        (key, digest, sig),
        (key, digest, wrong),
        (key, digest, zero),
        (key, digest, sig[:-1]),
        (key[:-1], digest, sig),
    ]
    rows += [
        (b"\x02" + b"\xff" * 32, digest, sig),
        (key, digest[:-1], sig),
        (key, digest, b"\xff" * 64),
    ]
    expected = [True, False, False, None, None, None, None, None]
    assert pylist(koblitz.verify_ecdsa(*columns(rows), strict=False)) == expected
    xonly, message, good = SCHNORR[0]
    rows = [
        (xonly, message, good),
        (xonly, b"other", good),
        (xonly, message, good[:-1]),
        (b"\xff" * 32, message, good),
    ]
    assert pylist(koblitz.verify_schnorr(*columns(rows), strict=False)) == [True, False, None, None]
    out, internal, tweak, parity = TWEAKS[1]
    tweaks = [
        (out, internal, tweak, parity),
        (internal, internal, tweak, parity),
        (out, internal, b"\xff" * 32, parity),
    ]
    tweaks += [
        (out, internal, bytes(32), parity),
        (out, internal, tweak, 2),
        (b"\xff" * 32, internal, tweak, parity),
    ]
    args = columns([row[:3] for row in tweaks])
    parities = pa.array([row[3] for row in tweaks])
    assert pylist(koblitz.tweak_check(*args, parities, strict=False)) == [
        True,
        False,
        None,
        False,
        None,
        None,
    ]
    assert pylist(koblitz.tweak_check(*args, strict=False)) == [
        True,
        False,
        None,
        False,
        True,
        None,
    ]


@pytest.mark.filterwarnings("ignore:silent_payments_scan")
def test_silent_payments() -> None:
    scan_key, spend = b"\x11" * 32, ref.serialize(KEYS[2] or (0, 0))
    tweaks = [ref.serialize(key, i % 2 == 0) for i, key in enumerate(KEYS) if key] + [
        b"\x02" + b"\xff" * 32,
        b"",
        None,
    ]
    for labels in ([], [0], [0, 1, 2**32 - 1]):
        for k in (0, 1, 2322):
            got = koblitz.silent_payments_scan(
                pa.array(tweaks, pa.binary()), scan_key, spend, labels=labels, k=k
            )
            expected = [t and ref.silent_outputs(t, scan_key, spend, labels, k) for t in tweaks]
            assert pylist(got) == [e or None for e in expected]
    numbers = [0, 2322, 2323, -1, None, 1, 7, 8]
    expected = [
        t and k is not None and 0 <= k <= 2322 and ref.silent_outputs(t, scan_key, spend, [1], k)
        for t, k in zip(tweaks, numbers, strict=True)
    ]
    for kind in (pa.int16(), pa.int64(), pa.uint16()):
        given = numbers if kind != pa.uint16() else [2**16 - 1 if k == -1 else k for k in numbers]
        got = koblitz.silent_payments_scan(
            pa.array(tweaks, pa.binary()), scan_key, spend, labels=[1], k=pa.array(given, kind)
        )
        assert pylist(got) == [e or None for e in expected]
    for bad in (bytes(32), ref.N.to_bytes(32, "big"), b"", b"\x11" * 33):
        with pytest.raises(ValueError, match="scan_key"):
            koblitz.silent_payments_scan(pa.array(tweaks, pa.binary()), bad, spend)
    for bad in (b"\x02" + b"\xff" * 32, b"", spend + b"\0", ref.serialize(ref.G, False) + b"\0"):
        with pytest.raises(ValueError, match="spend_pubkey"):
            koblitz.silent_payments_scan(pa.array(tweaks, pa.binary()), scan_key, bad)
    for k, error in (
        (2323, ValueError),
        (-1, ValueError),
        (2**64, ValueError),
        (-(2**80), ValueError),
        (0.5, TypeError),
        (pa.array(["x"] * len(tweaks)), TypeError),
        (pa.array([0]), ValueError),
    ):
        with pytest.raises(error, match=r"^k: "):
            koblitz.silent_payments_scan(pa.array(tweaks, pa.binary()), scan_key, spend, k=k)
    for options in ({"threads": "a"}, {"labels": ["a"]}):
        with pytest.raises(TypeError, match=rf"^{next(iter(options))}: not an integer"):
            koblitz.silent_payments_scan(pa.array(tweaks, pa.binary()), scan_key, spend, **options)
    for label in (-1, 2**32, -(2**80), 2**80):
        with pytest.raises(ValueError, match=r"^labels: "):
            koblitz.silent_payments_scan(
                pa.array(tweaks, pa.binary()), scan_key, spend, labels=[label]
            )


def reversed_halves(key: bytes) -> bytes:
    return key[32:0:-1] + key[:32:-1]


def test_little_endian_tweaks() -> None:
    """In 64 bytes; and how many cannot be read, by a warning: null is not no payment."""
    points = [ref.serialize(key, False) for key in KEYS if key]
    wallet = b"\x11" * 32, ref.serialize(ref.G)
    short = [ref.serialize(key) for key in KEYS if key]
    expected = [ref.silent_outputs(key, *wallet, [3], 2) for key in short]
    given = [reversed_halves(key) for key in points]
    assert all(len(tweak) == 64 for tweak in given)

    def scan(tweaks: Any, little: bool) -> list[Any]:
        options: Any = {"labels": [3], "k": 2, "little_endian": little}
        return pylist(koblitz.silent_payments_scan(tweaks, *wallet, **options))

    for form in arrays.FORMS:
        with warnings.catch_warnings(action="error"):
            assert scan(arrays.FORMS[form](given), True) == expected
            assert scan(arrays.FORMS[form]([*given[:2], None]), True) == [*expected[:2], None]
            assert scan(arrays.FORMS[form](short), False) == expected
    not_on_the_curve = bytes(63) + b"\1"
    wrong = [*short, *points, b"", None, given[0][:-1], not_on_the_curve, points[0][1:]]
    for tweaks, little, said in (
        (wrong + given, True, "14 of 20 tweaks are not points"),
        (given + short, False, "5 of 10 tweaks are not points.*little_endian"),
    ):
        with pytest.warns(UserWarning, match=f"^silent_payments_scan: {said}") as warned:
            got = scan(pa.array(tweaks, pa.binary()), little)
        assert len(warned) == 1
        good = dict(zip(given if little else short, expected, strict=True))
        assert got == [good.get(tweak) for tweak in tweaks]
    for width, little, said in (
        (64, False, "rows of 64 bytes need little_endian=True"),
        (33, True, "expected rows of 64 bytes, got 33"),
        (65, True, "expected rows of 64 bytes, got 65"),
    ):
        with pytest.raises(ValueError, match=f"^tweaks: {said}"):
            scan(pa.array([b"x" * width], pa.binary(width)), little)


binary = pa.array([b"x" * 33], pa.binary())


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: koblitz.verify_ecdsa(pa.array([1]), binary, binary), TypeError, "pubkey: "),
        (
            lambda: koblitz.verify_ecdsa(binary, pa.array(["x"]), binary),
            TypeError,
            r"digest: expected a binary column, got text. .* unhex\(column\) in SQL, ",
        ),
        (lambda: koblitz.parse_pubkey(binary, threads=2**80), ValueError, "threads: not from 1 to"),
        (
            lambda: koblitz.verify_ecdsa(binary, binary, [b"x"]),
            TypeError,
            r"signature: not an Arrow column; .* pyarrow.array\(rows, pyarrow.binary\(\)\) conv",
        ),
        (
            lambda: koblitz.verify_ecdsa(binary, binary, binary[:0]),
            ValueError,
            "signature: 0 rows, but pubkey has 1",
        ),
        (
            lambda: koblitz.verify_ecdsa(arrays.fixed([b"x" * 64]), binary, binary),
            ValueError,
            "pubkey: expected rows of 33 or 65 bytes, got 64",
        ),
        (
            lambda: koblitz.verify_ecdsa(binary, arrays.fixed([b"x" * 31]), binary),
            ValueError,
            "digest: expected rows of 32 bytes, got 31",
        ),
        (
            lambda: koblitz.verify_schnorr(arrays.fixed([b"x" * 33]), binary, binary),
            ValueError,
            "pubkey: expected rows of 32 bytes, got 33",
        ),
        (
            lambda: koblitz.verify_schnorr(binary, binary, arrays.fixed([b"x" * 65])),
            ValueError,
            "signature: expected rows of 64 bytes, got 65",
        ),
        (
            lambda: koblitz.recover(binary, arrays.fixed([b"x" * 64])),
            ValueError,
            "signature: expected rows of 65 bytes, got 64",
        ),
        (
            lambda: koblitz.tweak_check(binary, binary, binary, pa.array([0.5])),
            TypeError,
            'parity: Arrow type "g"',
        ),
        (lambda: koblitz.tweak_check(binary, binary, binary, binary), TypeError, "parity: "),
        (lambda: koblitz.parse_pubkey(pa.array([[b"x"]])), TypeError, "pubkey: "),
        (lambda: koblitz.parse_pubkey(pa.table({"a": [b"x"], "b": [b"x"]})), TypeError, "pubkey: "),
        (
            lambda: koblitz.nostr_verify(binary),
            TypeError,
            "events: an event that is not a structure is not text",
        ),
        (
            lambda: koblitz.nostr_verify(pa.array([{"id": "x", "sig": "y"}])),
            TypeError,
            "events: no field pubkey",
        ),
        (lambda: koblitz.parse_pubkey(binary, threads=0), ValueError, "threads"),
    ],
)
def test_refused(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        call()


def test_other_libraries() -> None:
    """Their columns in, and the results back out."""
    rows = ECDSA[:6]
    expected = [ref.ecdsa(*row) for row in rows]
    assert (
        pl.Series("verdict", koblitz.verify_ecdsa(*columns(rows, "polars"))).to_list() == expected
    )
    series = [
        pd.Series(pd.arrays.ArrowExtensionArray(pa.array(c))) for c in zip(*rows, strict=True)
    ]
    assert pylist(koblitz.verify_ecdsa(*series)) == expected
    nulls = pa.nulls(6)
    assert pylist(koblitz.verify_ecdsa(nulls, *columns(rows)[1:])) == [None] * 6


def test_a_stream_that_fails() -> None:
    def batches() -> Any:
        yield pa.record_batch({"key": columns(ECDSA)[0]})
        raise KeyError("no more")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"key": pa.binary()}), batches())
    with pytest.raises(ValueError, match=r"^pubkey: the Arrow stream failed: .*no more"):
        koblitz.parse_pubkey(reader)


def test_offsets_above_32_bits() -> None:
    """In memory that is not there until it is written to."""
    size = (1 << 32) + 66
    data = np.zeros(size, np.uint8)
    key = ref.serialize(KEYS[0] or (0, 0))
    data[size - 33 :] = np.frombuffer(key, np.uint8)
    offsets = np.array([0, 33, size - 33, size], np.int64)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    column = pa.Array.from_buffers(pa.large_binary(), 3, buffers)
    assert pylist(koblitz.parse_pubkey(column)) == [None, None, key]
    assert pylist(koblitz.parse_pubkey(column[2:])) == [key]


def at_ends(rows: list[Any], filler: Any, count: int) -> list[Any]:
    """Rows where a block may end or begin, and the filler between them."""
    turns = cycle(rows)
    return [next(turns) if i % 64 in (0, 63) else filler for i in range(count)]


def test_blocks_and_threads() -> None:
    """Numbers of rows around the blocks that threads take."""
    rows: list[Any] = [*ECDSA, (ECDSA[0][0], DIGESTS[1], ECDSA[1][2])] * 90
    expected = [ref.ecdsa(*row) for row in rows[:25]] * 90
    for count in (1, 63, 64, 65, 511, 512, 513, 1025, 2049):
        for threads in (1, 7):
            args = [column[:count] for column in columns(rows)]
            assert pylist(koblitz.verify_ecdsa(*args, threads=threads)) == expected[:count]
    some = at_ends(rows[:25], (None, b"", b""), 16385)
    expected = [None if None in row else ref.ecdsa(*row) for row in some]
    for count, threads in ((16384, 1), (16385, 1), (16385, 3)):
        args = [column[:count] for column in columns(some)]
        assert pylist(koblitz.verify_ecdsa(*args, threads=threads)) == expected[:count]


def chunks(column: pa.Array) -> pa.ChunkedArray:
    """Chunks that begin anywhere in the bytes of a bitmap."""
    cuts = [0, 3, 3, 11, 700, 1021, 1030, len(column)]
    return pa.chunked_array([column[a:b] for a, b in pairwise(cuts)], column.type)


KEY_ROWS = [ref.serialize(key) for key in KEYS if key] + [b"\x02" + b"\xff" * 32]
SCAN_KEY, SPEND = b"\x11" * 32, ref.serialize(ref.G)


@pytest.mark.filterwarnings("ignore:silent_payments_scan")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("function", "rows", "expected", "count"),
    [
        (
            koblitz.parse_pubkey,
            [(key,) for key in KEY_ROWS],
            [*KEY_ROWS[:-1], None],
            16385,
        ),
        (
            koblitz.recover,
            [*RECOVERABLE, (DIGESTS[0], b"")],
            [*(ref.serialize(ref.recover(*row) or ref.G) for row in RECOVERABLE), None],
            16385,
        ),
        (
            koblitz.tweak_check,
            [*TWEAKS, *((*row[:3], 1 - row[3]) for row in TWEAKS[:2]), (*TWEAKS[0][:3], None)],
            [True] * len(TWEAKS) + [False, False, None],
            16385,
        ),
        (
            partial(koblitz.silent_payments_scan, scan_key=SCAN_KEY, spend_pubkey=SPEND, k=3),
            [(key,) for key in KEY_ROWS],
            [ref.silent_outputs(key, SCAN_KEY, SPEND, [], 3) for key in KEY_ROWS],
            1025,
        ),
    ],
    ids=["parse_pubkey", "recover", "tweak_check", "silent_payments_scan"],
)
def test_blocks_of_other_functions(
    function: Any, rows: list[Any], expected: list[Any], count: int, threads: int
) -> None:
    """Rows of chunks that lie anyhow, whose flags begin anywhere in a byte."""
    some = at_ends(rows, (None,) * len(rows[0]), count)
    wanted = at_ends(expected, None, count)
    given = []
    for column in zip(*some, strict=True):
        is_number = any(isinstance(value, int) for value in column)
        kinds = [pa.bool_(), pa.int8(), pa.int64()] if is_number else [pa.binary()]
        whole = pa.array([None, None, None, *column], pa.int8() if is_number else pa.binary())
        given.append([chunks(whole.cast(kind)[3:]) for kind in kinds])
    for columns_of in product(*given):
        assert pylist(function(*columns_of, threads=threads)) == wanted


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="has no affinity")
def test_threads_of_the_processors_allowed() -> None:
    """A thread that may run on one processor gets no other, but where more are asked for."""
    keys = pa.array([KEY_ROWS[0]] * 100_000, pa.binary())

    def call(threads: int | None) -> int:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        return len(koblitz.parse_pubkey(keys, threads=threads))

    def running() -> int:
        return len(os.listdir("/proc/self/task"))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(call, 1).result()
        before = running()

        def most_running(threads: int | None) -> int:
            most = before
            done = pool.submit(call, threads)
            while not done.done():
                most = max(most, running())
            assert done.result() == len(keys)
            return most

        assert most_running(None) == before
        # They are seen where this thread runs in between, which another call may do.
        assert any(most_running(3) > before for _ in range(500))


def test_a_small_stack() -> None:
    """Threads of a program that has many may have a quarter of a MiB."""
    key, digest, sig = columns(ECDSA)
    out, internal, tweak = columns([row[:3] for row in TWEAKS])
    calls: list[Any] = [
        lambda: koblitz.verify_ecdsa(key, digest, sig, threads=1),
        lambda: koblitz.verify_schnorr(*columns(SCHNORR), threads=1),
        lambda: koblitz.recover(*columns(RECOVERABLE), threads=1),
        lambda: koblitz.tweak_check(out, internal, tweak, threads=1),
        lambda: koblitz.parse_pubkey(key, threads=1),
        lambda: koblitz.silent_payments_scan(key, b"\x11" * 32, ECDSA[0][0], threads=1),
    ]
    before = threading.stack_size(1 << 18)
    try:
        with ThreadPoolExecutor(1) as pool:
            got = [pool.submit(call).result().to_pylist() for call in calls]
    finally:
        threading.stack_size(before)
    assert got == [call().to_pylist() for call in calls]


def number_of(code: str) -> int:
    """What it prints, in a process of its own."""
    here = Path(__file__).parent
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, cwd=here, capture_output=True, text=True, check=True)
    return int(said.stdout)


def test_memory_of_a_child_is_its_own() -> None:
    """Whatever the process holds that started it."""
    held = bytearray(os.urandom(1 << 20) * 256)
    assert memory.peak() >= len(held) >> 20
    assert number_of("import memory; print(memory.peak())") < 128 or "ASAN_OPTIONS" in os.environ


def test_long_rows_that_are_shared() -> None:
    """What takes 128 KiB for all rows is not copied for each of them at once."""
    code = """
import pyarrow as pa, koblitz, memory, struct
rows, data = 16384, bytes(1 << 17)
short = pa.array([bytes(32)] * rows, pa.binary())
dictionary = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int16()), [data])
buffers = None, pa.py_buffer(struct.pack("<4i", len(data), 0, 0, 0) * rows), pa.py_buffer(data)
for long in dictionary, pa.Array.from_buffers(pa.binary_view(), rows, buffers):
    assert not any(koblitz.verify_ecdsa(long, short, short, threads=1).to_pylist())
    assert koblitz.recover(short, long, threads=1).to_pylist() == [None] * rows
print(memory.peak())
"""
    # The address sanitizer keeps what is freed, and more beside what is not.
    assert number_of(code) < 1024 or "ASAN_OPTIONS" in os.environ, "MiB"


def test_long_messages_across_chunks() -> None:
    """A block that reaches over the end of a chunk is copied some MiB at a time."""
    x, _, _ = SCHNORR[0]
    rows = [(x, bytes([i]) * (1 << 17), bytes(64)) for i in range(9)]
    rows += [(x, m, ref.schnorr_sign(SECRETS[0], m, 7)) for m in (b"m" * (1 << 17), b"")]
    some = [rows[i % len(rows)] for i in range(300)]
    key, message, sig = columns(some)
    wanted = [i % len(rows) >= 9 for i in range(300)]
    for at in (1, 64, 65, 299):
        parts = pa.chunked_array([message[:at], message[at:]])
        assert koblitz.verify_schnorr(key, parts, sig, threads=1).to_pylist() == wanted
    code = """
import pyarrow as pa, koblitz, memory, struct
rows, size = 16384, 20000
key, sig = pa.array([bytes(32)] * rows), pa.array([bytes(64)] * rows)
offsets = struct.pack(f"<{rows + 1}i", *range(0, rows * size + 1, size))
buffers = None, pa.py_buffer(offsets), pa.py_buffer(b"x" * (rows * size))
message = pa.Array.from_buffers(pa.binary(), rows, buffers)
parts = pa.chunked_array([message[:10], message[10:]])
before = memory.peak()
koblitz.verify_schnorr(key, parts, sig, threads=1)
print(memory.peak() - before)
"""
    assert number_of(code) < 64 or "ASAN_OPTIONS" in os.environ, "MiB"


def test_threads_at_the_end_of_the_program() -> None:
    """Those that are in a call, or in what it asks of a producer, end with it."""
    code = """
import pyarrow as pa, koblitz, threading, time
key = pa.array([b"\\x02" + bytes(31) + b"\\x01"] * 2000)
digest, sig = pa.array([bytes(32)] * 2000), pa.array([bytes(64)] * 2000)
class Producer:
    def __arrow_c_array__(self, requested_schema=None):
        for _ in range(100):
            time.sleep(0.0001)
        return key.__arrow_c_array__()
def work(given):
    while True:
        koblitz.verify_ecdsa(given, digest, sig, threads=2)
for given in (key, key, Producer(), Producer()):
    threading.Thread(target=work, args=(given,), daemon=True).start()
time.sleep(0.3)
"""
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.integers(0, 23), st.integers(-1, 14)), max_size=20),
    st.sampled_from(["binary", "chunked", "dictionary", "binary_view", "sliced", "polars"]),
    st.booleans(),
)
def test_ecdsa_against_the_reference(
    choices: list[tuple[int, int]], form: str, low_s: bool
) -> None:
    rows = [ECDSA[i] if m < 0 else mutations(ECDSA[i])[m] for i, m in choices]
    args = columns(rows, form) if rows else columns([(b"", b"", b"")])
    got = pylist(koblitz.verify_ecdsa(*args, low_s=low_s))
    assert got == ([ref.ecdsa(*row, low_s) for row in rows] or [False])


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.binary(max_size=70), st.binary(max_size=40), st.binary(max_size=70))
def test_any_bytes(key: bytes, message: bytes, sig: bytes) -> None:
    row = columns([(key, message, sig)])
    assert pylist(koblitz.verify_schnorr(*row)) == [ref.schnorr(key, message, sig)]
    assert pylist(koblitz.verify_ecdsa(*row)) == [ref.ecdsa(key, message, sig)]
    assert pylist(koblitz.parse_pubkey(row[0])) == [
        (p := ref.parse_pubkey(key)) and ref.serialize(p)
    ]

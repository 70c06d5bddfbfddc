"""What the functions give, where users put it: Python, NumPy, pandas, Polars, pyarrow."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import koblitz
import reference as ref
from koblitz import _core

ROWS = pa.table(_core.generate("ecdsa", 1, 0, 100, 0.2, None))
VALID = ROWS["valid"].to_pylist()
VERDICTS = koblitz.verify_ecdsa(*ROWS.columns[:3])
KNOWN = [None if i % 9 == 3 else valid for i, valid in enumerate(VALID)]
WITH_NULLS = koblitz.verify_ecdsa(
    pa.array([None if KNOWN[i] is None else key.as_py() for i, key in enumerate(ROWS["pubkey"])]),
    *ROWS.columns[1:3],
)
# The last byte of the first is 0, which NumPy's byte strings would drop.
ENDS_IN_ZERO = next(
    key for i in range(1, 2000) if (key := ref.serialize(ref.mul(i, ref.G) or ref.G))[-1] == 0
)
GIVEN = [ENDS_IN_ZERO, None, ref.serialize(ref.G), b""]
PARSED = [ENDS_IN_ZERO, None, ref.serialize(ref.G), None]
KEYS = koblitz.parse_pubkey(pa.array(GIVEN))
SCANNED = koblitz.silent_payments_scan(
    pa.array(GIVEN[:3]), b"\x11" * 32, GIVEN[2] or b"", labels=[0]
)
NONE = koblitz.verify_ecdsa(*[pa.array([], pa.binary())] * 3)
COLUMNS = [
    (VERDICTS, VALID),
    (WITH_NULLS, KNOWN),
    (KEYS, PARSED),
    (SCANNED, SCANNED.to_pylist()),
    (NONE, []),
]


def frame() -> pd.DataFrame:
    """As after a filter: its index is not 0, 1, 2."""
    return pd.DataFrame({"i": range(100)}, index=range(500, 300, -2))


def assigned(value: Any) -> pd.Series:
    df = frame()
    df["ok"] = value
    return df["ok"]


def test_there_are_all_kinds() -> None:
    assert {True, False} == set(VALID)
    assert {True, False, None} == set(KNOWN)


@pytest.mark.parametrize(("column", "rows"), COLUMNS)
def test_a_sequence(column: koblitz.Column, rows: list[Any]) -> None:
    count = len(rows)
    assert column.to_pylist() == rows
    assert list(column) == rows
    assert [column[i] for i in range(-count, count)] == rows * 2
    for cut in (slice(None), slice(1, 3), slice(None, None, -1), slice(90, 200, 3), slice(3, 1)):
        assert column[cut] == rows[cut]
    for i in (count, -count - 1, 2**70):
        with pytest.raises(IndexError):
            column[i]
    with pytest.raises(TypeError):
        column["a"]  # pyright: ignore
    assert len(column) == count
    assert column.null_count == rows.count(None)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda c: bool(c), ValueError),
        (lambda c: not c, ValueError),
        (lambda c: c == c, TypeError),
        (lambda c: c != [True], TypeError),
        (lambda c: c == pd.Series(VALID), TypeError),
        (lambda c: {c}, TypeError),
        (lambda c: ~c, TypeError),
        (lambda c: np.array(c, copy=False), ValueError),
        (lambda c: np.asarray(c, dtype=int), TypeError),
        (lambda c: np.asarray(c, dtype="S33"), TypeError),
        # Not taken for positions.
        (lambda c: frame().iloc[c], TypeError),
    ],
)
def test_what_has_no_answer(ask: Callable[[Any], Any], error: type[Exception]) -> None:
    for column in (VERDICTS, KEYS, NONE):
        with pytest.raises(error):
            ask(column)


@pytest.mark.parametrize(
    "value",
    [VERDICTS, VERDICTS.to_numpy(), VERDICTS.to_pandas(), pd.array(VERDICTS, "boolean")],  # pyright: ignore
)
def test_pandas_without_nulls(value: Any) -> None:
    ok = assigned(value)
    assert ok.tolist() == VALID
    assert not ok.all()
    assert ok.sum() == VALID.count(True)
    assert (~ok).sum() == VALID.count(False)
    assert len(frame()[ok]) == VALID.count(True)
    assert (ok == value).all()


def test_pandas_with_nulls() -> None:
    """NumPy's bool has no null, and nothing is put in its place unasked."""
    ok = assigned(WITH_NULLS.to_pandas())
    assert ok.dtype == "boolean"
    assert ok.isna().tolist() == [row is None for row in KNOWN]
    assert ok.dropna().tolist() == [row for row in KNOWN if row is not None]
    for take in (assigned, np.asarray, pd.Series, lambda c: c.to_numpy()):
        with pytest.raises(ValueError, match=r"^11 rows are null, .* to_pandas\(\)"):
            take(WITH_NULLS)
    for null in (False, True):
        got = WITH_NULLS.to_numpy(null=null)
        assert got.dtype == bool
        assert got.tolist() == [null if row is None else row for row in KNOWN]
    assert np.asarray(WITH_NULLS, dtype=object).tolist() == KNOWN
    assert VERDICTS.to_numpy(null=True).tolist() == VALID


@pytest.mark.parametrize(("column", "rows"), COLUMNS[2:4])
def test_keys_and_lists(column: koblitz.Column, rows: list[Any]) -> None:
    """Objects, so that no zero at a key's end is lost, and a list is one row."""
    for got in (column.to_numpy(), np.asarray(column), column.to_pandas()):
        assert (got.dtype, got.shape) == (object, (len(rows),))
        assert list(got) == rows
    assert pd.DataFrame({"key": column})["key"].tolist() == rows
    with pytest.raises(TypeError, match="null: only columns"):
        column.to_numpy(null=False)


def test_no_rows() -> None:
    for got in (NONE.to_numpy(), np.asarray(NONE), NONE.to_pandas()):
        assert len(got) == 0
    assert NONE.to_numpy().dtype == bool


def test_numpy() -> None:
    valid = np.array(VALID)
    assert (valid == VERDICTS).all()
    assert (valid & VERDICTS).sum() == VALID.count(True)
    assert np.logical_not(VERDICTS).sum() == VALID.count(False)
    assert not np.all(VERDICTS)
    assert np.flatnonzero(VERDICTS).tolist() == [i for i, valid in enumerate(VALID) if valid]


def test_polars_and_pyarrow() -> None:
    for column, rows in COLUMNS[:3]:
        assert pl.DataFrame({"ok": column})["ok"].to_list() == rows
        assert pa.table({"ok": column})["ok"].to_pylist() == rows
    with pytest.raises(TypeError):
        pl.DataFrame({"i": range(100)}).filter(VERDICTS)  # pyright: ignore


def test_record_batches_are_for_arrow() -> None:
    rows: Any = _core.generate("ecdsa", 1, 0, 3, 0, None)
    for take in (list, np.asarray, lambda c: c[0], lambda c: c.to_pylist()):
        with pytest.raises(TypeError, match=r"use pyarrow\.record_batch"):
            take(rows)


LISTS = [list(row) for row in ROWS["digest"].to_pylist()]


@pytest.mark.parametrize(
    "digest",
    [
        pl.Series(LISTS, dtype=pl.Array(pl.UInt8, 32)),
        pl.Series(LISTS, dtype=pl.List(pl.UInt8)),
        pa.array(LISTS, pa.list_(pa.uint8())),
        pa.array(LISTS, pa.list_(pa.uint8(), 32)),
        pd.Series(LISTS),
    ],
)
def test_lists_of_numbers(digest: Any) -> None:
    """The error says what makes bytes of them, and that does."""
    wanted = "digest: expected a binary column, got lists. (.*) converts lists of numbers"
    with pytest.raises(TypeError) as raised:
        koblitz.verify_ecdsa(ROWS["pubkey"], digest, ROWS["signature"])
    found = re.match(wanted, str(raised.value))
    assert found
    rows = digest.to_pylist() if isinstance(digest, pa.Array) else digest.to_list()
    made = eval(found[1], {"pyarrow": pa, "rows": rows})
    assert list(koblitz.verify_ecdsa(ROWS["pubkey"], made, ROWS["signature"])) == VALID

"""Published vectors, row by row."""

import csv
from typing import Any

import pyarrow as pa
import pytest

import koblitz
import vectors


def binary(rows: Any) -> pa.Array:
    return pa.array(list(rows), pa.binary())


@pytest.mark.parametrize("name", vectors.WYCHEPROOF)
def test_wycheproof(name: str) -> None:
    rows = vectors.wycheproof(name)
    columns = [binary(getattr(row, c) for row in rows) for c in ("pubkey", "digest", "signature")]
    got = koblitz.verify_ecdsa(*columns, low_s=vectors.low_s(name)).to_pylist()
    assert [row.number for row, g in zip(rows, got, strict=True) if g != row.valid] == []
    assert True in got
    assert False in got


def test_bip340() -> None:
    rows = list(
        csv.DictReader((vectors.VECTORS / "bip-0340/test-vectors.csv").read_text().splitlines())
    )
    keys, messages, sigs = (
        binary(bytes.fromhex(row[name]) for row in rows)
        for name in ("public key", "message", "signature")
    )
    got = koblitz.verify_schnorr(keys, messages, sigs).to_pylist()
    assert got == [row["verification result"] == "TRUE" for row in rows]


def test_bip352() -> None:
    """What each wallet finds in each transaction, by repeating the scan for the next k."""
    found_some = 0
    for payment in vectors.silent_payments():
        got: list[bytes] = []
        outputs = set(payment.outputs)
        for k in range(min(len(outputs), 2323) if payment.tweak else 0):
            rows: Any = koblitz.silent_payments_scan(
                binary([payment.tweak]),
                payment.scan_key,
                payment.spend_pubkey,
                labels=payment.labels,
                k=k,
            ).to_pylist()
            hits = set(rows[0]) & outputs
            if not hits:
                break
            got += hits
        assert len(got) == payment.count, payment.comment
        assert set(payment.found) <= set(got), payment.comment
        found_some += len(got)
    assert found_some > 10

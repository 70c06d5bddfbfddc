"""Published vectors and real signatures, row by row."""

import csv
import ctypes
import os
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


def test_real() -> None:
    rows, expected = vectors.real()
    got: list[Any] = [None] * len(rows)
    for kind, function in (("ecdsa", koblitz.verify_ecdsa), ("schnorr", koblitz.verify_schnorr)):
        which = [i for i, row in enumerate(rows) if row[0] == kind]
        columns = zip(*(rows[i][1:] for i in which), strict=True)
        for i, verdict in zip(which, function(*map(binary, columns)).to_pylist(), strict=True):
            got[i] = verdict
    assert [i for i, verdict in enumerate(got) if verdict is not expected[i]] == []
    assert (len(rows), expected.count(True)) == (24704, 6178)


class Libsecp256k1:
    """The released library, which rejects a high s unless it is normalised before."""

    def __init__(self, path: str) -> None:
        self.library = ctypes.CDLL(path)
        self.prefix = "rustsecp256k1_v0_14_"
        self.context = ctypes.c_void_p.in_dll(self.library, self.prefix + "context_static")

    def call(self, name: str, *arguments: Any) -> bool:
        return getattr(self.library, self.prefix + name)(self.context, *arguments) == 1

    def ecdsa(self, key: bytes, digest: bytes, sig: bytes) -> bool:
        parsed_key, parsed = ctypes.create_string_buffer(64), ctypes.create_string_buffer(64)
        size = ctypes.c_size_t
        if not self.call("ec_pubkey_parse", parsed_key, key, size(len(key))):
            return False
        if not self.call("ecdsa_signature_parse_der", parsed, sig, size(len(sig))):
            return False
        self.call("ecdsa_signature_normalize", parsed, parsed)
        return self.call("ecdsa_verify", parsed, digest, parsed_key)

    def schnorr(self, key: bytes, message: bytes, sig: bytes) -> bool:
        parsed = ctypes.create_string_buffer(64)
        if not self.call("xonly_pubkey_parse", parsed, key):
            return False
        return self.call("schnorrsig_verify", sig, message, ctypes.c_size_t(len(message)), parsed)


def test_real_by_libsecp256k1() -> None:
    """It has the verdicts that the functions are held to."""
    path = os.environ.get("KOBLITZ_TEST_LIBSECP256K1")
    if path is None:
        pytest.skip("libsecp256k1: make -C lab/anchors OUT=$PWD/build/anchors libsecp256k1-0.8.0")
    library = Libsecp256k1(path)
    rows, expected = vectors.real()
    by_kind = {"ecdsa": library.ecdsa, "schnorr": library.schnorr}
    got = [by_kind[kind](*columns) for kind, *columns in rows]
    assert [i for i, verdict in enumerate(got) if verdict is not expected[i]] == []

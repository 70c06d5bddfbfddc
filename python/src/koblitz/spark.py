"""Functions for Spark 4.1 and newer. koblitz must be installed on the driver and the workers.

    koblitz.spark.register(session)
    session.sql("SELECT count(*) FROM rows WHERE NOT verify_ecdsa(pubkey, digest, signature)")
    frame.where(~koblitz.spark.verify_ecdsa("pubkey", "digest", "signature"))
    koblitz.spark.failed(frame)

They compute what the functions of koblitz compute, in one thread for each task of Spark. A row
that cannot be parsed is false. Verdicts whose names begin with try_ are null for such a row.
Arguments are binary columns; the parity of tweak_check_parity is an integer or boolean column.
parse_pubkey and recover return keys of 33 bytes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import arrow_udf
from pyspark.sql.types import ArrayType, BinaryType, BooleanType, DataType

import koblitz
from koblitz._core import Column
from koblitz._wallet import wallet_of


def to_binary(column: Column) -> pa.Array:
    """Spark's binary is Arrow's without a fixed size."""
    return pa.array(column).cast(pa.binary())


def _ecdsa(low_s: bool, strict: bool) -> Callable[..., pa.Array]:
    def verify(pubkey: pa.Array, digest: pa.Array, signature: pa.Array) -> pa.Array:
        columns = pubkey, digest, signature
        return pa.array(koblitz.verify_ecdsa(*columns, low_s=low_s, strict=strict, threads=1))

    return verify


def _schnorr(strict: bool) -> Callable[..., pa.Array]:
    def verify(pubkey: pa.Array, message: pa.Array, signature: pa.Array) -> pa.Array:
        columns = pubkey, message, signature
        return pa.array(koblitz.verify_schnorr(*columns, strict=strict, threads=1))

    return verify


def _tweak(strict: bool) -> Callable[..., pa.Array]:
    def check(tweaked: pa.Array, internal: pa.Array, tweak: pa.Array) -> pa.Array:
        return pa.array(koblitz.tweak_check(tweaked, internal, tweak, strict=strict, threads=1))

    return check


def _tweak_parity(strict: bool) -> Callable[..., pa.Array]:
    def check(tweaked: pa.Array, internal: pa.Array, tweak: pa.Array, parity: pa.Array) -> pa.Array:
        columns = tweaked, internal, tweak, parity
        return pa.array(koblitz.tweak_check(*columns, strict=strict, threads=1))

    return check


def _nostr(strict: bool) -> Callable[..., pa.Array]:
    def verify(events: pa.Array) -> pa.Array:
        return pa.array(koblitz.nostr_verify(events, strict=strict, threads=1))

    return verify


def _recover(digest: pa.Array, signature: pa.Array) -> pa.Array:
    return to_binary(koblitz.recover(digest, signature, threads=1))


def _parse_pubkey(pubkey: pa.Array) -> pa.Array:
    return to_binary(koblitz.parse_pubkey(pubkey, threads=1))


class Function:
    """A function of columns. Each use calls arrow_udf, because its result depends on the session
    that is active then, of this process or of Spark Connect."""

    def __init__(self, compute: Callable[..., pa.Array], returns: DataType) -> None:
        self._compute, self._returns = compute, returns

    def _made(self) -> Any:
        # The published types of arrow_udf lack a call with a function first.
        make: Any = arrow_udf
        return make(self._compute, self._returns)

    def __call__(self, *columns: Any) -> Any:
        return self._made()(*columns)

    def __getattr__(self, name: str) -> Any:
        """Attributes of an arrow_udf, for session.udf.register and others."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._made(), name)


verify_ecdsa = Function(_ecdsa(False, True), BooleanType())
verify_ecdsa_low_s = Function(_ecdsa(True, True), BooleanType())
verify_schnorr = Function(_schnorr(True), BooleanType())
tweak_check = Function(_tweak(True), BooleanType())
tweak_check_parity = Function(_tweak_parity(True), BooleanType())
nostr_verify = Function(_nostr(True), BooleanType())
try_verify_ecdsa = Function(_ecdsa(False, False), BooleanType())
try_verify_ecdsa_low_s = Function(_ecdsa(True, False), BooleanType())
try_verify_schnorr = Function(_schnorr(False), BooleanType())
try_tweak_check = Function(_tweak(False), BooleanType())
try_tweak_check_parity = Function(_tweak_parity(False), BooleanType())
try_nostr_verify = Function(_nostr(False), BooleanType())
recover = Function(_recover, BinaryType())
parse_pubkey = Function(_parse_pubkey, BinaryType())


def _scan(
    scan_key: bytes, spend_pubkey: bytes, labels: Iterable[int], little_endian: bool
) -> Callable[..., pa.Array]:
    wallet = wallet_of(scan_key, spend_pubkey, labels, little_endian) or {}

    def scan(tweaks: pa.Array, k: Any) -> pa.Array:
        found = koblitz.silent_payments_scan(tweaks, **wallet, k=k, threads=1)
        return pa.array(found).cast(pa.list_(pa.binary()))

    return scan


def silent_payments_scan(
    scan_key: bytes,
    spend_pubkey: bytes,
    labels: Iterable[int] = (),
    k: int = 0,
    *,
    little_endian: bool = False,
) -> Function:
    """Returns a function of a column of tweaks; see koblitz.silent_payments_scan.

    The scan key is sent to Spark's workers. They log the warnings about tweaks that are not points.
    """
    scan = _scan(scan_key, spend_pubkey, labels, little_endian)

    def scan_one(tweaks: pa.Array) -> pa.Array:
        return scan(tweaks, k)

    return Function(scan_one, ArrayType(BinaryType()))


def silent_payments_scan_k(
    scan_key: bytes,
    spend_pubkey: bytes,
    labels: Iterable[int] = (),
    *,
    little_endian: bool = False,
) -> Function:
    """Returns a function of a column of tweaks and a column of k, for a wallet's next outputs."""
    scan = _scan(scan_key, spend_pubkey, labels, little_endian)

    def scan_k(tweaks: pa.Array, k: pa.Array) -> pa.Array:
        return scan(tweaks, k)

    return Function(scan_k, ArrayType(BinaryType()))


def register(
    session: SparkSession,
    *,
    scan_key: bytes | None = None,
    spend_pubkey: bytes | None = None,
    labels: Iterable[int] = (),
    little_endian: bool = False,
) -> None:
    """Adds the functions to the session's SQL, by their names here.

    With the keys of a wallet, it also adds silent_payments_scan(tweak) and
    silent_payments_scan_k(tweak, k), so no query contains a secret. Functions and keys belong to
    the session: another one, such as that of newSession(), has its own. ValueError: a key is not
    valid or is missing.
    """
    wallet = wallet_of(scan_key, spend_pubkey, labels, little_endian)
    functions = {
        "verify_ecdsa": verify_ecdsa,
        "verify_ecdsa_low_s": verify_ecdsa_low_s,
        "verify_schnorr": verify_schnorr,
        "tweak_check": tweak_check,
        "tweak_check_parity": tweak_check_parity,
        "nostr_verify": nostr_verify,
        "try_verify_ecdsa": try_verify_ecdsa,
        "try_verify_ecdsa_low_s": try_verify_ecdsa_low_s,
        "try_verify_schnorr": try_verify_schnorr,
        "try_tweak_check": try_tweak_check,
        "try_tweak_check_parity": try_tweak_check_parity,
        "try_nostr_verify": try_nostr_verify,
        "recover": recover,
        "parse_pubkey": parse_pubkey,
    }
    if wallet is not None:
        functions["silent_payments_scan"] = silent_payments_scan(**wallet)
        functions["silent_payments_scan_k"] = silent_payments_scan_k(**wallet)
    for name, function in functions.items():
        session.udf.register(name, function)


_VERIFY = {
    "ecdsa": (_ecdsa(False, True), ["pubkey", "digest", "signature"]),
    "schnorr": (_schnorr(True), ["pubkey", "message", "signature"]),
    "nostr": (_nostr(True), ["event"]),
}


def failed(frame: DataFrame, kind: str = "ecdsa") -> DataFrame:
    """Returns the rows of the frame that are not valid, by mapInArrow.

    kind: ecdsa (columns pubkey, digest, signature), schnorr (pubkey, message, signature) or nostr
    (event). ValueError: another kind, or a column is missing.
    """
    if kind not in _VERIFY:
        raise ValueError(f"kind: expected one of {', '.join(_VERIFY)}")
    function, names = _VERIFY[kind]
    if absent := [name for name in names if name not in frame.columns]:
        raise ValueError(f"frame: no column {absent[0]}")

    def failing(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            valid = function(*(batch.column(name) for name in names)).fill_null(False)
            yield batch.filter(pc.call_function("invert", [valid]))

    return frame.mapInArrow(failing, frame.schema)

"""Functions for Spark 4.1 and newer, on Arrow's batches; koblitz must be installed where it runs.

    koblitz.spark.register(session)
    session.sql("SELECT count(*) FROM rows WHERE NOT verify_ecdsa(pubkey, digest, signature)")
    frame.where(~koblitz.spark.verify_ecdsa("pubkey", "digest", "signature"))
    koblitz.spark.failed(frame)

They do as the functions of koblitz do, in one thread for each of Spark's tasks; a row that cannot
be parsed is false. Keys and digests are binary columns; parse_pubkey and recover give keys of 33
bytes.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import arrow_udf
from pyspark.sql.types import ArrayType, BinaryType, BooleanType

import koblitz
from koblitz._core import Column


def to_binary(column: Column) -> pa.Array:
    """Spark's binary is Arrow's without a fixed size."""
    return pa.array(column).cast(pa.binary())


def _verify_ecdsa(pubkey: pa.Array, digest: pa.Array, signature: pa.Array) -> pa.Array:
    return pa.array(koblitz.verify_ecdsa(pubkey, digest, signature, threads=1))


def _verify_ecdsa_low_s(pubkey: pa.Array, digest: pa.Array, signature: pa.Array) -> pa.Array:
    return pa.array(koblitz.verify_ecdsa(pubkey, digest, signature, low_s=True, threads=1))


def _verify_schnorr(pubkey: pa.Array, message: pa.Array, signature: pa.Array) -> pa.Array:
    return pa.array(koblitz.verify_schnorr(pubkey, message, signature, threads=1))


def _tweak_check(tweaked: pa.Array, internal: pa.Array, tweak: pa.Array) -> pa.Array:
    return pa.array(koblitz.tweak_check(tweaked, internal, tweak, threads=1))


def _nostr_verify(events: pa.Array) -> pa.Array:
    return pa.array(koblitz.nostr_verify(events, threads=1))


def _recover(digest: pa.Array, signature: pa.Array) -> pa.Array:
    return to_binary(koblitz.recover(digest, signature, threads=1))


def _parse_pubkey(pubkey: pa.Array) -> pa.Array:
    return to_binary(koblitz.parse_pubkey(pubkey, threads=1))


# Its published types have no call with a function first.
_udf: Any = arrow_udf

verify_ecdsa = _udf(_verify_ecdsa, BooleanType())
verify_ecdsa_low_s = _udf(_verify_ecdsa_low_s, BooleanType())
verify_schnorr = _udf(_verify_schnorr, BooleanType())
tweak_check = _udf(_tweak_check, BooleanType())
nostr_verify = _udf(_nostr_verify, BooleanType())
recover = _udf(_recover, BinaryType())
parse_pubkey = _udf(_parse_pubkey, BinaryType())


def silent_payments_scan(
    scan_key: bytes, spend_pubkey: bytes, labels: Iterable[int] = (), k: int = 0
) -> Any:
    """A function of a column of tweaks. The scan key goes to Spark's workers."""
    wanted = tuple(labels)

    def scan(tweaks: pa.Array) -> pa.Array:
        found = koblitz.silent_payments_scan(
            tweaks, scan_key, spend_pubkey, labels=wanted, k=k, threads=1
        )
        return pa.array(found).cast(pa.list_(pa.binary()))

    return _udf(scan, ArrayType(BinaryType()))


def register(session: SparkSession) -> None:
    """Adds the functions to the session's SQL, by their names here."""
    for name, function in (
        ("verify_ecdsa", verify_ecdsa),
        ("verify_ecdsa_low_s", verify_ecdsa_low_s),
        ("verify_schnorr", verify_schnorr),
        ("tweak_check", tweak_check),
        ("nostr_verify", nostr_verify),
        ("recover", recover),
        ("parse_pubkey", parse_pubkey),
    ):
        session.udf.register(name, function)


_VERIFY = {
    "ecdsa": (_verify_ecdsa, ["pubkey", "digest", "signature"]),
    "schnorr": (_verify_schnorr, ["pubkey", "message", "signature"]),
    "nostr": (_nostr_verify, ["event"]),
}


def failed(frame: DataFrame, kind: str = "ecdsa") -> DataFrame:
    """The frame's rows that are not valid, by mapInArrow.

    kind: ecdsa (columns pubkey, digest, signature), schnorr (pubkey, message, signature) or nostr
    (event).
    """
    function, names = _VERIFY[kind]

    def failing(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            verdicts = function(*(batch.column(name) for name in names)).to_pylist()
            which = [i for i, verdict in enumerate(verdicts) if verdict is not True]
            yield batch.take(pa.array(which, pa.int64()))

    return frame.mapInArrow(failing, frame.schema)

"""SQL functions for DuckDB, on the vectors that it computes with.

    connection = duckdb.connect()
    koblitz.duckdb.register(connection)
    connection.sql("SELECT count(*) FROM 'in.parquet' WHERE NOT verify_ecdsa(pubkey, digest, sig)")

DuckDB runs them in as many threads as its setting says.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

import koblitz as _koblitz
from koblitz._core import Column
from koblitz._wallet import wallet_of


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    scan_key: bytes | bytearray | None = None,
    spend_pubkey: bytes | bytearray | None = None,
    labels: Iterable[int] = (),
) -> None:
    """Adds the functions to a connection.

    verify_ecdsa(pubkey, digest, signature), verify_ecdsa_low_s (which refuses a high s),
    verify_schnorr(pubkey, message, signature), tweak_check(tweaked, internal, tweak),
    tweak_check_parity(tweaked, internal, tweak, parity), recover(digest, signature) and
    parse_pubkey(pubkey), which give keys of 33 bytes, all on BLOB; and nostr_verify(event), of
    JSON as VARCHAR. They do as the functions of koblitz do. A row that cannot be parsed is
    false; to the verdicts with try_ before their names (try_verify_ecdsa) it is null.

    With the keys of a wallet there are also silent_payments_scan(tweak), of BLOB, and
    silent_payments_scan_k(tweak, k), for a wallet's next outputs in one transaction: the list of
    output keys. So a query names no secret. Raises ValueError where one of the keys is not valid,
    or is missing.

    Called again on the same connection, it puts these functions in the place of those.
    """
    wallet = wallet_of(scan_key, spend_pubkey, labels)

    def add(name: str, parameters: list[str], result: str, compute: Callable[..., Column]) -> None:
        def vectors(*columns: pa.ChunkedArray) -> pa.Array:
            return pa.array(compute(*columns))

        # DuckDB counts the parameters of a function.
        by_count: list[Callable[..., pa.Array]] = [
            lambda a: vectors(a),
            lambda a, b: vectors(a, b),
            lambda a, b, c: vectors(a, b, c),
            lambda a, b, c, d: vectors(a, b, c, d),
        ]
        with suppress(duckdb.InvalidInputException):
            connection.remove_function(name)
        connection.create_function(
            name,
            by_count[len(parameters) - 1],
            [duckdb.type(parameter) for parameter in parameters],
            duckdb.type(result),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )

    blob, flag = "BLOB", "BOOLEAN"
    for prefix, strict in (("", True), ("try_", False)):
        how: dict[str, Any] = {"strict": strict, "threads": 1}
        low: dict[str, Any] = how | {"low_s": True}
        verdicts = {
            "verify_ecdsa": ([blob] * 3, partial(_koblitz.verify_ecdsa, **how)),
            "verify_ecdsa_low_s": ([blob] * 3, partial(_koblitz.verify_ecdsa, **low)),
            "verify_schnorr": ([blob] * 3, partial(_koblitz.verify_schnorr, **how)),
            "tweak_check": ([blob] * 3, partial(_koblitz.tweak_check, **how)),
            "tweak_check_parity": (
                [*[blob] * 3, "BIGINT"],
                partial(_koblitz.tweak_check, **how),
            ),
            "nostr_verify": (["VARCHAR"], partial(_koblitz.nostr_verify, **how)),
        }
        for name, (parameters, compute) in verdicts.items():
            add(prefix + name, parameters, flag, compute)
    add("recover", [blob] * 2, blob, partial(_koblitz.recover, threads=1))
    add("parse_pubkey", [blob], blob, partial(_koblitz.parse_pubkey, threads=1))
    if wallet is None:
        return
    scan_of = partial(_koblitz.silent_payments_scan, threads=1, **wallet)

    def scan(tweaks: Any, k: Any = 0) -> Column:
        return scan_of(tweaks, k=k)

    add("silent_payments_scan", [blob], "BLOB[]", scan)
    add("silent_payments_scan_k", [blob, "BIGINT"], "BLOB[]", scan)

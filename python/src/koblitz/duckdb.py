"""SQL functions for DuckDB, on the vectors that it computes with.

    connection = duckdb.connect()
    koblitz.duckdb.register(connection)
    connection.sql("SELECT count(*) FROM 'in.parquet' WHERE NOT verify_ecdsa(pubkey, digest, sig)")

DuckDB runs them in as many threads as its setting says.
"""

from collections.abc import Callable, Iterable

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

import koblitz as _koblitz
from koblitz._core import Column


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
    JSON as VARCHAR. They do as the functions of koblitz do, a row that cannot be parsed being
    false.

    With the keys of a wallet there is also silent_payments_scan(tweak), of BLOB: the list of
    output keys. So a query names no secret.
    """

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
        connection.create_function(
            name,
            by_count[len(parameters) - 1],
            [duckdb.type(parameter) for parameter in parameters],
            duckdb.type(result),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )

    blob, flag = "BLOB", "BOOLEAN"
    add("verify_ecdsa", [blob] * 3, flag, lambda *c: _koblitz.verify_ecdsa(*c, threads=1))
    add(
        "verify_ecdsa_low_s",
        [blob] * 3,
        flag,
        lambda *c: _koblitz.verify_ecdsa(*c, low_s=True, threads=1),
    )
    add("verify_schnorr", [blob] * 3, flag, lambda *c: _koblitz.verify_schnorr(*c, threads=1))
    add("tweak_check", [blob] * 3, flag, lambda *c: _koblitz.tweak_check(*c, threads=1))
    add(
        "tweak_check_parity",
        [*[blob] * 3, "BIGINT"],
        flag,
        lambda *c: _koblitz.tweak_check(*c, threads=1),
    )
    add("recover", [blob] * 2, blob, lambda *c: _koblitz.recover(*c, threads=1))
    add("parse_pubkey", [blob], blob, lambda c: _koblitz.parse_pubkey(c, threads=1))
    add("nostr_verify", ["VARCHAR"], flag, lambda c: _koblitz.nostr_verify(c, threads=1))
    if scan_key is None or spend_pubkey is None:
        return
    wanted = tuple(labels)
    add(
        "silent_payments_scan",
        [blob],
        "BLOB[]",
        lambda c: _koblitz.silent_payments_scan(
            c, scan_key, spend_pubkey, labels=wanted, threads=1
        ),
    )

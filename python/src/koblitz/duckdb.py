"""SQL functions for DuckDB, on the vectors that it computes with.

    connection = duckdb.connect()
    koblitz.duckdb.register(connection)
    connection.sql("SELECT count(*) FROM 'in.parquet' WHERE NOT verify_ecdsa(pubkey, digest, sig)")

DuckDB runs them in as many threads as its setting says.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from threading import Lock
from typing import Any

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

import koblitz as _koblitz
from koblitz._core import Column
from koblitz._wallet import wallet_of

BLOB, FLAG = "BLOB", "BOOLEAN"


class Function:
    """Parameters and result are DuckDB's names of types."""

    def __init__(self, parameters: list[str], result: str, compute: Callable[..., Any]) -> None:
        def vectors(*columns: pa.ChunkedArray) -> pa.Array:
            return pa.array(compute(*columns))

        self.parameters, self.result = parameters, result
        # DuckDB counts the parameters of a function.
        by_count: list[Callable[..., pa.Array]] = [
            lambda a: vectors(a),
            lambda a, b: vectors(a, b),
            lambda a, b, c: vectors(a, b, c),
            lambda a, b, c, d: vectors(a, b, c, d),
        ]
        self.call = by_count[len(parameters) - 1]

    def create(self, connection: duckdb.DuckDBPyConnection, name: str) -> None:
        connection.create_function(
            name,
            self.call,
            [duckdb.type(parameter) for parameter in self.parameters],
            duckdb.type(self.result),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )


# DuckDB's functions are the database's, but its references to what they call end with the
# connection that made them. So all of that lasts as long as the process: the functions without a
# wallet, made once, and a wallet for each database that has had one. A database whose functions
# are these has a function of the mark's name too; a wallet's has its number.
MARK, WALLET_MARK = "koblitz_functions", "koblitz_wallet_"
registering = Lock()


@cache
def plain() -> dict[str, Function]:
    functions: dict[str, Function] = {}
    for prefix, strict in (("", True), ("try_", False)):
        how: dict[str, Any] = {"strict": strict, "threads": 1}
        ecdsa, tweak = partial(_koblitz.verify_ecdsa, **how), partial(_koblitz.tweak_check, **how)
        verdicts = {
            "verify_ecdsa": ([BLOB] * 3, ecdsa),
            "verify_ecdsa_low_s": ([BLOB] * 3, partial(ecdsa, low_s=True)),
            "verify_schnorr": ([BLOB] * 3, partial(_koblitz.verify_schnorr, **how)),
            "tweak_check": ([BLOB] * 3, tweak),
            "tweak_check_parity": ([*[BLOB] * 3, "BIGINT"], tweak),
            "nostr_verify": (["VARCHAR"], partial(_koblitz.nostr_verify, **how)),
        }
        for name, (parameters, compute) in verdicts.items():
            functions[prefix + name] = Function(parameters, FLAG, compute)
    functions["recover"] = Function([BLOB] * 2, BLOB, partial(_koblitz.recover, threads=1))
    functions["parse_pubkey"] = Function([BLOB], BLOB, partial(_koblitz.parse_pubkey, threads=1))
    return functions


class Wallet:
    """Of a database: its functions, which compute with the keys of the last call."""

    scan_of: Callable[..., Column]

    def __init__(self) -> None:
        def scan(tweaks: Any, k: Any = 0) -> Column:
            return self.scan_of(tweaks, k=k)

        self.functions = {
            "silent_payments_scan": Function([BLOB], "BLOB[]", scan),
            "silent_payments_scan_k": Function([BLOB, "BIGINT"], "BLOB[]", scan),
        }


wallets: list[Wallet] = []


@cache
def mark() -> Function:
    return Function([FLAG], FLAG, lambda flags: flags.combine_chunks())


def names_in(connection: duckdb.DuckDBPyConnection) -> set[str]:
    rows = connection.sql("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
    return {name for (name,) in rows}


def add(connection: duckdb.DuckDBPyConnection, marked: str, functions: dict[str, Function]) -> None:
    """Where they are not there."""
    there = names_in(connection)
    if marked in there:
        return
    for name in functions:
        if name in there:
            raise ValueError(f"the database has another function {name}")
    for name, function in (functions | {marked: mark()}).items():
        try:
            function.create(connection, name)
        except duckdb.NotImplementedException:
            # After a rollback the connection, but not a cursor, takes it to be there.
            function.create(connection.cursor(), name)


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    scan_key: bytes | bytearray | None = None,
    spend_pubkey: bytes | bytearray | None = None,
    labels: Iterable[int] = (),
) -> None:
    """Adds the functions to the database of a connection: all its connections in this process can
    call them.

    verify_ecdsa(pubkey, digest, signature), verify_ecdsa_low_s (which refuses a high s),
    verify_schnorr(pubkey, message, signature), tweak_check(tweaked, internal, tweak),
    tweak_check_parity(tweaked, internal, tweak, parity), recover(digest, signature) and
    parse_pubkey(pubkey), which give keys of 33 bytes, all on BLOB, parities BIGINT; and
    nostr_verify(event), of JSON as VARCHAR. They do as the functions of koblitz do. A row that
    cannot be parsed is false; to the verdicts with try_ before their names (try_verify_ecdsa) it
    is null.

    With the keys of a wallet there are also silent_payments_scan(tweak), of BLOB, and
    silent_payments_scan_k(tweak, k), for a wallet's next outputs in one transaction: the list of
    output keys. So a query names no secret. Raises ValueError where one of the keys is not valid,
    or is missing.

    Called again, on any connection of that database, it puts these keys in the place of those.
    Raises ValueError where the database has other functions of these names.
    """
    wallet = wallet_of(scan_key, spend_pubkey, labels)
    with registering:
        add(connection, MARK, plain())
        if wallet is None:
            return
        marks = [name for name in names_in(connection) if name.startswith(WALLET_MARK)]
        number = int(marks[0].removeprefix(WALLET_MARK)) if marks else len(wallets)
        if number == len(wallets):
            wallets.append(Wallet())
        wallets[number].scan_of = partial(_koblitz.silent_payments_scan, threads=1, **wallet)
        add(connection, f"{WALLET_MARK}{number}", wallets[number].functions)

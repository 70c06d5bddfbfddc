"""SQL functions for DuckDB.

    connection = duckdb.connect()
    koblitz.duckdb.register(connection)
    connection.sql("SELECT count(*) FROM 'in.parquet' WHERE NOT verify_ecdsa(pubkey, digest, sig)")

DuckDB's setting threads is the number of threads that run them.
"""

import secrets
import warnings
from collections.abc import Callable, Iterable
from functools import cache, partial
from threading import Lock
from typing import Any

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

import koblitz as _koblitz
from koblitz import _core
from koblitz._wallet import wallet_of

BLOB, FLAG = "BLOB", "BOOLEAN"


class Function:
    """A function without parameter types: DuckDB passes any type, and the call raises for anything
    but bytes. With types, DuckDB would advise a cast of text to BLOB, which does not do unhex."""

    def __init__(
        self, count: int, result: str, compute: Callable[..., Any], types: list[str] | None = None
    ) -> None:
        def vectors(*columns: pa.ChunkedArray) -> pa.Array:
            return pa.array(compute(*columns))

        self.types: list[Any] | None = types and [duckdb.type(name) for name in types]
        self.result = result
        # DuckDB counts the parameters of a function.
        by_count: list[Callable[..., pa.Array]] = [
            lambda a: vectors(a),
            lambda a, b: vectors(a, b),
            lambda a, b, c: vectors(a, b, c),
            lambda a, b, c, d: vectors(a, b, c, d),
        ]
        self.call = by_count[count - 1]

    def create(self, connection: duckdb.DuckDBPyConnection, name: str) -> None:
        connection.create_function(
            name,
            self.call,
            self.types,
            duckdb.type(self.result),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )


OUTPUTS = pa.list_(pa.binary())


class Wallet:
    def __init__(self, keys: dict[str, Any]) -> None:
        self.keys = keys
        # Tweaks that were not points, in all calls.
        self.unread = 0
        self.counting = Lock()

    def scan(self, tweaks: Any, k: Any) -> pa.Array:
        given = self.keys
        keys = given["scan_key"], given["spend_pubkey"], given["labels"]
        found, unread = _core.silent_payments_scan(tweaks, *keys, k, given["little_endian"], 1)
        with self.counting:
            is_first = self.unread == 0 and unread > 0
            self.unread += unread
        if is_first:
            said = "some tweaks are not points; their rows are null; see koblitz.duckdb.unread"
            warnings.warn(f"silent_payments_scan: {said}", stacklevel=1)
        return pa.array(found).cast(OUTPUTS)


wallets: dict[str, Wallet] = {}


def wallet_named(name: str) -> Wallet:
    found = wallets.get(name)
    if found is None:
        raise ValueError("wallet: unknown name; koblitz.duckdb.add_wallet returns one")
    return found


def scan_k(tweaks: pa.ChunkedArray, k: pa.ChunkedArray | None, names: pa.ChunkedArray) -> pa.Array:
    """Scans each row with the keys of its own wallet. k is 0 if not given."""
    rows: dict[str | None, list[int]] = {}
    for i, name in enumerate(names.to_pylist()):
        rows.setdefault(name, []).append(i)
    parts = [
        pa.nulls(len(at), OUTPUTS)
        if name is None
        else wallet_named(name).scan(tweaks.take(at), 0 if k is None else k.take(at))
        for name, at in rows.items()
    ]
    if len(parts) == 1:
        return parts[0]
    order = [i for at in rows.values() for i in at]
    back = sorted(range(len(order)), key=order.__getitem__)
    return pa.concat_arrays(parts or [pa.nulls(0, OUTPUTS)]).take(pa.array(back, pa.int64()))


# DuckDB's functions are the database's, but its references to what they call end with the
# connection that made them. So these are made once, and last as long as the process. A database
# whose functions they are has a function of the mark's name too.
MARK = "koblitz_functions"
registering = Lock()


@cache
def functions() -> dict[str, Function]:
    made: dict[str, Function] = {}
    for prefix, strict in (("", True), ("try_", False)):
        how: dict[str, Any] = {"strict": strict, "threads": 1}
        ecdsa, tweak = partial(_koblitz.verify_ecdsa, **how), partial(_koblitz.tweak_check, **how)
        verdicts = {
            "verify_ecdsa": Function(3, FLAG, ecdsa),
            "verify_ecdsa_low_s": Function(3, FLAG, partial(ecdsa, low_s=True)),
            "verify_schnorr": Function(3, FLAG, partial(_koblitz.verify_schnorr, **how)),
            "tweak_check": Function(3, FLAG, tweak),
            "tweak_check_parity": Function(4, FLAG, tweak),
            "nostr_verify": Function(1, FLAG, partial(_koblitz.nostr_verify, **how), ["VARCHAR"]),
        }
        made |= {prefix + name: function for name, function in verdicts.items()}
    made["recover"] = Function(2, BLOB, partial(_koblitz.recover, threads=1))
    made["parse_pubkey"] = Function(1, BLOB, partial(_koblitz.parse_pubkey, threads=1))
    made["silent_payments_scan"] = Function(2, "BLOB[]", lambda t, name: scan_k(t, None, name))
    made["silent_payments_scan_k"] = Function(3, "BLOB[]", scan_k)
    made[MARK] = Function(1, FLAG, lambda flags: flags.combine_chunks(), [FLAG])
    return made


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds the SQL functions to the database of a connection.

    All connections to the database in this process can call them.

    Verdicts: verify_ecdsa(pubkey, digest, signature); verify_ecdsa_low_s, which refuses a high s;
    verify_schnorr(pubkey, message, signature); tweak_check(tweaked, internal, tweak);
    tweak_check_parity(tweaked, internal, tweak, parity); nostr_verify(event). A row that cannot be
    parsed is false. With try_ before its name (try_verify_ecdsa) a verdict is null for such a row.

    Keys of 33 bytes: recover(digest, signature); parse_pubkey(pubkey).

    Arguments are BLOBs. A parity is an integer or BOOLEAN, an event is JSON as VARCHAR. Text in the
    place of bytes raises, and the message says how to convert it.

    Lists of output keys: silent_payments_scan(tweak, wallet), and silent_payments_scan_k(tweak, k,
    wallet) for a wallet's next outputs in one transaction. wallet is a name from add_wallet, so no
    query contains a secret.

    May be called again on any connection of the database. ValueError: the database has another
    function of one of these names.
    """
    with registering:
        rows = connection.sql("SELECT DISTINCT function_name FROM duckdb_functions()").fetchall()
        there = {name for (name,) in rows}
        if MARK in there:
            return
        for name in functions():
            if name in there:
                raise ValueError(f"the database has another function {name}")
        for name, function in functions().items():
            try:
                function.create(connection, name)
            except duckdb.NotImplementedException:
                # After a rollback the connection, but not a cursor, takes it to be there.
                function.create(connection.cursor(), name)


def add_wallet(
    scan_key: bytes | bytearray,
    spend_pubkey: bytes | bytearray,
    labels: Iterable[int] = (),
    *,
    little_endian: bool = False,
) -> str:
    """Stores a wallet's keys. Returns a name for them, for silent_payments_scan in SQL.

    Each call returns a new name of 128 random bits. A query without the name cannot use the keys,
    on any connection of this process. The keys stay in memory until remove_wallet or the end of the
    process.

    Arguments: as in koblitz.silent_payments_scan. ValueError: a key is not valid.
    """
    keys = wallet_of(scan_key, spend_pubkey, labels, little_endian)
    if keys is None:
        raise ValueError("scan_key is missing")
    name = secrets.token_hex(16)
    wallets[name] = Wallet(keys)
    return name


def unread(wallet: str) -> int:
    """Returns the number of this wallet's tweaks so far that were not null and not points. Their
    rows were null. DuckDB may compute a row more than once."""
    return wallet_named(wallet).unread


def remove_wallet(wallet: str) -> None:
    """Deletes a wallet's keys. Queries with its name raise afterwards."""
    wallet_named(wallet)
    del wallets[wallet]

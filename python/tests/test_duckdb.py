"""SQL functions give what the functions on columns do, over DuckDB's vectors of 2,048 rows."""

import subprocess
import sys
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import koblitz
import koblitz.duckdb
import reference as ref
import vectors
from koblitz import _core

SCAN_KEY, SPEND = b"\x11" * 32, ref.serialize(ref.G)


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    koblitz.duckdb.register(connection, scan_key=SCAN_KEY, spend_pubkey=SPEND, labels=[0, 7])
    return connection


def with_nulls(table: pa.Table) -> pa.Table:
    """Every 11th row of each column is null, and some thousands of rows in several chunks."""
    columns = {
        name: [None if (row + i) % 11 == 0 else v for row, v in enumerate(column.to_pylist())]
        for i, (name, column) in enumerate(zip(table.column_names, table.columns, strict=True))
    }
    table = pa.table(columns, table.schema)
    return pa.concat_tables([table.slice(0, 10), table.slice(10, 3000), table.slice(3010)])


@pytest.mark.parametrize(
    ("kind", "sql", "function"),
    [
        ("ecdsa", "verify_ecdsa(pubkey, digest, signature)", koblitz.verify_ecdsa),
        ("schnorr", "verify_schnorr(pubkey, message, signature)", koblitz.verify_schnorr),
        ("nostr", "nostr_verify(event)", koblitz.nostr_verify),
    ],
)
def test_verdicts(connection: Any, kind: str, sql: str, function: Any) -> None:
    rows = with_nulls(pa.table(_core.generate(kind, 9, 0, 5000, 0.3, None)))
    expected = function(*rows.columns[:-1]).to_pylist()
    assert {True, False, None} == set(expected)
    assert [v for (v,) in connection.sql(f"SELECT {sql} FROM rows").fetchall()] == expected
    count = connection.sql(f"SELECT count(*) FROM rows WHERE {sql}").fetchall()
    assert count == [(expected.count(True),)]


def test_low_s(connection: Any) -> None:
    rows = pa.table(_core.generate("ecdsa", 9, 0, 500, 0.1, None))
    expected = koblitz.verify_ecdsa(*rows.columns[:3], low_s=True).to_pylist()
    sql = "SELECT verify_ecdsa_low_s(pubkey, digest, signature) FROM rows"
    assert [v for (v,) in connection.sql(sql).fetchall()] == expected
    assert expected != rows["valid"].to_pylist()


def test_keys(connection: Any) -> None:
    key = ref.mul(5, ref.G)
    assert key is not None
    x, tweak = key[0].to_bytes(32, "big"), b"\x01" * 32
    out = ref.tweaked(x, tweak)
    assert out is not None
    r, s, v = ref.ecdsa_sign(5, tweak, 99)
    sig = r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([27 + v])
    found = connection.execute(
        "SELECT parse_pubkey($long), parse_pubkey($x), recover($tweak, $sig), "
        "tweak_check($out, $x, $tweak), tweak_check_parity($out, $x, $tweak, $odd), "
        "tweak_check_parity($out, $x, $tweak, 1 - $odd), "
        "silent_payments_scan($long)",
        {
            "long": ref.serialize(key, False),
            "x": x,
            "tweak": tweak,
            "sig": sig,
            "out": out[0].to_bytes(32, "big"),
            "odd": out[1] & 1,
        },
    ).fetchone()
    short = ref.serialize(key)
    outputs = ref.silent_outputs(short, SCAN_KEY, SPEND, [0, 7], 0)
    assert found == (short, None, short, True, True, False, outputs)


def test_rows_that_cannot_be_parsed(connection: Any) -> None:
    """False, and null to the functions that try."""
    key, digest = ref.serialize(ref.G), b"\x01" * 32
    r, s, _ = ref.ecdsa_sign(1, digest, 9)
    good, wrong = ref.der(r, min(s, ref.N - s)), ref.der(1, 1)
    x, sig = ref.G[0].to_bytes(32, "big"), ref.schnorr_sign(1, digest, 9)
    for calls, rows, expected in (
        (
            ["verify_ecdsa", "verify_ecdsa_low_s"],
            [(key, digest, good), (key, digest, wrong), (key, digest, good[1:])],
            [(True, True), (False, False), (False, None)],
        ),
        (
            ["verify_schnorr"],
            [(x, digest, sig), (x, b"", sig), (x, digest, b"")],
            [(True, True), (False, False), (False, None)],
        ),
        (
            ["tweak_check"],
            [(x, x, bytes(32)), (x, x, digest), (x, x, b"")],
            [(True, True), (False, False), (False, None)],
        ),
        (["nostr_verify"], [("{}",), ("{",)], [(False, None), (False, None)]),
    ):
        names = "abc"[: len(rows[0])]
        given = pa.table(dict(zip(names, zip(*rows, strict=True), strict=True)))
        cursor = connection.cursor()
        cursor.register("given", given)
        for call in calls:
            arguments = f"({', '.join(names)})"
            sql = f"SELECT {call}{arguments}, try_{call}{arguments} FROM given"
            got = cursor.sql(sql).fetchall()
            assert got == expected, call


def test_wycheproof(connection: Any) -> None:
    given, expected = vectors.all_wycheproof()
    names = ["pubkey", "digest", "signature", "low_s"]
    rows = pa.table(dict(zip(names, zip(*given, strict=True), strict=True)))
    call = "(pubkey, digest, signature)"
    sql = f"SELECT if(low_s, verify_ecdsa_low_s{call}, verify_ecdsa{call}) FROM rows"
    assert [v for (v,) in connection.cursor().sql(sql).fetchall()] == expected
    assert rows.num_rows > 4000


def test_real(connection: Any) -> None:
    given, expected = vectors.real()
    columns = dict(zip(vectors.REAL, zip(*given, strict=True), strict=True))
    cursor = connection.cursor()
    cursor.register("real", pa.table({"i": range(len(given)), **columns}))
    assert dict(cursor.sql(vectors.REAL_SQL).fetchall()) == dict(enumerate(expected))


# A wallet's outputs of k + 1 are asked for where it has one of k.
FOUND = """
WITH RECURSIVE found AS (
    SELECT id, 0 AS k, list_intersect(silent_payments_scan(tweak), outputs) AS mine FROM payments
    UNION ALL
    SELECT id, k + 1, list_intersect(silent_payments_scan_k(tweak, k + 1), outputs)
    FROM found JOIN payments USING (id) WHERE len(mine) > 0)
SELECT unnest(mine) FROM found"""


def test_bip352() -> None:
    """Labels, and several outputs for a wallet."""
    several = 0
    for payment in vectors.silent_payments():
        if len(payment.outputs) > 10:
            continue
        with duckdb.connect() as wallet:
            wallet.execute("CREATE TABLE payments (id INTEGER, tweak BLOB, outputs BLOB[])")
            row = [7, payment.tweak, payment.outputs]
            wallet.execute("INSERT INTO payments VALUES (?, ?, ?)", row)
            koblitz.duckdb.register(
                wallet,
                scan_key=payment.scan_key,
                spend_pubkey=payment.spend_pubkey,
                labels=payment.labels,
            )
            got = [output for (output,) in wallet.sql(FOUND).fetchall()]
        assert sorted(got) == sorted(payment.found), payment.comment
        several += len(got) > 1
    assert several > 4


def test_registered_twice() -> None:
    """The later keys hold."""
    key = ref.serialize(ref.G)
    with duckdb.connect() as wallet:
        for scan_key in (SCAN_KEY, b"\x12" * 32):
            wiped = bytearray(scan_key)
            koblitz.duckdb.register(wallet, scan_key=wiped, spend_pubkey=SPEND)
            wiped[:] = bytes(32)
            got = wallet.execute("SELECT silent_payments_scan($1)", [key]).fetchall()
            assert got == [(ref.silent_outputs(key, scan_key, SPEND, [], 0),)]


def test_other_connections() -> None:
    """Functions and keys are the database's."""
    key, other = ref.serialize(ref.G), b"\x12" * 32
    names = [":memory:shared", ":memory:shared", ":memory:"]
    first, second, apart = map(duckdb.connect, names)
    cursor = first.cursor()
    before = len(koblitz.duckdb.wallets)
    koblitz.duckdb.register(apart, scan_key=SCAN_KEY, spend_pubkey=SPEND)
    for registering, scan_key in ((first, other), (second, SCAN_KEY), (cursor, other)):
        koblitz.duckdb.register(registering)
        koblitz.duckdb.register(registering, scan_key=scan_key, spend_pubkey=SPEND)
        for connection, held in ((first, scan_key), (second, scan_key), (apart, SCAN_KEY)):
            got = connection.execute("SELECT silent_payments_scan($1)", [key]).fetchall()
            assert got == [(ref.silent_outputs(key, held, SPEND, [], 0),)]
    assert len(koblitz.duckdb.wallets) == before + 2


# Once the connection that registered them is gone.
GONE = f"""
import gc, duckdb, koblitz.duckdb
first, second = (duckdb.connect(":memory:shared") for _ in range(2))
koblitz.duckdb.register(first, scan_key={SCAN_KEY}, spend_pubkey={SPEND})
first.close()
del first
gc.collect()
print(second.sql("SELECT verify_ecdsa('', '', ''), silent_payments_scan('')").fetchall())
"""


def test_connection_that_is_gone() -> None:
    done = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[(False, None)]\n"), done.stderr


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_transactions(end: str) -> None:
    with duckdb.connect() as connection:
        for then in (end, "commit"):
            connection.begin()
            koblitz.duckdb.register(connection, scan_key=SCAN_KEY, spend_pubkey=SPEND)
            connection.execute(then)
        sql = "SELECT verify_ecdsa('', '', ''), silent_payments_scan('')"
        assert connection.sql(sql).fetchall() == [(False, None)]


def test_other_functions_of_these_names() -> None:
    """They stay, and none is added."""
    with duckdb.connect() as connection:
        text = duckdb.type("VARCHAR")
        connection.create_function("recover", lambda a: a, [text], text)
        with pytest.raises(ValueError, match="another function recover"):
            koblitz.duckdb.register(connection)
        assert connection.sql("SELECT recover('a')").fetchall() == [("a",)]
        with pytest.raises(duckdb.Error):
            connection.sql("SELECT verify_ecdsa('', '', '')")


@pytest.mark.parametrize(
    ("wallet", "message"),
    [
        ({"scan_key": SCAN_KEY}, "without spend_pubkey"),
        ({"spend_pubkey": SPEND}, "without scan_key"),
        ({"labels": [0]}, "without scan_key"),
        ({"scan_key": bytes(32), "spend_pubkey": SPEND}, "scan_key"),
        ({"scan_key": SCAN_KEY, "spend_pubkey": b"x"}, "spend_pubkey"),
        ({"scan_key": SCAN_KEY, "spend_pubkey": SPEND, "labels": [-1]}, "labels"),
    ],
)
def test_wallets_that_are_refused(wallet: dict[str, Any], message: str) -> None:
    """Before a function is there."""
    with duckdb.connect() as connection:
        with pytest.raises(ValueError, match=message):
            koblitz.duckdb.register(connection, **wallet)
        with pytest.raises(duckdb.Error):
            connection.sql("SELECT verify_ecdsa('', '', '')")


def test_types(connection: Any) -> None:
    with pytest.raises(duckdb.Error):
        connection.sql("SELECT verify_ecdsa(1, 2, 3)").fetchall()

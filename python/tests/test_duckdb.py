"""SQL functions give what the functions on columns do, over DuckDB's vectors of 2,048 rows."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
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
    koblitz.duckdb.register(connection)
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
        "silent_payments_scan($long, $wallet)",
        {
            "wallet": koblitz.duckdb.add_wallet(SCAN_KEY, SPEND, [0, 7]),
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
    SELECT id, wallet, 0 AS k, list_intersect(silent_payments_scan(tweak, wallet), outputs) AS mine
    FROM payments
    UNION ALL
    SELECT id, wallet, k + 1,
        list_intersect(silent_payments_scan_k(tweak, k + 1, wallet), outputs)
    FROM found JOIN payments USING (id, wallet) WHERE len(mine) > 0)
SELECT id, unnest(mine) FROM found"""


def little_endian(tweak: bytes | None) -> bytes | None:
    if tweak is None:
        return None
    point = ref.parse_pubkey(tweak) or (0, 0)
    return b"".join(number.to_bytes(32, "little") for number in point)


@pytest.mark.parametrize("is_little", [False, True])
def test_bip352(is_little: bool) -> None:
    """Labels, and several outputs for a wallet; all wallets in one query."""
    payments = [p for p in vectors.silent_payments() if len(p.outputs) <= 10]
    with duckdb.connect() as wallet:
        koblitz.duckdb.register(wallet)
        wallet.execute("CREATE TABLE payments (id INT, wallet VARCHAR, tweak BLOB, outputs BLOB[])")
        names = []
        for i, payment in enumerate(payments):
            tweak = little_endian(payment.tweak) if is_little else payment.tweak
            keys = payment.scan_key, payment.spend_pubkey, payment.labels
            names.append(koblitz.duckdb.add_wallet(*keys, little_endian=is_little))
            row = [i, names[-1], tweak, payment.outputs]
            wallet.execute("INSERT INTO payments VALUES (?, ?, ?, ?)", row)
        found: dict[int, list[bytes]] = {i: [] for i in range(len(payments))}
        for i, output in wallet.sql(FOUND).fetchall():
            found[i].append(output)
    for i, payment in enumerate(payments):
        assert sorted(found[i]) == sorted(payment.found), payment.comment
        assert koblitz.duckdb.unread(names[i]) == 0
    assert sum(len(outputs) > 1 for outputs in found.values()) > 4


def test_wallets_of_several_connections() -> None:
    """Rows of one query, and queries of cursors at the same time: each row has its own wallet's
    outputs, whatever else is added meanwhile."""
    key = ref.serialize(ref.G)
    keys = [bytes([17 + i]) * 32 for i in range(4)]
    with duckdb.connect() as shared:
        koblitz.duckdb.register(shared)
        names = [koblitz.duckdb.add_wallet(k, SPEND) for k in keys]
        wanted = {
            n: ref.silent_outputs(key, k, SPEND, [], 0) for n, k in zip(names, keys, strict=True)
        }
        wanted[None] = None

        def scan(i: int) -> set[bool]:
            cursor = shared.cursor()
            koblitz.duckdb.register(cursor)
            name = names[i % 4]
            sql = "SELECT silent_payments_scan($1, $2) FROM range(3000)"
            koblitz.duckdb.remove_wallet(koblitz.duckdb.add_wallet(keys[(i + 1) % 4], SPEND))
            rows = cursor.execute(sql, [key, name]).fetchall()
            return {row == (wanted[name],) for row in rows}

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(scan, range(8))) == [{True}] * 8
        mixed = pa.table(
            {"i": range(5000), "name": [[*names, None][i * i % 5] for i in range(5000)]}
        )
        cursor = shared.cursor()
        cursor.register("mixed", mixed)
        sql = (
            "SELECT name, silent_payments_scan($1, name), silent_payments_scan_k($1, i % 3, name) "
        )
        for name, outputs, later in cursor.execute(f"{sql} FROM mixed", [key]).fetchall():
            assert outputs == wanted[name]
            assert (later is None) == (name is None)


def test_wallets_that_are_gone() -> None:
    with duckdb.connect() as connection:
        koblitz.duckdb.register(connection)
        name = koblitz.duckdb.add_wallet(SCAN_KEY, SPEND)
        sql = "SELECT silent_payments_scan(''::BLOB, $1)"
        null = connection.execute("SELECT silent_payments_scan(NULL, $1)", [name]).fetchall()
        assert null == [(None,)]
        koblitz.duckdb.remove_wallet(name)
        for missing in (name, "", "x"):
            with pytest.raises(duckdb.Error, match="wallet: unknown name"):
                connection.execute(sql, [missing]).fetchall()
            with pytest.raises(ValueError, match="wallet: unknown name"):
                koblitz.duckdb.unread(missing)


def test_tweaks_that_cannot_be_read() -> None:
    """They are counted, and the first of a wallet warns: no payments is another answer."""
    key = ref.serialize(ref.G)
    with duckdb.connect() as connection:
        koblitz.duckdb.register(connection)
        tweaks = [key, None, little_endian(key), b""] * 1000
        connection.register("tweaks", pa.table({"tweak": pa.array(tweaks, pa.binary())}))
        sql = "SELECT count(silent_payments_scan(tweak, $1)) FROM tweaks"
        for is_little, count in ((False, 1000), (True, 1000)):
            name = koblitz.duckdb.add_wallet(SCAN_KEY, SPEND, little_endian=is_little)
            with pytest.warns(UserWarning, match=r"koblitz\.duckdb\.unread") as warned:
                assert connection.execute(sql, [name]).fetchall() == [(count,)]
            assert len(warned) == 1
            assert koblitz.duckdb.unread(name) == 2000
            connection.execute("SELECT silent_payments_scan(tweak, $1) FROM tweaks LIMIT 0", [name])
            assert koblitz.duckdb.unread(name) == 2000


# Once the connection that registered them is gone.
GONE = """
import gc, duckdb, koblitz.duckdb
first, second = (duckdb.connect(":memory:shared") for _ in range(2))
koblitz.duckdb.register(first)
first.close()
del first
gc.collect()
koblitz.duckdb.register(second)
print(second.sql("SELECT verify_ecdsa(''::BLOB, ''::BLOB, ''::BLOB)").fetchall())
"""


def test_connection_that_is_gone() -> None:
    done = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[(False,)]\n"), done.stderr


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_transactions(end: str) -> None:
    with duckdb.connect() as connection:
        for then in (end, "commit"):
            connection.begin()
            koblitz.duckdb.register(connection)
            connection.execute(then)
        sql = "SELECT verify_ecdsa(''::BLOB, ''::BLOB, ''::BLOB)"
        assert connection.sql(sql).fetchall() == [(False,)]


def test_other_functions_of_these_names() -> None:
    """They stay, and none is added."""
    with duckdb.connect() as connection:
        text = duckdb.type("VARCHAR")
        connection.create_function("recover", lambda a: a, [text], text)
        with pytest.raises(ValueError, match="another function recover"):
            koblitz.duckdb.register(connection)
        assert connection.sql("SELECT recover('a')").fetchall() == [("a",)]
        with pytest.raises(duckdb.Error):
            connection.sql("SELECT verify_ecdsa(''::BLOB, ''::BLOB, ''::BLOB)")


@pytest.mark.parametrize(
    ("wallet", "message"),
    [
        ((SCAN_KEY, None), "spend_pubkey is missing"),
        ((None, SPEND), "scan_key is missing"),
        ((None, None), "scan_key is missing"),
        ((bytes(32), SPEND), "scan_key"),
        ((SCAN_KEY, b"x"), "spend_pubkey"),
        ((SCAN_KEY, SPEND, [-1]), "labels"),
    ],
)
def test_wallets_that_are_refused(wallet: Any, message: str) -> None:
    before = dict(koblitz.duckdb.wallets)
    with pytest.raises(ValueError, match=message):
        koblitz.duckdb.add_wallet(*wallet)
    assert koblitz.duckdb.wallets == before


def test_keys_are_copied() -> None:
    """What is wiped afterwards is not the wallet's."""
    wiped, key = bytearray(SCAN_KEY), ref.serialize(ref.G)
    name = koblitz.duckdb.add_wallet(wiped, SPEND)
    wiped[:] = bytes(32)
    with duckdb.connect() as connection:
        koblitz.duckdb.register(connection)
        got = connection.execute("SELECT silent_payments_scan($1, $2)", [key, name]).fetchone()
    assert got == (ref.silent_outputs(key, SCAN_KEY, SPEND, [], 0),)


TABLE = pa.table(_core.generate("ecdsa", 9, 0, 3000, 0.01, None))
HEX = pa.table({n: [row.hex() for row in TABLE[n].to_pylist()] for n in TABLE.column_names[:3]})
BLOBS = "(unhex(pubkey), unhex(digest), unhex(signature))"


def test_hexadecimal_text(connection: Any) -> None:
    """It is refused, and not taken for bytes; the message says what makes bytes of it."""
    cursor = connection.cursor()
    cursor.register("hexadecimal", HEX)
    for call in ("verify_ecdsa", "try_verify_ecdsa", "verify_ecdsa_low_s"):
        sql = f"SELECT {call}(pubkey, digest, signature) FROM hexadecimal"
        with pytest.raises(duckdb.Error, match=r"pubkey: .* got text. .* unhex\(column\) in SQL"):
            cursor.sql(sql).fetchall()
    sql = f"SELECT count(*) FROM hexadecimal WHERE NOT verify_ecdsa{BLOBS}"
    assert cursor.sql(sql).fetchall() == [(TABLE["valid"].to_pylist().count(False),)]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("verify_ecdsa(1, 2, 3)", "pubkey: "),
        ("verify_ecdsa('', ''::BLOB, ''::BLOB)", "pubkey: expected a binary column, got text"),
        ("verify_ecdsa(''::BLOB, ''::BLOB, [1::UTINYINT])", "signature: .* got lists"),
        ("parse_pubkey(array_value(1::UTINYINT, 2::UTINYINT))", "pubkey: .* got lists"),
        ("tweak_check_parity(''::BLOB, ''::BLOB, ''::BLOB, 0.5)", "parity: "),
        ("nostr_verify(1)", "nostr_verify"),
        ("verify_ecdsa(''::BLOB)", "verify_ecdsa"),
    ],
)
def test_types(connection: Any, call: str, message: str) -> None:
    with pytest.raises(duckdb.Error, match=message):
        connection.cursor().sql(f"SELECT {call}").fetchall()


def test_parities(connection: Any) -> None:
    """Integers and booleans; a null of no type is null."""
    x, tweak = ref.G[0].to_bytes(32, "big"), b"\x01" * 32
    out = ref.tweaked(x, tweak)
    assert out is not None
    given = [out[0].to_bytes(32, "big"), x, tweak, out[1] & 1]
    for kind in ("UTINYINT", "INTEGER", "BIGINT", "BOOLEAN"):
        sql = f"SELECT tweak_check_parity($1, $2, $3, $4::{kind})"
        assert connection.execute(sql, given).fetchall() == [(True,)]
        assert connection.execute(sql, [*given[:3], 1 - given[3]]).fetchall() == [(False,)]
    assert connection.sql("SELECT verify_ecdsa(NULL, NULL, NULL)").fetchall() == [(None,)]

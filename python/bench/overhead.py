"""What a call of each function on columns takes beyond the engine's own batch calls, in one thread.

python overhead.py LIBSECP256K1.so

Rows are such that the engine refuses them. What BIP-352 hashes of each row, and the parsing of
Nostr's events, counts as beyond the engine's calls.
"""

import statistics
import sys
import time
from pathlib import Path

import pyarrow as pa
from engine import Call, Engine

import koblitz


def binary(row: bytes, rows: int) -> pa.Array:
    return pa.array([row] * rows, pa.binary())


def calls(engine: Engine, rows: int) -> list[tuple[str, Call, list[Call]]]:
    """Each function's call, and the engine's that it makes."""
    no_key, no_x, digest = (
        binary(bytes(33), rows),
        binary(b"\xff" * 32, rows),
        binary(bytes(32), rows),
    )
    compact, recoverable = binary(bytes(64), rows), binary(bytes(65), rows)
    no_sum, der = binary(b"\2" + b"\xff" * 32, rows), binary(b"\x30" * 71, rows)
    numbers, even = binary(b"\0", rows), pa.array([0] * rows, pa.int8())
    secret = pa.array([b"\1" * 32] * rows, pa.binary(32))
    scan_key, spend = (
        b"\1" * 32,
        bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
    )
    events = pa.array(["{"] * rows)
    return [
        (
            "verify_ecdsa",
            lambda: koblitz.verify_ecdsa(no_key, digest, der, threads=1),
            [engine.verify_ecdsa([no_key, digest, der])],
        ),
        (
            "verify_schnorr",
            lambda: koblitz.verify_schnorr(no_x, digest, compact, threads=1),
            [engine.batch("koblitz_batch_schnorrsig_verify", [compact, digest, no_x])],
        ),
        (
            "tweak_check",
            lambda: koblitz.tweak_check(no_x, no_x, digest, threads=1),
            [engine.batch("koblitz_batch_ec_pubkey_tweak_add", [no_sum, digest], output=33)],
        ),
        (
            "tweak_check, parity",
            lambda: koblitz.tweak_check(no_x, no_x, digest, even, threads=1),
            [
                engine.batch(
                    "koblitz_batch_xonly_pubkey_tweak_add_check", [no_x, numbers, no_x, digest]
                )
            ],
        ),
        (
            "recover",
            lambda: koblitz.recover(digest, recoverable, threads=1),
            [engine.batch("koblitz_batch_ecdsa_recover", [compact, numbers, digest], output=33)],
        ),
        (
            "parse_pubkey",
            lambda: koblitz.parse_pubkey(no_key, threads=1),
            [engine.batch("koblitz_batch_ec_pubkey_parse", [no_key], output=33)],
        ),
        (
            "silent_payments_scan",
            lambda: koblitz.silent_payments_scan(no_key, scan_key, spend, threads=1),
            [
                engine.batch(
                    "koblitz_batch_ec_pubkey_mul",
                    [no_key],
                    scan_key,
                    None,
                    output=33,
                    context=engine.secret,
                ),
                engine.batch(
                    "koblitz_batch_ec_pubkey_create", [secret], output=33, context=engine.secret
                ),
            ],
        ),
        (
            "nostr_verify",
            lambda: koblitz.nostr_verify(events, threads=1),
            [engine.batch("koblitz_batch_schnorrsig_verify", [compact, digest, no_x])],
        ),
    ]


def seconds(call: Call, count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - start) / count


def medians(ours: Call, bare: list[Call]) -> tuple[float, float]:
    """Seconds of both, in turns for two seconds."""
    count = max(1, int(20e-6 / max(seconds(ours, 3), 1e-7)))
    whole, alone = [], []
    end = time.perf_counter() + 2
    while time.perf_counter() < end:
        whole.append(seconds(ours, count))
        alone.append(sum(seconds(call, count) for call in bare))
    return statistics.median(whole), statistics.median(alone)


def main() -> None:
    engine = Engine(str(Path(sys.argv[1]).resolve()))
    print(f"{koblitz.backend()}; microseconds a call beyond the engine's (the engine's)")
    for rows in (1, 100, 10_000):
        for name, ours, bare in calls(engine, rows):
            whole, alone = medians(ours, bare)
            print(f"{rows:6} {name:22} {1e6 * (whole - alone):8.1f} ({1e6 * alone:.1f})")


if __name__ == "__main__":
    main()

"""What a call of each function on columns takes beyond the engine's batch calls, in one thread.

make -C python overhead, which builds the module with calls of the engine that return at once, so
that nothing is left of the function but its own. (In the time of a whole call, some tens of
milliseconds at 10,000 rows, some microseconds are lost in what else the machine does meanwhile.)
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pyarrow as pa

import koblitz

SCAN_KEY = b"\1" * 32
SPEND = bytes.fromhex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")


def column(row: bytes, rows: int) -> pa.Array:
    return pa.array([row] * rows, pa.binary())


def event(i: int) -> str:
    """A note as clients write them, of some 500 bytes; nothing of it is verified."""
    reference = f"{i:064x}"
    return (
        f'{{"id":"{reference}","pubkey":"{reference}","created_at":{1700000000 + i},"kind":1,'
        f'"tags":[["e","{reference}"],["p","{reference}"]],"content":"note {i} says '
        f'\\"caf\\u00e9\\" and more, on two\\nlines","sig":"{2 * reference}"}}'
    )


def calls(rows: int) -> dict[str, Callable[[], Any]]:
    keys, xs = column(b"\2" * 33, rows), column(b"\2" * 32, rows)
    der, compact = column(b"\x30" * 71, rows), column(bytes(64), rows)
    recoverable = column(b"\x1b" * 65, rows)
    even, odd = pa.array([0] * rows, pa.int8()), pa.array([True] * rows)
    events = pa.array([event(i) for i in range(rows)])
    return {
        "verify_ecdsa": lambda: koblitz.verify_ecdsa(keys, xs, der, threads=1),
        "verify_schnorr": lambda: koblitz.verify_schnorr(xs, xs, compact, threads=1),
        "tweak_check": lambda: koblitz.tweak_check(xs, xs, xs, threads=1),
        "tweak_check, int8": lambda: koblitz.tweak_check(xs, xs, xs, even, threads=1),
        "tweak_check, booleans": lambda: koblitz.tweak_check(xs, xs, xs, odd, threads=1),
        "recover": lambda: koblitz.recover(xs, recoverable, threads=1),
        "parse_pubkey": lambda: koblitz.parse_pubkey(keys, threads=1),
        "silent_payments_scan": lambda: koblitz.silent_payments_scan(
            keys, SCAN_KEY, SPEND, threads=1
        ),
        "nostr_verify": lambda: koblitz.nostr_verify(events, threads=1),
    }


def median(call: Callable[[], Any]) -> float:
    """Microseconds of a call, of half a second."""
    took = []
    end = time.perf_counter() + 0.5
    while time.perf_counter() < end:
        start = time.perf_counter_ns()
        call()
        took.append(1e-3 * (time.perf_counter_ns() - start))
    return statistics.median(took)


def main() -> None:
    print(f"{koblitz.backend()}; microseconds a call beyond the engine's")
    for rows in (1, 100, 10_000):
        for name, call in calls(rows).items():
            print(f"{rows:6} {name:22} {median(call):8.1f}")


if __name__ == "__main__":
    main()

"""Rates of one machine: the engine's batch call, the function on columns, and what people use.

python rates.py LIBSECP256K1.so [PARQUET]: the shared library of engine/; with a file of
koblitz-bulk generate, the command on it too. Other libraries are measured where they are installed.
"""

import ctypes
import os
import resource
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pyarrow as pa

import koblitz
from koblitz import _core

CORES = len(os.sched_getaffinity(0))
ROWS = 200_000


class EngineColumn(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("stride", ctypes.c_size_t),
        ("offsets", ctypes.c_void_p),
        ("offset_size", ctypes.c_size_t),
    )


def seconds(call: Any, repeat: int = 3) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def engine_call(library: str, columns: list[pa.Array]) -> Any:
    """The batch call on the columns' own buffers."""
    engine = ctypes.CDLL(library)
    context = ctypes.c_void_p.in_dll(engine, "secp256k1_context_static")
    given = []
    for column in (columns[2], columns[1], columns[0]):
        _, offsets, data = column.buffers()
        address = data.address if data is not None else None
        given.append(ctypes.byref(EngineColumn(address, 0, 0, offsets.address, 4)))
    rows = len(columns[0])
    verdicts = ctypes.create_string_buffer(max(rows, 1))
    call = engine.koblitz_batch_ecdsa_verify
    call.restype = ctypes.c_size_t
    return lambda: call(context, verdicts, *given, ctypes.c_size_t(rows), ctypes.c_uint(3))


def overhead(library: str) -> None:
    """Rows whose signature is empty cost the engine next to nothing."""
    for rows in (1, 100, 10_000):
        columns = [
            pa.array([b"\2" * 33] * rows, pa.binary()),
            pa.array([b"\1" * 32] * rows, pa.binary()),
            pa.array([b"\x30"] * rows, pa.binary()),
        ]
        bare = engine_call(library, columns)
        count = 200_000 // (rows + 100)

        def many(call: Any, count: int = count) -> Any:
            return lambda: [call() for _ in range(count)]

        ours = seconds(many(lambda c=columns: koblitz.verify_ecdsa(*c, threads=1)), 5) / count
        bare_seconds = seconds(many(bare), 5) / count
        print(f"overhead of a call on {rows} rows: {1e6 * (ours - bare_seconds):.1f} us")


def coincurve_rows(rows: list[tuple[bytes, bytes, bytes]]) -> int:
    from coincurve import PublicKey  # type: ignore[import-not-found]

    return sum(PublicKey(key).verify(sig, digest, None) for key, digest, sig in rows)


def python_ecdsa_rows(rows: list[tuple[bytes, bytes, bytes]]) -> int:
    from ecdsa import SECP256k1, VerifyingKey  # type: ignore[import-not-found]
    from ecdsa.util import sigdecode_der  # type: ignore[import-not-found]

    return sum(
        VerifyingKey.from_string(key, SECP256k1).verify_digest(sig, digest, sigdecode_der)
        for key, digest, sig in rows
    )


def pool(function: Any, rows: list[tuple[bytes, bytes, bytes]]) -> float:
    """Rows per second of a process for each processor, given rows in parts of 1,000."""
    parts = [rows[i : i + 1000] for i in range(0, len(rows), 1000)]
    with ProcessPoolExecutor(CORES) as processes:
        list(processes.map(function, [rows[:10]] * CORES))
        start = time.perf_counter()
        sum(processes.map(function, parts))
        return len(rows) / (time.perf_counter() - start)


def main() -> None:
    library = sys.argv[1]
    print(f"{koblitz.backend()}; {CORES} processors")
    batch = pa.record_batch(_core.generate("ecdsa", 1, 0, ROWS, 0, None))
    columns = batch.columns[:3]
    one = ROWS / seconds(engine_call(library, columns))
    print(f"engine, batch, one processor: {one:.0f} rows a second")
    single = ROWS / seconds(lambda: koblitz.verify_ecdsa(*columns, threads=1))
    every = ROWS / seconds(lambda: koblitz.verify_ecdsa(*columns))
    print(f"verify_ecdsa, threads=1: {single:.0f} ({single / one:.2f})")
    print(
        f"verify_ecdsa, {CORES} threads: {every:.0f} ({every / one / CORES:.2f} of {CORES} engines)"
    )
    overhead(library)
    low = koblitz.verify_ecdsa(*columns, low_s=True).to_pylist()
    rows = list(zip(*(c.to_pylist() for c in columns), strict=True))
    rows = [row for row, is_low in zip(rows, low, strict=True) if is_low]
    for name, function, count in (
        ("coincurve", coincurve_rows, 40_000),
        ("python-ecdsa", python_ecdsa_rows, 2_000),
    ):
        try:
            rate = pool(function, rows[:count])
        except ImportError:
            print(f"{name}: not installed")
            continue
        print(
            f"{name}, {CORES} processes: {rate:.0f} rows a second; verify_ecdsa {every / rate:.1f}"
        )
    if len(sys.argv) > 2:
        command = [sys.executable, "-m", "koblitz.bulk.command", "verify", sys.argv[2]]
        start = time.perf_counter()
        done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
        took = time.perf_counter() - start
        usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(done.stdout.replace("\n", ""))
        count = int(done.stdout.split('"rows":')[1].split(",")[0])
        rate = count / took
        print(
            f"koblitz-bulk, {count} rows: {rate:.0f} rows a second "
            f"({rate / one / CORES:.2f} of {CORES} engines), {usage:.0f} MiB"
        )


if __name__ == "__main__":
    main()

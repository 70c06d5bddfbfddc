"""Rates of one machine: the engine's batch call, the function on columns, and what people use.

python rates.py LIBSECP256K1.so [--rayon VERIFY_ROWS]     the functions, and other libraries
python rates.py LIBSECP256K1.so --bulk PARQUET...         koblitz-bulk on files of its generate

LIBSECP256K1.so is engine/'s. VERIFY_ROWS is the program of lab/workers/rust/rows. Packages are
measured where they are installed. What a processor does alone is not what each does when all are
busy, so beside every figure of all processors stands that of one plain process for each, which do
nothing but the engine's batch call.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
from engine import Engine

import koblitz
from koblitz import _core

PROCESSORS = sorted(os.sched_getaffinity(0))
CORES = len(PROCESSORS)
ROWS = 200_000


def seconds(call: Any, repeat: int = 3) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


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


def plain(library: str, processors: list[int]) -> list[float]:
    """Rows per second of the engine's batch call in a process on each of these, at once."""
    command = [sys.executable, __file__, library, "--plain"]
    running = [
        subprocess.Popen([*command, str(cpu)], stdout=subprocess.PIPE, text=True)
        for cpu in processors
    ]
    return [float(process.communicate()[0]) for process in running]


def plain_process(library: str, cpu: int) -> None:
    os.sched_setaffinity(0, {cpu})
    call = Engine(library).verify_ecdsa(generated(100_000)[:3])
    call()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < 3:
        call()
        calls += 1
    print(calls * 100_000 / (time.perf_counter() - start))


def generated(rows: int) -> list[pa.Array]:
    return pa.record_batch(_core.generate("ecdsa", 1, 0, rows, 0, None)).columns


def rayon(program: str, rows: list[tuple[bytes, bytes, bytes]]) -> float:
    with tempfile.NamedTemporaryFile() as file:
        for key, digest, sig in rows:
            file.write(key + digest + bytes([len(sig)]) + sig.ljust(72, b"\0"))
        file.flush()
        command = [program, file.name, str(CORES)]
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    count, valid, took = said.split()
    assert int(count) == int(valid) == len(rows)
    return len(rows) / float(took)


def functions(library: str, program: str | None) -> None:
    columns = generated(ROWS)[:3]
    one = ROWS / seconds(Engine(library).verify_ecdsa(columns))
    print(f"engine, batch, one processor: {one:.0f} rows a second")
    alone = sum(plain(library, PROCESSORS))
    print(f"engine, batch, {CORES} plain processes: {alone:.0f} ({alone / one:.2f})")
    single = ROWS / seconds(lambda: koblitz.verify_ecdsa(*columns, threads=1))
    every = ROWS / seconds(lambda: koblitz.verify_ecdsa(*columns))
    print(f"verify_ecdsa, threads=1: {single:.0f} ({single / one:.2f})")
    print(
        f"verify_ecdsa, {CORES} threads: {every:.0f} ({every / one / CORES:.2f} of {CORES} engines)"
    )
    low = koblitz.verify_ecdsa(*columns, low_s=True).to_pylist()
    rows = list(zip(*(c.to_pylist() for c in columns), strict=True))
    rows = [row for row, is_low in zip(rows, low, strict=True) if is_low]
    others: list[tuple[str, Any]] = [
        ("coincurve, processes", lambda: pool(coincurve_rows, rows[:40_000])),
        ("python-ecdsa, processes", lambda: pool(python_ecdsa_rows, rows[:2_000])),
    ]
    if program is not None:
        others.append(("rust-secp256k1 with rayon", lambda: rayon(program, rows)))
    for name, rate_of in others:
        try:
            rate = statistics.median(rate_of() for _ in range(3))
        except ImportError:
            print(f"{name}: not installed")
            continue
        print(f"{name}: {rate:.0f} rows a second; verify_ecdsa {every / rate:.1f}")


def bulk(library: str, files: list[str]) -> None:
    """The engine's rates before and after."""
    ones, alls = [], []
    for turn in range(2):
        ones += plain(library, PROCESSORS[:1])
        alls.append(sum(plain(library, PROCESSORS)))
        if turn == 0:
            command = [sys.executable, "-m", "koblitz.bulk.command", "verify", *files]
            start = time.perf_counter()
            done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
            took = time.perf_counter() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    summary = json.loads(done.stdout)
    print(json.dumps(summary))
    one, every, rate = statistics.mean(ones), statistics.mean(alls), summary["rows"] / took
    print(
        f"koblitz-bulk, {summary['rows']} rows: {rate:.0f} rows a second in {took:.1f} s, "
        f"{rate / one / CORES:.2f} of {CORES} x the engine's {one:.0f}, {rate / every:.2f} of "
        f"the {every:.0f} of {CORES} plain processes ({every / one:.2f}); {usage:.0f} MiB"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--rayon")
    parser.add_argument("--bulk", nargs="+")
    parser.add_argument("--plain", type=int)
    arguments = parser.parse_args()
    library = str(Path(arguments.library).resolve())
    if arguments.plain is not None:
        plain_process(library, arguments.plain)
        return
    print(f"{koblitz.backend()}; {CORES} processors")
    if arguments.bulk:
        bulk(library, arguments.bulk)
    else:
        functions(library, arguments.rayon)


if __name__ == "__main__":
    main()

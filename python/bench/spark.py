"""Two workers of a processor each against one, on a cluster of Spark's on this machine.

python spark.py LIBSECP256K1.so PARQUET [ROUNDS]: koblitz-bulk's job on a file of its generate;
between the runs, what one and two plain processes of the engine's batch call do.
Workers are pinned as those are, with all that they start; the driver and the master are not.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import rates

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from cluster import cluster
from koblitz.bulk import spark
from koblitz.bulk.sources import Job


def run(url: str, workers: int, file: str) -> float:
    """Rows per second, from a session whose executors are there and have run before."""
    session = spark.start(url, **{"spark.cores.max": workers})
    try:
        while session.sparkContext.defaultParallelism < workers:
            time.sleep(0.1)
        warm = session.range(0, 8, 1, 8).mapInArrow(lambda batches: batches, "id long")
        warm.toArrow()
        start = time.perf_counter()
        summary = spark.Driver(Job("ecdsa", False, {}), [file], url).run(None)
        return summary.rows / (time.perf_counter() - start)
    finally:
        session.stop()


def main() -> None:
    library, file = (str(Path(a).resolve()) for a in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    found: dict[str, list[float]] = {"spark": [], "plain": []}
    processors = rates.PROCESSORS[:2]
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), processors) as made:
        # Not counted: what Java has not compiled yet is slow.
        run(made.url, 2, file)
        for _ in range(rounds):
            one, two = (run(made.url, workers, file) for workers in (1, 2))
            alone = sum(rates.plain(library, rates.PROCESSORS[:1]))
            both = sum(rates.plain(library, rates.PROCESSORS[:2]))
            found["spark"].append(two / one)
            found["plain"].append(both / alone)
            print(
                f"Spark {one:.0f} and {two:.0f} rows a second ({two / one:.2f}); "
                f"plain {alone:.0f} and {both:.0f} ({both / alone:.2f})",
                flush=True,
            )
    workers, plain = (statistics.median(found[name]) for name in ("spark", "plain"))
    print(f"median: 2 workers {workers:.2f} of 1, 2 plain processes {plain:.2f} of 1")


if __name__ == "__main__":
    main()

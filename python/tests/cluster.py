"""Spark's own master and workers as processes of this machine, which talk over TCP."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyspark


class Cluster:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.environment = os.environ | {
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(folder / "work"),
            "PYSPARK_PYTHON": sys.executable,
        }
        master = "org.apache.spark.deploy.master.Master"
        ports = ["--port", "0", "--webui-port", "0"]
        said = self._start("master", master, ["--host", "127.0.0.1", *ports])
        self.url = self._wait(said, r"Starting Spark master at (spark://\S+)")

    def add_worker(self, processor: int | None = None) -> subprocess.Popen[bytes]:
        """Of one slot, and its executors with it in one group of processes. They run on one
        processor if its number is given; else an executor's Java and Python use two.
        """
        name = f"worker{len(self.processes)}"
        options = ["--cores", "1", "--memory", "1g", "--webui-port", "0", self.url]
        pinned = [] if processor is None else ["taskset", "--cpu-list", str(processor)]
        said = self._start(name, "org.apache.spark.deploy.worker.Worker", options, pinned)
        self._wait(said, r"(Successfully registered) with master")
        return self.processes[-1]

    def _start(self, name: str, main: str, options: list[str], pinned: Sequence[str] = ()) -> Path:
        said = self.folder / f"{name}.log"
        script = Path(pyspark.__file__).parent / "bin" / "spark-class"
        with said.open("wb") as log:
            process = subprocess.Popen(
                [*pinned, str(script), main, *options],
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )
        self.processes.append(process)
        return said

    def _wait(self, said: Path, pattern: str) -> str:
        for _ in range(600):
            found = re.search(pattern, said.read_text(errors="replace"))
            if found:
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(said.read_text(errors="replace"))


def kill(process: subprocess.Popen[bytes]) -> None:
    """With -9, and everything that it started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def cluster(folder: Path, processors: Sequence[int | None]) -> Iterator[Cluster]:
    """A worker for each."""
    made = Cluster(folder)
    try:
        for processor in processors:
            made.add_worker(processor)
        yield made
    finally:
        for process in made.processes:
            if process.poll() is None:
                kill(process)

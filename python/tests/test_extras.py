"""What the extras ask for has bounds, and the locked packages lie within."""

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import (
    PackageNotFoundError,
    packages_distributions,
    requires,
    version,
)
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from test_readme import ROOT, blocks


def test_version() -> None:
    assert version("koblitz") == (ROOT / "VERSION").read_text().strip()


def test_extras() -> None:
    names = set()
    for requirement in map(Requirement, requires("koblitz") or []):
        if requirement.name == "koblitz":
            continue
        names.add(requirement.name)
        assert {s.operator for s in requirement.specifier} == {">=", "<"}, requirement
        try:
            assert version(requirement.name) in requirement.specifier, requirement
        except PackageNotFoundError:
            assert requirement.name == "pyspark"
    assert {"duckdb", "numpy", "pyarrow", "pyspark", "pandas", "click", "tqdm"} == names


def distributions(extra: str) -> set[str]:
    """What pip installs for an extra, and what that requires."""
    found: set[str] = set()
    waiting = [Requirement(f"koblitz[{extra}]")]
    while waiting:
        wanted = waiting.pop()
        extras = wanted.extras or {""}
        for each in map(Requirement, requires(wanted.name) or []):
            marker = each.marker
            if marker is None or any(marker.evaluate({"extra": e}) for e in extras):
                found.add(canonicalize_name(each.name))
                waiting.append(each)
    return found


# Refuses to import what another distribution of the environment has.
ALONE = """
import sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"refused: {name}", name=name)
sys.meta_path.insert(0, Refuses())
"""
README = "\n".join(blocks("README.md", "Python", "python"))
BULK = """
from koblitz.bulk.command import main
for arguments in (
    "generate in.csv --rows 20",
    "generate signatures.parquet --rows 3000 --invalid 0.01 --seed 1",
    "verify signatures.parquet in.csv --failed out.parquet",
):
    try:
        main(arguments.split())
    except SystemExit as e:
        assert e.code == (1 if arguments.startswith("verify") else 0)
"""
DUCKDB = """
import duckdb, koblitz.duckdb
connection = duckdb.connect()
koblitz.duckdb.register(connection)
verdicts = "verify_ecdsa(''::BLOB, ''::BLOB, ''::BLOB), nostr_verify('{}')"
sql = f"SELECT {verdicts}, parse_pubkey(''::BLOB)"
assert connection.sql(sql).fetchall() == [(False, False, None)]
"""
SPARK = """
import koblitz.spark
from pyspark.sql import SparkSession
session = SparkSession.Builder().master("local[1]").getOrCreate()
koblitz.spark.register(session)
(row,) = session.sql("SELECT verify_ecdsa(X'', X'', X'') AS valid").collect()
assert row.valid is False
rows = session.createDataFrame([("{}",)], "event string")
assert koblitz.spark.failed(rows, "nostr").count() == 1
"""


@pytest.mark.parametrize(
    ("extra", "code"), [("duckdb", DUCKDB), ("bulk", BULK + README), ("spark", SPARK)]
)
def test_an_extra_alone(extra: str, code: str, tmp_path: Path) -> None:
    """With the packages that it asks for, and no other, everything works that the documents say."""
    if extra == "spark":
        pytest.importorskip("pyspark")
    has = distributions(extra)
    refused = {
        module
        for module, names in packages_distributions().items()
        if not has & {canonicalize_name(name) for name in names} and module != "koblitz"
    }
    assert "hypothesis" in refused
    # What Java runs for seconds is not worth compiling well.
    done = run_without(refused, code, tmp_path, JDK_JAVA_OPTIONS="-XX:TieredStopAtLevel=1")
    assert done.returncode == 0, done.stderr


def run_without(
    refused: set[str], code: str, folder: Path, **more: str
) -> subprocess.CompletedProcess[str]:
    """more: variables of the environment."""
    script = folder / "script.py"
    script.write_text(code)
    # In Spark's workers too.
    (folder / "sitecustomize.py").write_text(f"REFUSED = {refused}\n{ALONE}")
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(path),
        "PYSPARK_PYTHON": sys.executable,
    }
    return subprocess.run(
        [sys.executable, script],
        cwd=folder,
        env=environment | more,
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(shutil.which("cmake") is None, reason="has no cmake")
def test_free_threaded_python(tmp_path: Path) -> None:
    """Is refused by a sentence, before a compiler is asked for anything."""
    stub = "import sysconfig; sysconfig.get_config_vars()['Py_GIL_DISABLED'] = 1"
    (tmp_path / "sitecustomize.py").write_text(stub)
    source = str(Path(__file__).parents[1])
    command = ["cmake", "-S", source, "-B", "build", f"-DPython_EXECUTABLE={sys.executable}"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    said = " ".join(done.stderr.split())
    assert "koblitz does not build for free-threaded Python" in said
    assert "compiler" not in done.stdout + said


# What the installed script does.
SCRIPT = """
import sys
from importlib.metadata import entry_points
(command,) = entry_points(group="console_scripts", name="koblitz-bulk")
open("in.csv", "w").write("pubkey,digest,signature\\n")
sys.argv[1:] = "verify in.csv --failed out".split()
command.load()()
"""


@pytest.mark.parametrize("refused", ["click", "tqdm"])
def test_what_is_not_installed(refused: str, tmp_path: Path) -> None:
    """A line says how to get it."""
    done = run_without({refused}, SCRIPT, tmp_path)
    assert done.returncode == 2
    message = rf"koblitz-bulk: .*{refused}; pip install 'koblitz\[bulk\]'\n"
    assert re.fullmatch(message, done.stderr)
    assert not (tmp_path / "out.progress").exists()


def test_command_on_windows(tmp_path: Path) -> None:
    code = SCRIPT.replace("command.load", "main = command.load(); sys.platform = 'win32'; main")
    done = run_without(set(), code, tmp_path)
    assert (done.returncode, done.stderr) == (2, "koblitz-bulk: does not run on Windows\n")

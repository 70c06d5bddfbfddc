"""The examples of the READMEs and the docs run, and their figures come out."""

import contextlib
import io
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from koblitz.bulk.command import main

ROOT = Path(__file__).resolve().parents[2]
GENERATE = ["generate", "signatures.parquet"]
GENERATE += ["--rows", "3000", "--invalid", "0.01", "--seed", "1"]


def blocks(document: str, heading: str, language: str) -> list[str]:
    section = (ROOT / document).read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


@pytest.mark.filterwarnings("ignore:silent_payments_scan")
@pytest.mark.parametrize(
    ("document", "heading"),
    [
        ("README.md", "Python"),
        ("python/README.md", "Use"),
        ("python/README.md", "DuckDB"),
        ("docs/bulk.md", "Failures by day"),
        ("docs/bulk.md", "DuckDB"),
        ("docs/bulk-reference.md", "Silent payments in DuckDB"),
        ("docs/bulk.md", "pyarrow"),
        ("docs/bulk.md", "pandas"),
        ("docs/bulk.md", "Polars"),
    ],
)
def test_document(document: str, heading: str, tmp_path: Path) -> None:
    run_section(document, heading, tmp_path)


def test_commands() -> None:
    """The README's commands: an extra that there is, and the file that its program reads."""
    install, generate = blocks("README.md", "Python", "sh")[0].splitlines()
    assert install.split("#")[0].rstrip() == "pip install './python[bulk]'"
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    assert "bulk" in project["optional-dependencies"]
    assert generate == " ".join(["koblitz-bulk", *GENERATE])


def run_section(document: str, heading: str, folder: Path, **given: object) -> None:
    """Lines of Python that end in a comment say what the last of them prints. given: variables."""
    code = "\n".join(blocks(document, heading, "python"))
    # Spark's Java has a working folder of its own.
    code = re.sub(r"\w+\.(parquet|csv)(?=['\"])", lambda name: str(folder / name[0]), code)
    with contextlib.chdir(folder):
        done = CliRunner().invoke(main, GENERATE)
        assert done.exit_code == 0, done.output
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, document, "exec"), given)
    said = re.findall(r"# (\[.*\])$", code, re.MULTILINE)
    assert said
    assert printed.getvalue().splitlines() == said

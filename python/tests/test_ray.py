"""The example on Ray Data runs, and its figure comes out."""

from pathlib import Path

from test_readme import run_section


def test_ray(tmp_path: Path) -> None:
    run_section("docs/bulk.md", "Ray Data", tmp_path)

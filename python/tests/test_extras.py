"""What the extras ask for has bounds, and the locked packages lie within."""

from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement


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
    assert {"duckdb", "pyarrow", "pyspark", "pandas", "click", "tqdm"} == names

"""Generated rows are what they say, by the reference too."""

import pyarrow as pa
import pytest

import koblitz
import reference as ref
from koblitz import _core


@pytest.mark.parametrize("kind", ["ecdsa", "schnorr"])
def test_rows(kind: str) -> None:
    batch = pa.record_batch(_core.generate(kind, 3, 1000, 1500, 0.4, None))
    batch.validate(full=True)
    verify = koblitz.verify_ecdsa if kind == "ecdsa" else koblitz.verify_schnorr
    expected = batch["valid"].to_pylist()
    assert verify(*batch.columns[:3]).to_pylist() == expected
    assert 500 < expected.count(False) < 700
    check = ref.ecdsa if kind == "ecdsa" else ref.schnorr
    few = batch.slice(0, 60)
    assert [
        check(*(v.as_py() for v in row)) for row in zip(*few.columns[:3], strict=True)
    ] == expected[:60]


def test_reproducible() -> None:
    """A row depends on the seed and its number, not on the call or the threads."""

    def rows(seed: int, first: int, count: int, threads: int) -> list[dict[str, object]]:
        return pa.record_batch(
            _core.generate("ecdsa", seed, first, count, 0.1, threads)
        ).to_pylist()

    whole = rows(1, 0, 1200, 1)
    assert rows(1, 0, 600, 2) + rows(1, 600, 600, 3) == whole
    assert rows(2, 0, 10, 1) != whole[:10]
    assert len({str(row) for row in whole}) == 1200

"""Which packages import which: the core knows no instruction set, no file format and no processor."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAYERS = {
    "core": set[str](),
    "assembler": {"core"},
    "x86": {"core", "assembler"},
    "arm64": {"core", "assembler"},
    "elf": {"core", "x86", "arm64"},
    "native": {"core"},
    "contracts": {"core"},
}


def modules() -> dict[str, set[str]]:
    """The modules of the prover, and those that each imports, wherever it does."""
    names = {".".join(p.relative_to(ROOT).with_suffix("").parts): p for p in ROOT.rglob("*.py") if p.parent.name != "tests"}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        every = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ImportFrom | ast.Import)]
        imported = {f"{n.module}.{a.name}" if isinstance(n, ast.ImportFrom) else a.name for n in every for a in n.names}
        found[name] = {i if i in names else i.rpartition(".")[0] for i in imported} & names.keys()
    return found


def test_no_circle() -> None:
    TopologicalSorter(modules()).prepare()


def test_layers() -> None:
    for name, imported in modules().items():
        layer = name.partition(".")[0]
        if layer in LAYERS:
            assert not [i for i in imported if i.partition(".")[0] not in LAYERS[layer] | {layer}], name

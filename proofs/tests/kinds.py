"""Contracts that differ from others, be it in their kind."""

from __future__ import annotations

import dataclasses
from typing import Any

from core.contract import BY, Contract, Formula, contract_of


def changed(one: Contract, **changes: Any) -> Contract:
    if changes.keys() <= {f.name for f in dataclasses.fields(one)}:
        return dataclasses.replace(one, **changes)
    kind = next((kind for word, kind in BY.items() if word in changes), Formula)
    fields = {f.name for f in dataclasses.fields(kind)} & {f.name for f in dataclasses.fields(one)}
    same = {name: getattr(one, name) for name in fields} | changes
    return contract_of(same.pop("name"), *same.pop("arguments"), **same)

"""A fault planted in each routine for arm64 is found."""

from __future__ import annotations

import random

import pytest
from test_arm64 import CONTRACTS, ROUTINES

from core import decide
from core.check import prove
from core.contract import Scan
from core.decide import Lemmas
from core.flow import program
from mutants import dropped, of_names

# Changes that may make no difference are passed over, so many of a kind.
TRIES = 4
PLANTED = ({"adcs": "adds", "sbcs": "subs", "adc": "add", "sbc": "sub"}, {"adds": "adcs", "subs": "sbcs"})
# Of Z3's work for one lemma, which one that does not hold takes all of. Those of the routines take less.
LIMIT = 500_000


@pytest.mark.parametrize("name", ROUTINES)
def test_planted_faults_in_arm64(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A carry that is dropped or taken in; in a scan, an instruction left out."""
    routine, contract = ROUTINES[name], CONTRACTS[name]
    code = program(routine)
    if isinstance(contract.loop, Scan):
        # No path of the contract's goes where a table has no entries, which ends in front of the others.
        begins = [i.target for i in code.code.values() if i.name == "cbnz"]
        for mutant in dropped(code):
            idle = mutant.text.startswith(("movi", "eor", "bti", "stp xzr")) or mutant.address + len(mutant.code) in begins
            assert idle or not prove(mutant.routine, contract).proved, mutant.text
        return
    monkeypatch.setitem(decide.SETTINGS, "rlimit", LIMIT)
    lemmas = Lemmas()
    assert prove(routine, contract, lemmas).proved
    for names in PLANTED:
        places = list(of_names(code, names))
        random.Random(1).shuffle(places)
        found = any(not prove(m.routine, contract, lemmas).proved for m in places[:TRIES])
        assert found or not places, names

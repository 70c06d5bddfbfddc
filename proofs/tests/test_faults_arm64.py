"""A fault planted in each routine for arm64 is found."""

from __future__ import annotations

import random

import pytest
from test_arm64 import CONTRACTS, ROUTINES

from core.check import prove
from core.contract import Scan
from core.decide import Lemmas
from core.flow import program
from mutants import dropped, of_names

# Changes that may make no difference are passed over, so many of a kind.
TRIES = 4
PLANTED = {"adcs": "adds", "sbcs": "subs", "adc": "add", "sbc": "sub", "adds": "adcs", "subs": "sbcs"}


@pytest.mark.parametrize("name", ROUTINES)
def test_planted_faults_in_arm64(name: str) -> None:
    """A carry that is dropped or taken in; in a scan, an instruction left out."""
    routine, contract = ROUTINES[name], CONTRACTS[name]
    code = program(routine)
    if isinstance(contract.loop, Scan):
        for mutant in dropped(code):
            assert mutant.text.startswith(("movi", "bti")) or not prove(mutant.routine, contract).proved, mutant.text
        return
    lemmas = Lemmas()
    for word, other in PLANTED.items():
        places = list(of_names(code, {word: other}))
        random.Random(1).shuffle(places)
        found = any(not prove(m.routine, contract, lemmas).proved for m in places[:TRIES])
        assert found or not places, word

"""Mutants that the prover accepts give the original's results on this processor."""

from __future__ import annotations

import random

import pytest
from test_faults import COMPILED, CONTRACTS, ROUTINES

from prover import hardware, twins
from prover.campaign import campaign
from prover.flow import program
from prover.mutants import sampled
from prover.report import kind_of

NAMES = ("koblitz_fe4_mul_secret", "koblitz_fe4_sqr_n_public", "koblitz_fe4_sub12_public", "koblitz_point4_scan")
needs_processor = pytest.mark.skipif(
    not hardware.available(), reason="SKIPPED comparison with the processor: a processor with BMI2, ADX and AVX2"
)


@needs_processor
@pytest.mark.parametrize("name", NAMES)
def test_sample(name: str) -> None:
    every = list(sampled(program(ROUTINES[name])))
    mutants = random.Random(1).sample(every, 15)
    mutants += [m for m in every if m.change.startswith(("add -> adc", "sub -> sbb", "adcx -> adox"))][:5]
    outcomes = campaign(ROUTINES[name], CONTRACTS[name], mutants, 200)
    assert not [o for o in outcomes if o.difference or kind_of(o.verdict.reason) == "no answer"]
    assert sum(o.verdict.proved for o in outcomes) < len(mutants) // 2


@needs_processor
@pytest.mark.parametrize("name", ["field_bundle<public, 1>::mul<1, 1, 1>, gcc", "public::to_limbs<1>, gcc"])
def test_sample_of_lanes(name: str) -> None:
    routine, contract = COMPILED[name]
    mutants = random.Random(1).sample(list(sampled(program(routine))), 20)
    outcomes = campaign(routine, contract, mutants, 200)
    assert not [o for o in outcomes if o.difference or kind_of(o.verdict.reason) == "no answer"]
    assert sum(o.verdict.proved for o in outcomes) < len(mutants) // 2


@needs_processor
@pytest.mark.parametrize(
    ("name", "text", "change"),
    [
        ("koblitz_fe4_mul_secret", "adc", "drop"),
        ("koblitz_point4_scan", "vpand", "drop"),
        ("koblitz_fe4_sqr_n_public", "mulx", "drop"),
        ("koblitz.dev/go/internal/point.addMixedVartimeAsm.abi0", "add", "add -> sub"),
    ],
)
def test_wrong_results_show(name: str, text: str, change: str) -> None:
    """What the comparison is for: it tells a wrong mutant from the original."""
    wrong = [m for m in sampled(program(ROUTINES[name])) if m.text.startswith(text) and m.change.startswith(change)]
    assert twins.difference(ROUTINES[name], wrong[0].routine, CONTRACTS[name], 200, 1)[0]

"""Mutants of a routine, each in a process of its own: what the prover says, and whether the processor agrees."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import sys
import traceback
from dataclasses import dataclass

from prover import hardware, twins
from prover.check import Verdict, prove
from prover.contract import Contract
from prover.decide import Lemmas
from prover.mutants import Mutant
from prover.objects import Routine

# Seconds and bytes for one mutant.
PATIENCE = 120
MEMORY = 4 * 2**30


@dataclass
class Outcome:
    """`difference` is one that shows that a mutant which the prover accepts is wrong; `same` says that all of memory is
    the same as with the original, not only what the contract speaks of."""

    mutant: Mutant
    verdict: Verdict
    difference: str = ""
    same: bool = False


def judged(original: Routine, mutant: Mutant, contract: Contract, lemmas: Lemmas, cases: int) -> Outcome:
    verdict = prove(mutant.routine, contract, locate=False, lemmas=lemmas)
    outcome = Outcome(mutant, verdict)
    if verdict.proved and hardware.available(hardware.needs(contract)):
        outcome.difference, outcome.same = twins.difference(original, mutant.routine, contract, cases, 1)
    return outcome


def alone(original: Routine, mutant: Mutant, contract: Contract, lemmas: Lemmas, cases: int) -> Outcome:
    """The same in a child, as a mutant may take all memory, run for ever or crash."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(judged(original, mutant, contract, lemmas, cases), pipe)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(writer)
    content = b""
    with os.fdopen(reader, "rb") as pipe:
        while select.select([pipe], [], [], PATIENCE)[0]:
            part = os.read(pipe.fileno(), 65536)
            content += part
            if not part:
                break
        else:
            os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        return pickle.loads(content)
    return Outcome(mutant, Verdict(contract.name, f"the prover ends with status {status}", mutant.address))


def campaign(original: Routine, contract: Contract, mutants: list[Mutant], cases: int) -> list[Outcome]:
    lemmas = Lemmas()
    prove(original, contract, lemmas=lemmas)
    return [alone(original, mutant, contract, lemmas, cases) for mutant in mutants]

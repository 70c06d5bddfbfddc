"""Mutants of a routine, each in a process of its own: what the prover says, and whether the processor agrees."""

from __future__ import annotations

import faulthandler
import io
import os
import pickle
import resource
import select
import signal
import sys
import traceback
from dataclasses import dataclass

from core.check import Verdict, prove
from core.contract import Contract
from core.decide import Lemmas
from core.isa import Routine
from mutants import Mutant
from native import twins
from native.machine import runs

# Seconds of the processor's and of the clock, and bytes, for one mutant.
PATIENCE = 120
WAIT = 3600
MEMORY = 4 * 2**30


@dataclass
class Outcome:
    """`compared` says what of memory is other than with the original, if anything is, for a mutant that the prover accepts;
    None where it was not compared."""

    mutant: Mutant
    verdict: Verdict
    compared: twins.Difference | None = None


def alone(original: Routine, mutant: Mutant, contract: Contract, lemmas: Lemmas, cases: int) -> Outcome:
    """In a child, as a mutant may take all memory, run for ever or crash. The verdict comes before the comparison begins,
    so that whatever ends the child afterwards is the mutant's doing."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            faulthandler.disable()
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 10))
            with os.fdopen(writer, "wb") as pipe:
                verdict = prove(mutant.routine, contract, lemmas=lemmas)
                pickle.dump(verdict, pipe)
                pipe.flush()
                if verdict.proved and runs(original, contract):
                    pickle.dump(twins.difference(original, mutant.routine, contract, cases, 1), pipe)
                else:
                    pickle.dump(None, pipe)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(writer)
    content, ends = b"", ""
    with os.fdopen(reader, "rb") as pipe:
        while select.select([pipe], [], [], WAIT)[0]:
            part = os.read(pipe.fileno(), 65536)
            content += part
            if not part:
                break
        else:
            os.kill(child, signal.SIGKILL)
            ends = f"has not ended after {WAIT} s"
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status and not ends:
        ends = f"dies of {signal.Signals(-status).name}" if status < 0 else f"ends with status {status}"
    return Outcome(mutant, *said(content, ends, contract, mutant))


def said(content: bytes, ends: str, contract: Contract, mutant: Mutant) -> tuple[Verdict, twins.Difference | None]:
    """What a child has sent before it ended as `ends` says, which is empty where nothing is missing."""
    stream = io.BytesIO(content)
    try:
        verdict = pickle.load(stream)
    except (EOFError, pickle.UnpicklingError):
        return Verdict(contract.name, f"the prover {ends}", mutant.address), None
    if not ends:
        return verdict, pickle.load(stream)
    return verdict, twins.Difference(wrong=f"the comparison on the processor {ends}") if verdict.proved else None


def campaign(original: Routine, contract: Contract, mutants: list[Mutant], cases: int) -> list[Outcome]:
    lemmas = Lemmas()
    prove(original, contract, lemmas=lemmas)
    return [alone(original, mutant, contract, lemmas, cases) for mutant in mutants]

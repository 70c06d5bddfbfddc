"""What it means that a routine is not proved: reports, and their kinds for tables."""

from __future__ import annotations

from core.check import Verdict
from core.flow import program
from core.isa import Routine

KINDS = {
    "no answer": ("the prover ",),
    "a lost carry": ("a carry is lost",),
    "the calling convention": (
        "returns with",
        "return address",
        "stack pointer",
        "caller's stack",
        "part of the stack",
        "above its stack",
        "its stack with the bound",
    ),
    "memory": ("reads ", "writes ", "does not write"),
    "an undefined value": ("undefined", "is not set"),
    "a loop": ("loop", "round", "begin at", "sum up", "selects by", "next entry", "mask is not", "hold a limb"),
    "an address or count": ("address", "pointer", "token", "counter", "path leaves"),
    "another result": (
        "is not what",
        "not a function of the elements",
        "ways into a join",
        "flag of the element",
        "exactly where",
        "does not return",
        "in its range",
        "from 0 to p - 1",
        "multiples of p",
        "computes no flag",
        "no number's",
        "may be 0 mod p",
        "must not be 0",
        "gives up with",
        "contract does not name",
    ),
}


def kind_of(reason: str) -> str:
    return next((kind for kind, parts in KINDS.items() if any(p in reason for p in parts)), "outside of the method")


def told(verdict: Verdict, routine: Routine) -> str:
    """Why a routine is not proved, and which instructions a carry that is left over comes from and goes to."""
    text = verdict.reason
    if verdict.origins:
        code = program(routine)

        def at(address: int) -> str:
            return f"{address:#x} {code.at(address).text}"

        text += f": from {at(verdict.address)}" + "".join(f", taken in at {at(a)}" for a in verdict.taken)
        return text + (f", lost at {at(verdict.lost)}" if verdict.lost is not None else "")
    return text + (f" at {verdict.address:#x}" if verdict.address else "")

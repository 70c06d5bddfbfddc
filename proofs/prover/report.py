"""The reports of routines that are not proved, in a few kinds, for tables."""

from __future__ import annotations

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

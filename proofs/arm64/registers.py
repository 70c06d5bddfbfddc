"""General registers and what they are for. x18 is the platform's, and in none of the routines."""

from core.state import Convention

GENERAL = (*(f"x{n}" for n in range(31) if n != 18), "sp")
AAPCS = Convention(
    GENERAL,
    saved=tuple(f"x{n}" for n in range(19, 31)),
    stack="sp",
    result="x0",
    arguments=tuple(f"x{n}" for n in range(8)),
    link="x30",
)
# ABI0 of the Go assembler: x28 points to the goroutine, x29 to where callers save theirs.
GO = Convention(
    GENERAL,
    saved=("x28", "x29", "x30"),
    stack="sp",
    result="x0",
    link="x30",
    frame="x29",
    goroutine=True,
    goroutine_in="x28",
)
# v8 to v15, whose lower halves a callee preserves, are in none of the routines.
VECTORS = tuple(f"v{n}" for n in (*range(8), *range(16, 32)))

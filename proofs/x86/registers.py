"""General registers, what they are for, and their parts."""

from core.state import Convention

GENERAL = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16)))
SYSV = Convention(
    GENERAL,
    saved=("rbx", "rbp", "r12", "r13", "r14", "r15"),
    stack="rsp",
    result="rax",
    arguments=("rdi", "rsi", "rdx", "rcx", "r8", "r9"),
)
# ABI0 of the Go assembler.
GO = Convention(GENERAL, saved=("rbp",), stack="rsp", result="rax", goroutine=True)
SECOND_BYTES = ("ah", "bh", "ch", "dh")


def _parts() -> dict[str, tuple[str, int]]:
    parts = {}
    for name in GENERAL:
        parts[name] = (name, 64)
        if name[1:].isdigit():
            parts |= {name + "d": (name, 32), name + "w": (name, 16), name + "b": (name, 8)}
        else:
            short = name[1:]
            parts |= {"e" + short: (name, 32), short: (name, 16)}
            parts[short[0] + "l" if short.endswith("x") else short + "l"] = (name, 8)
            if short.endswith("x"):
                parts[short[0] + "h"] = (name, 8)
    return parts


# The whole register that a name is a part of, and the bits of the part.
PARTS = _parts()

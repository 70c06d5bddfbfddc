"""The Go module's assembly for arm64, go/internal: the engine's routines in two forms, with Go's arguments. Elements are
loose, any integer below 2^256."""

from contracts.formulas import co_z
from contracts.go import PREFETCH, addition, digits, doublings, field, for_secrets, routine
from core.contract import Array, Contract, Scan

FORMS = ("Wide", "Narrow")
# X and Y stay in registers from doubling to doubling.
PLACES = {"x": "x23 x24 x25 x26", "y": "x2 x3 x27 x30", "z": "z+64"}


def points(form: str) -> list[Contract]:
    return [
        *doublings(form, PLACES),
        addition(f"addMixedVartime{form}"),
        addition(f"addScaledVartime{form}", Array("scale", ("zscale",))),
        routine(
            f"point.coZAddVartime{form}Asm",
            Array("r", outputs=("x3", "y3", "x2", "y2")),
            Array("ratio", outputs=("ratio",)),
            Array("a", ("x1", "y1", "x2", "y2")),
            results=co_z,
            alias=(("r", "a"),),
            secret=False,
        ),
        *for_secrets(form, 2**31, "infinity", "degenerate", "sum_infinity"),
    ]


FIELD = [contract for form in FORMS for contract in field(form, "x19 x20 x21 x22")]
POINTS = [*(contract for form in FORMS for contract in points(form)), PREFETCH]
DIGIT = digits(Scan(pointer="x1", round="v2", sum="v4 v5 v6 v7", index="index", stride=64), 2**31 - 1)

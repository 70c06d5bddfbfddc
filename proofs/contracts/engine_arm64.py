"""The engine's arm64 routines, engine/src/field/arm64 and engine/src/group/arm64, in two forms."""

from contracts import engine_field, engine_point
from core.contract import Scan

FORMS = ("wide_", "narrow_")
# X and Y stay in registers from doubling to doubling.
POINT = {"x": "x23 x24 x25 x26", "y": "x2 x3 x27 x28", "z": "point+64"}

CONTRACTS = [
    *(one for form in FORMS for one in engine_field.products("x19 x20 x21 x22", form)),
    *engine_field.LINEAR,
    *(one for form in FORMS for one in engine_point.points(POINT, form)),
    engine_point.scan(Scan(pointer="x1", round="v2", sum="v4 v5 v6 v7", index="index")),
]

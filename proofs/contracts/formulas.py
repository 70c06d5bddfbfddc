"""The formulas of engine/src/group and go/internal/point, by the names that their files have for inputs."""

from collections.abc import Iterable

from core.contract import Expression, Values
from core.terms import P

XYZ = ("x", "y", "z")
# y^2 = x^3 + B; complete additions take 3 B.
B, B3 = 7, 21
# The exponent of fe_power_chain_var.
CHAIN = 2**246 - 2**22 - 1
# lambda (x, y) = (beta x, y), a cube root of 1 mod p: engine/src/ecmult/tables.
BETA = 0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE
# The generator, from which samples of points on the curve come.
GENERATOR = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)
POINTS = ({"x": GENERATOR[0], "y": GENERATOR[1]}, {"x": GENERATOR[0], "y": P - GENERATOR[1]})
# (x z^2, y, z) and x, and infinity.
SAME_X = ({"x": GENERATOR[0] * 25 % P, "z": 5, "x2": GENERATOR[0]}, {"z": 0}, {"x": 0, "z": P})


def negated_if(flag: Expression, y: Expression) -> Expression:
    return y - flag * y * 2


def chosen(flag: Expression, a: Expression, b: Expression) -> Expression:
    return b + flag * (a - b)


def entry_at(bits: Iterable[Expression], entries: list[Expression]) -> Expression:
    """Of a table the entry whose number the bits are, the lowest first."""
    for bit in bits:
        entries = [chosen(bit, high, low) for low, high in zip(entries[::2], entries[1::2], strict=True)]
    return entries[0]


def doubled(v: Values) -> Values:
    """S = Y^2, T = X S, L = 3/2 X^2: X3 = L^2 - 2 T, Y3 = L (T - X3) - S^2, Z3 = Y Z."""
    s, slope = v["y"] ** 2, v["x"] ** 2 * 3 / 2
    t = v["x"] * s
    x3 = slope**2 - t * 2
    return {"x": x3, "y": slope * (t - x3) - s**2, "z": v["y"] * v["z"]}


def mixed(v: Values) -> Values:
    """(x, y, z) + (az^2 x2 / z^2, ...) for az = z, z zscale or an argument: EFD madd, with H = U2 - X1, I = S2 - Y1."""
    az = v["az"] if "az" in v else v["z"] * v["zscale"] if "zscale" in v else v["z"]
    y2 = negated_if(v["negative"], v["y2"]) if "negative" in v else v["y2"]
    h = v["x2"] * az**2 - v["x"]
    i = y2 * az**3 - v["y"]
    t = v["x"] * h**2
    x3 = i**2 - h**3 - t * 2
    return {"h": h, "x": x3, "y": i * (t - x3) - v["y"] * h**3, "z": v["z"] * h}


def co_z(v: Values) -> Values:
    """The sum of two points on one Z, and the second of them, on Z times D = x2 - x1."""
    d = v["x2"] - v["x1"]
    w1, w2, e = v["x2"] * d**2, v["x1"] * d**2, v["y2"] - v["y1"]
    x3, y2 = e**2 - w1 - w2, v["y2"] * (w1 - w2)
    return {"x3": x3, "y3": e * (w1 - x3) - y2, "x2": w1, "y2": y2, "ratio": d}


def complete(v: Values) -> Values:
    """Brier and Joye, PKC 2002, with the chord's slope where M = 0. Without the flag for that, M alone."""
    x, y, z, x2 = (v[n] for n in (*XYZ, "x2"))
    y2 = negated_if(v["negative"], v["y2"]) if "negative" in v else v["y2"]
    u, s = x2 * z**2, y2 * z**3
    t, m = x + u, y + s
    if "degenerate" not in v:
        return {"m": m}
    m4 = (-v["degenerate"] + 1) * m**4
    n = chosen(v["degenerate"], s - y, x * u - t**2)
    m = chosen(v["degenerate"], x - u, m)
    q = t * m**2
    x3 = n**2 - q
    y3 = (n * (x3 * 2 - q) - m4) / 2
    infinity = v["infinity"]
    return {"x": chosen(infinity, x2, x3), "y": chosen(infinity, y2, y3), "z": infinity + (-infinity + 1) * m * z}


def projective(v: Values) -> Values:
    """Renes, Costello and Batina, ePrint 2015/1060, algorithm 7, and 8 where there is no z2; 3b is 21 where it is no
    argument."""
    x, y, z, x2 = (v[n] for n in (*XYZ, "x2"))
    z2 = v.get("z2", 1)
    y2 = negated_if(v["negative"], v["y2"]) if "negative" in v else v["y2"]
    a, b, zz, c, d = x * x2, y * y2, z * z2, x * y2 + y * x2, y2 * z + y * z2
    b3 = v.get("b3", 21)
    e = b3 * (x2 * z + x * z2)
    s, t = b + b3 * zz, b - b3 * zz
    return {"x": c * t - d * e, "y": t * s + e * a * 3, "z": s * d + a * c * 3}


def affine_pair(v: Values) -> Values:
    """EFD add-1998-cmo-2 for two affine points."""
    y1, y2 = negated_if(v["negative"], v["y"]), negated_if(v["negative2"], v["y2"])
    h, i = v["x2"] - v["x"], y2 - y1
    q = v["x"] * h**2
    s = i**2 - h**3 - 2 * q
    return {"x": h * s, "y": i * (q - s) - h**3 * y1, "z": h**3}

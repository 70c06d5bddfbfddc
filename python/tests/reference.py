"""secp256k1 in plain Python: ECDSA (SEC 1), BIP-340, BIP-341's tweaks and BIP-352.

As short as the specifications, and slow.
"""

import hashlib
from functools import cache

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

Point = tuple[int, int] | None


def add(a: Point, b: Point) -> Point:
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    slope = (
        3 * a[0] * a[0] * pow(2 * a[1], -1, P)
        if a == b
        else (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    )
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def double(x: int, y: int, z: int) -> tuple[int, int, int]:
    """In Jacobian coordinates (x / z^2, y / z^3), where infinity has z = 0."""
    yy = y * y % P
    s, m = 4 * x * yy % P, 3 * x * x % P
    x2 = (m * m - 2 * s) % P
    return x2, (m * (s - x2) - 8 * yy * yy) % P, 2 * y * z % P


def double_and_add(x: int, y: int, z: int, point: tuple[int, int]) -> tuple[int, int, int]:
    """The double of the first, plus the second."""
    x, y, z = double(x, y, z)
    if z == 0:
        return *point, 1
    h, r = (point[0] * z * z - x) % P, (point[1] * z * z * z - y) % P
    if h == 0:
        return double(x, y, z) if r == 0 else (1, 1, 0)
    hh = h * h % P
    x3 = (r * r - hh * h - 2 * x * hh) % P
    return x3, (r * (x * hh - x3) - y * hh * h) % P, z * h % P


@cache
def mul(k: int, point: Point) -> Point:
    x, y, z = 1, 1, 0
    for bit in bin(k)[2:]:
        if point is None:
            break
        x, y, z = double_and_add(x, y, z, point) if bit == "1" else double(x, y, z)
    if z == 0:
        return None
    w = pow(z, -1, P)
    return x * w * w % P, y * w * w * w % P


def lift(x: int, odd: bool) -> Point:
    y = pow(x * x * x + 7, (P + 1) // 4, P)
    if x >= P or (y * y - x * x * x - 7) % P != 0:
        return None
    return x, y if y & 1 == odd else P - y


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def parse_pubkey(key: bytes) -> Point:
    if len(key) == 33 and key[0] in (2, 3):
        return lift(number(key[1:]), key[0] == 3)
    if len(key) == 65 and key[0] in (4, 6, 7):
        x, y = number(key[1:33]), number(key[33:])
        if x < P and y < P and (y * y - x * x * x - 7) % P == 0:
            return (x, y) if key[0] == 4 or y & 1 == key[0] & 1 else None
    return None


def serialize(point: tuple[int, int], compressed: bool = True) -> bytes:
    x, y = (c.to_bytes(32, "big") for c in point)
    return bytes([2 + (point[1] & 1)]) + x if compressed else b"\x04" + x + y


def parse_der(sig: bytes) -> tuple[int, int] | None:
    """BIP-66's rules."""
    if not 8 <= len(sig) <= 72 or sig[0] != 0x30 or sig[1] != len(sig) - 2:
        return None
    numbers, at = [], 2
    for _ in range(2):
        if at + 2 > len(sig) or sig[at] != 2:
            return None
        body = sig[at + 2 : at + 2 + sig[at + 1]]
        if not 1 <= sig[at + 1] == len(body) or body[0] & 0x80:
            return None
        if len(body) > 1 and body[0] == 0 and not body[1] & 0x80:
            return None
        numbers.append(number(body))
        at += 2 + len(body)
    return (numbers[0], numbers[1]) if at == len(sig) else None


def der(r: int, s: int) -> bytes:
    parts = b""
    for value in (r, s):
        body = value.to_bytes(value.bit_length() // 8 + 1, "big")
        parts += bytes([2, len(body)]) + body
    return bytes([0x30, len(parts)]) + parts


@cache
def ecdsa(key: bytes, digest: bytes, sig: bytes, low_s: bool = False) -> bool:
    point = parse_pubkey(key)
    readings = [parse_der(sig)]
    if len(sig) == 64:
        readings.append((number(sig[:32]), number(sig[32:])))
    for reading in readings:
        if reading is None or point is None or len(digest) != 32:
            continue
        r, s = reading
        if not (0 < r < N and 0 < s < N) or (low_s and s > N // 2):
            continue
        w = pow(s, -1, N)
        total = add(mul(number(digest) * w % N, G), mul(r * w % N, point))
        if total is not None and total[0] % N == r:
            return True
    return False


def ecdsa_sign(secret: int, digest: bytes, nonce: int) -> tuple[int, int, int]:
    """r, s and the recovery id."""
    point = mul(nonce, G)
    assert point is not None
    r = point[0] % N
    s = pow(nonce, -1, N) * (number(digest) + r * secret) % N
    return r, s, point[1] & 1


@cache
def recover(digest: bytes, sig: bytes) -> Point:
    if len(sig) != 65 or len(digest) != 32:
        return None
    v = sig[64] - 27 if sig[64] >= 27 else sig[64]
    r, s = number(sig[:32]), number(sig[32:64])
    if v > 3 or not (0 < r < N and 0 < s < N):
        return None
    point = lift(r + (N if v & 2 else 0), bool(v & 1))
    if point is None:
        return None
    w = pow(r, -1, N)
    return add(mul(-number(digest) * w % N, G), mul(s * w % N, point))


def tagged(tag: str, *parts: bytes) -> bytes:
    prefix = hashlib.sha256(tag.encode()).digest()
    return hashlib.sha256(prefix + prefix + b"".join(parts)).digest()


@cache
def schnorr(key: bytes, message: bytes, sig: bytes) -> bool:
    if len(key) != 32 or len(sig) != 64:
        return False
    point, r, s = lift(number(key), False), number(sig[:32]), number(sig[32:])
    if point is None or r >= P or s >= N:
        return False
    e = number(tagged("BIP0340/challenge", sig[:32], key, message)) % N
    total = add(mul(s, G), mul(N - e, point))
    return total is not None and total[1] & 1 == 0 and total[0] == r


def schnorr_sign(secret: int, message: bytes, nonce: int) -> bytes:
    key, point = mul(secret, G), mul(nonce, G)
    assert key is not None
    assert point is not None
    d = secret if key[1] & 1 == 0 else N - secret
    k = nonce if point[1] & 1 == 0 else N - nonce
    x, r = key[0].to_bytes(32, "big"), point[0].to_bytes(32, "big")
    e = number(tagged("BIP0340/challenge", r, x, message)) % N
    return r + ((k + e * d) % N).to_bytes(32, "big")


@cache
def tweaked(internal: bytes, tweak: bytes) -> Point:
    point = lift(number(internal), False)
    if point is None or number(tweak) >= N:
        return None
    return add(point, mul(number(tweak), G))


def silent_outputs(
    tweak: bytes, scan_key: bytes, spend: bytes, labels: list[int], k: int
) -> list[bytes] | None:
    point = parse_pubkey(tweak)
    shared = mul(number(scan_key), point) if point else None
    if shared is None:
        return None
    t = number(tagged("BIP0352/SharedSecret", serialize(shared), k.to_bytes(4, "big")))
    base = add(parse_pubkey(spend), mul(t, G))
    keys = [base]
    for m in labels:
        label = number(tagged("BIP0352/Label", scan_key, m.to_bytes(4, "big")))
        keys.append(add(base, mul(label, G)))
    return [key[0].to_bytes(32, "big") for key in keys if key is not None]

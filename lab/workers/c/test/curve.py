"""secp256k1 in affine coordinates: slow, plain, and independent of any library.
What the tests expect is computed here, from SEC 1, RFC 6979, BIP-340, BIP-324, BIP-327 and
BIP-352.
"""

import hashlib
import hmac

P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def add(a, b):
    """Sum of two points; None is the point at infinity."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def mul(k, point=G):
    total = None
    while k:
        if k & 1:
            total = add(total, point)
        point = add(point, point)
        k >>= 1
    return total


def lift_x(x, odd):
    """The point of that x and parity of y, or None."""
    y = pow(x**3 + 7, (P + 1) // 4, P)
    if x >= P or y * y % P != (x**3 + 7) % P:
        return None
    return x, y if y & 1 == odd else P - y


def b32(n):
    return n.to_bytes(32, "big")


def number(data):
    return int.from_bytes(data, "big")


def ser65(point):
    return b"\x04" + b32(point[0]) + b32(point[1])


def ser33(point):
    return bytes([2 + (point[1] & 1)]) + b32(point[0])


def tagged(tag, message):
    t = hashlib.sha256(tag).digest()
    return hashlib.sha256(t + t + message).digest()


def rfc6979(key, msghash, reduce):
    """RFC 6979 section 3.2 with SHA-256. libsecp256k1 reduces the hash modulo n, as
    bits2octets does, since 2022-01.
    """

    def mac(k, data):
        return hmac.new(k, data, hashlib.sha256).digest()

    seed = b32(key) + (b32(number(msghash) % N) if reduce else msghash)
    v, k = b"\x01" * 32, b"\x00" * 32
    for byte in (b"\x00", b"\x01"):
        k = mac(k, v + byte + seed)
        v = mac(k, v)
    while True:
        v = mac(k, v)
        if 0 < number(v) < N:
            return number(v)
        k = mac(k, v + b"\x00")
        v = mac(k, v)


def ecdsa_sign(key, msghash, reduce=True):
    """r, s (low) and the recovery id."""
    k = rfc6979(key, msghash, reduce)
    point = mul(k)
    r = point[0] % N
    s = pow(k, -1, N) * (number(msghash) + r * key) % N
    recid = (point[1] & 1) | (2 if point[0] >= N else 0)
    return (r, N - s, recid ^ 1) if s > N // 2 else (r, s, recid)


def ecdsa_verify(point, r, s, msghash):
    """Without a rule about high s."""
    if not (0 < r < N and 0 < s < N):
        return False
    w = pow(s, -1, N)
    total = add(mul(number(msghash) * w % N), mul(r * w % N, point))
    return total is not None and total[0] % N == r


def der(r, s):
    def integer(n):
        data = n.to_bytes(n.bit_length() // 8 + 1, "big")
        return bytes([2, len(data)]) + data

    body = integer(r) + integer(s)
    return bytes([0x30, len(body)]) + body


def schnorr_sign(key, message, aux):
    point = mul(key)
    d = key if point[1] % 2 == 0 else N - key
    t = bytes(a ^ b for a, b in zip(b32(d), tagged(b"BIP0340/aux", aux)))
    k = number(tagged(b"BIP0340/nonce", t + b32(point[0]) + message)) % N
    nonce = mul(k)
    k = k if nonce[1] % 2 == 0 else N - k
    e = number(tagged(b"BIP0340/challenge", b32(nonce[0]) + b32(point[0]) + message)) % N
    return b32(nonce[0]) + b32((k + e * d) % N)


def ellswift_decode(ell):
    """XSwiftEC of BIP-324, with the parity of t for y."""
    u, t = number(ell[:32]) % P, number(ell[32:]) % P
    odd = t & 1
    u = u or 1
    t = t or 1
    if (u**3 + t * t + 7) % P == 0:
        t = 2 * t % P
    x = (u**3 + 7 - t * t) * pow(2 * t, -1, P) % P
    root_minus_3 = pow(-3, (P + 1) // 4, P)
    y = (x + t) * pow(root_minus_3 * u, -1, P) % P
    half = pow(2, -1, P)
    for candidate in (
        u + 4 * y * y,
        (-x * pow(y, -1, P) - u) * half if y else 0,
        (x * pow(y, -1, P) - u) * half if y else 0,
    ):
        point = lift_x(candidate % P, odd)
        if point:
            return point
    raise AssertionError("one of the three is on the curve")


def musig_coefficients(points):
    """KeyAggCoeff of BIP-327 for each key."""
    keys = [ser33(p) for p in points]
    second = next((k for k in keys if k != keys[0]), None)
    listed = tagged(b"KeyAgg list", b"".join(keys))
    return [1 if k == second else number(tagged(b"KeyAgg coefficient", listed + k)) % N for k in keys]


def musig_nonce(random, key, message):
    """k1 and k2 of NonceGen, without an aggregate key and extra input."""
    masked = bytes(a ^ b for a, b in zip(b32(key), tagged(b"MuSig/aux", random)))
    head = masked + b"\x21" + ser33(mul(key)) + b"\x00\x01" + bytes(7) + b"\x20" + message + bytes(4)
    return [number(tagged(b"MuSig/nonce", head + bytes([i]))) % N for i in (0, 1)]


def musig_sign(keys, nonces, message):
    """The first signer's part; the secrets of all signers are known."""
    points = [mul(k) for k in keys]
    coefficients = musig_coefficients(points)
    aggregate = mul(sum(a * k for a, k in zip(coefficients, keys)) % N)
    k1, k2 = (sum(n[i] for n in nonces) % N for i in (0, 1))
    sums = ser33(mul(k1)) + ser33(mul(k2))
    b = number(tagged(b"MuSig/noncecoef", sums + b32(aggregate[0]) + message)) % N
    final = mul((k1 + b * k2) % N)
    e = number(tagged(b"BIP0340/challenge", b32(final[0]) + b32(aggregate[0]) + message)) % N
    nonce = nonces[0][0] + b * nonces[0][1]
    g = 1 if aggregate[1] % 2 == 0 else -1
    return b32(((nonce if final[1] % 2 == 0 else -nonce) + e * coefficients[0] * g * keys[0]) % N)


def silent_hash(outpoint, sum_of_inputs):
    return number(tagged(b"BIP0352/Inputs", outpoint + ser33(sum_of_inputs)))


def silent_tweak(shared, k):
    return number(tagged(b"BIP0352/SharedSecret", ser33(shared) + k.to_bytes(4, "big")))

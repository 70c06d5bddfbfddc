#!/usr/bin/env python3
"""Tests of worker-c: test_worker.py WORKER LIBRARY...

Every operation that a library offers is given rows whose results are computed
by curve.py or published; then come malformed commands and bad arguments.
"""

import hashlib
import os
import random
import resource
import subprocess
import sys
import tempfile

import curve
from curve import N, P, b32, der, mul, ser33, ser65

WORKER = sys.argv[1]
LIBRARIES = sys.argv[2:]
TIMEOUT = 600  # longer than any machine is busy
failures = 0


def expect(what, got, want):
    global failures
    if got != want:
        failures += 1
        print(f"FAIL {what}\n  got  {str(got)[:600]}\n  want {str(want)[:600]}")


class Worker:
    def __init__(self, library, *more):
        self.process = subprocess.Popen(
            [WORKER, "--library", library, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, text):
        """Sends one command with its rows, and returns the one line of the reply."""
        self.send(text.encode() + b"\n")
        return self.process.stdout.readline().decode().rstrip("\n")

    def hello(self):
        """The reply as lists of values by key."""
        self.send(b"hello 1\n")
        info = {}
        for line in iter(self.process.stdout.readline, b"ok\n"):
            key, _, value = line.decode().rstrip("\n").partition(" ")
            info.setdefault(key, []).append(value)
        return info

    def results(self, op, rows):
        """Loads rows of byte strings, runs them twice and returns the results."""
        text = "".join("\n" + " ".join(f.hex() or "-" for f in row) for row in rows)
        reply = self.ask(f"load {op} {len(rows)}{text}")
        if reply != "ok":
            return [reply]
        first = self.run(op, len(rows))
        again = self.run(op, len(rows))
        # OpenSSL's signatures differ from each other.
        if op != "ecdsa_sign":
            expect(f"{op}: second run", again, first)
        return first

    def run(self, op, count):
        words = self.ask(f"run {op} 0 {count} 0 {count}").split(" ")
        if len(words) != 3 or words[0] != "ok" or not words[1].isdigit():
            return words
        return list(words[2]) if set(words[2]) <= set("01") else words[2].split(",")

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(TIMEOUT), rest


# ---- rows: (fields, result); True and False are verdicts, None is a refusal

rng = random.Random(1)


def scalar():
    return rng.randrange(1, N)


def data(n=32):
    return rng.randbytes(n)


KEYS = [1, 2, N - 1, scalar(), scalar(), scalar()]
BAD_KEYS = [b32(0), b32(N), b"\xff" * 32]
BAD_POINTS65 = [
    b"\x04" + b32(1) + b32(1),
    b"\x05" + ser65(mul(1))[1:],
    b"\x04" + b32(P) + b32(curve.lift_x(1, 0)[1]),
    b"\x00" * 65,
]
BAD_X = [5, P, 2**256 - 1]  # 5 is not the x of a point


def pubkey_create():
    for k in KEYS:
        yield [b32(k)], ser65(mul(k))
    for bad in BAD_KEYS:
        yield [bad], None


def base_mul():
    yield from pubkey_create()


def signatures():
    for k in KEYS:
        msghash = data()
        yield (k, mul(k), msghash, *curve.ecdsa_sign(k, msghash))


def ecdsa_sign():
    message = hashlib.sha256(b"Satoshi Nakamoto").digest()
    yield [b32(1), message], bytes.fromhex(
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
        "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"
    )
    for k, _, msghash, r, s, _ in signatures():
        yield [b32(k), msghash], b32(r) + b32(s)
    k = KEYS[3]
    for msghash in (b32(0), b32(N - 1), b32(N), b32(N + 5), b"\xff" * 32):
        yield [b32(k), msghash], (k, msghash)
    for bad in BAD_KEYS:
        yield [bad, message], None


def verifications():
    """(point, r, s, msghash, verdict); "low" for one that a low-s rule refuses."""
    for _, point, msghash, r, s, _ in signatures():
        yield point, r, s, msghash, True
        yield point, r, N - s, msghash, "low"
        yield point, r, s, data(), False
        yield mul(5), r, s, msghash, False
        yield (point[0], P - point[1]), r, s, msghash, False
        for bad_r, bad_s in ((0, s), (r, 0), (N, s), (r, N), (r + 1, s)):
            yield point, bad_r, bad_s, msghash, False


def ecdsa_verify():
    for point, r, s, msghash, verdict in verifications():
        yield [ser65(point), b32(r) + b32(s), msghash], verdict
    _, point, msghash, r, s, _ = next(signatures())
    for bad in BAD_POINTS65:
        yield [bad, b32(r) + b32(s), msghash], False


def ecdsa_parse_verify():
    for i, (point, r, s, msghash, verdict) in enumerate(verifications()):
        yield [(ser33, ser65)[i % 2](point), der(r, s), msghash], verdict
    _, point, msghash, r, s, _ = next(signatures())
    good = der(r, s)
    for bad in (b"", b"\x30", good[:-1], good + b"\x00", b"\x31" + good[1:], b"\x30\x00", b"\xff" * 80):
        yield [ser33(point), bad, msghash], False
    for x in BAD_X:
        yield [b"\x02" + b32(x), good, msghash], False


def der_parse():
    for _, _, _, r, s, _ in signatures():
        yield [der(r, s)], b32(r) + b32(s)
    for bad in (b"", b"\x30", der(1, 2)[:-1], b"\x31" + der(1, 2)[1:], b"\x30\x06\x02\x01\x01\x03\x01\x02"):
        yield [bad], None


def ecdsa_recover():
    for _, point, msghash, r, s, recid in signatures():
        yield [b32(r) + b32(s), bytes([recid]), msghash], ser65(point)
        yield [b32(r) + b32(s), b"\x04", msghash], None
        yield [b32(N) + b32(s), bytes([recid]), msghash], None
        yield [b32(0) + b32(s), bytes([recid]), msghash], None


def schnorr_rows():
    yield 3, b32(0), b32(0)
    for k in KEYS:
        yield k, data(), data()


def schnorr_sign():
    for k, message, aux in schnorr_rows():
        yield [b32(k), message, aux], curve.schnorr_sign(k, message, aux)
    yield [  # BIP-340's vector 1
        bytes.fromhex("b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef"),
        bytes.fromhex("243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89"),
        b32(1),
    ], bytes.fromhex(
        "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341"
        "8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a"
    )
    for bad in BAD_KEYS:
        yield [bad, b32(1), b32(1)], None


def schnorr_verify():
    for k, message, aux in schnorr_rows():
        x = b32(mul(k)[0])
        sig = curve.schnorr_sign(k, message, aux)
        yield [x, sig, message], True
        yield [x, sig, data()], False
        yield [b32(mul(7)[0]), sig, message], False
        yield [x, sig[:32] + b32(N), message], False
        yield [x, b32(P) + sig[32:], message], False
        for bad in BAD_X:
            yield [b32(bad), sig, message], False


def schnorr_parse_verify():
    yield from schnorr_verify()


def ecdh():
    for k in KEYS:
        point = mul(scalar())
        yield [b32(k), ser65(point)], hashlib.sha256(ser33(mul(k, point))).digest()
    for bad in BAD_KEYS:
        yield [bad, ser65(mul(1))], None
    for bad in BAD_POINTS65:
        yield [b32(1), bad], None


def secret_mul():
    for k in KEYS:
        for _ in range(3):
            point = mul(scalar())
            yield [b32(k), ser65(point)], ser33(mul(k, point))
    for bad in BAD_KEYS:
        yield [bad, ser65(mul(1))], None
    for bad in BAD_POINTS65:
        yield [b32(1), bad], None
        yield [b32(1), ser65(mul(2))], ser33(mul(2))


def point_mul():
    for k in KEYS:
        point = mul(scalar())
        yield [b32(k), ser65(point)], ser65(mul(k, point))
    for bad in BAD_KEYS:
        yield [bad, ser65(mul(1))], None


def pubkey_parse33():
    for k in KEYS:
        yield [ser33(mul(k))], ser65(mul(k))
    for x in BAD_X:
        yield [b"\x02" + b32(x)], None
    yield [b"\x05" + ser33(mul(1))[1:]], None


def pubkey_parse65():
    for k in KEYS:
        yield [ser65(mul(k))], ser65(mul(k))
    for bad in BAD_POINTS65:
        yield [bad], None


def pubkey_tweak_add():
    for k in KEYS:
        t = scalar()
        yield [ser65(mul(k)), b32(t)], ser65(mul((k + t) % N))
        yield [ser65(mul(k)), b32(N - k)], None
        yield [ser65(mul(k)), b32(N)], None


def seckey_verify():
    for k in KEYS:
        yield [b32(k)], True
    for bad in (*BAD_KEYS, b32(N + 1)):
        yield [bad], False


def seckey_negate():
    for k in KEYS:
        yield [b32(k)], b32(N - k)
    for bad in (*BAD_KEYS, b32(N + 1)):
        yield [bad], None


def seckey_tweaks(combine):
    """Rows of a key and a tweak; a result of 0 is refused."""
    for k in KEYS:
        for t in (0, 1, N - 1, N - k, pow(k, -1, N), scalar()):
            result = combine(k, t) % N
            yield [b32(k), b32(t)], b32(result) if result else None
        for bad in (N, N + 1, 2**256 - 1):
            yield [b32(k), b32(bad)], None
    for bad in (*BAD_KEYS, b32(N + 1)):
        for t in (0, 1, scalar()):
            yield [bad, b32(t)], None


def seckey_tweak_add():
    yield from seckey_tweaks(lambda k, t: k + t)


def seckey_tweak_mul():
    yield from seckey_tweaks(lambda k, t: k * t)


def xonly_tweak_add_check():
    for k in KEYS:
        t = scalar()
        internal = mul(k)
        tweaked = curve.add(curve.lift_x(internal[0], 0), mul(t))
        odd = tweaked[1] & 1
        yield [b32(tweaked[0]), bytes([odd]), b32(internal[0]), b32(t)], True
        yield [b32(tweaked[0]), bytes([1 - odd]), b32(internal[0]), b32(t)], False
        yield [b32(tweaked[0]), bytes([odd]), b32(internal[0]), b32(t ^ 1)], False
        yield [b32(tweaked[0]), bytes([odd]), b32(BAD_X[0]), b32(t)], False


def pubkey_combine():
    for _ in range(3):
        keys = [scalar() for _ in range(16)]
        yield [ser65(mul(k)) for k in keys], ser65(mul(sum(keys) % N))
    keys = [scalar() for _ in range(15)]
    yield [ser65(mul(k)) for k in [*keys, N - sum(keys) % N]], None
    yield [*(ser65(mul(k)) for k in keys), BAD_POINTS65[0]], None


def ellswift_decode():
    for _ in range(6):
        ell = data(64)
        yield [ell], ser65(curve.ellswift_decode(ell))
    for u, t in ((0, 0), (0, 1), (P, P + 2), (1, 0)):
        yield [b32(u) + b32(t)], ser65(curve.ellswift_decode(b32(u) + b32(t)))


def ellswift_xdh():
    # BIP-324's packet encoding vectors 1 and 999.
    for ours, theirs, key, party, secret in (
        (
            "ec0adff257bbfe500c188c80b4fdd640f6b45a482bbc15fc7cef5931deff0aa1"
            "86f6eb9bba7b85dc4dcc28b28722de1e3d9108b985e2967045668f66098e475b",
            "a4a94dfce69b4a2a0a099313d10f9f7e7d649d60501c9e1d274c300e0d89aafa"
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff8faf88d5",
            "61062ea5071d800bbfd59e2e8b53d47d194b095ae5a4df04936b49772ef0d4d7",
            0,
            "c6992a117f5edbea70c3f511d32d26b9798be4b81a62eaee1a5acaa8459a3592",
        ),
        (
            "a8785af31c029efc82fa9fc677d7118031358d7c6a25b5779a9b900e5ccd94aa"
            "c97eb36a3c5dbcdb2ca5843cc4c2fe0aaa46d10eb3d233a81c3dde476da00eef",
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"
            "0000000000000000000000000000000000000000000000000000000000000000",
            "6f312890ec83bbb26798abaadd574684a53e74ccef7953b790fcc29409080246",
            1,
            "a6f79eb08243b6f65dbe42bfe4a6cf3f131d6963fa5d06c770a18f7b9c489b78",
        ),
    ):
        a, b = (theirs, ours) if party else (ours, theirs)
        yield [
            bytes.fromhex(a), bytes.fromhex(b), bytes.fromhex(key), bytes([party])
        ], bytes.fromhex(secret)
        yield [bytes.fromhex(a), bytes.fromhex(b), b32(0), bytes([party])], None


def ser66(nonce):
    return ser33(mul(nonce[0])) + ser33(mul(nonce[1]))


def musig_rows():
    """Secret keys, randomness and secret nonces of two signers, and the message."""
    for key in KEYS:
        keys, random, message = (key, scalar()), (data(), data()), data()
        yield keys, random, [curve.musig_nonce(r, k, message) for r, k in zip(random, keys)], message


def musig_nonce_gen():
    for keys, random, nonces, message in musig_rows():
        yield [random[0], b32(keys[0]), ser65(mul(keys[0])), message], ser66(nonces[0])
    for bad in BAD_KEYS:
        yield [data(), bad, ser65(mul(1)), data()], None
    yield [b32(0), b32(1), ser65(mul(1)), data()], None


def musig_partial_sign():
    for keys, random, nonces, message in musig_rows():
        own, other = [b32(keys[0]), ser65(mul(keys[0])), message], [ser65(mul(keys[1])), ser66(nonces[1])]
        yield [random[0], *own, *other], curve.musig_sign(keys, nonces, message)
        yield [random[0], BAD_KEYS[0], *own[1:], *other], None
        yield [random[0], *own, other[0], b"\x05" + other[1][1:]], None


def musig_partial_sig_verify():
    for keys, _, nonces, message in musig_rows():
        both = [f for k, n in zip(keys, nonces) for f in (ser65(mul(k)), ser66(n))]
        part = curve.musig_sign(keys, nonces, message)
        yield [*both, message, part], True
        yield [*both, message, b32(N - int.from_bytes(part, "big"))], False
        yield [*both, data(), part], False
        yield [both[0], both[3], *both[2:], message, part], False
        yield [*both, message, b32(N)], False


def musig_pubkey_agg_100():
    for keys in ([KEYS[i % 6] for i in range(100)], [KEYS[3]] * 100, [*[KEYS[3]] * 99, KEYS[4]]):
        points = {k: mul(k) for k in KEYS}
        coefficients = curve.musig_coefficients([points[k] for k in keys])
        total = mul(sum(a * k for a, k in zip(coefficients, keys)) % N)
        yield [ser65(points[k]) for k in keys], ser65(total)
    yield [*[ser65(mul(1))] * 99, BAD_POINTS65[0]], None


def silentpayments_send_100():
    outpoint, plain, taproot = data(36), scalar(), scalar()
    secret = (plain + (taproot if mul(taproot)[1] % 2 == 0 else -taproot)) % N
    secret = secret * curve.silent_hash(outpoint, mul(secret)) % N
    shared = {k: mul(secret * k % N) for k in KEYS}
    points = {k: ser65(mul(k)) for k in KEYS}
    fields, outputs, count = [outpoint, b32(plain), b32(taproot)], b"", dict.fromkeys(KEYS, 0)
    for i in range(100):
        scan, spend = KEYS[i % 6], KEYS[i % 5]
        tweak = curve.silent_tweak(shared[scan], count[scan])
        count[scan] += 1
        fields += [points[scan], points[spend]]
        outputs += b32(mul((tweak + spend) % N)[0])
    yield fields, outputs
    yield [outpoint, b32(0), *fields[2:]], None
    yield [outpoint, b32(plain), b32(N), *fields[3:]], None


def silentpayments_scan_1000():
    scan, spend, total, label, outpoint = scalar(), scalar(), scalar(), scalar(), data(36)
    shared = mul(curve.silent_hash(outpoint, mul(total)) * total * scan % N)
    tweaks = [curve.silent_tweak(shared, k) for k in range(3)]
    fields = [b32(scan), *(ser65(mul(k)) for k in (spend, total)), outpoint, ser65(mul(label)), b32(label)]
    others = [ser65(mul(KEYS[i % 6])) for i in range(6)] * 167
    for places in ((), ((999, 0),), ((0, 1),), ((500, 1), (3, 0), (7, 1))):
        outputs, want = others[:1000], b""
        for k, (at, labelled) in enumerate(places):
            tweak = (tweaks[k] + labelled * label) % N
            outputs[at] = ser65(mul((spend + tweak) % N))
            want += outputs[at][1:33] + b32(tweak) + bytes([labelled])
        yield [*fields, *outputs], bytes([0, len(places)]) + want
    yield [b32(0), *fields[1:], *others[:1000]], None


def tagged_sha256():
    for tag in (b"", b"TapLeaf", data(100)):
        message = data(64)
        yield [tag, message], curve.tagged(tag, message)


def empty():
    for _ in range(5):
        yield [], True


TABLES = [
    base_mul, der_parse, ecdh, ecdsa_parse_verify, ecdsa_recover, ecdsa_sign, ecdsa_verify,
    ellswift_decode, ellswift_xdh, empty, musig_nonce_gen, musig_partial_sig_verify,
    musig_partial_sign, musig_pubkey_agg_100, point_mul, pubkey_combine, pubkey_create, pubkey_parse33,
    pubkey_parse65, pubkey_tweak_add, schnorr_parse_verify, schnorr_sign, schnorr_verify, seckey_negate,
    seckey_tweak_add, seckey_tweak_mul, seckey_verify, secret_mul,
    silentpayments_scan_1000, silentpayments_send_100, tagged_sha256, xonly_tweak_add_check,
]  # fmt: skip
LIBCRYPTO_OPS = {
    "base_mul", "ecdh", "ecdsa_parse_verify", "ecdsa_sign", "ecdsa_verify", "empty",
    "point_mul", "pubkey_create", "pubkey_parse33", "pubkey_parse65",
}  # fmt: skip
BATCHES = {
    f"batch_{op}_{n}": op
    for op in (
        "ecdsa_parse_verify", "ecdsa_recover", "ecdsa_verify", "pubkey_create", "pubkey_parse33",
        "pubkey_tweak_add", "schnorr_parse_verify", "schnorr_verify", "secret_mul", "xonly_tweak_add_check",
    )
    for n in (2, 8, 64, 1024, 16384)
} | {f"batch_schnorr_all_{n}": "schnorr_verify" for n in (2, 8, 64, 1024, 16384)}  # fmt: skip
LIBSECP256K1_OPS = {t.__name__ for t in TABLES} | {"ellswift_create", "ellswift_encode"}
# What the oldest version that the anchors build has.
LIBSECP256K1_OLD_OPS = LIBCRYPTO_OPS | {
    "der_parse", "ecdsa_recover", "pubkey_combine", "pubkey_tweak_add", "seckey_verify",
}  # fmt: skip


def check_signatures(worker, name, rows):
    """For signers that do not follow RFC 6979: their own verification accepts."""
    signed = worker.results("ecdsa_sign", [fields for fields, _ in rows])
    back = []
    for (fields, want), got in zip(rows, signed):
        expect(f"{name}: ecdsa_sign refuses", got == "-", want is None)
        if want is not None:
            r, s = int(got[:64], 16), int(got[64:], 16)
            point = mul(curve.number(fields[0]))
            expect(f"{name}: ecdsa_sign {got}", curve.ecdsa_verify(point, r, s, fields[1]), True)


def check_ellswift(worker, name):
    """Encodings are random, so they are decoded."""
    points = [ser65(mul(k)) for k in KEYS]
    encoded = worker.results("ellswift_encode", [[p, data()] for p in points])
    created = worker.results("ellswift_create", [[b32(k), data()] for k in KEYS])
    for what, got in (("encode", encoded), ("create", created)):
        decoded = [ser65(curve.ellswift_decode(bytes.fromhex(e))) for e in got]
        expect(f"{name}: ellswift_{what}", decoded, points)
    refused = worker.results("ellswift_create", [[k, data()] for k in BAD_KEYS])
    expect(f"{name}: ellswift_create of bad keys", refused, ["-"] * len(BAD_KEYS))


def check_operations(library):
    worker = Worker(library)
    info = worker.hello()
    ops, claims, name = set(info["op"]), set(info.get("claim", [])), os.path.basename(library)
    expect(f"{name}: path", info["path"], [os.path.realpath(library)])
    if info["contender"] == ["OpenSSL"]:
        expect(f"{name}: ops", ops, LIBCRYPTO_OPS)
        expect(f"{name}: claims", claims, set())
        expect(f"{name}: version and date", [len(info["version"]), len(info["date"][0])], [1, 10])
    else:
        expect(f"{name}: least ops", LIBSECP256K1_OLD_OPS - ops, set())
        expect(f"{name}: claims", {"rfc6979", "low_s", "rejects_high_s"} - claims, set())
        expect(f"{name}: bip340", "bip340" in claims, "schnorr_sign" in ops)
        expect(f"{name}: point_mul is marked", info["mark"][0].split(" ")[:2], ["vartime", "point_mul"])
        if "0.8.0" in name:
            expect(f"{name}: ops", ops, LIBSECP256K1_OPS)
        if name == "libsecp256k1.so":  # this project's
            expect(f"{name}: ops", ops, LIBSECP256K1_OPS | set(BATCHES))
    tables = {t.__name__: t for t in TABLES}
    for op, table in [*tables.items(), *((batch, tables[op]) for batch, op in BATCHES.items())]:
        if op not in ops:
            continue
        rows = list(table())
        if op == "ecdsa_sign" and "rfc6979" not in claims:
            check_signatures(worker, name, rows)
            continue
        verdicts = {True: "1", False: "0", None: "-", "low": "01"["rejects_high_s" not in claims]}
        got = worker.results(op, [fields for fields, _ in rows])
        expect(f"{name}: {op}: number of results", len(got), len(rows))
        for (fields, want), result in zip(rows, got):
            if isinstance(want, tuple):  # a hash that is not below n
                r, s, _ = curve.ecdsa_sign(*want, reduce="libsecp256k1-20" not in name)
                want = b32(r) + b32(s)
            text = want.hex() if isinstance(want, bytes) else verdicts[want]
            expect(f"{name}: {op} {' '.join(f.hex() for f in fields)}", result, text)
    if "ellswift_encode" in ops:
        check_ellswift(worker, name)
    expect(f"{name}: quit", worker.ask("quit"), "ok")
    expect(f"{name}: end", worker.end(), (0, b""))


# ---- the protocol

GOOD = "01" * 32
# A command with its rows, and the reply; digits after "ok" stand for any time.
DIALOGUE = [
    ("", 'error unknown command ""'),
    ("hello", "error hello takes the protocol version 1"),
    ("hello 2", "error hello takes the protocol version 1"),
    ("nonsense", 'error unknown command "nonsense"'),
    ("quit now", 'error unknown command "quit now"'),
    ("\x01\xff\"", 'error unknown command "???"'),
    (" run", 'error unknown command " run"'),
    ("run pubkey_create 0 1 0 0", 'error "pubkey_create" is not loaded'),
    ("load", "error load takes an operation and a count"),
    ("load pubkey_create", "error load takes an operation and a count"),
    ("load pubkey_create -1", "error load takes an operation and a count"),
    ("load pubkey_create 1x", "error load takes an operation and a count"),
    ("load pubkey_create 99999999999999999999999", "error load takes an operation and a count"),
    ("load pubkey_create 1 1", "error load takes an operation and a count"),
    ("load nothing 2\nhello 1\nquit", 'error unknown operation "nothing"'),
    ("load field_mul 1\n" + GOOD, 'error unknown operation "field_mul"'),
    (f"load pubkey_create 2\n{GOOD}\n{GOOD[2:]}", "error row 1: field 0 has 31 bytes"),
    (f"load pubkey_create 3\n{GOOD}00\n{GOOD}\nquit", "error row 0: field 0 has 33 bytes"),
    ("run pubkey_create 0 1 0 0", 'error "pubkey_create" is not loaded'),
    ("load pubkey_create 1\n", "error row 0: 0 fields instead of 1"),
    (f"load pubkey_create 1\n{GOOD} {GOOD}", "error row 0: 2 fields instead of 1"),
    (f"load pubkey_create 1\n{GOOD} ", "error row 0: 2 fields instead of 1"),
    (f"load pubkey_create 1\n {GOOD}", "error row 0: 2 fields instead of 1"),
    (f"load ecdsa_sign 1\n{GOOD}  {GOOD}", "error row 0: 3 fields instead of 2"),
    (f"load pubkey_create 1\n{GOOD[1:]}", f'error row 0: field 0 is not lowercase hex: "{GOOD[1:41]}..."'),
    ("load pubkey_create 1\n" + "AB" * 32, f'error row 0: field 0 is not lowercase hex: "{"AB" * 20}..."'),
    ("load pubkey_create 1\nxyz", 'error row 0: field 0 is not lowercase hex: "xyz"'),
    (f"load pubkey_create 1\n{GOOD}\r", f'error row 0: field 0 is not lowercase hex: "{GOOD[:40]}..."'),
    ("load pubkey_create 1\n\0", 'error row 0: field 0 is not lowercase hex: "?"'),
    ("load pubkey_create 1\n-", "error row 0: field 0 has 0 bytes"),
    ("load empty 1\n-", "error row 0: 1 fields instead of 0"),
    (
        f"load ecdsa_parse_verify 1\n{'02' * 34} - {GOOD}",
        "error row 0: field 0 has 34 bytes",
    ),
    (
        "load pubkey_create 2\n" + "a" * (1 << 21) + "\n" + GOOD,
        "error row 0: line longer than 1048576 bytes",
    ),
    ("x" * (1 << 21), "error line longer than 1048576 bytes"),
    ("x" * ((1 << 20) + 1), "error line longer than 1048576 bytes"),
    ("run", "error run takes an operation and four or five numbers"),
    ("run pubkey_create 0 1 0", "error run takes an operation and four or five numbers"),
    ("run pubkey_create 0 1 0 -1", "error run takes an operation and four or five numbers"),
    ("alloc pubkey_create 0 1", 'error unknown command "alloc pubkey_create 0 1"'),
    ("load pubkey_create 0", "ok"),
    ("run pubkey_create 0 0 0 0", "ok 0 "),
    ("run pubkey_create 0 1 0 0", "error rows out of range: 0 loaded"),
    (f"load pubkey_create 2\n{GOOD}\n{'00' * 32}", "ok"),
    ("run pubkey_create 0 3 0 0", "error rows out of range: 2 loaded"),
    ("run pubkey_create 2 1 0 0", "error rows out of range: 2 loaded"),
    ("run pubkey_create 3 0 0 0", "error rows out of range: 2 loaded"),
    ("run pubkey_create 0 1 1 2", "error rows out of range: 2 loaded"),
    ("run pubkey_create 1 18446744073709551615 0 0", "error rows out of range: 2 loaded"),
    ("run pubkey_create 18446744073709551615 1 0 0", "error rows out of range: 2 loaded"),
    ("run empty 0 1 0 0", 'error "empty" is not loaded'),
    ("run pubkey_create 1 1 0 2", "ok 0 -"),
    ("run pubkey_create 0 2 0 0 x", "error run takes an operation and four or five numbers"),
    ("run pubkey_create 0 2 0 0 3 1", "error run takes an operation and four or five numbers"),
    ("run pubkey_create 0 2 0 0 3", "ok 0 " + ser65(mul(int(GOOD, 16))).hex() + ",-"),
    ("run pubkey_create 0 2 0 0", "ok 0 " + ser65(mul(int(GOOD, 16))).hex() + ",-"),
    ("load pubkey_create 2\n" + GOOD, None),  # the next line is its second row
    ("hello 1", 'error row 1: 2 fields instead of 1'),
    ("load empty 3\n\n\n", "ok"),
    ("run empty 0 3 1 2", "ok 0 111"),
]


def check_dialogue(library):
    worker = Worker(library)
    for command, want in DIALOGUE:
        if want is None:
            worker.send(command.encode("latin-1") + b"\n")
            continue
        worker.send(command.encode("latin-1") + b"\n")
        got = worker.process.stdout.readline().decode().rstrip("\n")
        words = got.split(" ")
        if words[0] == "ok" and len(words) == 3:
            got = f"ok 0 {words[2]}"
        expect(f"dialogue: {command[:80]!r}", got, want)
    expect("dialogue: end of input", worker.end(), (0, b""))


# Input that ends early: what comes back before the end.
ENDINGS = [
    (b"", b""),
    (b"quit", b""),
    (b"quit\nhello 1\n", b"ok\n"),
    (b"load pubkey_create 2\n", b"error row 0: end of input\n"),
    (b"load pubkey_create 2\n" + GOOD.encode() + b"\n" + GOOD.encode(), b"error row 1: end of input\n"),
    (b"load pubkey_create 18446744073709551615\n", b"error row 0: end of input\n"),
    (b"load pubkey_create 4194305\n" + GOOD.encode() + b"\n", b"error row 1: end of input\n"),
    (b"load nothing 7\n1\n2\n", b"error row 2: end of input\n"),
]


def check_endings(library):
    for data_in, want in ENDINGS:
        worker = Worker(library)
        worker.send(data_in)
        expect(f"input {data_in[:60]}", worker.end(), (0, want))


def check_noise(library):
    """Random bytes, and random changes of a good dialogue: no crash."""
    good = b"".join(c.encode("latin-1") + b"\n" for c, _ in DIALOGUE if len(c) < 1000)
    for seed in range(20):
        noise = random.Random(seed)
        text = bytearray(good if seed % 2 else noise.randbytes(20000))
        for _ in range(30):
            text[noise.randrange(len(text))] = noise.choice(b"\n -019az\x00\xff")
        worker = subprocess.run(
            [WORKER, "--library", library], input=bytes(text), capture_output=True, timeout=TIMEOUT
        )
        expect(f"noise {seed}: status", (worker.returncode, worker.stderr), (0, b""))


def check_memory(library):
    """Rows that do not fit: an error, and the worker goes on."""
    if "sanitized" in WORKER:  # a sanitizer needs the address space
        return
    row = b" ".join([ser65(mul(1)).hex().encode()] * 16) + b"\n"
    rows = 30000  # 30 MB of points, 60 MB with the library's
    for megabytes in (24, 48, 72, 80):
        text = b"load pubkey_combine %d\n" % rows + row * rows + b"run pubkey_combine 0 1 0 0\nquit\n"
        limit = megabytes << 20
        done = subprocess.run(
            [WORKER, "--library", library],
            input=text,
            capture_output=True,
            timeout=TIMEOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        )
        lines = done.stdout.decode().split("\n")
        expect(f"{megabytes} MB: status", (done.returncode, len(lines)), (0, 4))
        expect(f"{megabytes} MB: {lines[0]}", lines[0].endswith("out of memory"), True)
        expect(f"{megabytes} MB: after it", lines[1:3], ['error "pubkey_combine" is not loaded', "ok"])


def check_arguments(library, folder):
    """Arguments, and the end of the one line on stderr."""
    with open(library, "rb") as f:
        whole = f.read()
    files = {
        "text": b"not a library\n",
        "nothing": b"",
        "header": whole[:64],
        "truncated": whole[: len(whole) // 2],
        "machine": whole[:4] + b"\x01" + whole[5:],  # 32 bits
        "garbage": whole[:64] + random.Random(2).randbytes(4096),
    }
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as f:
            f.write(content)
    usage = "usage: worker-c --library PATH [--prefix P]\n"
    cases = [
        ([], usage),
        (["--library"], usage),
        (["--prefix", "x"], usage),
        (["--what", library], usage),
        ([library], usage),
        (["--library", folder + "/missing"], ": no such file\n"),
        (["--library", folder], ": not a file\n"),
        (["--library", folder + "/text"], ": not a shared library of this machine\n"),
        (["--library", folder + "/nothing"], ": not a shared library of this machine\n"),
        (["--library", folder + "/header"], ": truncated shared library\n"),
        (["--library", folder + "/truncated"], ": truncated shared library\n"),
        (["--library", folder + "/machine"], ": not a shared library of this machine\n"),
        (["--library", folder + "/garbage"], ""),
        (["--library", library, "--prefix", "no_"], ": missing symbol no_ec_pubkey_parse\n"),
    ]
    libc = next((p for p in ("/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6") if os.path.exists(p)), None)
    if libc:
        cases.append((["--library", libc], ": neither libsecp256k1's nor libcrypto's interface found\n"))
    for arguments, want in cases:
        done = subprocess.run([WORKER, *arguments], input=b"", capture_output=True, timeout=TIMEOUT)
        text = done.stderr.decode()
        expect(f"{arguments}: status and lines", (done.returncode, text.count("\n")), (2, 1))
        expect(f"{arguments}: message", text[len(text) - len(want) :], want)
        expect(f"{arguments}: stdout", done.stdout, b"")


def main():
    for library in LIBRARIES:
        check_operations(library)
    check_dialogue(LIBRARIES[0])
    check_endings(LIBRARIES[0])
    check_noise(LIBRARIES[0])
    check_memory(LIBRARIES[0])
    with tempfile.TemporaryDirectory() as folder:
        check_arguments(LIBRARIES[0], folder)
    print(f"{os.path.basename(WORKER)}: {len(LIBRARIES)} libraries, {failures} failures")
    sys.exit(failures > 0)


main()

"""ecdsa: elliptic curves in Python alone, with neither gmpy nor gmpy2 installed.

Its ECDH gives the x coordinate only, so for ecdh the point is multiplied and hashed here.
VerifyingKey.precompute, which makes a table for a key, is not used.

Not offered: ecdsa_recover, since it gives both candidates and takes no recovery id; Schnorr
and tweaks, which it does not have.
"""

from hashlib import sha256

import ecdsa
from ecdsa import SECP256k1, SigningKey, VerifyingKey
from ecdsa.util import sigdecode_der, sigdecode_string, sigencode_string_canonize

from batch import Ops
from release import installed, interpreter

ops = Ops(
    ecdsa.BadSignatureError,
    ecdsa.der.UnexpectedDER,
    ecdsa.errors.MalformedPointError,
    ecdsa.util.MalformedSignature,
)

SECRET_OPS = ["pubkey_create", "ecdsa_sign", "ecdh", "base_mul", "point_mul"]
ENCODINGS = ("compressed", "uncompressed")


def contender():
    # The table of multiples of G is computed on first use.
    create(b"\1" * 32)
    return {
        "name": "python-ecdsa",
        **installed("ecdsa"),
        "path": ecdsa.__file__,
        "flags": f"{interpreter()}, without gmpy2",
        "claims": ["rfc6979", "low_s"],
        "marks": [
            (
                "vartime",
                SECRET_OPS,
                'README of ecdsa 0.19.2, section Security: "This library does not protect '
                'against side-channel attacks."',
            ),
        ],
        "ops": [ops.empty(), *signatures(), *keys(), *primitives()],
    }


def seckey(key):
    return SigningKey.from_string(key, SECP256k1)


def pubkey(key):
    return VerifyingKey.from_string(key, SECP256k1, valid_encodings=ENCODINGS)


def create(key):
    return seckey(key).verifying_key.to_string("uncompressed")


def scalar(key):
    return seckey(key).privkey.secret_multiplier


def signatures():
    return [
        ops.bytes(
            "ecdsa_sign",
            lambda key, msg: (seckey(key), msg),
            lambda row: row[0].sign_digest_deterministic(
                row[1], hashfunc=sha256, sigencode=sigencode_string_canonize
            ),
        ),
        ops.verdict(
            "ecdsa_verify",
            lambda key, sig, msg: (pubkey(key), sig, msg),
            lambda row: row[0].verify_digest(row[1], row[2], sigdecode=sigdecode_string),
        ),
        ops.verdict(
            "ecdsa_parse_verify",
            lambda *row: row,
            lambda row: pubkey(row[0]).verify_digest(row[1], row[2], sigdecode=sigdecode_der),
        ),
    ]


def keys():
    return [
        ops.bytes("pubkey_create", lambda key: key, create),
        ops.bytes(
            "ecdh",
            lambda key, other: (key, pubkey(other).pubkey.point),
            lambda row: sha256((row[1] * scalar(row[0])).to_bytes("compressed")).digest(),
        ),
        ops.bytes("pubkey_parse33", lambda key: key, parse),
        ops.bytes("pubkey_parse65", lambda key: key, parse),
    ]


def parse(key):
    return pubkey(key).to_string("uncompressed")


def primitives():
    return [
        ops.bytes(
            "base_mul",
            scalar,
            lambda k: (SECP256k1.generator * k).to_bytes("uncompressed"),
        ),
        ops.bytes(
            "point_mul",
            lambda k, key: (scalar(k), pubkey(key).pubkey.point),
            lambda row: (row[1] * row[0]).to_bytes("uncompressed"),
        ),
    ]

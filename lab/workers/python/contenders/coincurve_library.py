"""coincurve: libsecp256k1 by way of cffi.

Its ECDSA takes and gives DER: a signature of r and s is turned into DER while loading. For
signing, sign_recoverable gives r and s as they are.

Not offered: der_parse, for which it has only functions that "may change and are not tested";
ellswift and tagged hashes, which it does not have.
"""

from coincurve import PrivateKey, PublicKey, PublicKeyXOnly, _libsecp256k1
from coincurve.ecdsa import cdata_to_der, deserialize_compact

from batch import Ops
from release import installed, interpreter

ops = Ops(ValueError)


def contender():
    return {
        "name": "coincurve",
        **installed("coincurve"),
        "path": _libsecp256k1.__file__,
        "flags": f"{interpreter()}, its own libsecp256k1",
        "claims": ["rfc6979", "bip340", "low_s", "rejects_high_s"],
        "marks": [
            (
                "unchecked",
                ["schnorr_parse_verify"],
                "keys.py of 21.0.0: PublicKeyXOnly reads 32 bytes, however few or many it is given;"
                " the length is checked here",
            ),
        ],
        "ops": [ops.empty(), *ecdsa(), *bip340(), *keys()],
    }


def ecdsa():
    return [
        ops.bytes(
            "ecdsa_sign",
            lambda key, msg: (PrivateKey(key), msg),
            lambda row: row[0].sign_recoverable(row[1], hasher=None)[:64],
        ),
        ops.verdict(
            "ecdsa_verify",
            lambda key, sig, msg: (PublicKey(key), cdata_to_der(deserialize_compact(sig)), msg),
            lambda row: row[0].verify(row[1], row[2], hasher=None),
        ),
        ops.verdict(
            "ecdsa_parse_verify",
            lambda *row: row,
            lambda row: PublicKey(row[0]).verify(row[1], row[2], hasher=None),
        ),
        ops.bytes(
            "ecdsa_recover",
            lambda sig, recid, msg: (sig + recid, msg),
            lambda row: PublicKey.from_signature_and_message(*row, hasher=None).format(False),
        ),
    ]


def bip340():
    return [
        ops.bytes(
            "schnorr_sign",
            lambda key, msg, aux: (PrivateKey(key), msg, aux),
            lambda row: row[0].sign_schnorr(row[1], row[2]),
        ),
        ops.verdict(
            "schnorr_verify",
            lambda key, sig, msg: (PublicKeyXOnly(key), sig, msg),
            lambda row: row[0].verify(row[1], row[2]),
        ),
        ops.verdict(
            "schnorr_parse_verify",
            lambda *row: row,
            parse_verify,
        ),
    ]


def parse_verify(row):
    key, sig, msg = row
    if len(key) != 32:
        raise ValueError("a key of 32 bytes")
    return PublicKeyXOnly(key).verify(sig, msg)


def tweak_add_check(row):
    # tweak_add changes the key that it is called on.
    tweaked, parity, internal, tweak = row
    key = PublicKeyXOnly(internal)
    key.tweak_add(tweak)
    return key.format() == tweaked and key.parity == parity


def keys():
    return [
        ops.bytes(
            "pubkey_create",
            lambda key: key,
            lambda key: PublicKey.from_secret(key).format(False),
        ),
        ops.bytes("ecdh", lambda *row: row, lambda row: PrivateKey(row[0]).ecdh(row[1])),
        ops.bytes("pubkey_parse33", lambda key: key, lambda key: PublicKey(key).format(False)),
        ops.bytes("pubkey_parse65", lambda key: key, lambda key: PublicKey(key).format(False)),
        ops.bytes(
            "pubkey_tweak_add",
            lambda key, tweak: (PublicKey(key), tweak),
            lambda row: row[0].add(row[1]).format(False),
        ),
        ops.verdict(
            "xonly_tweak_add_check",
            lambda tweaked, parity, internal, tweak: (tweaked, parity[0], internal, tweak),
            tweak_add_check,
        ),
        ops.bytes(
            "pubkey_combine",
            lambda *all_keys: [PublicKey(key) for key in all_keys],
            lambda row: PublicKey.combine_keys(row).format(False),
        ),
    ]

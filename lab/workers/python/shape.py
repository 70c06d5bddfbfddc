"""The fields of every operation, as docs/protocol.md lists them: a number of bytes each, or
None for a parser's input, which may have any.
"""

import re

SHAPES = {
    "empty": [],
    "pubkey_create": [32],
    "ecdsa_sign": [32, 32],
    "ecdsa_verify": [65, 64, 32],
    "ecdsa_parse_verify": [None, None, 32],
    "ecdsa_recover": [64, 1, 32],
    "schnorr_sign": [32, 32, 32],
    "schnorr_verify": [32, 64, 32],
    "schnorr_parse_verify": [None, 64, 32],
    "ecdh": [32, 65],
    "pubkey_parse33": [None],
    "pubkey_parse65": [None],
    "pubkey_tweak_add": [65, 32],
    "xonly_tweak_add_check": [32, 1, 32, 32],
    "pubkey_combine": [65] * 16,
    "der_parse": [None],
    "base_mul": [32],
    "point_mul": [32, 65],
}

_HEX = re.compile(r"-|(?:[0-9a-f]{2})+")


def parse_row(line, shape):
    """Reads a row as it is on the wire: fields in hex, separated by one space."""
    words = line.split(" ") if line else []
    if len(words) != len(shape):
        raise ValueError(f"{len(words)} fields instead of {len(shape)}")
    fields = []
    for i, (word, length) in enumerate(zip(words, shape)):
        if not _HEX.fullmatch(word):
            raise ValueError(f"field {i} is not lowercase hex")
        field = b"" if word == "-" else bytes.fromhex(word)
        if length not in (None, len(field)):
            raise ValueError(f"field {i} has {len(field)} bytes instead of {length}")
        fields.append(field)
    return fields

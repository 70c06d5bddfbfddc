"""The rows of published vectors and of real signatures, in the tree's vectors folder."""

import csv
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import reference as ref

VECTORS = Path(__file__).resolve().parents[2] / "vectors"

# Where r and s are given as 64 bytes; SHA-512 and the like are cut to 32 bytes (SEC 1, 4.1.4).
WYCHEPROOF = {
    "sha256": hashlib.sha256,
    "sha256_p1363": hashlib.sha256,
    "sha256_bitcoin": hashlib.sha256,
    "sha512": hashlib.sha512,
    "sha512_p1363": hashlib.sha512,
    "sha3_256": hashlib.sha3_256,
    "sha3_512": hashlib.sha3_512,
    "shake128": lambda m: Shake(hashlib.shake_128(m), 32),
    "shake128_p1363": lambda m: Shake(hashlib.shake_128(m), 32),
    "shake256": lambda m: Shake(hashlib.shake_256(m), 64),
    "shake256_p1363": lambda m: Shake(hashlib.shake_256(m), 64),
}


class Shake:
    def __init__(self, hash_: Any, size: int) -> None:
        self._digest = hash_.digest(size)

    def digest(self) -> bytes:
        return self._digest


@dataclass
class Signature:
    pubkey: bytes
    digest: bytes
    signature: bytes
    valid: bool
    number: int


def wycheproof(name: str) -> list[Signature]:
    """Signatures are in the encoding of the file: 64 bytes or DER."""
    groups = json.loads((VECTORS / f"wycheproof/ecdsa_secp256k1_{name}_test.json").read_text())
    rows = [
        Signature(
            bytes.fromhex(group["publicKey"]["uncompressed"]),
            WYCHEPROOF[name](bytes.fromhex(test["msg"])).digest()[:32],
            bytes.fromhex(test["sig"]),
            test["result"] == "valid",
            test["tcId"],
        )
        for group in groups["testGroups"]
        for test in group["tests"]
    ]
    assert len(rows) == groups["numberOfTests"]
    return rows


def all_wycheproof() -> tuple[list[tuple[bytes, bytes, bytes, bool]], list[bool]]:
    """Of every file: key, digest, signature and whether a high s is refused; and the verdicts."""
    rows, expected = [], []
    for name in WYCHEPROOF:
        for row in wycheproof(name):
            rows.append((row.pubkey, row.digest, row.signature, low_s(name)))
            expected.append(row.valid)
    return rows, expected


def low_s(name: str) -> bool:
    """Whether the file's signatures with a high s are not valid."""
    return name == "sha256_bitcoin"


REAL = ("kind", "pubkey", "message", "signature")
# Of a table or view real, with the row number i: each row and its verdict.
REAL_SQL = """
    SELECT i, verify_ecdsa(pubkey, message, signature) FROM real WHERE kind = 'ecdsa'
    UNION ALL
    SELECT i, verify_schnorr(pubkey, message, signature) FROM real WHERE kind = 'schnorr'"""


@cache
def real() -> tuple[list[tuple[str, bytes, bytes, bytes]], list[bool]]:
    """Real signatures in the columns of REAL, each also with a bit of its key, of its message and
    of its signature changed; and the verdicts."""
    rows, expected = [], []
    for name in ("bitcoin", "nostr"):
        with (VECTORS / f"real/{name}_sigs.csv").open() as file:
            for number, row in enumerate(csv.DictReader(file)):
                columns = [bytes.fromhex(row[column]) for column in ("pubkey", "digest", "sig")]
                rows.append((row["alg"], *columns))
                expected.append(True)
                for which in range(3):
                    changed = list(columns)
                    # Prime to the bits of each column; two rows become hybrid keys.
                    changed[which] = flipped(columns[which], 149 * number)
                    rows.append((row["alg"], *changed))
                    expected.append(is_hybrid(changed[0]))
    return rows, expected


def flipped(data: bytes, bit: int) -> bytes:
    changed = int.from_bytes(data, "little") ^ (1 << bit % (8 * len(data)))
    return changed.to_bytes(len(data), "little")


def is_hybrid(key: bytes) -> bool:
    """Of an uncompressed key's: a bit of its first byte makes it the same key with its parity."""
    return len(key) == 65 and key[0] == 6 + key[64] % 2


def prevout_keys(inputs: list[dict[str, Any]]) -> list[Any]:
    """The keys of inputs by BIP-352, of those forms that the vectors have."""
    keys = []
    for vin in inputs:
        script = bytes.fromhex(vin["prevout"]["scriptPubKey"]["hex"])
        script_sig, witness = bytes.fromhex(vin["scriptSig"]), read_witness(vin["txinwitness"])
        if script[:2] == b"\x51\x20" and len(script) == 34:
            stack = witness[:-1] if len(witness) > 1 and witness[-1][:1] == b"\x50" else witness
            unspendable = bytes.fromhex(
                "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
            )
            if len(stack) > 1 and stack[-1][1:33] == unspendable:
                continue
            keys.append(ref.lift(ref.number(script[2:]), False))
            continue
        if script[:2] == b"\x00\x14" or (
            script[:2] == b"\xa9\x14" and script_sig[1:3] == b"\x00\x14"
        ):
            candidate = witness[-1] if witness else b""
        elif script[:3] == b"\x76\xa9\x14":
            found = [
                script_sig[end - 33 : end]
                for end in range(len(script_sig), 32, -1)
                if hashlib.new(
                    "ripemd160", hashlib.sha256(script_sig[end - 33 : end]).digest()
                ).digest()
                == script[3:23]
            ]
            candidate = found[0] if found else b""
        else:
            continue
        if len(candidate) == 33 and (key := ref.parse_pubkey(candidate)):
            keys.append(key)
    return keys


def read_witness(text: str) -> list[bytes]:
    data, at, items = bytes.fromhex(text), 1, []
    for _ in range(data[0] if data else 0):
        size = data[at]
        items.append(data[at + 1 : at + 1 + size])
        at += 1 + size
    return items


@dataclass
class Payment:
    """A transaction and a wallet, and which of the outputs are the wallet's."""

    comment: str
    tweak: bytes | None
    scan_key: bytes
    spend_pubkey: bytes
    labels: list[int]
    outputs: list[bytes]
    found: list[bytes]
    count: int


def silent_payments() -> Iterator[Payment]:
    """Of BIP-352. No tweak is where the inputs' keys add up to none."""
    path = VECTORS / "bip-0352/send_and_receive_test_vectors.json"
    for case in json.loads(path.read_text()):
        for receiving in case["receiving"]:
            given, expected = receiving["given"], receiving["expected"]
            material = {k: bytes.fromhex(v) for k, v in given["key_material"].items()}
            total = None
            for key in prevout_keys(given["vin"]):
                total = ref.add(total, key)
            outpoint = min(
                bytes.fromhex(v["txid"])[::-1] + v["vout"].to_bytes(4, "little")
                for v in given["vin"]
            )
            tweak = None
            if total is not None:
                factor = ref.tagged("BIP0352/Inputs", outpoint, ref.serialize(total))
                tweak = ref.serialize(ref.mul(ref.number(factor), total) or (0, 0))
            spend = ref.mul(ref.number(material["spend_priv_key"]), ref.G) or (0, 0)
            found = [bytes.fromhex(output["pub_key"]) for output in expected.get("outputs", [])]
            yield Payment(
                case["comment"],
                tweak,
                material["scan_priv_key"],
                ref.serialize(spend),
                [*given["labels"], 0],
                [bytes.fromhex(output) for output in given["outputs"]],
                found,
                expected.get("n_outputs", len(found)),
            )

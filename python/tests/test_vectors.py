"""Published vectors, row by row, in the tree's vectors folder."""

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import koblitz
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


def binary(rows: Any) -> pa.Array:
    return pa.array(list(rows), pa.binary())


@pytest.mark.parametrize("name", WYCHEPROOF)
def test_wycheproof(name: str) -> None:
    """Rows whose signature is in the encoding of the file: 64 bytes here, DER there."""
    groups = json.loads((VECTORS / f"wycheproof/ecdsa_secp256k1_{name}_test.json").read_text())
    rows = [
        (
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
    keys, digests, sigs, expected, ids = zip(*rows, strict=True)
    got = koblitz.verify_ecdsa(
        binary(keys), binary(digests), binary(sigs), low_s=name == "sha256_bitcoin"
    ).to_pylist()
    assert [i for i, g, e in zip(ids, got, expected, strict=True) if g != e] == []
    assert True in got
    assert False in got


def test_bip340() -> None:
    rows = list(csv.DictReader((VECTORS / "bip-0340/test-vectors.csv").read_text().splitlines()))
    keys, messages, sigs = (
        binary(bytes.fromhex(row[name]) for row in rows)
        for name in ("public key", "message", "signature")
    )
    got = koblitz.verify_schnorr(keys, messages, sigs).to_pylist()
    assert got == [row["verification result"] == "TRUE" for row in rows]


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


def test_bip352() -> None:
    """What each wallet finds in each transaction, by repeating the scan for the next k."""
    found_some = 0
    for case in json.loads((VECTORS / "bip-0352/send_and_receive_test_vectors.json").read_text()):
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
            got: list[str] = []
            if total is not None:
                factor = ref.tagged("BIP0352/Inputs", outpoint, ref.serialize(total))
                tweak = ref.serialize(ref.mul(ref.number(factor), total) or (0, 0))
                spend = ref.serialize(
                    ref.mul(ref.number(material["spend_priv_key"]), ref.G) or (0, 0)
                )
                outputs = set(given["outputs"])
                for k in range(min(len(given["outputs"]), 2323)):
                    rows: Any = koblitz.silent_payments_scan(
                        binary([tweak]),
                        material["scan_priv_key"],
                        spend,
                        labels=[*given["labels"], 0],
                        k=k,
                    ).to_pylist()
                    hits = {key.hex() for key in rows[0]} & outputs
                    if not hits:
                        break
                    got += hits
            wanted = [output["pub_key"] for output in expected.get("outputs", [])]
            assert len(got) == expected.get("n_outputs", len(wanted)), case["comment"]
            assert set(wanted) <= set(got), case["comment"]
            found_some += len(got)
    assert found_some > 10

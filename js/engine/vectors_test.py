"""The modules under wasmtime against the published vectors: vectors_test.py MODULE..."""

import csv
import hashlib
import json
import sys
from pathlib import Path

import wasmtime

VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def h256(name: str, message: bytes) -> bytes:
    """The leftmost 32 bytes that ECDSA takes of a hash."""
    if name.startswith("SHAKE"):
        # FIPS 186-5: 256 bits of SHAKE128, 512 of SHAKE256.
        return getattr(hashlib, name.lower().replace("shake", "shake_"))(message).digest(64)[:32]
    return hashlib.new(name.lower().replace("-", "").replace("sha3", "sha3_"), message).digest()[:32]


class Module:
    def __init__(self, path: str) -> None:
        config = wasmtime.Config()
        config.wasm_wide_arithmetic = True
        self.store = wasmtime.Store(wasmtime.Engine(config))
        module = wasmtime.Module.from_file(self.store.engine, path)
        assert not list(module.imports)
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.memory = self.exports["memory"]
        self.base = (self.exports["__heap_base"].value(self.store) + 15) & ~15
        self.memory.grow(self.store, 2)
        self.ctx = self.call("koblitz_js_init")

    def call(self, name: str, *args: int) -> int:
        return self.exports[name](self.store, *args)

    def put(self, offset: int, data: bytes) -> int:
        self.memory.write(self.store, data, self.base + offset)
        return self.base + offset

    def get(self, offset: int, size: int) -> bytes:
        return bytes(self.memory.read(self.store, self.base + offset, self.base + offset + size))

    def pubkey(self, data: bytes) -> int:
        key = self.base + 1024
        return key if self.call("secp256k1_ec_pubkey_parse", self.ctx, key, self.put(0, data), len(data)) else 0

    def ecdsa(self, form: str, signature: bytes, digest: bytes, key: int) -> bool:
        parsed = self.base + 1152
        at = self.put(2048, signature)
        if form == "p1363":
            if len(signature) != 64:
                return False
            ok = self.call("secp256k1_ecdsa_signature_parse_compact", self.ctx, parsed, at)
        else:
            ok = self.call("secp256k1_ecdsa_signature_parse_der", self.ctx, parsed, at, len(signature))
        if not ok:
            return False
        if form != "bitcoin":
            self.call("secp256k1_ecdsa_signature_normalize", self.ctx, parsed, parsed)
        return self.call("secp256k1_ecdsa_verify", self.ctx, parsed, self.put(0, digest), key) == 1

    def schnorr(self, signature: bytes, message: bytes, x: bytes) -> bool:
        key = self.base + 1024
        if not self.call("secp256k1_xonly_pubkey_parse", self.ctx, key, self.put(0, x)):
            return False
        at, text = self.put(64, signature), self.put(2048, message)
        return self.call("secp256k1_schnorrsig_verify", self.ctx, at, text, len(message), key) == 1

    def sign_schnorr(self, seckey: bytes, aux: bytes, message: bytes) -> bytes:
        pair, parameters = self.base + 1024, self.base + 1280
        assert self.call("secp256k1_keypair_create", self.ctx, pair, self.put(0, seckey))
        words = (0, self.put(32, aux))
        self.put(1280, b"\xda\x6f\xb3\x8c" + b"".join(w.to_bytes(4, "little") for w in words))
        text = self.put(2048, message)
        out = self.base + 256
        assert self.call("secp256k1_schnorrsig_sign_custom", self.ctx, out, text, len(message), pair, parameters)
        return self.get(256, 64)


def wycheproof(m: Module) -> int:
    rows = 0
    for path in sorted((VECTORS / "wycheproof").glob("ecdsa_*.json")):
        form = "p1363" if "p1363" in path.name else "bitcoin" if "bitcoin" in path.name else "der"
        for group in json.loads(path.read_text())["testGroups"]:
            key = m.pubkey(bytes.fromhex(group["publicKey"]["uncompressed"]))
            assert key
            for test in group["tests"]:
                digest = h256(group["sha"], bytes.fromhex(test["msg"]))
                got = m.ecdsa(form, bytes.fromhex(test["sig"]), digest, key)
                assert got == (test["result"] == "valid"), (path.name, test["tcId"])
                rows += 1
    return rows


def ecdh(m: Module) -> int:
    rows = 0
    for group in json.loads((VECTORS / "wycheproof/ecdh_secp256k1_test.json").read_text())["testGroups"]:
        for test in group["tests"]:
            # Plain SEC 1 at the end of the simplest encoding; the others are not the module's to read.
            spki = bytes.fromhex(test["public"])
            key = m.pubkey(spki[23:]) if len(spki) == 88 and "UnnamedCurve" not in test["flags"] else 0
            seckey = int(test["private"], 16).to_bytes(40, "big")[-32:]
            if test["result"] != "valid" or not key:
                continue
            hashfp, scalar = m.call("koblitz_js_point_given"), m.put(0, seckey)
            assert m.call("secp256k1_ecdh", m.ctx, m.base + 256, key, scalar, hashfp, 0) == 1
            assert m.get(256, 32).hex() == test["shared"], test["tcId"]
            rows += 1
    return rows


def bip340(m: Module) -> int:
    rows = 0
    with open(VECTORS / "bip-0340/test-vectors.csv", newline="") as file:
        for row in csv.DictReader(file):
            x, message, signature = (bytes.fromhex(row[k]) for k in ("public key", "message", "signature"))
            assert m.schnorr(signature, message, x) == (row["verification result"] == "TRUE"), row["index"]
            if row["secret key"]:
                seckey, aux = bytes.fromhex(row["secret key"]), bytes.fromhex(row["aux_rand"])
                assert m.sign_schnorr(seckey, aux, message) == signature, row["index"]
            rows += 1
    return rows


for name in sys.argv[1:]:
    module = Module(name)
    counts = {f.__name__: f(module) for f in (bip340, wycheproof, ecdh)}
    assert counts["bip340"] >= 19 and counts["wycheproof"] == 4653 and counts["ecdh"] > 300, counts
    print(f"{Path(name).name}: {counts}")

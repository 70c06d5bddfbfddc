// The module as it is: no imports, every export of exports.txt, and one call of each kind. node module_test.mjs [MODULE]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const here = new URL(".", import.meta.url);
const path = process.argv[2] ?? new URL("../../build/js-engine/koblitz.wasm", here);
const module = new WebAssembly.Module(readFileSync(path));
assert.deepEqual(WebAssembly.Module.imports(module), []);
const wanted = readFileSync(new URL("exports.txt", here), "utf8").trim().split("\n");
const x = new WebAssembly.Instance(module).exports;
assert.deepEqual(Object.keys(x).sort(), [...wanted, "memory", "__heap_base"].sort());

const base = (x.__heap_base.value + 15) & ~15;
const pages = Math.ceil((base + 65536) / 65536) - x.memory.buffer.byteLength / 65536;
if (pages > 0) x.memory.grow(pages);
const memory = new Uint8Array(x.memory.buffer);
const hex = (s) => Uint8Array.from(Buffer.from(s, "hex"));
const put = (at, s) => memory.set(hex(s), base + at);
const get = (at, n) => Buffer.from(memory.slice(base + at, base + at + n)).toString("hex");

const ctx = x.koblitz_js_init();
const [key, hash, pub, sig, out, size, extra] = [0, 32, 64, 128, 256, 400, 512].map((at) => base + at);
const one = "01".padStart(64, "0");
const gx = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";

// The public key of 1 is G.
put(0, one);
assert.equal(x.secp256k1_ec_pubkey_create(ctx, pub, key), 1);
new DataView(memory.buffer).setUint32(size, 33, true);
assert.equal(x.secp256k1_ec_pubkey_serialize(ctx, out, size, pub, 258), 1);
assert.equal(get(256, 33), "02" + gx);

// RFC 6979 with SHA-256 of "Satoshi Nakamoto" and key 1, as published for secp256k1 by Trezor and haskoin.
put(32, "a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e");
assert.equal(x.secp256k1_ecdsa_sign(ctx, sig, hash, key, 0, 0), 1);
assert.equal(x.secp256k1_ecdsa_signature_serialize_compact(ctx, out, sig), 1);
assert.equal(
  get(256, 64),
  "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8" +
    "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
);
assert.equal(x.secp256k1_ecdsa_verify(ctx, sig, hash, pub), 1);
memory[hash] ^= 1;
assert.equal(x.secp256k1_ecdsa_verify(ctx, sig, hash, pub), 0);

// BIP-340, vector 0.
put(0, "03".padStart(64, "0"));
put(32, "00".repeat(32));
put(512, "00".repeat(32));
const pair = base + 600;
assert.equal(x.secp256k1_keypair_create(ctx, pair, key), 1);
assert.equal(x.secp256k1_schnorrsig_sign32(ctx, out, hash, pair, extra), 1);
assert.equal(
  get(256, 64),
  "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215" +
    "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
);
assert.equal(x.secp256k1_keypair_xonly_pub(ctx, pub, 0, pair), 1);
assert.equal(x.secp256k1_schnorrsig_verify(ctx, out, hash, 32, pub), 1);

// ECDH with the point itself, and a nonce that the caller gives: k = 1 has r = x of G.
put(0, one);
assert.equal(x.secp256k1_ec_pubkey_create(ctx, pub, key), 1);
assert.equal(x.secp256k1_ecdh(ctx, out, pub, key, x.koblitz_js_point_given(), 0), 1);
assert.equal(get(256, 32), gx);
put(512, one);
assert.equal(x.secp256k1_ecdsa_sign(ctx, sig, hash, key, x.koblitz_js_nonce_given(), extra), 1);
assert.equal(x.secp256k1_ecdsa_signature_serialize_compact(ctx, out, sig), 1);
assert.equal(get(256, 32), gx);

// Zeros are no public key: an illegal argument, which is counted.
assert.equal(x.koblitz_js_illegal(), 0);
memory.fill(0, pub, pub + 64);
assert.equal(x.secp256k1_ecdsa_verify(ctx, sig, hash, pub), 0);
assert.equal(x.koblitz_js_illegal(), 1);
assert.equal(x.koblitz_js_illegal(), 0);

// The context is blinded from 32 bytes, and gives the same keys.
memory.fill(7, extra, extra + 32);
assert.equal(x.secp256k1_context_randomize(ctx, extra), 1);
assert.equal(x.secp256k1_ec_pubkey_create(ctx, pub, key), 1);
new DataView(memory.buffer).setUint32(size, 33, true);
assert.equal(x.secp256k1_ec_pubkey_serialize(ctx, out, size, pub, 258), 1);
assert.equal(get(256, 33), "02" + gx);

// A batch of two rows, one wrong. Columns are five words: data, size, stride, offsets, offset_size.
put(0, one);
put(32, "a0dc65ffca799873cbea0ac274015b9526505daaaed385155425f7337704883e");
put(64, "02" + gx);
assert.equal(x.secp256k1_ecdsa_sign(ctx, sig, hash, key, 0, 0), 1);
assert.equal(x.secp256k1_ecdsa_signature_serialize_compact(ctx, out, sig), 1);
memory.copyWithin(out + 64, out, out + 64);
memory[out + 64 + 5] ^= 1;
const columns = base + 1024;
new Uint32Array(memory.buffer, columns, 15).set([out, 64, 64, 0, 0, hash, 32, 0, 0, 0, pub, 33, 0, 0, 0]);
const verdicts = base + 1200;
assert.equal(x.koblitz_batch_ecdsa_verify(ctx, verdicts, columns, columns + 20, columns + 40, 2, 0), 1);
assert.deepEqual([...memory.slice(verdicts, verdicts + 2)], [1, 0]);

// What calls on secrets leave on the stack, which fills the memory below 256 KB: the addresses of their arguments.
const stack = 262144;
const [tweaked, aux] = [base + 2048, base + 2112];
memory.fill(3, aux, aux + 32);
memory.fill(5, key, key + 32);
const onSecrets = {
  create: () => x.secp256k1_ec_pubkey_create(ctx, out, key),
  sign: () => x.secp256k1_ecdsa_sign(ctx, sig, hash, key, 0, 0),
  signRecoverable: () => x.secp256k1_ecdsa_sign_recoverable(ctx, out, hash, key, 0, 0),
  keypair: () => x.secp256k1_keypair_create(ctx, pair, key),
  signSchnorr: () => x.secp256k1_schnorrsig_sign32(ctx, out, hash, pair, aux),
  tweakKeypair: () => x.secp256k1_keypair_xonly_tweak_add(ctx, pair, aux),
  ecdh: () => x.secp256k1_ec_pubkey_create(ctx, pub, key) && x.secp256k1_ecdh(ctx, out, pub, key, 0, 0),
  ecdhPoint: () => x.secp256k1_ecdh(ctx, out, pub, key, x.koblitz_js_point_given(), 0),
  signNonce: () => x.secp256k1_ecdsa_sign(ctx, sig, hash, key, x.koblitz_js_nonce_given(), aux),
  tweakAdd: () => x.secp256k1_ec_seckey_tweak_add(ctx, tweaked, aux),
  tweakMul: () => x.secp256k1_ec_seckey_tweak_mul(ctx, tweaked, aux),
  negate: () => x.secp256k1_ec_seckey_negate(ctx, tweaked),
  verify: () => x.secp256k1_ec_seckey_verify(ctx, key),
  randomize: () => x.secp256k1_context_randomize(ctx, aux),
};
for (const [name, call] of Object.entries(onSecrets)) {
  memory.fill(5, tweaked, tweaked + 32);
  memory.fill(0xaa, 0, stack);
  assert.equal(call(), 1, name);
  const used = memory.subarray(0, stack - 64).findIndex((byte) => byte !== 0xaa);
  assert(used > 0 && memory.subarray(used, stack - 64).every((byte) => byte === 0), name);
  assert(used > stack - 12 * 1024, name);
}

// Calls on tweaks of public keys, and koblitz_js_wipe_stack.
const onTweaks = {
  tweakAdd: () => x.secp256k1_ec_pubkey_tweak_add(ctx, pub, aux),
  tweakMul: () => x.secp256k1_ec_pubkey_tweak_mul(ctx, pub, aux),
  tweakXonly: () => x.secp256k1_xonly_pubkey_tweak_add(ctx, out, pub, aux),
  check: () => x.secp256k1_xonly_pubkey_tweak_add_check(ctx, sig, 0, pub, aux) + 1,
};
for (const [name, call] of Object.entries(onTweaks)) {
  memory.fill(0xaa, 0, stack);
  assert(call() >= 1, name);
  x.koblitz_js_wipe_stack();
  const used = memory.subarray(0, stack).filter((byte) => byte !== 0xaa);
  assert(used.length > 1000 && used.every((byte) => byte === 0), name);
}

// SHA-256 of "abc" (FIPS 180-4), and of no bytes.
memory.set(new TextEncoder().encode("abc"), hash);
x.koblitz_js_sha256(out, hash, 3);
assert.equal(get(256, 32), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
x.koblitz_js_sha256(out, hash, 0);
assert.equal(get(256, 32), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");

// It never grows its memory.
assert.equal(memory.length, x.memory.buffer.byteLength);

console.log("module: as it should be");

// The memory of the module: no secret stays in it, and it does not grow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { start } from '../dist/wasm.js';
import { G, N, ONE, ZERO, bytes32 } from './lib.mjs';

const module = new WebAssembly.Module(
  readFileSync(new URL('../dist/koblitz.wasm', import.meta.url)),
);
const seed = bytes32(77);
const engine = start(module, () => seed.slice());
const memory = () => Buffer.from(engine.memory.buffer);
const KEY = bytes32(42);
const TWEAK = bytes32(43);
const EXTRA = bytes32(44);

/** What must not be in memory: the bytes, and these as limbs, in the other order. */
const traces = (secret) =>
  [Buffer.from(secret), Buffer.from(secret).reverse()].map((b) => b.subarray(8, 24));

function refuse(secrets, what) {
  const all = memory();
  for (const secret of secrets) {
    for (const trace of traces(secret)) assert.equal(all.indexOf(trace), -1, what);
  }
}

test('the search finds what is there', () => {
  const at = engine.memory.buffer.byteLength - 100;
  const all = memory();
  all.set(KEY, at);
  assert.throws(() => refuse([KEY], 'it'));
  all.fill(0, at);
});

test('no secret stays', () => {
  refuse([seed], 'the seed of the blinding');
  const other = engine.pubkeyCreate(TWEAK, 33);
  const calls = {
    seckeyVerify: [KEY],
    seckeyNegate: [KEY],
    seckeyTweakAdd: [KEY, TWEAK],
    seckeyTweakMul: [KEY, TWEAK],
    seckeyXonlyTweakAdd: [KEY, TWEAK],
    pubkeyCreate: [KEY, 33],
    ecdsaSign: [ONE, KEY, EXTRA, null],
    schnorrSign: [ONE, KEY, EXTRA],
    ecdh: [other, KEY, true],
  };
  const publicResults = ['pubkeyCreate', 'ecdsaSign', 'schnorrSign'];
  for (const [name, args] of Object.entries(calls)) {
    const result = engine[name](...args);
    const secrets = [KEY, TWEAK, EXTRA];
    if (result instanceof Uint8Array && !publicResults.includes(name))
      secrets.push(result.slice(0, 32));
    refuse(secrets, name);
  }
  const nonce = bytes32(45);
  engine.ecdsaSign(ONE, KEY, null, nonce);
  refuse([KEY, nonce], 'a nonce that is given');
  const hash = engine.ecdh(other, KEY, false);
  refuse([KEY, hash], 'ecdh');
});

test('no secret stays after a call that fails or throws', () => {
  const wrong = N.map((byte, i) => (i > 20 ? byte : 255));
  assert.equal(engine.seckeyTweakAdd(wrong, TWEAK), null);
  assert.equal(engine.ecdsaSign(ONE, wrong, EXTRA, null), null);
  assert.equal(engine.ecdh(G, wrong, true), null);
  refuse([TWEAK, EXTRA], 'a key out of range');
  assert.equal(engine.ecdsaSign(ONE, KEY, null, ZERO), null);
  assert.throws(() => engine.seckeyTweakAdd(KEY, 'not bytes'.repeat(1e6)));
  assert.throws(() =>
    engine.schnorrSign(
      {
        get length() {
          throw new Error('no');
        },
      },
      KEY,
      null,
    ),
  );
  refuse([KEY], 'a call that throws');
});

test('memory does not grow', () => {
  const signature = engine.ecdsaSign(ONE, KEY, null, null);
  const pubkey = engine.pubkeyCreate(KEY, 33);
  const rows = (data, size) => ({ data, size, offsets: null, n: data.length / size });
  const verdicts = new Uint8Array(3000);
  const columns = [rows(new Uint8Array(3000 * 64), 64), rows(new Uint8Array(3000 * 32), 32)];
  const all = () => {
    for (let i = 0; i < CALLS; i++) {
      engine.seckeyVerify(KEY);
      engine.pubkeyConvert(pubkey, 65);
      engine.signatureToDer(signature);
      engine.ecdsaVerify(signature, ONE, pubkey, true, false);
    }
    engine.ecdsaVerify(signature.slice(0, 64), ONE, pubkey, false, false);
    engine.verifyBatch(
      'ecdsa',
      false,
      false,
      ...columns,
      rows(new Uint8Array(3000 * 65), 65),
      verdicts,
    );
    engine.verifyBatch(
      'schnorr',
      false,
      false,
      ...columns,
      rows(new Uint8Array(3000 * 32), 32),
      verdicts,
    );
    engine.recoverBatch(
      columns[0],
      rows(new Uint8Array(3000), 1),
      columns[1],
      65,
      verdicts,
      new Uint8Array(3000 * 65),
    );
  };
  const before = engine.memory.buffer.byteLength;
  all();
  assert.equal(engine.memory.buffer.byteLength, before);
});
// 10^6 calls by KOBLITZ_JS_CALLS=250000.
const CALLS = Number(process.env.KOBLITZ_JS_CALLS ?? 2000);

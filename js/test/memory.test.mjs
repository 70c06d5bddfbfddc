// The memory of the module: no secret stays in it, and it does not grow.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { start } from '../src/wasm.js';
import { G, N, ONE, ZERO, bytes32, concat } from './lib.mjs';

const module = new WebAssembly.Module(
  readFileSync(new URL('../dist/koblitz.wasm', import.meta.url)),
);
const seed = bytes32(77);
let seeds = 0;
const engine = start(module, () => {
  seeds++;
  return seed.slice();
});
const memory = () => Buffer.from(engine.memory.buffer);
const KEY = bytes32(42);
const TWEAK = bytes32(43);
const EXTRA = bytes32(44);

const X = G.slice(1);
// Calls that the engine makes in variable time, on what it takes for public.
const ON_TWEAKS = {
  pubkeyTweakAdd: [G, TWEAK, 33],
  pubkeyTweakMul: [G, TWEAK, 65],
  xonlyTweakAdd: [X, TWEAK],
  xonlyTweakAddCheck: [X, 1, X, TWEAK],
};
/** The module's stack begins below this place. */
const STACK = 262144;

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
  assert.equal(engine.pubkeyConvert(G, 33).length, 33);
  assert.equal(seeds, 0);
  assert.equal(engine.seckeyVerify(KEY), true);
  assert.equal(seeds, 1);
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
    ...ON_TWEAKS,
  };
  const publicResults = ['pubkeyCreate', 'ecdsaSign', 'schnorrSign', ...Object.keys(ON_TWEAKS)];
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
  assert.equal(seeds, 1);
});

test('a secret waits for its blinding', () => {
  // Cloudflare's Workers give random bytes within a request only.
  const answers = [() => assert.fail('not yet'), () => seed.slice()];
  const other = start(module, () => answers.shift()());
  assert.throws(() => other.pubkeyCreate(KEY, 33), /not yet/);
  for (let i = 0; i < 2; i++)
    assert.deepEqual(other.pubkeyCreate(KEY, 33), engine.pubkeyCreate(KEY, 33));
  assert.equal(answers.length, 0);
});

test('nothing of a tweak stays on the stack', () => {
  for (const [name, args] of Object.entries(ON_TWEAKS)) {
    memory().fill(0xaa, 0, STACK);
    engine[name](...args);
    const used = memory()
      .subarray(0, STACK)
      .filter((byte) => byte !== 0xaa);
    assert.ok(used.length > 1000 && used.every((byte) => byte === 0), name);
  }
});

test('an argument that grows after its check is copied as far as it was checked; one that shrinks throws', () => {
  const tail = concat(Array.from({ length: 100 }, (_, i) => bytes32(1000 + i)));
  const signature = engine.ecdsaSign(ONE, KEY, null, null).slice(0, 64);
  const schnorr = engine.schnorrSign(ONE, KEY, null);
  const [pubkey, xonly] = [33, 32].map((size) => engine.pubkeyCreate(KEY, size));
  // By call: its arguments, and which of them have a length that api.js and facades check.
  const calls = {
    seckeyVerify: [[KEY], [0]],
    seckeyNegate: [[KEY], [0]],
    seckeyTweakAdd: [
      [KEY, TWEAK],
      [0, 1],
    ],
    seckeyTweakMul: [
      [KEY, TWEAK],
      [0, 1],
    ],
    seckeyXonlyTweakAdd: [
      [KEY, TWEAK],
      [0, 1],
    ],
    pubkeyCreate: [[KEY, 33], [0]],
    pubkeyTweakAdd: [[G, TWEAK, 33], [1]],
    pubkeyTweakMul: [[G, TWEAK, 33], [1]],
    xonlyTweakAdd: [
      [X, TWEAK],
      [0, 1],
    ],
    xonlyTweakAddCheck: [
      [X, 1, X, TWEAK],
      [0, 2, 3],
    ],
    ecdsaSign: [
      [ONE, KEY, EXTRA, null],
      [0, 1, 2],
    ],
    ecdsaVerify: [
      [signature, ONE, pubkey, false, false],
      [0, 1],
    ],
    ecdsaRecover: [
      [signature, 0, ONE, 33],
      [0, 2],
    ],
    signatureNormalize: [[signature], [0]],
    signatureToDer: [[signature], [0]],
    schnorrSign: [
      [ONE, KEY, EXTRA],
      [1, 2],
    ],
    schnorrVerify: [
      [schnorr, ONE, xonly],
      [0, 2],
    ],
    ecdh: [[G, KEY, true], [1]],
  };
  for (const [name, [args, checked]] of Object.entries(calls)) {
    const wanted = engine[name](...args);
    for (const i of checked) {
      const grown = args.with(i, concat([args[i], tail]));
      assert.deepEqual(engine[name](...grown), wanted, `${name} ${i}`);
      refuse([tail.subarray(0, 32), tail.subarray(-32)], `${name} ${i}`);
      const shrunk = args.with(i, args[i].slice(0, -1));
      assert.throws(() => engine[name](...shrunk), /^TypeError: .* shorter$/, `${name} ${i}`);
    }
  }
  // Keys and DER, whose length the engine reads itself.
  assert.equal(engine.pubkeyConvert(concat([G, tail]), 33), null);
  assert.equal(engine.ecdsaVerify(concat([signature, tail]), ONE, pubkey, true, false), false);
  // A facade gives the length of a key that has grown.
  assert.equal(engine.pubkeyConvert(G, 1e6).length, 65);
});

test('no secret stays after a call that fails or throws', () => {
  const wrong = N.map((byte, i) => (i > 20 ? byte : 255));
  assert.equal(engine.seckeyTweakAdd(wrong, TWEAK), null);
  assert.equal(engine.ecdsaSign(ONE, wrong, EXTRA, null), null);
  assert.equal(engine.ecdh(G, wrong, true), null);
  refuse([TWEAK, EXTRA], 'a key out of range');
  assert.equal(engine.ecdsaSign(ONE, KEY, null, ZERO), null);
  const [key, tweak] = [KEY, TWEAK].map((bytes) => bytes.slice(0, 31));
  for (const args of [
    [key, TWEAK],
    [KEY, tweak],
  ]) {
    assert.throws(() => engine.seckeyTweakAdd(...args), /shorter$/);
    assert.throws(() => engine.seckeyXonlyTweakAdd(...args), /shorter$/);
  }
  assert.throws(() => engine.pubkeyTweakAdd(G, tweak, 33), /shorter$/);
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
  refuse([KEY, TWEAK], 'a call that throws');
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

// The addon beside WebAssembly on rows of every kind, and how one of them is chosen.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { start } from '../src/wasm.js';
import { bytes32, concat, rows } from './lib.mjs';

const root = new URL('..', import.meta.url).pathname;
const file = `prebuilds/${process.platform}-${process.arch}/koblitz.node`;
const isThere = existsSync(join(root, file));
const options = { skip: isThere ? false : 'no addon' };
const ROWS = Number(process.env.KOBLITZ_JS_ROWS ?? 1000);
/** koblitz-wide.wasm, where the runtime has wide arithmetic. */
const MODULE = process.env.KOBLITZ_JS_MODULE ?? 'koblitz.wasm';

const load = () => createRequire(import.meta.url)(join(root, file));
const loadWasm = () =>
  start(new WebAssembly.Module(readFileSync(join(root, 'dist', MODULE))), () => null);

test(
  'the addon is there where it should be',
  { skip: process.env.KOBLITZ_TEST_NATIVE !== '1' },
  async () => {
    const koblitz = await import('koblitz');
    assert.equal(koblitz.engineName(), process.env.KOBLITZ_JS === 'wasm' ? 'wasm' : 'native');
  },
);

test('both give the same, one by one', options, () => {
  const [native, wasm] = [load(), loadWasm()];
  // What calls need: keys of which some are out of range, and derived values of which some are changed.
  const edge = ['00', 'ff'].map((byte) => Uint8Array.from(Buffer.from(byte.repeat(32), 'hex')));
  const value = (i) => (i % 17 === 0 ? edge[i % 2] : bytes32(i));
  const change = (bytes, i) =>
    bytes === null || i % 3 > 0 ? bytes : bytes.with(i % bytes.length, i & 255);
  for (let i = 0; i < ROWS / 10; i++) {
    const same = (name, ...args) => {
      const got = native[name](...args);
      assert.deepEqual(got, wasm[name](...args), `${name} of row ${i}`);
      return got;
    };
    const [k, t, m] = [value(i), value(i + 1), value(i + 2)];
    const size = i % 2 === 0 ? 33 : 65;
    for (const name of ['seckeyVerify', 'seckeyNegate']) same(name, k);
    for (const name of ['seckeyTweakAdd', 'seckeyTweakMul', 'seckeyXonlyTweakAdd'])
      same(name, k, t);
    const p = change(same('pubkeyCreate', k, size) ?? new Uint8Array(33), i);
    const x = p.slice(1, 33);
    for (const name of ['pubkeyConvert', 'pubkeyNegate']) same(name, p, size);
    for (const name of ['pubkeyTweakAdd', 'pubkeyTweakMul']) same(name, p, t, size);
    same('pubkeyCombine', [p, p], size);
    const sum = same('xonlyTweakAdd', x, t) ?? p;
    same('xonlyTweakAddCheck', sum.slice(1, 33), i & 1, x, t);
    same('sha256', concat([k, p]).slice(0, i % 98));
    for (const nonce of [null, bytes32(i + 5)]) same('ecdsaSign', m, k, i % 2 ? t : null, nonce);
    const signed = same('ecdsaSign', m, bytes32(i), null, null);
    const signature = change(signed.slice(0, 64), i);
    const key = native.pubkeyCreate(bytes32(i), size);
    for (const highS of [true, false]) same('ecdsaVerify', signature, m, key, false, highS);
    const der = same('signatureToDer', signature);
    if (der !== null) {
      same('ecdsaVerify', change(der, i + 1), m, key, true, false);
      same('signatureFromDer', change(der, i + 1));
    }
    same('signatureNormalize', signature);
    same('ecdsaRecover', signature, signed[64] ^ (i & 1), m, size);
    const message = concat([m, p]).slice(0, i % 98);
    const schnorr = same('schnorrSign', message, k, i % 2 ? t : null) ?? signature;
    same('schnorrVerify', change(schnorr, i), message, native.pubkeyCreate(bytes32(i), 32));
    for (const raw of [true, false]) same('ecdh', p, t, raw);
  }
});

test('both give the same, in batches', options, () => {
  const [native, wasm] = [load(), loadWasm()];
  const fixed = (data, size) => ({ data, size, offsets: null, n: ROWS });
  const list = { sig: [], ids: [], hash: [], key: [], der: [], schnorr: [], xonly: [] };
  for (let i = 0; i < ROWS; i++) {
    const [k, m] = [bytes32(i % 50), bytes32(i % 50)];
    const signed = native.ecdsaSign(m, k, null, null);
    const changed = (bytes, each) =>
      i % each === 0 ? bytes.with(i % bytes.length, i & 255) : bytes;
    list.sig.push(changed(signed.slice(0, 64), 7));
    list.ids.push(Uint8Array.of(signed[64] + (i % 3 === 0 ? 27 : 0)));
    list.der.push(changed(native.signatureToDer(signed.slice(0, 64)), 5));
    list.hash.push(changed(m, 11));
    list.key.push(changed(native.pubkeyCreate(k, 33), 13));
    list.schnorr.push(changed(native.schnorrSign(m, k, null), 7));
    list.xonly.push(changed(native.pubkeyCreate(k, 32), 13));
  }
  const of = Object.fromEntries(Object.entries(list).map(([name, all]) => [name, concat(all)]));
  const { data, offsets } = rows(list.der);
  const der = { data, offsets, size: 0, n: ROWS };
  const [hash, key] = [fixed(of.hash, 32), fixed(of.key, 33)];
  for (const args of [
    ['ecdsa', false, false, fixed(of.sig, 64), hash, key],
    ['ecdsa', false, true, fixed(of.sig, 64), hash, key],
    ['ecdsa', true, false, der, hash, key],
    ['schnorr', false, false, fixed(of.schnorr, 64), hash, fixed(of.xonly, 32)],
  ]) {
    const verdicts = [native, wasm].map((engine) => {
      const out = new Uint8Array(ROWS);
      engine.verifyBatch(...args, out);
      return out;
    });
    assert.deepEqual(verdicts[0], verdicts[1]);
    assert.ok(verdicts[0].includes(0) && verdicts[0].includes(1));
  }
  for (const size of [33, 65]) {
    const results = [native, wasm].map((engine) => {
      const out = [new Uint8Array(ROWS), new Uint8Array(ROWS * size)];
      engine.recoverBatch(fixed(of.sig, 64), fixed(of.ids, 1), hash, size, ...out);
      return out;
    });
    assert.deepEqual(results[0], results[1]);
  }
});

test('the addon refuses what the package would not pass', options, () => {
  const native = load();
  const column = (data, size, n, offsets = null) => ({ data, size, n, offsets });
  const [sig, one, key] = [new Uint8Array(64), new Uint8Array(32), new Uint8Array(33)];
  const good = [
    'ecdsa',
    false,
    false,
    column(sig, 64, 1),
    column(one, 32, 1),
    column(key, 33, 1),
    new Uint8Array(1),
  ];
  native.verifyBatch(...good);
  for (const [i, wrong] of [
    [3, null],
    [3, {}],
    [3, column(sig, 64, 2)],
    [3, column(sig, 2 ** 31, 2 ** 31)],
    [3, column(sig, 0, 1, Int32Array.of(0, 65))],
    [3, column(sig, 0, 1, Int32Array.of(-1, 64))],
    [3, column(sig, 0, 1, Int32Array.of(0))],
    [4, column(sig, 32, 2)],
    [6, new Uint8Array(0)],
    [6, new Uint16Array(1)],
    [1, 1],
  ]) {
    for (const f of [native.verifyBatch, (...args) => native.startVerifyBatch(...args, 2)]) {
      assert.throws(() => f(...good.with(i, wrong)), TypeError, `${i}`);
    }
  }
  assert.throws(() => native.startVerifyBatch(...good, 1000), TypeError);
  for (const [name, ...args] of [
    ['seckeyVerify'],
    ['seckeyVerify', sig],
    ['pubkeyCreate', one.with(31, 1), 1000],
    ['pubkeyConvert', 'x', 33],
    ['pubkeyCombine', []],
    ['pubkeyCombine', [1], 33],
    ['ecdsaSign', one, one, sig, null],
    ['ecdsaRecover', sig, 4, one, 33],
    ['ecdh', key, one, 1],
    ['sha256', null],
  ]) {
    assert.throws(() => native[name](...args), TypeError, name);
  }
});

test('in threads of JavaScript, which end amid a batch', options, async () => {
  const source = `
    const { parentPort } = require('node:worker_threads');
    const koblitz = require('koblitz');
    const n = 20000, big = koblitz.verifyBatchAsync('schnorr', new Uint8Array(64 * n), new Uint8Array(32 * n), new Uint8Array(32 * n));
    parentPort.postMessage(koblitz.engineName());
    if (process.argv[2] === 'wait') big.then((v) => parentPort.postMessage(v.length));`;
  const run = (how) =>
    new Promise((resolve, reject) => {
      const heard = [];
      const worker = new Worker(source, {
        eval: true,
        argv: [how],
        env: { ...process.env, KOBLITZ_JS: '' },
      });
      worker.on('message', (message) => {
        heard.push(message);
        if (how === 'end') worker.terminate();
      });
      worker.on('error', reject);
      worker.on('exit', () => resolve(heard));
    });
  const heard = await Promise.all([run('wait'), run('end'), run('wait')]);
  assert.deepEqual(heard, [['native', 20000], ['native'], ['native', 20000]]);
});

test('signing reads memory that another thread writes once', options, async () => {
  const native = load();
  const shared = new SharedArrayBuffer(72);
  const [message, key] = [new Uint8Array(shared, 0, 32), new Uint8Array(shared, 32, 32)];
  const isStarted = new Int32Array(shared, 64, 1);
  const source = `
    const { workerData } = require('node:worker_threads');
    const [bytes, isStarted] = [new Uint8Array(workerData), new Int32Array(workerData, 64, 1)];
    for (let i = 0; ; i ^= 1) {
      bytes[workerAt] = i;
      Atomics.store(isStarted, 0, 1);
    }`;
  const KEY = bytes32(1);
  for (const [what, at] of [
    ['the message', 0],
    ['the key', 32 + 31],
  ]) {
    message.set(bytes32(2));
    key.set(KEY);
    const both = (sign) =>
      [0, 1].map((byte) => {
        const bytes = concat([bytes32(2), KEY]).with(at, byte);
        return sign(bytes.slice(0, 32), bytes.slice(32)).join();
      });
    const signs = [
      (m, k) => native.ecdsaSign(m, k, null, null),
      (m, k) => native.schnorrSign(m, k, null),
    ];
    const wanted = signs.map(both);
    isStarted[0] = 0;
    const worker = new Worker(source.replace('workerAt', at), { eval: true, workerData: shared });
    try {
      while (Atomics.load(isStarted, 0) === 0)
        await new Promise((resolve) => setTimeout(resolve, 1));
      for (let i = 0; i < 3000; i++) {
        signs.forEach((sign, j) => {
          const got = sign(message, key).join();
          assert.ok(wanted[j].includes(got), `${what}, ${sign}, call ${i}`);
        });
      }
    } finally {
      await worker.terminate();
    }
  }
});

test('an addon that is broken or wrong is not used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koblitz-broken-'));
  try {
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    mkdirSync(join(folder, 'dist'));
    for (const name of ['index', 'engine-node', 'shared', 'inlined']) {
      cpSync(join(root, 'dist', `${name}.cjs`), join(folder, 'dist', `${name}.cjs`));
    }
    const target = join(folder, file);
    mkdirSync(join(target, '..'), { recursive: true });
    const name = () => {
      const got = spawnSync(process.execPath, ['-p', `require('./dist/index.cjs').engineName()`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, KOBLITZ_JS: '' },
      });
      assert.equal(got.status, 0, got.stderr);
      return got.stdout.trim();
    };
    writeFileSync(target, 'not a library');
    assert.equal(name(), 'wasm');
    if (!isThere) return;
    cpSync(join(root, file), target);
    assert.equal(name(), 'native');
    const test_ = join(folder, 'dist/engine-node.cjs');
    writeFileSync(test_, readFileSync(test_, 'utf8').replace('f9308a01', 'f9308a02'));
    assert.equal(name(), 'wasm');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Batches beside single calls: sizes around those of a chunk, and every place for a wrong row.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as koblitz from 'koblitz';
import { N, bytes32, concat, rows } from './lib.mjs';

const KEYS = 7;
const MOST = 2100;
const IS_NATIVE = koblitz.engineName() === 'native';
const seckeys = Array.from({ length: KEYS }, (_, i) => bytes32(i));
const pubkeys = seckeys.map((k) => koblitz.pubkeyCreate(k));
const xonlys = seckeys.map((k) => koblitz.xonlyCreate(k));
// Few signatures, of which rows are made.
const signed = Array.from({ length: 32 }, (_, i) => {
  const message = bytes32(1000 + i);
  const seckey = seckeys[i % KEYS];
  return {
    message,
    ...koblitz.ecdsaSignRecoverable(message, seckey),
    schnorr: koblitz.schnorrSign(message, seckey, { aux: null }),
    pubkey: pubkeys[i % KEYS],
    xonly: xonlys[i % KEYS],
  };
});
const OUT_OF_RANGE = concat([N, N]);

/** n rows, of which those that isWrong names have another message, key or signature. */
function table(n, isWrong) {
  const out = {
    signatures: [],
    schnorrs: [],
    ders: [],
    recids: [],
    messages: [],
    pubkeys: [],
    xonlys: [],
    wanted: [],
  };
  for (let i = 0; i < n; i++) {
    const row = { ...signed[i % signed.length] };
    const wrong = isWrong(i);
    if (wrong && i % 3 === 0) row.message = bytes32(5);
    if (wrong && i % 3 === 1) row.pubkey = row.xonly = null;
    if (wrong && i % 3 === 2) row.signature = row.schnorr = OUT_OF_RANGE;
    out.signatures.push(row.signature);
    out.schnorrs.push(row.schnorr);
    out.ders.push(
      row.signature === OUT_OF_RANGE ? new Uint8Array(0) : koblitz.signatureToDer(row.signature),
    );
    out.recids.push(row.recid);
    out.messages.push(row.message);
    out.pubkeys.push(row.pubkey ?? new Uint8Array(33));
    out.xonlys.push(row.xonly ?? new Uint8Array(32).fill(255));
    out.wanted.push(wrong ? 0 : 1);
  }
  return out;
}

for (const [n, isWrong] of [
  [0, () => false],
  [1, () => false],
  [1, () => true],
  [2, (i) => i === 1],
  [33, (i) => i % 5 === 0],
  [1024, () => false],
  [1025, (i) => i === 1024],
  [MOST, (i) => i % 1000 === 3],
]) {
  test(`${n} rows, wrong: ${isWrong}`, async () => {
    const t = table(n, isWrong);
    const messages = concat(t.messages);
    const ecdsa = ['ecdsa', concat(t.signatures), messages, concat(t.pubkeys)];
    assert.deepEqual([...koblitz.verifyBatch(...ecdsa)], t.wanted);
    const der = ['ecdsa', rows(t.ders), messages, concat(t.pubkeys), { der: true }];
    assert.deepEqual([...koblitz.verifyBatch(...der)], t.wanted);
    const schnorr = ['schnorr', concat(t.schnorrs), messages, concat(t.xonlys)];
    assert.deepEqual([...koblitz.verifyBatch(...schnorr)], t.wanted);
    const various = ['schnorr', concat(t.schnorrs), rows(t.messages), concat(t.xonlys)];
    assert.deepEqual([...koblitz.verifyBatch(...various)], t.wanted);
    // In WebAssembly asynchronous calls are the synchronous ones.
    const asynchronous = IS_NATIVE ? [ecdsa, der, schnorr, various] : [ecdsa];
    for (const call of asynchronous) {
      assert.deepEqual([...(await koblitz.verifyBatchAsync(...call))], t.wanted);
    }
    for (const compressed of [true, false]) {
      const size = compressed ? 33 : 65;
      const call = [concat(t.signatures), Uint8Array.from(t.recids), messages, { compressed }];
      const { valid, pubkeys: keys } = koblitz.recoverBatch(...call);
      if (IS_NATIVE || compressed) {
        assert.deepEqual(await koblitz.recoverBatchAsync(...call), { valid, pubkeys: keys });
      }
      for (let i = 0; i < n; i++) {
        const key = keys.slice(size * i, size * (i + 1));
        assert.equal(valid[i], t.signatures[i] === OUT_OF_RANGE ? 0 : 1, `${i}`);
        const wanted = koblitz.pubkeyConvert(signed[i % signed.length].pubkey, compressed);
        const isSame = Buffer.compare(key, wanted) === 0;
        assert.equal(
          isSame,
          valid[i] === 1 && t.messages[i] === signed[i % signed.length].message,
          `${i}`,
        );
        if (valid[i] === 0) assert.deepEqual(key, new Uint8Array(size));
      }
    }
  });
}

test('rows after those that had a wrong one', () => {
  const [good, bad] = [table(40, () => false), table(40, (i) => i === 39)];
  for (const t of [good, bad, bad, good, good, bad, good]) {
    const columns = [concat(t.schnorrs), concat(t.messages), concat(t.xonlys)];
    assert.deepEqual([...koblitz.verifyBatch('schnorr', ...columns)], t.wanted);
  }
});

test('inputs stay as they are, and are copied before an asynchronous call returns', async () => {
  const t = table(300, () => false);
  const columns = [concat(t.schnorrs), concat(t.messages), concat(t.xonlys)];
  const copies = columns.map((c) => c.slice());
  const promise = koblitz.verifyBatchAsync('schnorr', ...columns);
  assert.deepEqual(columns, copies);
  for (const c of columns) c.fill(0);
  assert.deepEqual([...(await promise)], t.wanted);
});

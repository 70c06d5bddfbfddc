// Keys, by identities that hold for all of them and at the ends of the range.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as koblitz from 'koblitz';
import { G, N, ONE, ZERO, bytes32, hex, text } from './lib.mjs';

const MINUS_ONE = Uint8Array.from(N, (byte, i) => (i === 31 ? byte - 1 : byte));
const NOT_ON_CURVE = hex('02' + '00'.repeat(31) + '05');

test('the range of secret keys', () => {
  for (const [seckey, wanted] of [
    [ZERO, false],
    [ONE, true],
    [MINUS_ONE, true],
    [N, false],
    [hex('ff'.repeat(32)), false],
  ]) {
    assert.equal(koblitz.seckeyVerify(seckey), wanted, text(seckey));
    for (const call of [
      () => koblitz.seckeyNegate(seckey),
      () => koblitz.pubkeyCreate(seckey),
      () => koblitz.xonlyCreate(seckey),
      () => koblitz.ecdsaSign(ONE, seckey),
      () => koblitz.ecdsaSignRecoverable(ONE, seckey),
      () => koblitz.schnorrSign(ONE, seckey),
      () => koblitz.ecdh(G, seckey),
      () => koblitz.ecdhX(G, seckey),
      () => koblitz.seckeyTweakAdd(seckey, bytes32(1)),
      () => koblitz.seckeyTweakMul(seckey, bytes32(1)),
      () => koblitz.seckeyXonlyTweakAdd(seckey, bytes32(1)),
    ]) {
      if (wanted) call();
      else assert.throws(call, RangeError, call.toString());
    }
  }
});

test('what is no point, or has no sum', () => {
  for (const call of [
    () => koblitz.pubkeyConvert(NOT_ON_CURVE),
    () => koblitz.pubkeyNegate(NOT_ON_CURVE),
    () => koblitz.pubkeyTweakAdd(NOT_ON_CURVE, ONE),
    () => koblitz.pubkeyTweakMul(NOT_ON_CURVE, ONE),
    () => koblitz.pubkeyCombine([G, NOT_ON_CURVE]),
    () => koblitz.xonlyFromPubkey(NOT_ON_CURVE),
    () => koblitz.xonlyTweakAdd(NOT_ON_CURVE.slice(1), ONE),
    () => koblitz.ecdh(NOT_ON_CURVE, ONE),
    () => koblitz.ecdhX(NOT_ON_CURVE, ONE),
    () => koblitz.pubkeyCombine([G, koblitz.pubkeyNegate(G)]),
    () => koblitz.pubkeyTweakAdd(G, MINUS_ONE),
    () => koblitz.pubkeyTweakAdd(G, N),
    () => koblitz.pubkeyTweakMul(G, ZERO),
    () => koblitz.seckeyTweakAdd(ONE, MINUS_ONE),
    () => koblitz.seckeyTweakAdd(ONE, N),
    () => koblitz.seckeyTweakMul(ONE, ZERO),
    () => koblitz.xonlyTweakAdd(G.slice(1), MINUS_ONE),
    () => koblitz.ecdsaRecover(new Uint8Array(64), 0, ONE),
    () => koblitz.signatureNormalize(new Uint8Array(64).fill(255)),
    () => koblitz.signatureToDer(new Uint8Array(64).fill(255)),
    () => koblitz.signatureFromDer(new Uint8Array(200)),
  ]) {
    assert.throws(call, RangeError, call.toString());
  }
  assert.equal(koblitz.pubkeyVerify(NOT_ON_CURVE), false);
  assert.equal(koblitz.xonlyVerify(NOT_ON_CURVE.slice(1)), false);
  assert.equal(koblitz.ecdsaVerify(new Uint8Array(64), ONE, NOT_ON_CURVE), false);
  assert.equal(koblitz.schnorrVerify(new Uint8Array(64), ONE, NOT_ON_CURVE.slice(1)), false);
});

test('identities', () => {
  assert.deepEqual(koblitz.pubkeyCreate(ONE), G);
  for (let i = 0; i < 8; i++) {
    const key = bytes32(i);
    const tweak = bytes32(100 + i);
    const pubkey = koblitz.pubkeyCreate(key);
    const long = koblitz.pubkeyCreate(key, false);
    assert.deepEqual(koblitz.pubkeyConvert(pubkey, false), long);
    assert.deepEqual(koblitz.pubkeyConvert(long), pubkey);
    assert.deepEqual(koblitz.pubkeyNegate(pubkey), koblitz.pubkeyCreate(koblitz.seckeyNegate(key)));
    const sum = koblitz.pubkeyCreate(koblitz.seckeyTweakAdd(key, tweak));
    assert.deepEqual(koblitz.pubkeyTweakAdd(pubkey, tweak), sum);
    assert.deepEqual(koblitz.pubkeyCombine([long, koblitz.pubkeyCreate(tweak)]), sum);
    const product = koblitz.pubkeyCreate(koblitz.seckeyTweakMul(key, tweak), false);
    assert.deepEqual(koblitz.pubkeyTweakMul(pubkey, tweak, false), product);
    assert.deepEqual(koblitz.ecdhX(pubkey, tweak), product.slice(1, 33));
    assert.deepEqual(koblitz.ecdh(pubkey, tweak), koblitz.ecdh(koblitz.pubkeyCreate(tweak), key));
    const { xonly, parity } = koblitz.xonlyFromPubkey(pubkey);
    assert.deepEqual([xonly, parity], [pubkey.slice(1), pubkey[0] - 2]);
    assert.deepEqual(koblitz.xonlyCreate(key), xonly);
    const tweaked = koblitz.xonlyTweakAdd(xonly, tweak);
    const tweakedKey = koblitz.pubkeyCreate(koblitz.seckeyXonlyTweakAdd(key, tweak));
    assert.deepEqual(koblitz.xonlyFromPubkey(tweakedKey), tweaked);
    const check = (p) => koblitz.xonlyTweakAddCheck(tweaked.xonly, p, xonly, tweak);
    assert.deepEqual([check(tweaked.parity), check(1 - tweaked.parity)], [true, false]);
  }
  assert.equal(koblitz.pubkeyCombine(Array(5000).fill(G)).length, 33);
  assert.equal(koblitz.seckeyVerify(koblitz.seckeyGenerate()), true);
});

test('signatures', () => {
  const seckey = bytes32(1);
  const pubkey = koblitz.pubkeyCreate(seckey);
  const signature = koblitz.ecdsaSign(ONE, seckey);
  assert.notDeepEqual(koblitz.ecdsaSign(ONE, seckey, { extra: ONE }), signature);
  const high = concatHalves(signature.slice(0, 32), koblitz.seckeyNegate(signature.slice(32)));
  assert.equal(koblitz.ecdsaVerify(signature, ONE, pubkey), true);
  assert.equal(koblitz.ecdsaVerify(high, ONE, pubkey), false);
  assert.equal(koblitz.ecdsaVerify(high, ONE, pubkey, { highS: true }), true);
  assert.deepEqual(koblitz.signatureNormalize(high), signature);
  assert.equal(koblitz.ecdsaVerify(signature, ZERO, pubkey), false);
  const xonly = koblitz.xonlyCreate(seckey);
  for (const length of [0, 1, 32, 33, 1000, 3_000_000]) {
    const message = new Uint8Array(length).fill(7);
    const made = koblitz.schnorrSign(message, seckey);
    assert.equal(koblitz.schnorrVerify(made, message, xonly), true, `${length}`);
    assert.equal(koblitz.schnorrVerify(made, new Uint8Array(length + 1), xonly), false);
  }
  const again = () => text(koblitz.schnorrSign(ONE, seckey));
  assert.notEqual(again(), again());
  const same = (aux) => text(koblitz.schnorrSign(ONE, seckey, { aux }));
  assert.equal(same(null), same(ZERO));
});

const concatHalves = (r, s) => Uint8Array.from([...r, ...s]);

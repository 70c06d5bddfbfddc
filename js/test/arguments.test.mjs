// Arguments of a wrong type or length: each argument of each function, with the name in the message.

import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import * as koblitz from 'koblitz';
import { G, ONE, hex } from './lib.mjs';

const SIG = new Uint8Array(64).fill(1);
const EVENT = { id: '', sig: '', pubkey: '', created_at: 0, kind: 1, tags: [], content: '' };
// By function: arguments that are taken, and the name of each.
const CALLS = {
  seckeyVerify: [[ONE], ['seckey']],
  seckeyNegate: [[ONE], ['seckey']],
  seckeyTweakAdd: [
    [ONE, ONE],
    ['seckey', 'tweak'],
  ],
  seckeyTweakMul: [
    [ONE, ONE],
    ['seckey', 'tweak'],
  ],
  seckeyXonlyTweakAdd: [
    [ONE, ONE],
    ['seckey', 'tweak'],
  ],
  pubkeyCreate: [
    [ONE, true],
    ['seckey', 'compressed'],
  ],
  pubkeyVerify: [[G], ['pubkey']],
  pubkeyConvert: [
    [G, true],
    ['pubkey', 'compressed'],
  ],
  pubkeyNegate: [
    [G, true],
    ['pubkey', 'compressed'],
  ],
  pubkeyTweakAdd: [
    [G, ONE, true],
    ['pubkey', 'tweak', 'compressed'],
  ],
  pubkeyTweakMul: [
    [G, ONE, true],
    ['pubkey', 'tweak', 'compressed'],
  ],
  pubkeyCombine: [
    [[G], true],
    ['pubkeys', 'compressed'],
  ],
  xonlyCreate: [[ONE], ['seckey']],
  xonlyVerify: [[ONE], ['xonly']],
  xonlyFromPubkey: [[G], ['pubkey']],
  xonlyTweakAdd: [
    [ONE, ONE],
    ['xonly', 'tweak'],
  ],
  xonlyTweakAddCheck: [
    [ONE, 1, ONE, ONE],
    ['tweaked', 'parity', 'internal', 'tweak'],
  ],
  ecdsaSign: [
    [ONE, ONE, { extra: ONE }],
    ['msghash', 'seckey', 'options'],
  ],
  ecdsaSignRecoverable: [
    [ONE, ONE, {}],
    ['msghash', 'seckey', 'options'],
  ],
  ecdsaVerify: [
    [SIG, ONE, G, {}],
    ['signature', 'msghash', 'pubkey', 'options'],
  ],
  ecdsaRecover: [
    [SIG, 0, ONE, true],
    ['signature', 'recid', 'msghash', 'compressed'],
  ],
  signatureNormalize: [[SIG], ['signature']],
  signatureToDer: [[SIG], ['signature']],
  signatureFromDer: [[koblitz.signatureToDer(SIG)], ['der']],
  schnorrSign: [
    [SIG, ONE, { aux: null }],
    ['message', 'seckey', 'options'],
  ],
  schnorrVerify: [
    [SIG, SIG, ONE],
    ['signature', 'message', 'xonly'],
  ],
  ecdh: [
    [G, ONE],
    ['pubkey', 'seckey'],
  ],
  ecdhX: [
    [G, ONE],
    ['pubkey', 'seckey'],
  ],
  verifyBatch: [
    ['ecdsa', SIG, ONE, G, {}],
    ['scheme', 'signatures', 'messages', 'pubkeys', 'options'],
  ],
  recoverBatch: [
    [SIG, hex('00'), ONE, {}],
    ['signatures', 'recids', 'msghashes', 'options'],
  ],
  eventId: [[EVENT], ['event']],
  verifyEvents: [[[EVENT]], ['events']],
};
// Functions whose arguments are those of another, or that have none.
const OTHERS = [
  'engineName',
  'seckeyGenerate',
  'verifyBatchAsync',
  'recoverBatchAsync',
  'verifyEventsAsync',
];
const WRONG = [
  null,
  1.5,
  '00',
  [1, 2],
  { length: 32 },
  new Uint16Array(32),
  new Uint8Array(31),
  ONE.buffer,
];
// Lengths that such an argument may have, so that they are not wrong.
const ANY_LENGTH = ['message', 'der'];

test('every function is here', () => {
  assert.deepEqual(
    Object.keys(koblitz)
      .filter((k) => k !== 'default' && k !== 'module.exports')
      .sort(),
    [...Object.keys(CALLS), ...OTHERS].sort(),
  );
});

test('each argument of each function', () => {
  for (const [name, [args, names]] of Object.entries(CALLS)) {
    try {
      koblitz[name](...args);
    } catch (error) {
      assert.ok(error instanceof RangeError, `${name}: ${error}`);
    }
    names.forEach((argument, i) => {
      for (const wrong of WRONG) {
        if (wrong instanceof Uint8Array && ANY_LENGTH.includes(argument)) continue;
        if (argument === 'events' && Array.isArray(wrong)) continue;
        if (argument === 'options' && wrong instanceof Object && Object.keys(wrong).length === 0)
          continue;
        const call = () => koblitz[name](...args.with(i, wrong));
        const start = new RegExp(`^${argument}(\\.|\\[|:)`);
        assert.throws(call, { name: 'TypeError', message: start }, `${name} ${argument} ${wrong}`);
      }
    });
  }
});

test('columns', () => {
  const der = { der: true };
  const row = (offsets, data = SIG) => ({ data, offsets: Int32Array.from(offsets) });
  const ecdsa = (...args) => koblitz.verifyBatch('ecdsa', ...args);
  const schnorr = (...args) => koblitz.verifyBatch('schnorr', ...args);
  for (const [what, call] of [
    ['signatures', () => ecdsa(SIG, ONE, G, der)],
    ['signatures', () => ecdsa(row([0, 64]), ONE, G)],
    ['signatures.offsets', () => ecdsa(row([0, 65]), ONE, G, der)],
    ['signatures.offsets', () => ecdsa(row([-1, 64]), ONE, G, der)],
    ['signatures.offsets', () => ecdsa(row([64, 0]), ONE, G, der)],
    ['signatures.offsets', () => ecdsa(row([]), ONE, G, der)],
    ['signatures.offsets', () => ecdsa({ data: SIG, offsets: [0, 64] }, ONE, G, der)],
    ['signatures.data', () => ecdsa(row([0, 64], [1]), ONE, G, der)],
    ['messages', () => ecdsa(row([0, 64]), row([0, 32]), G, der)],
    ['messages', () => ecdsa(SIG, new Uint8Array(64), G)],
    ['pubkeys', () => ecdsa(SIG, ONE, ONE)],
    ['messages.offsets', () => schnorr(SIG, row([0, 1, 2]), ONE)],
    ['messages.data', () => schnorr(SIG, row([0, 32], new Uint8Array(2 ** 31)), ONE)],
    ['pubkeys', () => schnorr(SIG, ONE, G)],
    ['options.der', () => schnorr(SIG, ONE, ONE, { der: true })],
    ['options.der', () => ecdsa(SIG, ONE, G, { der: 1 })],
    ['options.other', () => ecdsa(SIG, ONE, G, { other: 1 })],
    ['pubkeys[1]', () => koblitz.pubkeyCombine([G, ONE])],
    ['pubkeys[1]', () => koblitz.pubkeyCombine([G, , G])],
  ]) {
    assert.throws(
      call,
      (e) => e instanceof TypeError && e.message.startsWith(`${what}: `),
      `${call}`,
    );
  }
  const empty = new Uint8Array(0);
  assert.equal(ecdsa(empty, empty, empty).length, 0);
  assert.equal(schnorr(SIG, row([0, 64]), ONE)[0], 0);
});

test('asynchronous calls reject what synchronous ones throw', async () => {
  await assert.rejects(koblitz.verifyBatchAsync('rsa', SIG, ONE, G), {
    name: 'TypeError',
    message: /^scheme: /,
  });
  await assert.rejects(koblitz.recoverBatchAsync(SIG, SIG, ONE), {
    name: 'TypeError',
    message: /^recids: /,
  });
  await assert.rejects(koblitz.verifyEventsAsync(1), { name: 'TypeError', message: /^events: / });
});

test('getters and iterators that run in the middle of a call', () => {
  const message = hex('02'.repeat(32));
  const xonly = koblitz.xonlyCreate(ONE);
  const signature = koblitz.schnorrSign(message, ONE);
  // What an earlier call left in memory must not be taken for bytes that are gone.
  const resizable = (bytes) => {
    const buffer = new ArrayBuffer(bytes.length, { maxByteLength: 1000 });
    const view = new Uint8Array(buffer);
    view.set(bytes);
    return view;
  };
  for (const length of [0, 31, 1000]) {
    const own = resizable(message);
    const options = (name) => ({
      get [name]() {
        own.buffer.resize(length);
        return undefined;
      },
    });
    const size = { name: 'TypeError', message: /^(msghash|seckey): / };
    koblitz.ecdsaSign(message, ONE);
    assert.throws(() => koblitz.ecdsaSign(own, ONE, options('extra')), size);
    assert.throws(() => koblitz.ecdsaSignRecoverable(message, own, options('extra')), size);
    own.buffer.resize(32);
    assert.throws(() => koblitz.schnorrSign(message, own, options('aux')), size);
    const signatures = resizable(signature);
    const texts = {
      offsets: Int32Array.of(0, 32),
      get data() {
        signatures.buffer.resize(length);
        return message;
      },
    };
    assert.equal(
      koblitz.verifyBatch('schnorr', signature, { ...texts, data: message }, xonly)[0],
      1,
    );
    const batch = () => koblitz.verifyBatch('schnorr', signatures, texts, xonly);
    assert.throws(batch, { name: 'TypeError', message: /^(signatures|messages)(\.offsets)?: / });
  }
  const offsets = Int32Array.of(0, 32);
  offsets[Symbol.iterator] = () => [0, 31].values();
  const got = koblitz.verifyBatch('schnorr', signature, { data: message, offsets }, xonly);
  assert.equal(got[0], 1);
});

test('a length that is a lie, a Buffer and another realm', () => {
  class Liar extends Uint8Array {
    get length() {
      return 32;
    }
  }
  assert.throws(() => koblitz.seckeyVerify(new Liar(64)), TypeError);
  const short = new Uint8Array(1);
  Object.defineProperty(short, 'length', { value: 32 });
  Object.defineProperty(short, 'byteLength', { value: 32 });
  assert.throws(() => koblitz.seckeyVerify(short), TypeError);
  const detached = new Uint8Array(32);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  assert.throws(() => koblitz.seckeyVerify(detached), TypeError);
  assert.equal(koblitz.seckeyVerify(Buffer.from(ONE)), true);
  assert.equal(koblitz.seckeyVerify(vm.runInNewContext('new Uint8Array(32).fill(1)')), true);
  assert.equal(koblitz.seckeyVerify(new Uint8Array(new SharedArrayBuffer(32)).fill(1)), true);
});

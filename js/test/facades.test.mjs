// Facades beside their originals: the same results and the same errors on the same arguments, and the packages
// that are built on the originals.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import vm from 'node:vm';
import * as bitcoin from 'bitcoinjs-lib';
import { BIP32Factory } from 'bip32';
import { ECPairFactory } from 'ecpair';
import * as tiny from 'koblitz/tiny-secp256k1';
import node from 'koblitz/secp256k1-node';
import * as nostr from 'koblitz/nostr-wasm';
import * as originalTiny from 'tiny-secp256k1';
import { G, N, ONE, ZERO, bytes32, concat, hash, hex, text } from './lib.mjs';

const require = createRequire(import.meta.url);
const MINUS_ONE = Uint8Array.from(N, (byte, i) => (i === 31 ? byte - 1 : byte));
const P_MINUS_N = hex('14551231950b75fc4402da1722fc9baee'.padStart(64, '0'));
const HIGH = new Uint8Array(32).fill(255);
const LONG_G = originalTiny.pointCompress(G, false);
const MINUS_G = G.with(0, 3);
const HYBRID = LONG_G.with(0, 6 | (LONG_G[64] & 1));
const KEY = bytes32(1);
const SIGNATURE = originalTiny.sign(bytes32(2), KEY);
const HIGH_S = concat([SIGNATURE.slice(0, 32), originalTiny.privateNegate(SIGNATURE.slice(32))]);

const SCALARS = [ZERO, ONE, KEY, MINUS_ONE, N, HIGH, new Uint8Array(31), null, 'text'];
const POINTS = [
  G,
  LONG_G,
  MINUS_G,
  HYBRID,
  originalTiny.pointFromScalar(KEY),
  G.with(32, 1),
  LONG_G.with(64, 1),
  G.with(0, 5),
  G.slice(1),
  new Uint8Array(33),
  new Uint8Array(65),
  null,
];
const XONLYS = [
  G.slice(1),
  originalTiny.xOnlyPointFromScalar(KEY),
  ZERO,
  HIGH,
  bytes32(7),
  G,
  null,
];
const HASHES = [bytes32(2), ZERO, HIGH, new Uint8Array(33), undefined];
const SIGNATURES = [
  SIGNATURE,
  HIGH_S,
  originalTiny.signSchnorr(bytes32(2), KEY),
  new Uint8Array(64),
  concat([ONE, ZERO]),
  concat([ZERO, ONE]),
  concat([ONE, ONE]),
  concat([N, ONE]),
  concat([ONE, N]),
  concat([P_MINUS_N, ONE]),
  concat([P_MINUS_N.with(31, 0xed), ONE]),
  new Uint8Array(65),
  null,
];
const BOOLEANS = [undefined, true, false];

/** All tuples of one value from each list. */
const tuples = (lists) =>
  lists.reduce((rows, list) => rows.flatMap((row) => list.map((value) => [...row, value])), [[]]);

/** What a call returns or throws, with what its arguments are afterwards. */
function outcome(f, args) {
  const own = structuredClone(args);
  let result;
  try {
    result = { value: f(...own) };
  } catch (error) {
    return { thrown: error.constructor.name, message: error.message };
  }
  return { ...result, args: own };
}
const plain = (value) =>
  JSON.stringify(value, (_, v) =>
    ArrayBuffer.isView(v) ? `bytes ${text(v)}` : v === undefined ? 'none' : v,
  );

/** Compares all tuples of arguments with the originals, one of which must have the same outcome. */
function compare(names, mine, originals, except = () => false) {
  let n = 0;
  for (const [name, lists] of Object.entries(names)) {
    for (const args of tuples(lists)) {
      if (except(name, args)) continue;
      const got = plain(outcome(mine[name], args));
      const wanted = originals.map((original) => plain(outcome(original[name], args)));
      assert.ok(
        wanted.includes(got),
        `${name} ${plain(args)}: ${got} instead of ${wanted.join(' or ')}`,
      );
      n++;
    }
  }
  return n;
}

test('tiny-secp256k1', () => {
  const names = {
    isPoint: [POINTS],
    isPointCompressed: [POINTS],
    isXOnlyPoint: [XONLYS],
    isPrivate: [SCALARS],
    pointAdd: [POINTS, POINTS, BOOLEANS],
    pointAddScalar: [POINTS, SCALARS, BOOLEANS],
    pointCompress: [POINTS, BOOLEANS],
    pointFromScalar: [SCALARS, BOOLEANS],
    xOnlyPointFromScalar: [SCALARS],
    xOnlyPointFromPoint: [POINTS],
    pointMultiply: [POINTS, SCALARS, BOOLEANS],
    privateAdd: [SCALARS, SCALARS],
    privateSub: [SCALARS, SCALARS],
    privateNegate: [SCALARS],
    xOnlyPointAddTweak: [XONLYS, SCALARS],
    xOnlyPointAddTweakCheck: [XONLYS, SCALARS, XONLYS, [undefined, 0, 1, 2]],
    sign: [HASHES, SCALARS, [undefined, ONE, new Uint8Array(31)]],
    signRecoverable: [HASHES, SCALARS, [undefined, ONE]],
    signSchnorr: [HASHES, SCALARS, [undefined, ONE, new Uint8Array(31)]],
    verify: [HASHES, POINTS, SIGNATURES, BOOLEANS],
    recover: [HASHES, SIGNATURES, [0, 1, 2, 3], BOOLEANS],
    verifySchnorr: [HASHES, XONLYS, SIGNATURES],
  };
  // Its check without a parity compares with what memory held where there is no sum.
  const except = (name, [point, tweak, , parity]) =>
    name === 'xOnlyPointAddTweakCheck' && parity === undefined && originalHasNoSum(point, tweak);
  assert.deepEqual(
    Object.keys(names).concat('__initializeContext').sort(),
    Object.keys(originalTiny).sort(),
  );
  assert.ok(compare(names, tiny, [originalTiny], except) > 5000);
  for (const id of [4, -1, 1.5, '0']) {
    const call = () => tiny.recover(bytes32(2), SIGNATURE, id);
    assert.throws(call, { name: 'TypeError', message: 'Bad Recovery Id' });
  }
});
function originalHasNoSum(point, tweak) {
  try {
    return originalTiny.xOnlyPointAddTweak(point, tweak) === null;
  } catch {
    return false;
  }
}

test('what is built on tiny-secp256k1', () => {
  bitcoin.initEccLib(tiny);
  const results = [tiny, originalTiny].map((ecc) => {
    const root = BIP32Factory(ecc).fromSeed(bytes32(9));
    const child = root.derivePath("m/86'/0'/0'/0/1");
    const pair = ECPairFactory(ecc).fromPrivateKey(child.privateKey);
    const tweaked = child.tweak(hash(child.publicKey));
    return [
      child.toBase58(),
      root.neutered().derive(5).toBase58(),
      text(pair.sign(ONE)),
      text(pair.signSchnorr(ONE)),
      pair.verify(ONE, pair.sign(ONE)),
      text(tweaked.signSchnorr(ONE)),
    ];
  });
  assert.deepEqual(results[0], results[1]);
  const { address } = bitcoin.payments.p2tr({ internalPubkey: G.slice(1) });
  assert.equal(address, 'bc1pmfr3p9j00pfxjh0zmgp99y8zftmd3s5pmedqhyptwy6lm87hf5sspknck9');
});

test('secp256k1-node', () => {
  const flags = [undefined, true, false, 1];
  const names = {
    contextRandomize: [[null, ONE, HIGH.slice(1), 'x']],
    privateKeyVerify: [SCALARS],
    privateKeyNegate: [SCALARS.filter((k) => k !== N && k !== HIGH)],
    publicKeyVerify: [POINTS],
    publicKeyCreate: [SCALARS, flags],
    publicKeyConvert: [POINTS, flags],
    publicKeyNegate: [POINTS, flags],
    publicKeyCombine: [
      [[], null, [G], [G, LONG_G], [G, MINUS_G], [G, null], [G, , G], [G, G.with(32, 1)]],
      flags,
    ],
    publicKeyTweakAdd: [POINTS, SCALARS, BOOLEANS],
    publicKeyTweakMul: [POINTS, SCALARS, BOOLEANS],
    signatureNormalize: [SIGNATURES],
    signatureExport: [SIGNATURES],
    ecdsaVerify: [SIGNATURES, HASHES, POINTS],
    ecdsaRecover: [SIGNATURES, [0, 1, 2, 3, 4, null], HASHES, BOOLEANS],
    ecdsaSign: [HASHES, SCALARS, [undefined, {}, { data: ONE }, { data: G }, { noncefn: 1 }, null]],
    ecdh: [POINTS, SCALARS, [undefined, {}, { data: ONE }, { hashfn: 1 }]],
  };
  const inPlace = {
    privateKeyTweakAdd: [SCALARS, SCALARS],
    privateKeyTweakMul: [SCALARS, SCALARS],
  };
  const missing = ['signatureImport'];
  const all = [...Object.keys(names), ...Object.keys(inPlace), ...missing];
  // libsecp256k1 and elliptic, whose answers to bad input are not always the same.
  const originals = ['bindings', 'elliptic'].map((form) => require(`secp256k1/${form}`));
  compare(names, node, originals);
  // Private keys out of range, which the originals take there, are refused.
  compare(inPlace, node, originals, (_, [key]) => [ZERO, N, HIGH].includes(key));
  for (const key of [N, HIGH]) {
    const own = key.slice();
    assert.throws(() => node.privateKeyNegate(own), { message: 'Private Key is invalid' });
    assert.deepEqual(own, key);
  }
  for (const original of originals) {
    assert.deepEqual(all.sort(), Object.keys(original).sort());
    assert.deepEqual(Object.keys(node).sort(), all);
    const der = node.signatureExport(SIGNATURE);
    assert.deepEqual(original.signatureExport(SIGNATURE), der);
    for (const input of [
      der,
      der.slice(1),
      der.slice(0, -1),
      new Uint8Array(0),
      der.with(1, 3),
      null,
    ]) {
      assert.equal(
        plain(outcome(node.signatureImport, [input])),
        plain(outcome(original.signatureImport, [input])),
      );
    }
    // Functions of the caller's.
    const nonces = [bytes32(70), ZERO, N];
    for (const list of [nonces, nonces.toReversed(), [null]]) {
      const calls = [node, original].map(({ ecdsaSign }) => {
        const seen = [];
        const noncefn = (...args) => {
          seen.push(plain(args));
          return list[args[4] % list.length];
        };
        const got = outcome((k) => ecdsaSign(ONE, k, { noncefn, data: G }), [KEY]);
        return plain([got, seen]);
      });
      assert.equal(calls[0], calls[1]);
    }
    const hashfn = (x, y) => concat([y, x]);
    const call = ({ ecdh }) => plain([ecdh(LONG_G, KEY, { hashfn }, new Uint8Array(64))]);
    assert.equal(call(node), call(original));
    for (const wrong of [() => null, () => new Uint8Array(63)]) {
      const fails = ({ ecdh }) =>
        outcome(() => ecdh(G, KEY, { hashfn: wrong }, new Uint8Array(64)), []);
      assert.equal(plain(fails(node)), plain(fails(original)));
    }
    const output = (length) => new Uint8Array(length + 1);
    assert.equal(
      plain(outcome(() => node.publicKeyCreate(KEY, true, output), [])),
      plain(outcome(() => original.publicKeyCreate(KEY, true, output), [])),
    );
  }
});

test('nostr-wasm', async () => {
  const { initNostrWasm } = await import('nostr-wasm');
  const theirs = await initNostrWasm();
  const mine = await nostr.initNostrWasm();
  assert.deepEqual(Object.keys(mine).sort(), Object.keys(theirs).sort());
  const event = { created_at: 7, kind: 70000, tags: [['t', '\u0001"']], content: 'é\n' };
  const made = [mine, theirs].map((n) => {
    const own = structuredClone(event);
    n.finalizeEvent(own, KEY, ONE);
    return own;
  });
  // The original signs with other randomness than it is given.
  assert.deepEqual({ ...made[0], sig: '' }, { ...made[1], sig: '' });
  assert.equal(made[0].sig, text(originalTiny.signSchnorr(hex(made[0].id), KEY, ONE)));
  mine.verifyEvent(made[1]);
  assert.deepEqual(mine.getPublicKey(KEY), theirs.getPublicKey(KEY));
  assert.equal(mine.generateSecretKey().length, 32);
  for (const change of [
    {},
    { content: 'x' },
    { id: text(ONE) },
    { sig: made[0].sig.replace(/^../, '00') },
    { pubkey: text(HIGH) },
  ]) {
    const check = (n) => outcome(() => n.verifyEvent({ ...made[0], ...change }), []);
    assert.equal(plain(check(mine)), plain(check(theirs)));
  }
  assert.throws(() => mine.verifyEvent({ ...made[0], id: '' }), { message: 'id is invalid' });
  const elsewhere = vm.runInNewContext('(key) => Uint8Array.from(key)')(KEY);
  assert.deepEqual(mine.getPublicKey(elsewhere), mine.getPublicKey(KEY));
  mine.finalizeEvent(structuredClone(event), elsewhere, elsewhere);
  class Liar extends Uint8Array {
    get length() {
      return 32;
    }
  }
  for (const wrong of [new Liar(31), new Liar(64), KEY.slice(1), text(KEY), null]) {
    const own = {};
    assert.throws(() => mine.getPublicKey(wrong), { name: 'TypeError', message: /^seckey: / });
    assert.throws(() => mine.finalizeEvent(own, wrong), TypeError);
    assert.deepEqual(own, {});
    if (wrong === null) continue;
    assert.throws(() => mine.finalizeEvent(own, KEY, wrong), { message: /^ent: / });
  }
  assert.throws(() => mine.getPublicKey(ZERO), { message: 'failed to get pubkey from keypair' });
  assert.throws(() => mine.finalizeEvent({}, ZERO), { message: 'failed to sign' });
  const { readFileSync } = await import('node:fs');
  const wasm = readFileSync(new URL('../dist/koblitz.wasm', import.meta.url));
  const loaded = await nostr.NostrWasm(
    new Response(wasm, { headers: { 'content-type': 'application/wasm' } }),
  );
  loaded.verifyEvent(made[0]);
  (await nostr.NostrWasm(Promise.resolve(wasm))).verifyEvent(made[0]);
});

// The interface of tiny-secp256k1 2: what bitcoinjs-lib, bip32 and ecpair take as their curve.

import { engine } from '#engine';
import { isBytes, lengthOf } from './args.js';

const N = /* @__PURE__ */ number(
  'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
);
const P_MINUS_N = /* @__PURE__ */ number('14551231950b75fc4402da1722fc9baee');
const HALVES = [0, 32];

function number(text) {
  const padded = text.padStart(64, '0');
  return Uint8Array.from(padded.match(/../g), (digits) => Number.parseInt(digits, 16));
}

function refuse(what) {
  throw new TypeError(what);
}
const ifNot = (isRight, what) => isRight || refuse(what);

/** Whether the public 32 bytes of a from `at` are below b. */
function isBelow(a, b, at = 0) {
  for (let i = 0; i < 32; i++) if (a[at + i] !== b[i]) return a[at + i] < b[i];
  return false;
}
const isZero = (a, at) => a.subarray(at, at + 32).every((byte) => byte === 0);
const has = (value, ...lengths) => isBytes(value) && lengths.includes(lengthOf(value));

const aPrivate = (d) => ifNot(isPrivate(d), 'Expected Private');
// A tweak may be secret: it is below n if it is a secret key or 0.
const isTweak = (t) => engine().seckeyVerify(t) || t.reduce((all, byte) => all | byte, 0) === 0;
const aTweak = (t) => ifNot(has(t, 32) && isTweak(t), 'Expected Tweak');
const aHash = (h) => ifNot(has(h, 32), 'Expected Hash');
const anExtra = (e) => ifNot(e === undefined || has(e, 32), 'Expected Extra Data (32 bytes)');
const aSignature = (s) =>
  ifNot(has(s, 64) && HALVES.every((at) => isBelow(s, N, at)), 'Expected Signature');
// Lengths are checked in the order of arguments; points last.
const aKey = (p) => ifNot(has(p, 32, 33, 65), 'Expected Point');
const anXonlyKey = (p) => ifNot(has(p, 32), 'Expected Point');
const aPoint = (p) => ifNot(isPoint(p), 'Expected Point');
const anXonly = (p) => ifNot(isXOnlyPoint(p), 'Expected Point');
const parsed = (p) => (aPoint(p), p);

/** The length of a result: as `compressed` says, or that of the key p. */
const sizeOf = (compressed, p) =>
  compressed === undefined ? (p === undefined ? 33 : lengthOf(p)) : compressed ? 33 : 65;

function lifted(xonly) {
  const pubkey = new Uint8Array(33);
  pubkey[0] = 2;
  for (let i = 0; i < 32; i++) pubkey[i + 1] = xonly[i];
  return pubkey;
}

export function __initializeContext() {
  engine();
}

export const isPoint = (p) => has(p, 33, 65) && engine().pubkeyConvert(p, 33) !== null;
export const isPointCompressed = (p) => has(p, 33) && isPoint(p);
export const isXOnlyPoint = (p) => has(p, 32) && isPoint(lifted(p));
export const isPrivate = (d) => has(d, 32) && engine().seckeyVerify(d);

export const pointAdd = (pA, pB, compressed) =>
  engine().pubkeyCombine([parsed(pA), parsed(pB)], sizeOf(compressed, pA));
export function pointAddScalar(p, tweak, compressed) {
  aKey(p);
  aTweak(tweak);
  aPoint(p);
  return engine().pubkeyTweakAdd(p, tweak, sizeOf(compressed, p));
}
export const pointCompress = (p, compressed) =>
  engine().pubkeyConvert(parsed(p), sizeOf(compressed, p));
export function pointFromScalar(d, compressed) {
  aPrivate(d);
  return engine().pubkeyCreate(d, sizeOf(compressed));
}
export function xOnlyPointFromScalar(d) {
  aPrivate(d);
  return engine().pubkeyCreate(d, 32);
}
export const xOnlyPointFromPoint = (p) => engine().pubkeyConvert(parsed(p), 33).slice(1);
export function pointMultiply(p, tweak, compressed) {
  aKey(p);
  aTweak(tweak);
  aPoint(p);
  return engine().pubkeyTweakMul(p, tweak, sizeOf(compressed, p));
}

export function privateAdd(d, tweak) {
  aPrivate(d);
  aTweak(tweak);
  return engine().seckeyTweakAdd(d, tweak);
}
export function privateSub(d, tweak) {
  aPrivate(d);
  aTweak(tweak);
  const negated = engine().seckeyNegate(tweak);
  // 0 has no negative among secret keys.
  if (negated === null) return new Uint8Array(d);
  const difference = engine().seckeyTweakAdd(d, negated);
  negated.fill(0);
  return difference;
}
export function privateNegate(d) {
  aPrivate(d);
  return engine().seckeyNegate(d);
}

export function xOnlyPointAddTweak(p, tweak) {
  anXonlyKey(p);
  aTweak(tweak);
  anXonly(p);
  const sum = engine().xonlyTweakAdd(p, tweak);
  return sum === null ? null : { parity: sum[0] & 1, xOnlyPubkey: sum.slice(1) };
}
export function xOnlyPointAddTweakCheck(point, tweak, resultToCheck, tweakParity) {
  anXonlyKey(point);
  anXonlyKey(resultToCheck);
  aTweak(tweak);
  const parities = tweakParity === undefined ? [0, 1] : [tweakParity];
  ifNot(
    tweakParity === undefined || tweakParity === 0 || tweakParity === 1,
    'Expected Parity (1 | 0)',
  );
  anXonly(point);
  if (tweakParity !== undefined) anXonly(resultToCheck);
  return parities.some((parity) =>
    engine().xonlyTweakAddCheck(resultToCheck, parity, point, tweak),
  );
}

function signed(h, d, e) {
  aHash(h);
  aPrivate(d);
  anExtra(e);
  return engine().ecdsaSign(h, d, e ?? null, null);
}
export const sign = (h, d, e) => signed(h, d, e).slice(0, 64);
export function signRecoverable(h, d, e) {
  const signature = signed(h, d, e);
  return { signature: signature.slice(0, 64), recoveryId: signature[64] };
}
export function signSchnorr(h, d, e) {
  aHash(h);
  aPrivate(d);
  anExtra(e);
  return engine().schnorrSign(h, d, e ?? null);
}

export function verify(h, Q, signature, strict = false) {
  aHash(h);
  aKey(Q);
  aSignature(signature);
  aPoint(Q);
  return engine().ecdsaVerify(signature, h, Q, false, strict !== true);
}
export function recover(h, signature, recoveryId, compressed = false) {
  aHash(h);
  aSignature(signature);
  ifNot(!HALVES.some((at) => isZero(signature, at)), 'Expected Signature');
  ifNot(
    [0, 1, 2, 3].includes(recoveryId) && (recoveryId < 2 || isBelow(signature, P_MINUS_N)),
    'Bad Recovery Id',
  );
  ifNot(isXOnlyPoint(signature.subarray(0, 32)), 'Expected Signature');
  return engine().ecdsaRecover(signature, recoveryId, h, sizeOf(compressed));
}
export function verifySchnorr(h, Q, signature) {
  aHash(h);
  anXonlyKey(Q);
  aSignature(signature);
  anXonly(Q);
  return engine().schnorrVerify(signature, h, Q);
}

// The interface of the package secp256k1 5 (secp256k1-node). Where a call takes an output, it is written.

import { engine } from '#engine';
import { isBytes, lengthOf } from './args.js';

const TWEAK_ADD = 'The tweak was out of range or the resulted private key is invalid';
const TWEAK_MUL = 'The tweak was out of range or equal to zero';
const SECKEY = 'Private Key is invalid';
const PARSE = 'Public Key could not be parsed';
const COMBINE = 'The sum of the public keys is not valid';
const SIGNATURE = 'Signature could not be parsed';
const SIGN = 'The nonce generation function failed, or the private key was invalid';
const RECOVER = 'Public key could not be recover';
const ECDH = 'Scalar was invalid (zero or overflow)';
/** Nonces that a caller's function may try. */
const ATTEMPTS = 1000;

function check(isRight, message) {
  if (!isRight) throw new Error(message);
}
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

function bytes(name, value, length) {
  check(isBytes(value), `Expected ${name} to be an Uint8Array`);
  if (Array.isArray(length)) {
    const message = `Expected ${name} to be an Uint8Array with length [${length.join(', ')}]`;
    check(length.includes(lengthOf(value)), message);
  } else if (length !== undefined) {
    const message = `Expected ${name} to be an Uint8Array with length ${length}`;
    check(lengthOf(value) === length, message);
  }
}
const seckey32 = (value) => bytes('private key', value, 32);
const tweak32 = (value) => bytes('tweak', value, 32);
const publicKey = (value) => bytes('public key', value, [33, 65]);
const signature64 = (value) => bytes('signature', value, 64);
const message32 = (value) => bytes('message', value, 32);

function outputOf(output, length) {
  const made =
    output === undefined
      ? new Uint8Array(length)
      : typeof output === 'function'
        ? output(length)
        : output;
  bytes('output', made, length);
  return made;
}
function sizeOf(compressed) {
  check(kindOf(compressed) === 'Boolean', 'Expected compressed to be a Boolean');
  return compressed ? 33 : 65;
}
/** Writes a result to its output; null is an error. */
function written(output, result, message) {
  check(result !== null, message);
  output.set(result);
  return output;
}
const parsed = (pubkey) => check(engine().pubkeyConvert(pubkey, 33) !== null, PARSE);

/** Does nothing but check the seed: the engine takes a random one before its first secret. */
export function contextRandomize(seed) {
  check(seed === null || isBytes(seed), 'Expected seed to be an Uint8Array or null');
  if (seed !== null) bytes('seed', seed, 32);
}

export function privateKeyVerify(seckey) {
  seckey32(seckey);
  return engine().seckeyVerify(seckey);
}
export function privateKeyNegate(seckey) {
  seckey32(seckey);
  const negated = engine().seckeyNegate(seckey);
  // 0 is its own negative, as in the original.
  const isZero = seckey.reduce((all, byte) => all | byte, 0) === 0;
  return written(seckey, negated ?? (isZero ? seckey : null), SECKEY);
}
export function privateKeyTweakAdd(seckey, tweak) {
  seckey32(seckey);
  tweak32(tweak);
  return written(seckey, engine().seckeyTweakAdd(seckey, tweak), TWEAK_ADD);
}
export function privateKeyTweakMul(seckey, tweak) {
  seckey32(seckey);
  tweak32(tweak);
  return written(seckey, engine().seckeyTweakMul(seckey, tweak), TWEAK_MUL);
}

export function publicKeyVerify(pubkey) {
  publicKey(pubkey);
  return engine().pubkeyConvert(pubkey, 33) !== null;
}
export function publicKeyCreate(seckey, compressed = true, output) {
  seckey32(seckey);
  const size = sizeOf(compressed);
  return written(outputOf(output, size), engine().pubkeyCreate(seckey, size), SECKEY);
}
export function publicKeyConvert(pubkey, compressed = true, output) {
  publicKey(pubkey);
  const size = sizeOf(compressed);
  return written(outputOf(output, size), engine().pubkeyConvert(pubkey, size), PARSE);
}
export function publicKeyNegate(pubkey, compressed = true, output) {
  publicKey(pubkey);
  const size = sizeOf(compressed);
  return written(outputOf(output, size), engine().pubkeyNegate(pubkey, size), PARSE);
}
export function publicKeyCombine(pubkeys, compressed = true, output) {
  check(Array.isArray(pubkeys), 'Expected public keys to be an Array');
  check(pubkeys.length > 0, 'Expected public keys array will have more than zero items');
  const own = Array.from(pubkeys);
  own.forEach(publicKey);
  const size = sizeOf(compressed);
  const out = outputOf(output, size);
  own.forEach(parsed);
  return written(out, engine().pubkeyCombine(own, size), COMBINE);
}
export function publicKeyTweakAdd(pubkey, tweak, compressed = true, output) {
  publicKey(pubkey);
  tweak32(tweak);
  const size = sizeOf(compressed);
  const out = outputOf(output, size);
  parsed(pubkey);
  return written(out, engine().pubkeyTweakAdd(pubkey, tweak, size), TWEAK_ADD);
}
export function publicKeyTweakMul(pubkey, tweak, compressed = true, output) {
  publicKey(pubkey);
  tweak32(tweak);
  const size = sizeOf(compressed);
  const out = outputOf(output, size);
  parsed(pubkey);
  return written(out, engine().pubkeyTweakMul(pubkey, tweak, size), TWEAK_MUL);
}

export function signatureNormalize(sig) {
  signature64(sig);
  return written(sig, engine().signatureNormalize(sig), SIGNATURE);
}
export function signatureExport(sig, output) {
  signature64(sig);
  const out = outputOf(output, 72);
  const der = engine().signatureToDer(sig);
  return written(out, der, SIGNATURE).slice(0, lengthOf(der));
}
export function signatureImport(sig, output) {
  bytes('signature', sig);
  return written(outputOf(output, 64), engine().signatureFromDer(sig), SIGNATURE);
}

/** A signature with the nonces of a function of the caller's. */
function signWith(noncefn, msg32, seckey, data) {
  if (!engine().seckeyVerify(seckey)) return null;
  for (let counter = 0; counter < ATTEMPTS; counter++) {
    let nonce;
    try {
      nonce = noncefn(msg32, seckey, null, data, counter);
    } catch {
      return null;
    }
    if (!isBytes(nonce) || lengthOf(nonce) !== 32) return null;
    const signature = engine().ecdsaSign(msg32, seckey, null, nonce);
    if (signature !== null) return signature;
  }
  return null;
}
export function ecdsaSign(msg32, seckey, options = {}, output) {
  message32(msg32);
  seckey32(seckey);
  check(kindOf(options) === 'Object', 'Expected options to be an Object');
  const { data, noncefn } = options;
  if (noncefn !== undefined) {
    check(kindOf(noncefn) === 'Function', 'Expected options.noncefn to be a Function');
  }
  if (data !== undefined) bytes('options.data', data, noncefn === undefined ? 32 : undefined);
  const signature = outputOf(output, 64);
  const signed =
    noncefn === undefined
      ? engine().ecdsaSign(msg32, seckey, data ?? null, null)
      : signWith(noncefn, msg32, seckey, data);
  check(signed !== null, SIGN);
  signature.set(signed.subarray(0, 64));
  return { signature, recid: signed[64] };
}
export function ecdsaVerify(sig, msg32, pubkey) {
  signature64(sig);
  message32(msg32);
  publicKey(pubkey);
  check(engine().signatureNormalize(sig) !== null, SIGNATURE);
  parsed(pubkey);
  return engine().ecdsaVerify(sig, msg32, pubkey, false, false);
}
export function ecdsaRecover(sig, recid, msg32, compressed = true, output) {
  signature64(sig);
  const isId = kindOf(recid) === 'Number' && recid >= 0 && recid <= 3;
  check(isId, 'Expected recovery id to be a Number within interval [0, 3]');
  message32(msg32);
  const size = sizeOf(compressed);
  const out = outputOf(output, size);
  check(engine().signatureNormalize(sig) !== null, SIGNATURE);
  return written(out, engine().ecdsaRecover(sig, Math.trunc(recid), msg32, size), RECOVER);
}

export function ecdh(pubkey, seckey, options = {}, output) {
  publicKey(pubkey);
  seckey32(seckey);
  check(kindOf(options) === 'Object', 'Expected options to be an Object');
  const { data, hashfn, xbuf, ybuf } = options;
  if (data !== undefined) bytes('options.data', data);
  if (hashfn === undefined) {
    const out = outputOf(output, 32);
    parsed(pubkey);
    return written(out, engine().ecdh(pubkey, seckey, false), ECDH);
  }
  check(kindOf(hashfn) === 'Function', 'Expected options.hashfn to be a Function');
  if (xbuf !== undefined) bytes('options.xbuf', xbuf, 32);
  if (ybuf !== undefined) bytes('options.ybuf', ybuf, 32);
  bytes('output', output);
  parsed(pubkey);
  const point = engine().ecdh(pubkey, seckey, true);
  check(point !== null, ECDH);
  const x = xbuf ?? new Uint8Array(32);
  const y = ybuf ?? new Uint8Array(32);
  x.set(point.subarray(0, 32));
  y.set(point.subarray(32));
  point.fill(0);
  const hash = hashfn(x, y, data);
  check(isBytes(hash) && lengthOf(hash) === lengthOf(output), ECDH);
  output.set(hash);
  return output;
}

export default {
  contextRandomize,
  privateKeyVerify,
  privateKeyNegate,
  privateKeyTweakAdd,
  privateKeyTweakMul,
  publicKeyVerify,
  publicKeyCreate,
  publicKeyConvert,
  publicKeyNegate,
  publicKeyCombine,
  publicKeyTweakAdd,
  publicKeyTweakMul,
  signatureNormalize,
  signatureExport,
  signatureImport,
  ecdsaSign,
  ecdsaVerify,
  ecdsaRecover,
  ecdh,
};

// secp256k1 and schnorr as @noble/curves has them, as far as ethers, viem and nostr-tools use them. Where its
// releases differ (sign, verify, Signature) it is the interface of 1.x: messages are hashes already.

import { engine } from '#engine';
import { bytes, isBytes, lengthOf } from './args.js';
import { readHex, writeHex } from './hex.js';

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Bytes of one of these lengths, which may be given as hexadecimal. */
function from(value, name, ...lengths) {
  if (typeof value !== 'string') return bytes(value, name, ...lengths);
  const out = new Uint8Array(value.length >> 1);
  if (!readHex(value.toLowerCase(), out, 0, out.length)) {
    throw new TypeError(`${name}: expected hexadecimal`);
  }
  return bytes(out, name, ...lengths);
}
function required(value, why) {
  if (value === null) throw new Error(why);
  return value;
}
const seckey32 = (value) => from(value, 'privateKey', 32);
/** Hybrid keys (a first byte of 6 or 7), which the engine takes, are none here. */
const isHybrid = (key) => key[0] > 4;
function point(value, name = 'publicKey') {
  if (value instanceof ProjectivePoint) return value.toRawBytes();
  const key = from(value, name, 33, 65);
  if (isHybrid(key)) throw new Error(`${name}: not a point of the curve`);
  return key;
}
const numberOf = (half) => BigInt(`0x${writeHex(half)}`);
function write32(number, out, at) {
  readHex(number.toString(16).padStart(64, '0'), out, at, 32);
}

/** A signature; r and s are in 1 to n - 1. */
class Signature {
  constructor(r, s, recovery) {
    for (const x of [r, s]) {
      if (typeof x !== 'bigint' || x <= 0n || x >= N)
        throw new Error('r and s must be in 1 to n - 1');
    }
    this.r = r;
    this.s = s;
    if (recovery !== undefined) this.recovery = recovery;
  }
  static fromCompact(value) {
    const compact = from(value, 'signature', 64);
    return new Signature(numberOf(compact.subarray(0, 32)), numberOf(compact.subarray(32)));
  }
  static fromDER(value) {
    return Signature.fromCompact(
      required(engine().signatureFromDer(from(value, 'signature')), 'bad DER'),
    );
  }
  addRecoveryBit(recovery) {
    return new Signature(this.r, this.s, recovery);
  }
  recoverPublicKey(msgHash) {
    if (![0, 1, 2, 3].includes(this.recovery)) throw new Error('recovery id invalid');
    const hash = from(msgHash, 'msgHash', 32);
    const key = engine().ecdsaRecover(this.toCompactRawBytes(), this.recovery, hash, 65);
    return new ProjectivePoint(required(key, 'no key has this signature'));
  }
  hasHighS() {
    return this.s > N >> 1n;
  }
  normalizeS() {
    return this.hasHighS() ? new Signature(this.r, N - this.s, this.recovery) : this;
  }
  toCompactRawBytes() {
    const out = new Uint8Array(64);
    write32(this.r, out, 0);
    write32(this.s, out, 32);
    return out;
  }
  toCompactHex() {
    return writeHex(this.toCompactRawBytes());
  }
  toDERRawBytes() {
    return engine().signatureToDer(this.toCompactRawBytes());
  }
  toDERHex() {
    return writeHex(this.toDERRawBytes());
  }
}

/** A point of the curve; there is none at infinity. */
class ProjectivePoint {
  #key;
  /** Called with 65 bytes that are a point. */
  constructor(key) {
    this.#key = key;
  }
  static fromHex(value) {
    const key = engine().pubkeyConvert(point(value, 'point'), 65);
    return new ProjectivePoint(required(key, 'not a point of the curve'));
  }
  static fromPrivateKey(value) {
    return new ProjectivePoint(
      required(engine().pubkeyCreate(seckey32(value), 65), 'invalid private key'),
    );
  }
  add(other) {
    const sum = engine().pubkeyCombine([this.#key, other.toRawBytes(false)], 65);
    return new ProjectivePoint(required(sum, 'the sum is infinity'));
  }
  negate() {
    return new ProjectivePoint(engine().pubkeyNegate(this.#key, 65));
  }
  equals(other) {
    return this.toHex() === other.toHex();
  }
  toRawBytes(isCompressed = true) {
    return isCompressed ? engine().pubkeyConvert(this.#key, 33) : this.#key.slice();
  }
  toBytes(isCompressed = true) {
    return this.toRawBytes(isCompressed);
  }
  toHex(isCompressed = true) {
    return writeHex(this.toRawBytes(isCompressed));
  }
}

function randomSecretKey() {
  const seckey = new Uint8Array(32);
  do globalThis.crypto.getRandomValues(seckey);
  while (!engine().seckeyVerify(seckey));
  return seckey;
}
function isValidPrivateKey(value) {
  try {
    return engine().seckeyVerify(seckey32(value));
  } catch {
    return false;
  }
}

function extra(entropy) {
  if (entropy === undefined || entropy === null || entropy === false) return null;
  if (entropy === true) return globalThis.crypto.getRandomValues(new Uint8Array(32));
  return from(entropy, 'extraEntropy', 32);
}
/** Options that would change what is signed or accepted, and are not offered. */
function refuseOthers(options) {
  if (options?.prehash === true) throw new TypeError('prehash: hash the message before');
}

export const secp256k1 = {
  getPublicKey: (privateKey, isCompressed = true) =>
    required(
      engine().pubkeyCreate(seckey32(privateKey), isCompressed ? 33 : 65),
      'invalid private key',
    ),
  getSharedSecret(privateKey, publicKey, isCompressed = true) {
    const shared = required(
      engine().ecdh(point(publicKey), seckey32(privateKey), true),
      'invalid key',
    );
    const key = new Uint8Array(isCompressed ? 33 : 65);
    key[0] = isCompressed ? 2 | (shared[63] & 1) : 4;
    key.set(isCompressed ? shared.subarray(0, 32) : shared, 1);
    shared.fill(0);
    return key;
  },
  sign(msgHash, privateKey, options) {
    refuseOthers(options);
    if (options?.lowS === false) throw new TypeError('lowS: signatures have a low s');
    const [hash, seckey] = [from(msgHash, 'msgHash', 32), seckey32(privateKey)];
    const entropy = extra(options?.extraEntropy);
    const signature = required(
      engine().ecdsaSign(hash, seckey, entropy, null),
      'invalid private key',
    );
    return Signature.fromCompact(signature.slice(0, 64)).addRecoveryBit(signature[64]);
  },
  /** The signature is a Signature, {r, s}, 64 bytes or DER. */
  verify(signature, msgHash, publicKey, options) {
    refuseOthers(options);
    const hash = from(msgHash, 'msgHash', 32);
    const isPoint = publicKey instanceof ProjectivePoint;
    const key = isPoint ? publicKey.toRawBytes() : from(publicKey, 'publicKey');
    if (![33, 65].includes(lengthOf(key)) || isHybrid(key)) return false;
    const highS = options?.lowS === false;
    const check = (given, isDer) => engine().ecdsaVerify(given, hash, key, isDer, highS);
    if (typeof signature === 'object' && !isBytes(signature)) {
      let compact;
      try {
        compact = new Signature(signature.r, signature.s).toCompactRawBytes();
      } catch {
        return false;
      }
      return check(compact, false);
    }
    if (typeof signature === 'string' && !/^([0-9a-f]{2})*$/i.test(signature)) return false;
    const given = from(signature, 'signature');
    // DER may have 64 bytes, too.
    return (lengthOf(given) === 64 && check(given, false)) || check(given, true);
  },
  utils: {
    randomPrivateKey: randomSecretKey,
    randomSecretKey,
    isValidPrivateKey,
    isValidSecretKey: isValidPrivateKey,
  },
  Signature,
  ProjectivePoint,
};

export const schnorr = {
  getPublicKey: (privateKey) =>
    required(engine().pubkeyCreate(seckey32(privateKey), 32), 'invalid private key'),
  sign(message, privateKey, auxRand) {
    const aux = auxRand === undefined ? extra(true) : from(auxRand, 'auxRand', 32);
    const signature = engine().schnorrSign(from(message, 'message'), seckey32(privateKey), aux);
    return required(signature, 'invalid private key');
  },
  verify(signature, message, publicKey) {
    const [sig, text] = [from(signature, 'signature', 64), from(message, 'message')];
    return engine().schnorrVerify(sig, text, from(publicKey, 'publicKey', 32));
  },
  utils: { randomPrivateKey: randomSecretKey, randomSecretKey },
};

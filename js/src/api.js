// The functions of the package, which check their arguments, over an engine (wasm.js, native.js).

import { boolean, bytes, column, integer, isBytes, options, rowsOf } from './args.js';
import { columns, fields, serialized } from './events.js';
import { writeHex } from './hex.js';

const SECKEY = 'seckey is not in 1 to n - 1';
const PUBKEY = 'pubkey is not a point of the curve';

/** The value, or a RangeError if there is none. */
function given(value, why) {
  if (value === null) throw new RangeError(why);
  return value;
}

const seckey32 = (value) => bytes(value, 'seckey', 32);
const tweak32 = (value) => bytes(value, 'tweak', 32);
const msghash32 = (value) => bytes(value, 'msghash', 32);
const signature64 = (value) => bytes(value, 'signature', 64);
const xonly32 = (value, name = 'xonly') => bytes(value, name, 32);
const publicKey = (value, name = 'pubkey') => bytes(value, name, 33, 65);
const sizeOf = (compressed) => (boolean(compressed, 'compressed') ? 33 : 65);

/**
 * @param {() => ReturnType<typeof import('./wasm.js').start>} engine Gives the engine; its first call may start it.
 */
export function api(engine) {
  function verification(scheme, signatures, messages, pubkeys, given) {
    if (scheme !== 'ecdsa' && scheme !== 'schnorr') {
      throw new TypeError("scheme: expected 'ecdsa' or 'schnorr'");
    }
    const isEcdsa = scheme === 'ecdsa';
    const { der = false, highS = false } = options(
      given,
      'options',
      ...(isEcdsa ? ['der', 'highS'] : []),
    );
    boolean(der, 'options.der');
    boolean(highS, 'options.highS');
    if (der && isBytes(signatures)) {
      throw new TypeError('signatures: expected {data, offsets}, since DER has no fixed length');
    }
    const [all, texts] = [rowsOf(signatures), rowsOf(messages)];
    const first = column(all, 'signatures', [64], undefined, der);
    const second = column(texts, 'messages', [32], first.n, !isEcdsa);
    const third = column(pubkeys, 'pubkeys', isEcdsa ? [33, 65] : [32], first.n);
    return [scheme, der, highS, first, second, third, new Uint8Array(first.n)];
  }
  function recovery(signatures, recids, msghashes, given) {
    const { compressed = true } = options(given, 'options', 'compressed');
    const size = sizeOf(compressed);
    const first = column(signatures, 'signatures', [64]);
    const second = column(recids, 'recids', [1], first.n);
    const third = column(msghashes, 'msghashes', [32], first.n);
    const valid = new Uint8Array(first.n);
    return [first, second, third, size, valid, new Uint8Array(first.n * size)];
  }
  function eventRows(events) {
    if (!Array.isArray(events)) throw new TypeError('events: expected an array');
    const { n, rows, signatures, ids, pubkeys } = columns(events, engine().sha256);
    const verdicts = new Uint8Array(rows.length);
    const verdictOf = () => {
      const all = new Uint8Array(n);
      rows.forEach((row, i) => (all[row] = verdicts[i]));
      return all;
    };
    return [['schnorr', false, false, signatures, ids, pubkeys, verdicts], verdictOf];
  }
  // Options are read first: they may have getters, which must not change what is checked.
  const signing = (msghash, seckey, given) => {
    const { extra } = options(given, 'options', 'extra');
    msghash32(msghash);
    seckey32(seckey);
    if (extra !== undefined) bytes(extra, 'options.extra', 32);
    return [msghash, seckey, extra ?? null, null];
  };

  return {
    engineName: () => engine().kind,

    seckeyGenerate() {
      const seckey = new Uint8Array(32);
      do globalThis.crypto.getRandomValues(seckey);
      while (!engine().seckeyVerify(seckey));
      return seckey;
    },
    seckeyVerify: (seckey) => engine().seckeyVerify(seckey32(seckey)),
    seckeyNegate: (seckey) => given(engine().seckeyNegate(seckey32(seckey)), SECKEY),
    seckeyTweakAdd: (seckey, tweak) =>
      given(
        engine().seckeyTweakAdd(seckey32(seckey), tweak32(tweak)),
        'seckey or tweak is out of range, or their sum is 0',
      ),
    seckeyTweakMul: (seckey, tweak) =>
      given(
        engine().seckeyTweakMul(seckey32(seckey), tweak32(tweak)),
        'seckey or tweak is not in 1 to n - 1',
      ),
    seckeyXonlyTweakAdd: (seckey, tweak) =>
      given(
        engine().seckeyXonlyTweakAdd(seckey32(seckey), tweak32(tweak)),
        'seckey or tweak is out of range, or their sum is 0',
      ),

    pubkeyCreate: (seckey, compressed = true) =>
      given(engine().pubkeyCreate(seckey32(seckey), sizeOf(compressed)), SECKEY),
    pubkeyVerify: (pubkey) => engine().pubkeyConvert(publicKey(pubkey), 33) !== null,
    pubkeyConvert: (pubkey, compressed = true) =>
      given(engine().pubkeyConvert(publicKey(pubkey), sizeOf(compressed)), PUBKEY),
    pubkeyNegate: (pubkey, compressed = true) =>
      given(engine().pubkeyNegate(publicKey(pubkey), sizeOf(compressed)), PUBKEY),
    pubkeyTweakAdd: (pubkey, tweak, compressed = true) =>
      given(
        engine().pubkeyTweakAdd(publicKey(pubkey), tweak32(tweak), sizeOf(compressed)),
        'pubkey or tweak is out of range, or their sum is infinity',
      ),
    pubkeyTweakMul: (pubkey, tweak, compressed = true) =>
      given(
        engine().pubkeyTweakMul(publicKey(pubkey), tweak32(tweak), sizeOf(compressed)),
        'pubkey is not a point of the curve, or tweak is not in 1 to n - 1',
      ),
    pubkeyCombine(pubkeys, compressed = true) {
      if (!Array.isArray(pubkeys) || pubkeys.length === 0) {
        throw new TypeError('pubkeys: expected an array of at least 1 key');
      }
      const own = Array.from(pubkeys, (pubkey, i) => publicKey(pubkey, `pubkeys[${i}]`));
      return given(
        engine().pubkeyCombine(own, sizeOf(compressed)),
        'a key is not a point of the curve, or the sum is infinity',
      );
    },

    xonlyCreate: (seckey) => given(engine().pubkeyCreate(seckey32(seckey), 32), SECKEY),
    xonlyVerify: (xonly) => engine().pubkeyConvert(lifted(xonly32(xonly)), 33) !== null,
    xonlyFromPubkey: (pubkey) =>
      split(given(engine().pubkeyConvert(publicKey(pubkey), 33), PUBKEY)),
    xonlyTweakAdd: (xonly, tweak) =>
      split(
        given(
          engine().xonlyTweakAdd(xonly32(xonly), tweak32(tweak)),
          'xonly or tweak is out of range, or their sum is infinity',
        ),
      ),
    xonlyTweakAddCheck(tweaked, parity, internal, tweak) {
      xonly32(tweaked, 'tweaked');
      integer(parity, 'parity', 1);
      xonly32(internal, 'internal');
      return engine().xonlyTweakAddCheck(tweaked, parity, internal, tweak32(tweak));
    },

    ecdsaSign: (msghash, seckey, given_) =>
      given(engine().ecdsaSign(...signing(msghash, seckey, given_)), SECKEY).slice(0, 64),
    ecdsaSignRecoverable(msghash, seckey, given_) {
      const signature = given(engine().ecdsaSign(...signing(msghash, seckey, given_)), SECKEY);
      return { signature: signature.slice(0, 64), recid: signature[64] };
    },
    ecdsaVerify(signature, msghash, pubkey, given_) {
      const { der = false, highS = false } = options(given_, 'options', 'der', 'highS');
      boolean(der, 'options.der');
      boolean(highS, 'options.highS');
      if (der) bytes(signature, 'signature');
      else signature64(signature);
      return engine().ecdsaVerify(signature, msghash32(msghash), publicKey(pubkey), der, highS);
    },
    ecdsaRecover(signature, recid, msghash, compressed = true) {
      signature64(signature);
      integer(recid, 'recid', 3);
      msghash32(msghash);
      return given(
        engine().ecdsaRecover(signature, recid, msghash, sizeOf(compressed)),
        'no key has this signature',
      );
    },
    signatureNormalize: (signature) =>
      given(
        engine().signatureNormalize(signature64(signature)),
        'r or s of signature is not below n',
      ),
    signatureToDer: (signature) =>
      given(engine().signatureToDer(signature64(signature)), 'r or s of signature is not below n'),
    signatureFromDer(der) {
      const why = 'der is not the DER of a signature';
      const signature = given(engine().signatureFromDer(bytes(der, 'der')), why);
      // The engine reads numbers that are negative or not below n as 0.
      const isZero = (half) => half.every((byte) => byte === 0);
      const refused = isZero(signature.subarray(0, 32)) || isZero(signature.subarray(32));
      return given(refused ? null : signature, why);
    },

    schnorrSign(message, seckey, given_) {
      const { aux } = options(given_, 'options', 'aux');
      bytes(message, 'message');
      seckey32(seckey);
      if (aux !== undefined && aux !== null) bytes(aux, 'options.aux', 32);
      const random =
        aux === undefined ? globalThis.crypto.getRandomValues(new Uint8Array(32)) : aux;
      return given(engine().schnorrSign(message, seckey, random), SECKEY);
    },
    schnorrVerify: (signature, message, xonly) =>
      engine().schnorrVerify(signature64(signature), bytes(message, 'message'), xonly32(xonly)),

    ecdh: (pubkey, seckey) =>
      given(
        engine().ecdh(publicKey(pubkey), seckey32(seckey), false),
        'pubkey or seckey is out of range',
      ),
    ecdhX(pubkey, seckey) {
      const why = 'pubkey or seckey is out of range';
      const point = given(engine().ecdh(publicKey(pubkey), seckey32(seckey), true), why);
      const x = point.slice(0, 32);
      point.fill(0);
      return x;
    },

    verifyBatch(...args) {
      const row = verification(...args);
      engine().verifyBatch(...row);
      return row[6];
    },
    async verifyBatchAsync(...args) {
      const row = verification(...args);
      await (engine().verifyBatchAsync ?? engine().verifyBatch)(...row);
      return row[6];
    },
    recoverBatch(...args) {
      const row = recovery(...args);
      engine().recoverBatch(...row);
      return { valid: row[4], pubkeys: row[5] };
    },
    async recoverBatchAsync(...args) {
      const row = recovery(...args);
      await (engine().recoverBatchAsync ?? engine().recoverBatch)(...row);
      return { valid: row[4], pubkeys: row[5] };
    },

    eventId(event) {
      const text = serialized(fields(event));
      if (text === null)
        throw new TypeError('event: expected pubkey, created_at, kind, tags and content');
      return writeHex(engine().sha256(text));
    },
    verifyEvents(events) {
      const [row, verdicts] = eventRows(events);
      engine().verifyBatch(...row);
      return verdicts();
    },
    async verifyEventsAsync(events) {
      const [row, verdicts] = eventRows(events);
      await (engine().verifyBatchAsync ?? engine().verifyBatch)(...row);
      return verdicts();
    },
  };
}

/** The key with an even y that has this x. */
function lifted(xonly) {
  const pubkey = new Uint8Array(33);
  pubkey[0] = 2;
  for (let i = 0; i < 32; i++) pubkey[i + 1] = xonly[i];
  return pubkey;
}

const split = (pubkey) => ({ xonly: pubkey.slice(1), parity: pubkey[0] & 1 });

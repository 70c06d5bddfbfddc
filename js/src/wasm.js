// The engine in WebAssembly. Arguments are those that api.js has checked: a call that returns bytes returns null
// where a value is out of range. native/addon.cpp has the same calls. A call copies
// its arguments into the module's memory, and what is secret is zeroed there before it returns or throws.

import { lengthOf } from './args.js';

const COMPRESSED = 258;
const UNCOMPRESSED = 2;

// Places in the arena. What may hold secrets is below PUBLIC.
const SECKEY = 0;
const TWEAK = 32;
const EXTRA = 64;
const KEYPAIR = 96;
const RESULT = 192;
const SECRET_POINT = 272;
const PUBLIC = 336;
const HASH = 336;
const SIGNATURE = 368;
const SIGNATURE_OBJECT = 448;
const INPUT = 520;
const POINT = 592;
const NUMBER = 656;
const PARAMETERS = 664;
const COLUMNS = 688;
const OFFSETS_SIZE = 4;
const BATCH = 1024;

/** Rows of a batch that are in the module's memory at a time. */
const ROWS = 1024;
/** Bytes of the arena: rows of the largest kind, verdicts and the scratch of sums of signatures. */
const ARENA = 15 << 16;

/** The next multiple of k; places may be above 2^31, where bitwise operators are of no use. */
const upTo = (at, k) => k * Math.ceil(at / k);

/**
 * Starts a module.
 *
 * @param {WebAssembly.Module} module
 * @param {() => Uint8Array | null} random 32 random bytes, which blind operations on secrets; asked for before the first.
 */
export function start(module, random) {
  const instance = new WebAssembly.Instance(module, {});
  const c = instance.exports;
  const { memory } = c;
  c._initialize?.();
  const ctx = c.koblitz_js_init();
  // The module allocates nothing: pages behind its own are ours.
  const base = memory.grow(ARENA >> 16) << 16;
  let size = ARENA;
  let u8, view;
  const views = () => {
    u8 = new Uint8Array(memory.buffer);
    view = new DataView(memory.buffer);
  };
  views();

  /** Makes the arena at least so many bytes. */
  function need(bytes) {
    if (bytes <= size) return;
    const pages = Math.ceil((bytes - size) / 65536);
    memory.grow(pages);
    size += 65536 * pages;
    views();
  }
  /** Copies length bytes. Not by set(), which reads the length again: a view of a SharedArrayBuffer may have grown. */
  function put(at, bytes, length) {
    for (let i = 0; i < length; i++) {
      const byte = bytes[i];
      if (byte === undefined) throw new TypeError('an argument has become shorter');
      u8[base + at + i] = byte;
    }
  }
  /** The same of the package's own arrays, which have one length. */
  const copy = (at, bytes) => u8.set(bytes, base + at);
  const get = (at, length) => u8.slice(base + at, base + at + length);
  const wipe = () => u8.fill(0, base, base + PUBLIC);
  const int = (at) => view.getInt32(base + at, true);
  const setInt = (at, value) => view.setInt32(base + at, value, true);

  let isBlinded = false;
  /** Blinds what follows. Not at the start: it computes a table that verifying does without. */
  function blind() {
    const random32 = random();
    isBlinded = true;
    if (random32 === null) return;
    put(SECKEY, random32, 32);
    random32.fill(0);
    c.secp256k1_context_randomize(ctx, base + SECKEY);
  }
  /** Calls f, and zeroes the arguments that it may have left. */
  function secretly(f) {
    try {
      if (!isBlinded) blind();
      return f();
    } finally {
      wipe();
    }
  }
  /** The same for tweaks of public keys, which the engine leaves on its stack. */
  const tweaking = (f) =>
    secretly(() => {
      try {
        return f();
      } finally {
        c.koblitz_js_wipe_stack();
      }
    });

  function parse(pubkey, at = POINT) {
    const length = lengthOf(pubkey);
    if (length > 65) return false;
    put(INPUT, pubkey, length);
    return c.secp256k1_ec_pubkey_parse(ctx, base + at, base + INPUT, length) === 1;
  }
  function parseXonly(xonly) {
    put(INPUT, xonly, 32);
    return c.secp256k1_xonly_pubkey_parse(ctx, base + POINT, base + INPUT) === 1;
  }
  /** A key in 33 bytes or, for any other length, in 65. */
  function serialize(at, length) {
    const size = length === 33 ? 33 : 65;
    setInt(NUMBER, size);
    const flags = size === 33 ? COMPRESSED : UNCOMPRESSED;
    c.secp256k1_ec_pubkey_serialize(ctx, base + RESULT, base + NUMBER, base + at, flags);
    return get(RESULT, size);
  }
  const parseCompact = (signature) => {
    put(SIGNATURE, signature, 64);
    return (
      c.secp256k1_ecdsa_signature_parse_compact(ctx, base + SIGNATURE_OBJECT, base + SIGNATURE) ===
      1
    );
  };
  const compact = () => {
    c.secp256k1_ecdsa_signature_serialize_compact(ctx, base + SIGNATURE, base + SIGNATURE_OBJECT);
    return get(SIGNATURE, 64);
  };

  const onSeckey = (call) => (seckey, tweak) =>
    secretly(() => {
      put(SECKEY, seckey, 32);
      if (tweak !== undefined) put(TWEAK, tweak, 32);
      return call(ctx, base + SECKEY, base + TWEAK) === 1 ? get(SECKEY, 32) : null;
    });
  const onPubkey = (call) => (pubkey, tweak, length) => {
    if (!parse(pubkey)) return null;
    return tweaking(() => {
      put(TWEAK, tweak, 32);
      return call(ctx, base + POINT, base + TWEAK) === 1 ? serialize(POINT, length) : null;
    });
  };

  /** Makes the key pair of a secret key at KEYPAIR. */
  function keypair(seckey) {
    put(SECKEY, seckey, 32);
    return c.secp256k1_keypair_create(ctx, base + KEYPAIR, base + SECKEY) === 1;
  }

  // Batches: columns of ROWS rows follow each other from BATCH on.
  function setColumn(index, data, rowSize, offsets) {
    const at = COLUMNS + 20 * index;
    setInt(at, base + data);
    setInt(at + 4, rowSize);
    setInt(at + 8, rowSize);
    setInt(at + 12, offsets === 0 ? 0 : base + offsets);
    setInt(at + 16, OFFSETS_SIZE);
    return base + at;
  }

  /** Whether the last rows of BIP-340 had a wrong one: then a sum of the next is not tried. */
  let hadWrong = false;

  /**
   * Copies rows first to first + count - 1 of a column to `at`, a multiple of 4, and sets column `index`.
   * Returns the end, a multiple of 4.
   */
  function load(index, { data, size: rowSize, offsets }, first, count, at) {
    let end = at;
    if (offsets === null) {
      need(at + count * rowSize + 4);
      copy(at, data.subarray(first * rowSize, (first + count) * rowSize));
      setColumn(index, at, rowSize, 0);
      end = at + count * rowSize;
    } else {
      const from = offsets[first] >>> 0;
      const to = offsets[first + count] >>> 0;
      const text = at + 4 * (count + 1);
      need(text + to - from + 4);
      for (let i = 0; i <= count; i++) setInt(at + 4 * i, (offsets[first + i] >>> 0) - from);
      copy(text, data.subarray(from, to));
      setColumn(index, text, 0, at);
      end = text + to - from;
    }
    return upTo(end, 4);
  }

  return {
    kind: 'wasm',

    seckeyVerify: (seckey) =>
      secretly(() => {
        put(SECKEY, seckey, 32);
        return c.secp256k1_ec_seckey_verify(ctx, base + SECKEY) === 1;
      }),
    seckeyNegate: onSeckey(c.secp256k1_ec_seckey_negate),
    seckeyTweakAdd: onSeckey(c.secp256k1_ec_seckey_tweak_add),
    seckeyTweakMul: onSeckey(c.secp256k1_ec_seckey_tweak_mul),
    seckeyXonlyTweakAdd: (seckey, tweak) =>
      secretly(() => {
        if (!keypair(seckey)) return null;
        put(TWEAK, tweak, 32);
        if (c.secp256k1_keypair_xonly_tweak_add(ctx, base + KEYPAIR, base + TWEAK) !== 1)
          return null;
        c.secp256k1_keypair_sec(ctx, base + RESULT, base + KEYPAIR);
        return get(RESULT, 32);
      }),

    pubkeyCreate: (seckey, length) =>
      secretly(() => {
        put(SECKEY, seckey, 32);
        if (c.secp256k1_ec_pubkey_create(ctx, base + SECRET_POINT, base + SECKEY) !== 1)
          return null;
        return length === 32
          ? serialize(SECRET_POINT, 33).slice(1)
          : serialize(SECRET_POINT, length);
      }),
    pubkeyConvert: (pubkey, length) => (parse(pubkey) ? serialize(POINT, length) : null),
    pubkeyNegate: (pubkey, length) => {
      if (!parse(pubkey)) return null;
      c.secp256k1_ec_pubkey_negate(ctx, base + POINT);
      return serialize(POINT, length);
    },
    pubkeyTweakAdd: onPubkey(c.secp256k1_ec_pubkey_tweak_add),
    pubkeyTweakMul: onPubkey(c.secp256k1_ec_pubkey_tweak_mul),
    pubkeyCombine: (pubkeys, length) => {
      const n = pubkeys.length;
      const points = BATCH + 4 * n;
      need(points + 64 * n);
      for (let i = 0; i < n; i++) {
        if (!parse(pubkeys[i], points + 64 * i)) return null;
        setInt(BATCH + 4 * i, base + points + 64 * i);
      }
      return c.secp256k1_ec_pubkey_combine(ctx, base + POINT, base + BATCH, n) === 1
        ? serialize(POINT, length)
        : null;
    },

    xonlyTweakAdd: (xonly, tweak) => {
      if (!parseXonly(xonly)) return null;
      return tweaking(() => {
        put(TWEAK, tweak, 32);
        const done = c.secp256k1_xonly_pubkey_tweak_add(
          ctx,
          base + SECRET_POINT,
          base + POINT,
          base + TWEAK,
        );
        return done === 1 ? serialize(SECRET_POINT, 33) : null;
      });
    },
    xonlyTweakAddCheck: (tweaked, parity, internal, tweak) => {
      if (!parseXonly(internal)) return false;
      return tweaking(() => {
        put(TWEAK, tweak, 32);
        put(HASH, tweaked, 32);
        const check = c.secp256k1_xonly_pubkey_tweak_add_check;
        return check(ctx, base + HASH, parity, base + POINT, base + TWEAK) === 1;
      });
    },

    ecdsaSign: (msghash, seckey, extra, nonce) =>
      secretly(() => {
        put(HASH, msghash, 32);
        put(SECKEY, seckey, 32);
        if (extra !== null) put(EXTRA, extra, 32);
        if (nonce !== null) put(EXTRA, nonce, 32);
        const done = c.secp256k1_ecdsa_sign_recoverable(
          ctx,
          base + SIGNATURE_OBJECT,
          base + HASH,
          base + SECKEY,
          nonce === null ? 0 : c.koblitz_js_nonce_given(),
          extra === null && nonce === null ? 0 : base + EXTRA,
        );
        if (done !== 1) return null;
        c.secp256k1_ecdsa_recoverable_signature_serialize_compact(
          ctx,
          base + SIGNATURE,
          base + NUMBER,
          base + SIGNATURE_OBJECT,
        );
        const signature = get(SIGNATURE, 65);
        signature[64] = int(NUMBER);
        return signature;
      }),
    ecdsaVerify: (signature, msghash, pubkey, isDer, highS) => {
      if (isDer) {
        const length = lengthOf(signature);
        if (length > 72) return false;
        put(SIGNATURE, signature, length);
        const parseDer = c.secp256k1_ecdsa_signature_parse_der;
        if (parseDer(ctx, base + SIGNATURE_OBJECT, base + SIGNATURE, length) !== 1) return false;
      } else if (!parseCompact(signature)) {
        return false;
      }
      if (!parse(pubkey)) return false;
      const object = base + SIGNATURE_OBJECT;
      if (highS) c.secp256k1_ecdsa_signature_normalize(ctx, object, object);
      put(HASH, msghash, 32);
      return c.secp256k1_ecdsa_verify(ctx, object, base + HASH, base + POINT) === 1;
    },
    ecdsaRecover: (signature, recid, msghash, length) => {
      put(SIGNATURE, signature, 64);
      put(HASH, msghash, 32);
      const object = base + SIGNATURE_OBJECT;
      const parseRecoverable = c.secp256k1_ecdsa_recoverable_signature_parse_compact;
      return parseRecoverable(ctx, object, base + SIGNATURE, recid) === 1 &&
        c.secp256k1_ecdsa_recover(ctx, base + POINT, object, base + HASH) === 1
        ? serialize(POINT, length)
        : null;
    },
    signatureNormalize: (signature) => {
      if (!parseCompact(signature)) return null;
      c.secp256k1_ecdsa_signature_normalize(ctx, base + SIGNATURE_OBJECT, base + SIGNATURE_OBJECT);
      return compact();
    },
    signatureToDer: (signature) => {
      if (!parseCompact(signature)) return null;
      setInt(NUMBER, 72);
      const write = c.secp256k1_ecdsa_signature_serialize_der;
      write(ctx, base + SIGNATURE, base + NUMBER, base + SIGNATURE_OBJECT);
      return get(SIGNATURE, int(NUMBER));
    },
    signatureFromDer: (der) => {
      const length = lengthOf(der);
      if (length > 72) return null;
      put(SIGNATURE, der, length);
      const parseDer = c.secp256k1_ecdsa_signature_parse_der;
      if (parseDer(ctx, base + SIGNATURE_OBJECT, base + SIGNATURE, length) !== 1) return null;
      return compact();
    },

    schnorrSign: (message, seckey, aux) =>
      secretly(() => {
        if (!keypair(seckey)) return null;
        const length = lengthOf(message);
        need(BATCH + length);
        put(BATCH, message, length);
        if (aux !== null) put(EXTRA, aux, 32);
        // secp256k1_schnorrsig_extraparams: the magic, the default nonce function, the aux.
        put(PARAMETERS, [0xda, 0x6f, 0xb3, 0x8c, 0, 0, 0, 0], 8);
        setInt(PARAMETERS + 8, aux === null ? 0 : base + EXTRA);
        const done = c.secp256k1_schnorrsig_sign_custom(
          ctx,
          base + SIGNATURE,
          base + BATCH,
          length,
          base + KEYPAIR,
          base + PARAMETERS,
        );
        return done === 1 ? get(SIGNATURE, 64) : null;
      }),
    schnorrVerify: (signature, message, xonly) => {
      if (!parseXonly(xonly)) return false;
      const length = lengthOf(message);
      need(BATCH + length);
      put(SIGNATURE, signature, 64);
      put(BATCH, message, length);
      const verify = c.secp256k1_schnorrsig_verify;
      return verify(ctx, base + SIGNATURE, base + BATCH, length, base + POINT) === 1;
    },

    ecdh: (pubkey, seckey, raw) => {
      if (!parse(pubkey)) return null;
      return secretly(() => {
        put(SECKEY, seckey, 32);
        const hash = raw ? c.koblitz_js_point_given() : 0;
        return c.secp256k1_ecdh(ctx, base + RESULT, base + POINT, base + SECKEY, hash, 0) === 1
          ? get(RESULT, raw ? 64 : 32)
          : null;
      });
    },

    verifyBatch: (scheme, isDer, highS, signatures, messages, pubkeys, verdicts) => {
      const { n } = signatures;
      const flags = (isDer ? 1 : 0) | (highS ? 2 : 0);
      for (let first = 0, count; first < n; first += count) {
        count = Math.min(ROWS, n - first);
        let at = load(0, signatures, first, count, BATCH);
        at = load(1, messages, first, count, at);
        at = load(2, pubkeys, first, count, at);
        const results = at;
        const columns = [0, 20, 40].map((x) => base + COLUMNS + x);
        if (scheme === 'ecdsa') {
          need(results + count);
          c.koblitz_batch_ecdsa_verify(ctx, base + results, ...columns, count, flags);
        } else {
          const scratch = upTo(results + count, 16);
          const bytes = c.koblitz_batch_schnorrsig_scratch(ctx, count);
          need(scratch + bytes);
          const verify = hadWrong
            ? c.koblitz_batch_schnorrsig_verify
            : c.koblitz_batch_schnorrsig_verify_all;
          // Arguments that the first does not take are left out.
          hadWrong = verify(ctx, base + results, ...columns, count, base + scratch, bytes) > 0;
        }
        verdicts.set(u8.subarray(base + results, base + results + count), first);
      }
    },
    recoverBatch: (signatures, recids, msghashes, length, verdicts, pubkeys) => {
      const { n } = signatures;
      for (let first = 0, count; first < n; first += count) {
        count = Math.min(ROWS, n - first);
        let at = load(0, signatures, first, count, BATCH);
        at = load(1, recids, first, count, at);
        at = load(2, msghashes, first, count, at);
        const results = upTo(at + count, 4);
        need(results + count * length);
        const output = setColumn(3, results, length, 0);
        const columns = [0, 20, 40].map((x) => base + COLUMNS + x);
        c.koblitz_batch_ecdsa_recover(ctx, base + at, output, ...columns, count);
        verdicts.set(u8.subarray(base + at, base + at + count), first);
        pubkeys.set(u8.subarray(base + results, base + results + count * length), first * length);
      }
    },

    sha256: (data) => {
      const length = lengthOf(data);
      need(BATCH + length);
      copy(BATCH, data);
      c.koblitz_js_sha256(base + HASH, base + BATCH, length);
      return get(HASH, 32);
    },
    /** For tests: the module's memory. */
    memory,
  };
}

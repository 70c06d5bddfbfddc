// ox: libsecp256k1 in WebAssembly, by its provider ox/wasm, whose calls take bytes. Ethereum's libraries use ox.
//
// All of its calls take bytes, so nothing can be prepared for them. Its getSharedSecret gives the point, which is
// hashed here.
//
// Not offered: operations on DER, BIP-340 and tweaks, which it does not have; ecdsa_recover, since it takes the
// recovery ids 0 and 1 only.

import { sha256 } from '@noble/hashes/sha2.js';
import * as Secp256k1 from 'ox/wasm/Secp256k1';
import { batches } from '../lib/batch.mjs';
import { installed } from '../lib/release.mjs';

// A refusal is an error of its own, or a RangeError for a length.
const { empty, bytes, verdict } = batches(
  (e) => e instanceof RangeError || e instanceof Secp256k1.InvalidInputError,
);

const engine = await Secp256k1.engine();

/** The contender. */
export function contender() {
  const { path, version, date } = installed('ox', 'dist/wasm/internal/secp256k1.wasm.js', 'ox');
  return {
    name: 'ox',
    version,
    date,
    path,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}, ox/wasm: libsecp256k1 in WebAssembly`,
    claims: ['rfc6979', 'low_s', 'rejects_high_s', 'jit'],
    marks: [],
    ops: [empty, ...ops],
  };
}

const asIs = (x) => x;
const fields = asIs;
const SIGN = { prehash: false, extraEntropy: false };
const VERIFY = { prehash: false };

const ops = [
  bytes(
    'ecdsa_sign',
    fields,
    ([key, msg]) => engine.sign(msg, key, SIGN),
    (signature) => signature.subarray(1),
  ),
  verdict('ecdsa_verify', fields, ([key, sig, msg]) => engine.verify(sig, msg, key, VERIFY)),
  bytes('pubkey_create', fields, ([key]) => engine.getPublicKey(key), asIs),
  bytes('ecdh', fields, ([key, other]) => sha256(engine.getSharedSecret(key, other)), asIs),
];

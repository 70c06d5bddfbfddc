// tiny-secp256k1: libsecp256k1 in WebAssembly, the curve of bitcoinjs-lib.
//
// All of its calls take bytes, so nothing can be prepared for them.
//
// Not offered: operations on DER and ECDH, which it does not have;
// pubkey_combine, since it adds two points and has no sum at infinity.

import * as tiny from 'tiny-secp256k1';
import { batches } from './batch.mjs';
import { installed } from './release.mjs';

// A refusal is a TypeError with one of these messages (lib/validate_error.js).
const { empty, bytes, verdict } = batches(
  (e) => e instanceof TypeError && /^(Expected |Bad Recovery Id$)/.test(e.message),
);

/** The contender. */
export function contender() {
  const { path, version, date } = installed('tiny-secp256k1', 'lib/index.js');
  tiny.__initializeContext();
  return {
    name: 'tiny-secp256k1',
    version,
    date,
    path,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}, libsecp256k1 0.2.0 (secp256k1-sys 0.8.1) in WebAssembly`,
    claims: ['rfc6979', 'bip340', 'low_s', 'rejects_high_s', 'jit'],
    marks: [],
    ops: [empty, ...ecdsa, ...bip340, ...keys],
  };
}

const asIs = (x) => x;
const fields = asIs;

/** null, too, is a refusal. */
function given(answer) {
  if (answer === null) throw new TypeError('Expected an answer');
  return answer;
}

/** RecoveryIdType of lib/index.d.ts; others end in a trap of the WebAssembly. */
function recoveryId(id) {
  if (id > 3) throw new TypeError('Expected RecoveryIdType');
  return id;
}

const ecdsa = [
  bytes('ecdsa_sign', fields, ([key, msg]) => tiny.sign(msg, key), asIs),
  // Strict: a high s is refused.
  verdict('ecdsa_verify', fields, ([key, sig, msg]) => tiny.verify(msg, key, sig, true)),
  bytes(
    'ecdsa_recover',
    ([sig, [id], msg]) => [sig, recoveryId(id), msg],
    ([sig, id, msg]) => given(tiny.recover(msg, sig, id, false)),
    asIs,
  ),
];

const bip340 = [
  bytes('schnorr_sign', fields, ([key, msg, aux]) => tiny.signSchnorr(msg, key, aux), asIs),
  ...['schnorr_verify', 'schnorr_parse_verify'].map((name) =>
    verdict(name, fields, ([key, sig, msg]) => tiny.verifySchnorr(msg, key, sig)),
  ),
];

const keys = [
  bytes('pubkey_create', fields, ([key]) => given(tiny.pointFromScalar(key, false)), asIs),
  bytes('pubkey_parse33', fields, ([key]) => tiny.pointCompress(key, false), asIs),
  bytes('pubkey_parse65', fields, ([key]) => tiny.pointCompress(key, false), asIs),
  bytes(
    'pubkey_tweak_add',
    fields,
    ([key, tweak]) => given(tiny.pointAddScalar(key, tweak, false)),
    asIs,
  ),
  verdict('xonly_tweak_add_check', fields, ([tweaked, [parity], internal, tweak]) =>
    tiny.xOnlyPointAddTweakCheck(internal, tweak, tweaked, parity),
  ),
];

// @noble/secp256k1: this curve alone in 5 KB of JavaScript, by the author of
// @noble/curves.
//
// Its signing and verifying calls take bytes only, so nothing can be prepared
// for them. Its hashes are those of @noble/hashes, as its README has it.
//
// Not offered: operations on DER, which it does not have; the field, of which
// it exports no elements.

import * as secp from '@noble/secp256k1';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { batches } from './batch.mjs';
import { installed } from './release.mjs';

const { empty, bytes, verdict } = batches(
  (e) => !(e instanceof TypeError || e instanceof ReferenceError),
);

const { Point, Signature, etc, schnorr } = secp;

// Messages are hashes already. RFC 6979 without extra entropy, low s and the
// refusal of a high s are the defaults.
const HASHED = { prehash: false };
const RECOVERED = { prehash: false, isCompressed: false };

const SECRET_OPS = ['pubkey_create', 'ecdsa_sign', 'schnorr_sign', 'ecdh', 'base_mul', 'point_mul'];

/** The contender. */
export function contender() {
  const { path, version, date } = installed('@noble/secp256k1', 'index.js');
  const hashes = installed('@noble/hashes', 'sha2.js');
  secp.hashes.sha256 = sha256;
  secp.hashes.hmacSha256 = (key, msg) => hmac(sha256, key, msg);
  // The table of multiples of G is computed on first use.
  Point.BASE.multiply(2n);
  return {
    name: 'noble-secp256k1',
    version,
    date,
    path,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}, @noble/hashes ${hashes.version}`,
    claims: ['rfc6979', 'bip340', 'low_s', 'rejects_high_s', 'jit'],
    marks: [
      {
        name: 'vartime',
        ops: SECRET_OPS,
        reason:
          'index.js of 3.2.0: multiply and wNAF branch on digits of the secret ("not as a hard ' +
          'constant-time guarantee"), invert: "Variable-time (non-CT)"',
      },
    ],
    ops: [empty, ...ecdsa, ...bip340, ...keys, ...primitives],
  };
}

const asIs = (x) => x;
const fields = asIs;
const pointBytes = (p) => p.toBytes(false);

const ecdsa = [
  bytes('ecdsa_sign', fields, ([key, msg]) => secp.sign(msg, key, HASHED), asIs),
  verdict('ecdsa_verify', fields, ([key, sig, msg]) => secp.verify(sig, msg, key, HASHED)),
  bytes(
    'ecdsa_recover',
    ([sig, [id], msg]) => [Signature.fromBytes(sig).addRecoveryBit(id).toBytes('recovered'), msg],
    ([sig, msg]) => secp.recoverPublicKey(sig, msg, RECOVERED),
    asIs,
  ),
];

const bip340 = [
  bytes('schnorr_sign', fields, ([key, msg, aux]) => schnorr.sign(msg, key, aux), asIs),
  ...['schnorr_verify', 'schnorr_parse_verify'].map((name) =>
    verdict(name, fields, ([key, sig, msg]) => schnorr.verify(sig, msg, key)),
  ),
];

/** An integer of 32 bytes, below n when it is a scalar's. */
const number = etc.bytesToNumberBE;

function tweakAdd(point, tweak) {
  const t = number(tweak);
  if (t >= Point.CURVE().n) throw new RangeError('tweak out of range');
  return point.add(Point.BASE.multiplyUnsafe(t));
}

/** The sum as a normalised point; throws at infinity. */
function affine(point) {
  if (point.is0()) throw new RangeError('infinity');
  return Point.fromAffine(point.toAffine());
}

const keys = [
  bytes('pubkey_create', fields, ([key]) => secp.getPublicKey(key, false), asIs),
  bytes('ecdh', fields, ([key, other]) => sha256(secp.getSharedSecret(key, other)), asIs),
  bytes('pubkey_parse33', fields, ([key]) => Point.fromBytes(key), pointBytes),
  bytes('pubkey_parse65', fields, ([key]) => Point.fromBytes(key), pointBytes),
  bytes(
    'pubkey_tweak_add',
    ([key, tweak]) => [Point.fromBytes(key), tweak],
    ([point, tweak]) => affine(tweakAdd(point, tweak)),
    pointBytes,
  ),
  verdict(
    'xonly_tweak_add_check',
    ([tweaked, [parity], internal, tweak]) => [
      tweaked,
      parity,
      Point.fromBytes(Uint8Array.of(2, ...internal)),
      tweak,
    ],
    ([tweaked, parity, internal, tweak]) => {
      const { x, y } = affine(tweakAdd(internal, tweak));
      return x === number(tweaked) && Number(y & 1n) === parity;
    },
  ),
  bytes(
    'pubkey_combine',
    (all) => all.map((key) => Point.fromBytes(key)),
    ([first, ...rest]) => affine(rest.reduce((sum, point) => sum.add(point), first)),
    pointBytes,
  ),
];

const primitives = [
  bytes(
    'base_mul',
    ([k]) => etc.secretKeyToScalar(k),
    (k) => affine(Point.BASE.multiply(k)),
    pointBytes,
  ),
  bytes(
    'point_mul',
    ([k, key]) => [etc.secretKeyToScalar(k), Point.fromBytes(key)],
    ([k, point]) => affine(point.multiply(k)),
    pointBytes,
  ),
];

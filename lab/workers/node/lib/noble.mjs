// @noble/curves: secp256k1 in JavaScript.
//
// Its signing and verifying calls take bytes only, so nothing can be prepared
// for them. Point.precompute, which makes a table for a key, is not used.
//
// Not offered: ellswift, which it does not have; tagged_sha256, since its
// taggedHash takes tags in ASCII only.

import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { batches } from './batch.mjs';
import { installed } from './release.mjs';

// It throws these two for wrong types of arguments only.
const { empty, bytes, verdict } = batches(
  (e) => !(e instanceof TypeError || e instanceof ReferenceError),
);

const { Point, Signature } = secp256k1;
const { Fp, Fn } = Point;

// Messages are hashes already. RFC 6979 without extra entropy, low s and the
// refusal of a high s are the defaults.
const HASHED = { prehash: false };
const HASHED_DER = { prehash: false, format: 'der' };

const SECRET_OPS = ['pubkey_create', 'ecdsa_sign', 'schnorr_sign', 'ecdh', 'base_mul', 'point_mul'];

/** The contender. */
export function contender() {
  const curves = installed('@noble/curves', 'secp256k1.js');
  const hashes = installed('@noble/hashes', 'sha2.js');
  return {
    name: 'noble',
    ...curves,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}, @noble/hashes ${hashes.version}`,
    claims: ['rfc6979', 'bip340', 'low_s', 'rejects_high_s', 'jit'],
    marks: [
      {
        name: 'vartime',
        ops: SECRET_OPS,
        reason:
          'README of @noble/curves, "Field operations are not constant-time" and section ' +
          'Constant-timeness: algorithmic only, a JIT compiler and garbage collection stand against more',
      },
    ],
    ops: [empty, ...ecdsa, ...bip340, ...keys, ...primitives],
  };
}

const asIs = (x) => x;
const fields = asIs;
const pointBytes = (p) => p.toBytes(false);

const ecdsa = [
  bytes('ecdsa_sign', fields, ([key, msg]) => secp256k1.sign(msg, key, HASHED), asIs),
  verdict('ecdsa_verify', fields, ([key, sig, msg]) => secp256k1.verify(sig, msg, key, HASHED)),
  verdict('ecdsa_parse_verify', fields, ([key, sig, msg]) =>
    secp256k1.verify(sig, msg, key, HASHED_DER),
  ),
  bytes(
    'ecdsa_recover',
    ([sig, [id], msg]) => [Signature.fromBytes(sig, 'compact').addRecoveryBit(id), msg],
    ([sig, msg]) => sig.recoverPublicKey(msg),
    pointBytes,
  ),
  bytes(
    'der_parse',
    fields,
    ([sig]) => Signature.fromBytes(sig, 'der'),
    (sig) => sig.toBytes('compact'),
  ),
];

const bip340 = [
  bytes('schnorr_sign', fields, ([key, msg, aux]) => schnorr.sign(msg, key, aux), asIs),
  ...['schnorr_verify', 'schnorr_parse_verify'].map((name) =>
    verdict(name, fields, ([key, sig, msg]) => schnorr.verify(sig, msg, key)),
  ),
];

/** P + t*G for public t. */
const tweakAdd = (point, tweak) => point.add(Point.BASE.multiplyUnsafe(Fn.fromBytes(tweak)));

/** The sum as a normalised point; throws at infinity. */
function affine(point) {
  const { x, y } = point.toAffine();
  if (x === 0n && y === 0n) throw new Error('infinity');
  return Point.fromAffine({ x, y });
}

const keys = [
  bytes('pubkey_create', fields, ([key]) => secp256k1.getPublicKey(key, false), asIs),
  bytes('ecdh', fields, ([key, other]) => sha256(secp256k1.getSharedSecret(key, other)), asIs),
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
      schnorr.utils.lift_x(bytesToNumberBE(internal)),
      tweak,
    ],
    ([tweaked, parity, internal, tweak]) => {
      const { x, y } = affine(tweakAdd(internal, tweak));
      return x === bytesToNumberBE(tweaked) && Number(y & 1n) === parity;
    },
  ),
  bytes(
    'pubkey_combine',
    (all) => all.map((key) => Point.fromBytes(key)),
    (points) => {
      let sum = points[0];
      for (let i = 1; i < points.length; i++) sum = sum.add(points[i]);
      return affine(sum);
    },
    pointBytes,
  ),
];

const fieldElement = ([a]) => Fp.fromBytes(a);
const fieldBytes = (a) => Fp.toBytes(a);

const primitives = [
  bytes(
    'field_mul',
    ([a, b]) => [Fp.fromBytes(a), Fp.fromBytes(b)],
    ([a, b]) => Fp.mul(a, b),
    fieldBytes,
  ),
  bytes('field_sqr', fieldElement, (a) => Fp.sqr(a), fieldBytes),
  bytes('field_inv', fieldElement, (a) => Fp.inv(a), fieldBytes),
  bytes('field_sqrt', fieldElement, (a) => Fp.sqrt(a), fieldBytes),
  bytes(
    'base_mul',
    ([k]) => Fn.fromBytes(k),
    (k) => Point.BASE.multiply(k),
    pointBytes,
  ),
  bytes(
    'point_mul',
    ([k, key]) => [Fn.fromBytes(k), Point.fromBytes(key)],
    ([k, point]) => point.multiply(k),
    pointBytes,
  ),
];

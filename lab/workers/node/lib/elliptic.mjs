// elliptic: the curve behind ethers.js 4, browserify-sign and much else.
//
// It has no compact signatures; r and s are prepared as its own numbers. It
// reads DER by itself. Its derive gives the x coordinate only, so for ecdh the
// point is multiplied and hashed here.
//
// Not offered: der_parse, which it does not export; Schnorr, which it does not
// have; xonly_tweak_add_check, since it lifts no x coordinates.

import { createHash } from 'node:crypto';
import elliptic from 'elliptic';
import { batches } from './batch.mjs';
import { installed } from './release.mjs';

// It throws these two for mistakes of its caller only. Numbers out of range it
// reduces, which the gate shows.
const { empty, bytes, verdict } = batches(
  (e) => !(e instanceof TypeError || e instanceof ReferenceError),
);

const ec = new elliptic.ec('secp256k1');

const SECRET_OPS = ['pubkey_create', 'ecdsa_sign', 'ecdh', 'base_mul', 'point_mul'];

/** The contender. */
export function contender() {
  const { path, version, date } = installed('elliptic', 'lib/elliptic.js');
  return {
    name: 'elliptic',
    version,
    date,
    path,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}, bn.js ${installed('bn.js', 'lib/bn.js').version}`,
    claims: ['rfc6979', 'low_s', 'jit'],
    marks: [
      {
        name: 'vartime',
        ops: SECRET_OPS,
        reason:
          'lib/elliptic/curve/base.js of 6.6.1: _fixedNafMul adds by comparing digits of the secret ' +
          'scalar, _wnafMulAdd skips its zeros',
      },
    ],
    ops: [empty, ...ecdsa, ...keys, ...primitives],
  };
}

const fields = (x) => x;
const key = (b) => ec.keyFromPublic(b);

/** The library's own check of a key is a call of its own. */
function point(b) {
  const p = key(b).getPublic();
  if (!p.validate()) throw new Error('not on the curve');
  return p;
}

const signature = (b) => ({ r: b.subarray(0, 32), s: b.subarray(32) });

/** A point that is none at infinity. */
function finite(p) {
  if (p.isInfinity()) throw new Error('infinity');
  return p;
}

const pointBytes = (p) => Uint8Array.from(p.encode('array', false));

const ecdsa = [
  bytes(
    'ecdsa_sign',
    ([secret, msg]) => [ec.keyFromPrivate(secret), msg],
    ([secret, msg]) => secret.sign(msg, { canonical: true }),
    ({ r, s }) => Uint8Array.from([...r.toArray('be', 32), ...s.toArray('be', 32)]),
  ),
  verdict(
    'ecdsa_verify',
    ([pub, sig, msg]) => [key(pub), signature(sig), msg],
    ([pub, sig, msg]) => pub.verify(msg, sig),
  ),
  verdict('ecdsa_parse_verify', fields, ([pub, sig, msg]) => key(pub).verify(msg, sig)),
  bytes(
    'ecdsa_recover',
    ([sig, [id], msg]) => [signature(sig), id, msg],
    ([sig, id, msg]) => finite(ec.recoverPubKey(msg, sig, id)),
    pointBytes,
  ),
];

const keys = [
  bytes(
    'pubkey_create',
    fields,
    ([secret]) => finite(ec.keyFromPrivate(secret).getPublic()),
    pointBytes,
  ),
  bytes(
    'ecdh',
    ([secret, pub]) => [secret, point(pub)],
    ([secret, pub]) => {
      const shared = finite(pub.mul(ec.keyFromPrivate(secret).getPrivate()));
      return createHash('sha256')
        .update(Uint8Array.from(shared.encode('array', true)))
        .digest();
    },
    fields,
  ),
  bytes('pubkey_parse33', fields, ([pub]) => point(pub), pointBytes),
  bytes('pubkey_parse65', fields, ([pub]) => point(pub), pointBytes),
  bytes(
    'pubkey_tweak_add',
    ([pub, tweak]) => [point(pub), tweak],
    ([pub, tweak]) => finite(pub.add(ec.g.mul(tweak))),
    pointBytes,
  ),
  bytes(
    'pubkey_combine',
    (all) => all.map(point),
    ([first, ...rest]) => finite(rest.reduce((sum, p) => sum.add(p), first)),
    pointBytes,
  ),
];

const primitives = [
  bytes(
    'base_mul',
    ([k]) => ec.keyFromPrivate(k).getPrivate(),
    (k) => finite(ec.g.mul(k)),
    pointBytes,
  ),
  bytes(
    'point_mul',
    ([k, pub]) => [ec.keyFromPrivate(k).getPrivate(), point(pub)],
    ([k, pub]) => finite(pub.mul(k)),
    pointBytes,
  ),
];

// This project's package as `make -C js` has built it: js-wasm runs WebAssembly, js-native the addon.
//
// All of its calls take bytes, so nothing can be prepared for them.
//
// Not offered: tagged_sha256, ellswift, MuSig2 and silent payments, which it does not have.

import { existsSync, readFileSync } from 'node:fs';
import { batches } from './batch.mjs';

const root = new URL('../../../../js/', import.meta.url);
const file = (name) => new URL(name, root);

// RangeError: a value out of range. TypeError: an argument that is not what its call takes.
const { empty, bytes, verdict, batchOfBytes, batchOfVerdicts } = batches(
  (e) => e instanceof RangeError || (e instanceof TypeError && /^\w+: expected /.test(e.message)),
);

const PATHS = {
  wasm: 'dist/koblitz.wasm',
  native: `prebuilds/${process.platform}-${process.arch}/koblitz.node`,
};

/** What makes the contender of the package's engine `kind`. */
export async function koblitz(kind) {
  if (!existsSync(file('dist/index.js')))
    throw new Error('not built: make engine, then make -C js');
  process.env.KOBLITZ_JS = kind === 'wasm' ? 'wasm' : '';
  const lib = await import(file('dist/index.js'));
  if (lib.engineName() !== kind) throw new Error('no addon: make engine, then make -C js');
  const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8'));
  return () => ({
    name: `js-${kind}`,
    version,
    path: file(PATHS[kind]).pathname,
    flags: `node ${process.versions.node}, V8 ${process.versions.v8}`,
    claims: ['rfc6979', 'bip340', 'low_s', 'rejects_high_s', 'jit'],
    marks: [],
    ops: [empty, ...ecdsa(lib), ...bip340(lib), ...keys(lib), ...rows(lib)],
  });
}

const asIs = (x) => x;
const fields = asIs;
const DER = { der: true };

const ecdsa = (lib) => [
  bytes('ecdsa_sign', fields, ([key, msg]) => lib.ecdsaSign(msg, key), asIs),
  verdict('ecdsa_verify', fields, ([key, sig, msg]) => lib.ecdsaVerify(sig, msg, key)),
  verdict('ecdsa_parse_verify', fields, ([key, sig, msg]) => lib.ecdsaVerify(sig, msg, key, DER)),
  bytes(
    'ecdsa_recover',
    ([sig, [id], msg]) => [sig, id, msg],
    ([sig, id, msg]) => lib.ecdsaRecover(sig, id, msg, false),
    asIs,
  ),
  bytes('der_parse', fields, ([sig]) => lib.signatureFromDer(sig), asIs),
];

const bip340 = (lib) => [
  bytes('schnorr_sign', fields, ([key, msg, aux]) => lib.schnorrSign(msg, key, { aux }), asIs),
  ...['schnorr_verify', 'schnorr_parse_verify'].map((name) =>
    verdict(name, fields, ([key, sig, msg]) => lib.schnorrVerify(sig, msg, key)),
  ),
];

const keys = (lib) => [
  bytes('pubkey_create', fields, ([key]) => lib.pubkeyCreate(key, false), asIs),
  bytes('ecdh', fields, ([key, other]) => lib.ecdh(other, key), asIs),
  ...['pubkey_parse33', 'pubkey_parse65'].map((name) =>
    bytes(name, fields, ([key]) => lib.pubkeyConvert(key, false), asIs),
  ),
  bytes('pubkey_tweak_add', fields, ([key, t]) => lib.pubkeyTweakAdd(key, t, false), asIs),
  verdict('xonly_tweak_add_check', fields, ([tweaked, [parity], internal, tweak]) =>
    lib.xonlyTweakAddCheck(tweaked, parity, internal, tweak),
  ),
  bytes('pubkey_combine', fields, (all) => lib.pubkeyCombine(all, false), asIs),
  verdict('seckey_verify', fields, ([key]) => lib.seckeyVerify(key)),
  bytes('seckey_negate', fields, ([key]) => lib.seckeyNegate(key), asIs),
  bytes('seckey_tweak_add', fields, ([key, tweak]) => lib.seckeyTweakAdd(key, tweak), asIs),
  bytes('seckey_tweak_mul', fields, ([key, tweak]) => lib.seckeyTweakMul(key, tweak), asIs),
];

const rows = (lib) => [
  ...batchOfVerdicts('ecdsa_verify', [65, 64, 32], (keys, signatures, messages) =>
    lib.verifyBatch('ecdsa', signatures, messages, keys),
  ),
  ...batchOfVerdicts('schnorr_verify', [32, 64, 32], (keys, signatures, messages) =>
    lib.verifyBatch('schnorr', signatures, messages, keys),
  ),
  ...batchOfBytes('ecdsa_recover', [64, 1, 32], 65, (signatures, ids, messages) =>
    lib.recoverBatch(signatures, ids, messages, { compressed: false }),
  ),
];

// The adapter beside @noble/curves 1.x, and ethers, viem and nostr-tools with it in the curves' place.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { build } from 'esbuild';
import * as mine from 'koblitz/noble';
import { bytes32, text } from './lib.mjs';

const viem = createRequire(createRequire(import.meta.url).resolve('viem'));
const theirs = viem('@noble/curves/secp256k1');
const KEY = bytes32(1);
const HASH = bytes32(2);
const root = new URL('..', import.meta.url).pathname;

test('values are those of @noble/curves', () => {
  const [a, b] = [mine, theirs].map(({ secp256k1, schnorr }) => {
    const key = secp256k1.getPublicKey(KEY);
    const signature = secp256k1.sign(HASH, text(KEY), { lowS: true });
    const extra = secp256k1.sign(HASH, KEY, { extraEntropy: KEY });
    const other = secp256k1.ProjectivePoint.fromHex(secp256k1.getPublicKey(bytes32(3), false));
    const high = new secp256k1.Signature(signature.r, BigInt(`0x${'f'.repeat(31)}`) << 128n);
    const { r, s } = signature;
    return [
      text(key),
      [r, s, signature.recovery, extra.r, signature.toCompactHex(), signature.toDERHex()],
      signature.recoverPublicKey(HASH).toHex(),
      high.hasHighS(),
      high.normalizeS().s,
      secp256k1.Signature.fromDER(signature.toDERHex()).r === r,
      other.add(secp256k1.ProjectivePoint.fromHex(key)).toHex(false),
      other.negate().toHex(),
      text(secp256k1.getSharedSecret(KEY, other.toHex())),
      text(secp256k1.getSharedSecret(KEY, other.toRawBytes(false), false)),
      [signature, { r, s }, signature.toCompactRawBytes(), signature.toDERHex()].map((sig) =>
        secp256k1.verify(sig, HASH, key),
      ),
      secp256k1.verify(signature, KEY, key),
      secp256k1.verify({ r: 0n, s }, HASH, key),
      [KEY, text(KEY), new Uint8Array(32), 'x'].map((k) => secp256k1.utils.isValidPrivateKey(k)),
      text(schnorr.getPublicKey(KEY)),
      text(schnorr.sign(HASH, KEY, HASH)),
      schnorr.verify(schnorr.sign(HASH, KEY), HASH, schnorr.getPublicKey(KEY)),
      schnorr.verify(new Uint8Array(64), HASH, schnorr.getPublicKey(KEY)),
    ];
  });
  assert.deepEqual(a, b);
  for (const call of [
    () => mine.secp256k1.sign(HASH, KEY, { lowS: false }),
    () => mine.secp256k1.sign(HASH, KEY, { prehash: true }),
    () => mine.secp256k1.sign(HASH.slice(1), KEY),
    () => mine.secp256k1.getPublicKey('0x' + text(KEY)),
    () => mine.schnorr.verify(new Uint8Array(63), HASH, KEY),
  ]) {
    assert.throws(call, TypeError, `${call}`);
  }
  for (const call of [
    () => mine.secp256k1.getPublicKey(new Uint8Array(32)),
    () => mine.secp256k1.ProjectivePoint.fromHex(new Uint8Array(33)),
    () => new mine.secp256k1.Signature(0n, 1n),
    () => mine.secp256k1.Signature.fromDER('3000'),
  ]) {
    assert.throws(call, Error, `${call}`);
  }
});

test('verdicts are those of @noble/curves', () => {
  const { secp256k1 } = mine;
  const signature = secp256k1.sign(HASH, KEY);
  const compact = signature.toCompactRawBytes();
  const key = secp256k1.getPublicKey(KEY, false);
  // A signature whose DER has 64 bytes: r has 26 of them, s 32.
  let short;
  for (let i = 1; short === undefined; i++) {
    const bytes = new Uint8Array(64).fill(17, 32);
    bytes.set([1], 6);
    bytes.set([i], 31);
    try {
      const own = secp256k1.Signature.fromCompact(bytes).addRecoveryBit(0);
      short = [own.toDERRawBytes(), own.recoverPublicKey(HASH).toRawBytes(), bytes];
    } catch {
      // Not the x of a point.
    }
  }
  assert.equal(short[0].length, 64);
  for (const [sig, publicKey, wanted] of [
    [compact, key, true],
    [short[0], short[1], true],
    [text(short[0]), short[1], true],
    [short[2], short[1], true],
    [short[0].with(63, 1), short[1], false],
    [compact.slice(1), key, false],
    [new Uint8Array(0), key, false],
    ['zz', key, false],
    ['abc', key, false],
    [{ r: 0n, s: 1n }, key, false],
    [compact, key.with(0, 6 | (key[64] & 1)), false],
    [compact, key.slice(1), false],
    [compact, new Uint8Array(34), false],
    [compact, new Uint8Array(0), false],
    [compact, new Uint8Array(33).fill(2), false],
  ]) {
    const got = [mine, theirs].map((curves) => curves.secp256k1.verify(sig, HASH, publicKey));
    assert.deepEqual(got, [wanted, wanted], `${sig} ${publicKey}`);
  }
  const hybrid = key.with(0, 6 | (key[64] & 1));
  for (const curves of [mine, theirs]) {
    assert.throws(() => curves.secp256k1.ProjectivePoint.fromHex(hybrid), Error);
    assert.throws(() => curves.secp256k1.getSharedSecret(KEY, hybrid), Error);
  }
});

const USES = {
  ethers: `
    import { SigningKey, Wallet, recoverAddress, verifyMessage } from 'ethers';
    const wallet = new Wallet('0x' + KEY);
    const key = wallet.signingKey;
    const other = SigningKey.computePublicKey('0x' + HASH);
    const message = await wallet.signMessage('hello');
    export default [
      wallet.address, key.publicKey, key.compressedPublicKey, message, verifyMessage('hello', message),
      key.computeSharedSecret(other), SigningKey.addPoints(key.publicKey, other, true),
      recoverAddress('0x' + HASH, key.sign('0x' + HASH)),
      await wallet.signTransaction({ to: wallet.address, value: 1, gasLimit: 21000, gasPrice: 1, chainId: 1, nonce: 0 }),
    ];`,
  viem: `
    import { parseSignature, recoverMessageAddress, recoverPublicKey, serializeSignature } from 'viem';
    import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
    const account = privateKeyToAccount('0x' + KEY);
    const signature = await account.signMessage({ message: 'hello' });
    export default [
      account.address, account.publicKey, signature, generatePrivateKey().length,
      await recoverMessageAddress({ message: 'hello', signature }),
      await recoverPublicKey({ hash: '0x' + HASH, signature }),
      serializeSignature(parseSignature(signature)),
    ];`,
  'nostr-tools': `
    import { finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure';
    import { v2 } from 'nostr-tools/nip44';
    const key = Uint8Array.from(KEY.match(/../g), (x) => parseInt(x, 16));
    const { sig, ...event } = finalizeEvent({ created_at: 1, kind: 1, tags: [], content: 'x' }, key);
    export default [
      getPublicKey(key), event.id, verifyEvent({ ...event, sig }), verifyEvent({ ...event, sig: '0'.repeat(128) }),
      generateSecretKey().length, [...v2.utils.getConversationKey(key, getPublicKey(key.map((x) => x ^ 1)))],
    ];`,
};

for (const [name, source] of Object.entries(USES)) {
  test(`${name} gives the same over either`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'koblitz-noble-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const values = `const KEY = '${text(KEY)}', HASH = '${text(HASH)}';`;
    const results = [];
    for (const isMine of [false, true]) {
      const replaced = {
        name: 'replaced',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@noble\/curves\/secp256k1(\.js)?$/ }, () =>
            isMine ? { path: join(root, 'dist/noble.js') } : undefined,
          ),
      };
      const outfile = join(folder, `${isMine}.mjs`);
      await build({
        stdin: { contents: `${values}${source}`, resolveDir: root },
        bundle: true,
        format: 'esm',
        platform: 'node',
        conditions: ['import'],
        banner: {
          js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
        },
        plugins: [replaced],
        outfile,
        logLevel: 'error',
      });
      results.push((await import(pathToFileURL(outfile))).default);
    }
    assert.deepEqual(results[1], results[0]);
    assert.ok(results[0].length > 4);
  });
}

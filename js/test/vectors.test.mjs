// The published vectors and real signatures, one by one and in batches.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as koblitz from 'koblitz';
import { concat, csv, hash, hex, json, rows, text } from './lib.mjs';

test('BIP-340', () => {
  const [, ...cases] = csv('bip-0340/test-vectors.csv');
  const batch = { signatures: [], messages: [], keys: [], wanted: [] };
  for (const [index, seckey, xonly, aux, message, signature, result] of cases) {
    if (seckey !== '') {
      assert.equal(text(koblitz.xonlyCreate(hex(seckey))), xonly.toLowerCase(), index);
      const made = koblitz.schnorrSign(hex(message), hex(seckey), { aux: hex(aux) });
      assert.equal(text(made), signature.toLowerCase(), index);
    }
    const wanted = result === 'TRUE';
    assert.equal(koblitz.schnorrVerify(hex(signature), hex(message), hex(xonly)), wanted, index);
    batch.signatures.push(hex(signature));
    batch.messages.push(hex(message));
    batch.keys.push(hex(xonly));
    batch.wanted.push(wanted ? 1 : 0);
  }
  const { signatures, messages, keys, wanted } = batch;
  const got = koblitz.verifyBatch('schnorr', concat(signatures), rows(messages), concat(keys));
  assert.deepEqual([...got], wanted);
});

test('RFC 6979', () => {
  const signatures = csv('rfc6979/signatures.csv');
  assert.equal(signatures.length, 20);
  for (const [key, message, der] of signatures) {
    const seckey = hex(BigInt(key).toString(16).padStart(64, '0'));
    const msghash = hash(message);
    const signature = koblitz.ecdsaSign(msghash, seckey);
    const wanted = koblitz.signatureNormalize(koblitz.signatureFromDer(hex(der)));
    assert.equal(text(signature), text(wanted), message);
    assert.deepEqual(koblitz.signatureFromDer(koblitz.signatureToDer(signature)), signature);
    const { recid } = koblitz.ecdsaSignRecoverable(msghash, seckey);
    const pubkey = koblitz.pubkeyCreate(seckey);
    assert.deepEqual(koblitz.ecdsaRecover(signature, recid, msghash), pubkey, message);
  }
  for (const [key, message, nonce] of csv('rfc6979/nonces.csv')) {
    // r of the signature is x of nonce * G.
    const seckey = hex(key.padStart(64, '0'));
    const r = koblitz.ecdsaSign(hash(message), seckey).slice(0, 32);
    assert.deepEqual(r, koblitz.xonlyCreate(hex(nonce)), message);
  }
});

const HASHES = {
  'SHA-256': 'sha256',
  'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256',
  'SHA3-512': 'sha3-512',
};
for (const [file, options] of [
  ['sha256_test', { der: true, highS: true }],
  ['sha512_test', { der: true, highS: true }],
  ['sha3_256_test', { der: true, highS: true }],
  ['sha3_512_test', { der: true, highS: true }],
  ['sha256_bitcoin_test', { der: true }],
  ['sha256_p1363_test', { highS: true }],
  ['sha512_p1363_test', { highS: true }],
]) {
  test(`Wycheproof ecdsa_secp256k1_${file}`, () => {
    const batch = { signatures: [], hashes: [], keys: [], wanted: [] };
    for (const group of json(`wycheproof/ecdsa_secp256k1_${file}.json`).testGroups) {
      const pubkey = hex(group.publicKey.uncompressed);
      for (const { tcId, msg, sig, result, comment } of group.tests) {
        const msghash = hash(hex(msg), HASHES[group.sha]).slice(0, 32);
        const wanted = result === 'valid';
        if (!options.der && sig.length !== 128) {
          const call = () => koblitz.ecdsaVerify(hex(sig), msghash, pubkey, options);
          assert.throws(call, TypeError, `${tcId} ${comment}`);
          assert.equal(wanted, false);
          continue;
        }
        const got = koblitz.ecdsaVerify(hex(sig), msghash, pubkey, options);
        assert.equal(got, wanted, `${tcId} ${comment}`);
        batch.signatures.push(hex(sig));
        batch.hashes.push(msghash);
        batch.keys.push(pubkey);
        batch.wanted.push(wanted ? 1 : 0);
      }
    }
    const { signatures, hashes, keys, wanted } = batch;
    assert.ok(wanted.length > 200);
    const column = options.der ? rows(signatures) : concat(signatures);
    const got = koblitz.verifyBatch('ecdsa', column, concat(hashes), concat(keys), options);
    assert.deepEqual([...got], wanted);
  });
}

test('Wycheproof ECDH', () => {
  let n = 0;
  for (const group of json('wycheproof/ecdh_secp256k1_test.json').testGroups) {
    for (const { tcId, public: spki, private: seckey, shared, result } of group.tests) {
      // Encodings of the key's parameters are not read here: rows of this curve and an uncompressed point.
      const key = spki.match(/^3056301006072a8648ce3d020106052b8104000a034200(04[0-9a-f]{128})$/);
      if (result !== 'valid' || key === null) continue;
      const scalar = hex(seckey.replace(/^00(?=.{64}$)/, '').padStart(64, '0'));
      assert.equal(text(koblitz.ecdhX(hex(key[1]), scalar)), shared, tcId);
      n++;
    }
  }
  assert.ok(n > 100, `${n}`);
});

test('BIP-66', () => {
  const { valid, invalid } = json('bip-0066/bip-0066-test-vectors.json');
  for (const { DER, r, s } of valid) {
    // The file has encodings of numbers, some of them 0 or above n, which are no signature.
    const both = [r, s].map((x) => hex(x.replace(/^00(?=.{64}$)/, '').padStart(64, '0')));
    let got;
    try {
      got = text(koblitz.signatureFromDer(hex(DER)));
    } catch (error) {
      assert.ok(error instanceof RangeError, DER);
      continue;
    }
    assert.equal(got, both.map(text).join(''), DER);
  }
  for (const { DER } of invalid.decode) {
    assert.throws(() => koblitz.signatureFromDer(hex(DER)), RangeError, DER);
  }
});

test("Bitcoin's block 413567", () => {
  const [, ...cases] = csv('real/bitcoin_sigs.csv');
  const some = cases.filter((_, i) => i % 4 === 0);
  for (const size of [33, 65]) {
    const mine = some.filter(([, , pubkey]) => pubkey.length === 2 * size);
    const signatures = mine.map(([, , , , sig]) => hex(sig));
    const hashes = concat(mine.map(([, , , digest]) => hex(digest)));
    const keys = concat(mine.map(([, , pubkey]) => hex(pubkey)));
    const options = { der: true, highS: true };
    const got = koblitz.verifyBatch('ecdsa', rows(signatures), hashes, keys, options);
    assert.equal(got.indexOf(0), -1, `${size}`);
    assert.ok(got.length > 50, `${size}: ${got.length}`);
  }
});

test('Nostr signatures', () => {
  const [, ...cases] = csv('real/nostr_sigs.csv');
  const column = (index) => concat(cases.map((row) => hex(row[index])));
  const got = koblitz.verifyBatch('schnorr', column(3), column(2), column(1));
  assert.equal(got.length, 361);
  assert.equal(got.indexOf(0), -1);
});

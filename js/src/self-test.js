// What an engine must answer before it is used: BIP-340's first vector, RFC 6979 and ECDH on small keys.

import { readHex, writeHex } from './hex.js';

const bytes = (text) => {
  const out = new Uint8Array(text.length / 2);
  readHex(text, out, 0, out.length);
  return out;
};
const KEY3 = bytes('00'.repeat(31) + '03');
const X3 = 'f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
const ZERO = bytes('00'.repeat(32));
const SCHNORR =
  'e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215' +
  '25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0';

/** Whether the engine computes what it should. */
export function selfTest(engine) {
  if (writeHex(engine.pubkeyCreate(KEY3, 32)) !== X3) return false;
  const schnorr = engine.schnorrSign(ZERO, KEY3, ZERO);
  if (writeHex(schnorr) !== SCHNORR || !engine.schnorrVerify(schnorr, ZERO, bytes(X3)))
    return false;
  const pubkey = engine.pubkeyCreate(KEY3, 33);
  const signature = engine.ecdsaSign(KEY3, KEY3, null, null);
  const compact = signature.slice(0, 64);
  if (!engine.ecdsaVerify(compact, KEY3, pubkey, false, false)) return false;
  if (engine.ecdsaVerify(compact, ZERO, pubkey, false, false)) return false;
  const recovered = engine.ecdsaRecover(compact, signature[64], KEY3, 33);
  return recovered !== null && writeHex(recovered) === writeHex(pubkey);
}

// The interface of nostr-wasm 0.1. Stricter than it: ids, keys and signatures are whole and in lower case.

import { engine } from '#engine';
import { bytes } from './args.js';
import { fields } from './events.js';
import { readHex, writeHex } from './hex.js';
import { compile } from './load.js';

const encoder = new TextEncoder();

/** The id of any event that JSON.stringify takes, as the original makes it. */
function idOf(start, { pubkey, created_at, kind, tags, content }) {
  return start.sha256(encoder.encode(JSON.stringify([0, pubkey, created_at, kind, tags, content])));
}

function nostr(start) {
  const publicKey = (seckey) => start.pubkeyCreate(bytes(seckey, 'seckey', 32), 32);
  return {
    generateSecretKey() {
      const seckey = new Uint8Array(32);
      do globalThis.crypto.getRandomValues(seckey);
      while (!start.seckeyVerify(seckey));
      return seckey;
    },
    getPublicKey(seckey) {
      const pubkey = publicKey(seckey);
      if (pubkey === null) throw new Error('failed to get pubkey from keypair');
      return pubkey;
    },
    finalizeEvent(event, seckey, ent) {
      const pubkey = publicKey(seckey);
      if (pubkey === null) throw new Error('failed to sign');
      const aux = ent ?? globalThis.crypto.getRandomValues(new Uint8Array(32));
      bytes(aux, 'ent', 32);
      event.pubkey = writeHex(pubkey);
      const id = idOf(start, event);
      event.id = writeHex(id);
      event.sig = writeHex(start.schnorrSign(id, seckey, aux));
    },
    verifyEvent(given) {
      const event = fields(given);
      const id = new Uint8Array(32);
      const pubkey = new Uint8Array(32);
      const sig = new Uint8Array(64);
      const isId = readHex(event.id, id, 0, 32) && writeHex(idOf(start, event)) === event.id;
      if (!isId) throw new Error('id is invalid');
      const lifted = new Uint8Array(33);
      const isKey = readHex(event.pubkey, pubkey, 0, 32);
      lifted[0] = 2;
      lifted.set(pubkey, 1);
      if (!isKey || start.pubkeyConvert(lifted, 33) === null) throw new Error('pubkey is invalid');
      if (!readHex(event.sig, sig, 0, 64) || !start.schnorrVerify(sig, id, pubkey)) {
        throw new Error('signature is invalid');
      }
    },
  };
}

/** The interface over koblitz.wasm: a Response, its bytes, or a promise of either. */
export const NostrWasm = async (source) => nostr(await compile(source));
/** The interface over the engine of the package. */
export const initNostrWasm = async () => nostr(engine());

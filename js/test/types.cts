// What TypeScript must accept in a CommonJS module; tsc reads it, nothing runs it.

import koblitz = require('koblitz');
import file = require('koblitz/module');
import noble = require('koblitz/noble');
import nostr = require('koblitz/nostr-wasm');
import node = require('koblitz/secp256k1-node');
import tiny = require('koblitz/tiny-secp256k1');

export const seckey: Uint8Array = koblitz.seckeyGenerate();
export const other: Uint8Array = file.create({} as WebAssembly.Module).xonlyCreate(seckey);
export const point: Uint8Array | null = tiny.pointFromScalar(seckey);
export const isKey: boolean =
    node.privateKeyVerify(seckey) && node.default.privateKeyVerify(seckey);
export const key: Uint8Array = noble.schnorr.getPublicKey(seckey);
export const started: Promise<nostr.Nostr> = nostr.initNostrWasm();

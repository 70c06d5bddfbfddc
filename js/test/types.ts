// What TypeScript must accept, and refuse; tsc reads it, nothing runs it.

import * as koblitz from 'koblitz';
import { create, load, type Koblitz } from 'koblitz/module';
import { initNostrWasm, type Nostr } from 'koblitz/nostr-wasm';
import { schnorr, secp256k1 } from 'koblitz/noble';
import * as node from 'koblitz/secp256k1-node';
import all from 'koblitz/secp256k1-node';
import * as tiny from 'koblitz/tiny-secp256k1';

export const seckey: Uint8Array = koblitz.seckeyGenerate();
export const { signature, recid } = koblitz.ecdsaSignRecoverable(seckey, seckey, { extra: seckey });
export const pubkey: Uint8Array = koblitz.ecdsaRecover(signature, recid, seckey, false);
const offsets = Int32Array.of(0, 1);
koblitz.verifyBatch('ecdsa', { data: seckey, offsets }, seckey, pubkey, { der: true });
koblitz.verifyBatch('schnorr', seckey, { data: seckey, offsets }, pubkey);
// @ts-expect-error: Schnorr signatures have no options.
koblitz.verifyBatch('schnorr', seckey, seckey, pubkey, { der: true });
// @ts-expect-error: text is no bytes.
koblitz.seckeyVerify('00');
export const verdicts: Promise<Uint8Array> = koblitz.verifyEventsAsync([]);
export const { xonly, parity }: koblitz.XonlyPubkey = koblitz.xonlyTweakAdd(seckey, seckey);
export const own: Promise<Koblitz> = load(fetch('koblitz.wasm'));
export const other: Uint8Array = create({} as WebAssembly.Module).ecdh(pubkey, seckey);
export const nostr: Promise<Nostr> = initNostrWasm();
export const maybe: Uint8Array | null = tiny.pointAdd(pubkey, pubkey);
export const done: { signature: Uint8Array; recid: number } = node.ecdsaSign(seckey, seckey);
export const same: typeof done = all.ecdsaSign(seckey, seckey);
export const r: bigint = secp256k1.sign('00', seckey, { lowS: true }).r;
export const isValid: boolean = schnorr.verify(signature, seckey, xonly);

/**
 * secp256k1: keys, ECDSA, BIP-340, ECDH, batches and Nostr events.
 *
 * All values are big-endian bytes in Uint8Arrays: secret keys, tweaks and message hashes 32, public keys 33 or
 * 65, x-only public keys 32, compact signatures 64. An argument of another type or length throws a TypeError
 * that begins with its name. A value out of range makes a verdict false; a function that returns bytes throws
 * a RangeError for it.
 */

/** Rows of variable length: row i is data[offsets[i]] up to data[offsets[i + 1]]; n + 1 offsets, less than 2 GiB of data. */
export interface Rows {
    data: Uint8Array;
    offsets: Int32Array | Uint32Array;
}
export interface RecoverableSignature {
    signature: Uint8Array;
    /** 0 to 3 */
    recid: number;
}
export interface XonlyPubkey {
    xonly: Uint8Array;
    /** Whether y is odd. */
    parity: 0 | 1;
}
export interface SignOptions {
    /** 32 bytes of additional entropy for RFC 6979's nonce. */
    extra?: Uint8Array;
}
export interface SchnorrSignOptions {
    /** 32 bytes of fresh randomness, the default; null for a signature that depends on key and message alone. */
    aux?: Uint8Array | null;
}
export interface VerifyOptions {
    /** The signature is strict DER, not 64 bytes. */
    der?: boolean;
    /** A high s is accepted. */
    highS?: boolean;
}
export interface RecoverOptions {
    /** Keys of 33 bytes, the default, or 65. */
    compressed?: boolean;
}
export interface Recovered {
    /** 1 or 0 for each row. */
    valid: Uint8Array;
    /** The keys of all rows, zeros where there is none. */
    pubkeys: Uint8Array;
}
export interface EventContents {
    pubkey: string;
    created_at: number;
    kind: number;
    tags: string[][];
    content: string;
}
export interface NostrEvent extends EventContents {
    id: string;
    sig: string;
}

/** The engine in use. */
export function engineName(): 'native' | 'wasm';

/** A new secret key, by crypto.getRandomValues. */
export function seckeyGenerate(): Uint8Array;
/** Whether the key is in 1 to n - 1. */
export function seckeyVerify(seckey: Uint8Array): boolean;
/** n - seckey */
export function seckeyNegate(seckey: Uint8Array): Uint8Array;
/** seckey + tweak modulo n; the tweak may be 0. */
export function seckeyTweakAdd(seckey: Uint8Array, tweak: Uint8Array): Uint8Array;
/** seckey * tweak modulo n */
export function seckeyTweakMul(seckey: Uint8Array, tweak: Uint8Array): Uint8Array;
/** The secret key of xonlyTweakAdd (BIP-341): of the key with an even y, plus tweak. */
export function seckeyXonlyTweakAdd(seckey: Uint8Array, tweak: Uint8Array): Uint8Array;

export function pubkeyCreate(seckey: Uint8Array, compressed?: boolean): Uint8Array;
/** Whether the key is a point of the curve. */
export function pubkeyVerify(pubkey: Uint8Array): boolean;
/** The same key in 33 or 65 bytes. */
export function pubkeyConvert(pubkey: Uint8Array, compressed?: boolean): Uint8Array;
export function pubkeyNegate(pubkey: Uint8Array, compressed?: boolean): Uint8Array;
/** pubkey + tweak * G, in variable time: the tweak is not for secrets; it may be 0. */
export function pubkeyTweakAdd(
    pubkey: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
): Uint8Array;
/** tweak * pubkey, in variable time: the tweak is not for secrets. */
export function pubkeyTweakMul(
    pubkey: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
): Uint8Array;
/** The sum of the keys. */
export function pubkeyCombine(pubkeys: Uint8Array[], compressed?: boolean): Uint8Array;

export function xonlyCreate(seckey: Uint8Array): Uint8Array;
export function xonlyVerify(xonly: Uint8Array): boolean;
export function xonlyFromPubkey(pubkey: Uint8Array): XonlyPubkey;
/** xonly + tweak * G (BIP-341), in variable time: the tweak is not for secrets. */
export function xonlyTweakAdd(xonly: Uint8Array, tweak: Uint8Array): XonlyPubkey;
/** Whether tweaked and its parity are xonlyTweakAdd(internal, tweak). */
export function xonlyTweakAddCheck(
    tweaked: Uint8Array,
    parity: 0 | 1,
    internal: Uint8Array,
    tweak: Uint8Array,
): boolean;

/** Signs a hash (RFC 6979, low s). */
export function ecdsaSign(
    msghash: Uint8Array,
    seckey: Uint8Array,
    options?: SignOptions,
): Uint8Array;
export function ecdsaSignRecoverable(
    msghash: Uint8Array,
    seckey: Uint8Array,
    options?: SignOptions,
): RecoverableSignature;
export function ecdsaVerify(
    signature: Uint8Array,
    msghash: Uint8Array,
    pubkey: Uint8Array,
    options?: VerifyOptions,
): boolean;
/** The key that signed; a high s is accepted. */
export function ecdsaRecover(
    signature: Uint8Array,
    recid: number,
    msghash: Uint8Array,
    compressed?: boolean,
): Uint8Array;
/** The signature with a low s. */
export function signatureNormalize(signature: Uint8Array): Uint8Array;
export function signatureToDer(signature: Uint8Array): Uint8Array;
/** Reads strict DER (BIP-66). */
export function signatureFromDer(der: Uint8Array): Uint8Array;

/** Signs a message of any length (BIP-340). */
export function schnorrSign(
    message: Uint8Array,
    seckey: Uint8Array,
    options?: SchnorrSignOptions,
): Uint8Array;
export function schnorrVerify(
    signature: Uint8Array,
    message: Uint8Array,
    xonly: Uint8Array,
): boolean;

/** SHA-256 of the compressed point seckey * pubkey. */
export function ecdh(pubkey: Uint8Array, seckey: Uint8Array): Uint8Array;
/** x of the point seckey * pubkey, not hashed: what NIP-04 and NIP-44 take. */
export function ecdhX(pubkey: Uint8Array, seckey: Uint8Array): Uint8Array;

/**
 * Verifies rows: 1 or 0 for each. Rows follow each other in a Uint8Array; those of DER signatures and of
 * messages of BIP-340 that have not 32 bytes are Rows.
 */
export function verifyBatch(
    scheme: 'ecdsa',
    signatures: Uint8Array | Rows,
    msghashes: Uint8Array,
    pubkeys: Uint8Array,
    options?: VerifyOptions,
): Uint8Array;
export function verifyBatch(
    scheme: 'schnorr',
    signatures: Uint8Array,
    messages: Uint8Array | Rows,
    xonlys: Uint8Array,
): Uint8Array;
/** The same on all processors, where the engine is native; in WebAssembly it is done when it returns. */
export function verifyBatchAsync(
    scheme: 'ecdsa',
    signatures: Uint8Array | Rows,
    msghashes: Uint8Array,
    pubkeys: Uint8Array,
    options?: VerifyOptions,
): Promise<Uint8Array>;
export function verifyBatchAsync(
    scheme: 'schnorr',
    signatures: Uint8Array,
    messages: Uint8Array | Rows,
    xonlys: Uint8Array,
): Promise<Uint8Array>;
/** Recovers the keys of rows. Recovery ids are 0 to 3, or 27 to 30. */
export function recoverBatch(
    signatures: Uint8Array,
    recids: Uint8Array,
    msghashes: Uint8Array,
    options?: RecoverOptions,
): Recovered;
export function recoverBatchAsync(
    signatures: Uint8Array,
    recids: Uint8Array,
    msghashes: Uint8Array,
    options?: RecoverOptions,
): Promise<Recovered>;

/** The id of an event, in hexadecimal: the SHA-256 of what JSON.stringify makes of it. */
export function eventId(event: EventContents): string;
/** Verifies Nostr events, their ids too: 1 or 0 for each. What is not an event gets 0. */
export function verifyEvents(events: NostrEvent[]): Uint8Array;
export function verifyEventsAsync(events: NostrEvent[]): Promise<Uint8Array>;

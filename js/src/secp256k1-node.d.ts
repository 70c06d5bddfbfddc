// The interface of the package secp256k1 5.
export type Output = Uint8Array | ((length: number) => Uint8Array);
export interface SignOptions {
    data?: Uint8Array;
    noncefn?: (
        message: Uint8Array,
        seckey: Uint8Array,
        algo: null,
        data: Uint8Array | undefined,
        counter: number,
    ) => Uint8Array;
}
export interface EcdhOptions {
    data?: Uint8Array;
    hashfn?: (x: Uint8Array, y: Uint8Array, data: Uint8Array | undefined) => Uint8Array;
    xbuf?: Uint8Array;
    ybuf?: Uint8Array;
}
export function contextRandomize(seed: Uint8Array | null): void;
export function privateKeyVerify(seckey: Uint8Array): boolean;
export function privateKeyNegate(seckey: Uint8Array): Uint8Array;
export function privateKeyTweakAdd(seckey: Uint8Array, tweak: Uint8Array): Uint8Array;
export function privateKeyTweakMul(seckey: Uint8Array, tweak: Uint8Array): Uint8Array;
export function publicKeyVerify(pubkey: Uint8Array): boolean;
export function publicKeyCreate(
    seckey: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function publicKeyConvert(
    pubkey: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function publicKeyNegate(
    pubkey: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function publicKeyCombine(
    pubkeys: Uint8Array[],
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function publicKeyTweakAdd(
    pubkey: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function publicKeyTweakMul(
    pubkey: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function signatureNormalize(sig: Uint8Array): Uint8Array;
export function signatureExport(sig: Uint8Array, output?: Output): Uint8Array;
export function signatureImport(sig: Uint8Array, output?: Output): Uint8Array;
export function ecdsaSign(
    msg32: Uint8Array,
    seckey: Uint8Array,
    options?: SignOptions,
    output?: Output,
): { signature: Uint8Array; recid: number };
export function ecdsaVerify(sig: Uint8Array, msg32: Uint8Array, pubkey: Uint8Array): boolean;
export function ecdsaRecover(
    sig: Uint8Array,
    recid: number,
    msg32: Uint8Array,
    compressed?: boolean,
    output?: Output,
): Uint8Array;
export function ecdh(
    pubkey: Uint8Array,
    seckey: Uint8Array,
    options?: EcdhOptions,
    output?: Uint8Array | ((length: number) => Uint8Array),
): Uint8Array;
declare const all: {
    contextRandomize: typeof contextRandomize;
    privateKeyVerify: typeof privateKeyVerify;
    privateKeyNegate: typeof privateKeyNegate;
    privateKeyTweakAdd: typeof privateKeyTweakAdd;
    privateKeyTweakMul: typeof privateKeyTweakMul;
    publicKeyVerify: typeof publicKeyVerify;
    publicKeyCreate: typeof publicKeyCreate;
    publicKeyConvert: typeof publicKeyConvert;
    publicKeyNegate: typeof publicKeyNegate;
    publicKeyCombine: typeof publicKeyCombine;
    publicKeyTweakAdd: typeof publicKeyTweakAdd;
    publicKeyTweakMul: typeof publicKeyTweakMul;
    signatureNormalize: typeof signatureNormalize;
    signatureExport: typeof signatureExport;
    signatureImport: typeof signatureImport;
    ecdsaSign: typeof ecdsaSign;
    ecdsaVerify: typeof ecdsaVerify;
    ecdsaRecover: typeof ecdsaRecover;
    ecdh: typeof ecdh;
};
export default all;

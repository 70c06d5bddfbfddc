// The interface of tiny-secp256k1 2.2.
export function __initializeContext(): void;
export function isPoint(p: Uint8Array): boolean;
export function isPointCompressed(p: Uint8Array): boolean;
export function isXOnlyPoint(p: Uint8Array): boolean;
export function isPrivate(d: Uint8Array): boolean;
export function pointAdd(pA: Uint8Array, pB: Uint8Array, compressed?: boolean): Uint8Array | null;
export function pointAddScalar(
    p: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
): Uint8Array | null;
export function pointCompress(p: Uint8Array, compressed?: boolean): Uint8Array;
export function pointFromScalar(d: Uint8Array, compressed?: boolean): Uint8Array | null;
export function xOnlyPointFromScalar(d: Uint8Array): Uint8Array;
export function xOnlyPointFromPoint(p: Uint8Array): Uint8Array;
export function pointMultiply(
    p: Uint8Array,
    tweak: Uint8Array,
    compressed?: boolean,
): Uint8Array | null;
export function privateAdd(d: Uint8Array, tweak: Uint8Array): Uint8Array | null;
export function privateSub(d: Uint8Array, tweak: Uint8Array): Uint8Array | null;
export function privateNegate(d: Uint8Array): Uint8Array;
export type TweakParity = 1 | 0;
export interface XOnlyPointAddTweakResult {
    parity: TweakParity;
    xOnlyPubkey: Uint8Array;
}
export function xOnlyPointAddTweak(
    p: Uint8Array,
    tweak: Uint8Array,
): XOnlyPointAddTweakResult | null;
export function xOnlyPointAddTweakCheck(
    point: Uint8Array,
    tweak: Uint8Array,
    resultToCheck: Uint8Array,
    tweakParity?: TweakParity,
): boolean;
export function sign(h: Uint8Array, d: Uint8Array, e?: Uint8Array): Uint8Array;
export type RecoveryIdType = 0 | 1 | 2 | 3;
export interface RecoverableSignature {
    signature: Uint8Array;
    recoveryId: RecoveryIdType;
}
export function signRecoverable(h: Uint8Array, d: Uint8Array, e?: Uint8Array): RecoverableSignature;
export function signSchnorr(h: Uint8Array, d: Uint8Array, e?: Uint8Array): Uint8Array;
export function verify(
    h: Uint8Array,
    Q: Uint8Array,
    signature: Uint8Array,
    strict?: boolean,
): boolean;
export function recover(
    h: Uint8Array,
    signature: Uint8Array,
    recoveryId: RecoveryIdType,
    compressed?: boolean,
): Uint8Array | null;
export function verifySchnorr(h: Uint8Array, Q: Uint8Array, signature: Uint8Array): boolean;

// The parts of @noble/curves/secp256k1 1.x that ethers, viem and nostr-tools use.
export type Hex = Uint8Array | string;
declare class Signature {
    constructor(r: bigint, s: bigint, recovery?: number);
    static fromCompact(value: Hex): Signature;
    static fromDER(value: Hex): Signature;
    readonly r: bigint;
    readonly s: bigint;
    readonly recovery?: number;
    addRecoveryBit(recovery: number): Signature;
    recoverPublicKey(msgHash: Hex): ProjectivePoint;
    hasHighS(): boolean;
    normalizeS(): Signature;
    toCompactRawBytes(): Uint8Array;
    toCompactHex(): string;
    toDERRawBytes(): Uint8Array;
    toDERHex(): string;
}
declare class ProjectivePoint {
    private constructor();
    static fromHex(value: Hex): ProjectivePoint;
    static fromPrivateKey(value: Hex): ProjectivePoint;
    add(other: ProjectivePoint): ProjectivePoint;
    negate(): ProjectivePoint;
    equals(other: ProjectivePoint): boolean;
    toRawBytes(isCompressed?: boolean): Uint8Array;
    toBytes(isCompressed?: boolean): Uint8Array;
    toHex(isCompressed?: boolean): string;
}
export const secp256k1: {
    getPublicKey(privateKey: Hex, isCompressed?: boolean): Uint8Array;
    getSharedSecret(
        privateKey: Hex,
        publicKey: Hex | ProjectivePoint,
        isCompressed?: boolean,
    ): Uint8Array;
    /** Signs a hash, with a low s. */
    sign(
        msgHash: Hex,
        privateKey: Hex,
        options?: { lowS?: true; extraEntropy?: Hex | boolean | null; prehash?: false },
    ): Signature & { recovery: number };
    verify(
        signature: Hex | { r: bigint; s: bigint },
        msgHash: Hex,
        publicKey: Hex | ProjectivePoint,
        options?: { lowS?: boolean; prehash?: false },
    ): boolean;
    utils: {
        randomPrivateKey(): Uint8Array;
        randomSecretKey(): Uint8Array;
        isValidPrivateKey(value: Hex): boolean;
        isValidSecretKey(value: Hex): boolean;
    };
    Signature: typeof Signature;
    ProjectivePoint: typeof ProjectivePoint;
};
export const schnorr: {
    getPublicKey(privateKey: Hex): Uint8Array;
    sign(message: Hex, privateKey: Hex, auxRand?: Hex): Uint8Array;
    verify(signature: Hex, message: Hex, publicKey: Hex): boolean;
    utils: { randomPrivateKey(): Uint8Array; randomSecretKey(): Uint8Array };
};

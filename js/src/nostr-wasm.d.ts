// The interface of nostr-wasm 0.1.
export interface Event {
    id: string;
    pubkey: string;
    sig: string;
    content: string;
    kind: number;
    created_at: number;
    tags: string[][];
}
export interface Nostr {
    generateSecretKey(): Uint8Array;
    getPublicKey(seckey: Uint8Array): Uint8Array;
    /** Fills in pubkey, id and sig. */
    finalizeEvent(event: Event, seckey: Uint8Array, ent?: Uint8Array): void;
    /** Throws unless the id and the signature are right. */
    verifyEvent(event: Event): void;
}
export const NostrWasm: (
    source: Response | BufferSource | PromiseLike<Response | BufferSource>,
) => Promise<Nostr>;
export const initNostrWasm: () => Promise<Nostr>;

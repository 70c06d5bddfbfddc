// Nostr events (NIP-01).

import { readHex } from './hex.js';

const MOST_KIND = 65535;
const encoder = new TextEncoder();

const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;

function areTags(tags) {
  if (!Array.isArray(tags)) return false;
  for (const tag of tags) {
    if (!Array.isArray(tag)) return false;
    for (const text of tag) if (typeof text !== 'string') return false;
  }
  return true;
}

/** The fields of an event, each read once; of what is no object, none. */
export function fields(event) {
  if (typeof event !== 'object' || event === null) return {};
  const { id, pubkey, created_at, kind, tags, content, sig } = event;
  return { id, pubkey, created_at, kind, tags, content, sig };
}

/**
 * What an event's id is the SHA-256 of, as clients write it: by JSON.stringify, also where NIP-01 leaves
 * control characters raw. Null for what is not an event.
 */
export function serialized({ pubkey, created_at, kind, tags, content }) {
  if (typeof content !== 'string' || !areTags(tags)) return null;
  if (!isCount(created_at, Number.MAX_SAFE_INTEGER) || !isCount(kind, MOST_KIND)) return null;
  if (typeof pubkey !== 'string') return null;
  return encoder.encode(JSON.stringify([0, pubkey, created_at, kind, tags, content]));
}

/**
 * The columns of the events whose fields are well formed and whose id is that of their contents, and which
 * they are.
 */
export function columns(events, sha256) {
  const n = events.length;
  const rows = new Uint32Array(n);
  const signatures = new Uint8Array(64 * n);
  const ids = new Uint8Array(32 * n);
  const pubkeys = new Uint8Array(32 * n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const event = fields(events[i]);
    const text = serialized(event);
    if (text === null) continue;
    if (!readHex(event.id, ids, 32 * count, 32)) continue;
    if (!readHex(event.pubkey, pubkeys, 32 * count, 32)) continue;
    if (!readHex(event.sig, signatures, 64 * count, 64)) continue;
    const id = sha256(text);
    let same = true;
    for (let j = 0; j < 32; j++) same &&= id[j] === ids[32 * count + j];
    if (same) rows[count++] = i;
  }
  const column = (data, size) => ({
    data: data.subarray(0, size * count),
    size,
    offsets: null,
    n: count,
  });
  return {
    n,
    rows: rows.subarray(0, count),
    signatures: column(signatures, 64),
    ids: column(ids, 32),
    pubkeys: column(pubkeys, 32),
  };
}

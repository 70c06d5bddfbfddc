// What tests share: the project's vectors, hexadecimal, and numbers that look random.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const hex = (text) => Uint8Array.from(Buffer.from(text, 'hex'));
export const text = (bytes) => Buffer.from(bytes).toString('hex');
export const hash = (bytes, name = 'sha256') =>
  Uint8Array.from(createHash(name).update(bytes).digest());
export const vectors = (name) =>
  readFileSync(new URL(`../../vectors/${name}`, import.meta.url), 'utf8');
export const json = (name) => JSON.parse(vectors(name));

/** The rows of a CSV file, each an array of fields; a field in quotes may have commas. */
export function csv(name) {
  const lines = vectors(name)
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    ),
  );
}

/** 32 bytes that depend on the number alone. */
export const bytes32 = (number) => hash(Buffer.from(`koblitz ${number}`));

export function concat(rows) {
  return Uint8Array.from(Buffer.concat(rows));
}
/** Rows of variable length. */
export function rows(list) {
  const offsets = new Int32Array(list.length + 1);
  list.forEach((row, i) => (offsets[i + 1] = offsets[i] + row.length));
  return { data: concat(list), offsets };
}

export const N = hex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');
export const ZERO = new Uint8Array(32);
export const ONE = hex('00'.repeat(31) + '01');
export const G = hex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');

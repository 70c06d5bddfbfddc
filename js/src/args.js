// Checks of arguments. They read what the engine reads: the slots of a typed array, which no property can hide.

const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const getter = (name) => Object.getOwnPropertyDescriptor(typedArray, name).get;
const nameOf = getter(Symbol.toStringTag);
const byteLength = getter('byteLength');
const byteOffset = getter('byteOffset');
const buffer = getter('buffer');

/** Whether value is a Uint8Array, of whatever realm; a Buffer is one. */
export const isBytes = (value) => nameOf.call(value) === 'Uint8Array';

/** The length of a Uint8Array. */
export const lengthOf = (array) => byteLength.call(array);

/** The first bytes as a plain Uint8Array, whose methods are the language's own, and which does not grow. */
export const plain = (array, length) =>
  new Uint8Array(buffer.call(array), byteOffset.call(array), length);

/** Throws a TypeError unless value is a Uint8Array of one of these lengths, or of any if none is given. */
export function bytes(value, name, ...lengths) {
  if (!isBytes(value)) throw new TypeError(`${name}: expected a Uint8Array`);
  const length = lengthOf(value);
  if (lengths.length > 0 && !lengths.includes(length)) {
    throw new TypeError(`${name}: expected ${lengths.join(' or ')} bytes, got ${length}`);
  }
  return value;
}

export function boolean(value, name) {
  if (typeof value !== 'boolean') throw new TypeError(`${name}: expected a boolean`);
  return value;
}

/** Throws a TypeError unless value is an integer of 0 to most. */
export function integer(value, name, most) {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw new TypeError(`${name}: expected an integer from 0 to ${most}`);
  }
  return value;
}

/** Throws a TypeError unless value is undefined or an object with no other properties than these. */
export function options(value, name, ...known) {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${name}: expected an object`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${name}.${key}: no such option`);
  }
  return value;
}

/** Engines have offsets of 31 bits. */
const MOST_DATA = 2 ** 31 - 1;

/** Rows as they are, or {data, offsets} read once: no getter runs after columns are checked. */
export function rowsOf(value) {
  if (isBytes(value) || typeof value !== 'object' || value === null) return value;
  const { data, offsets } = value;
  return { data, offsets };
}

/**
 * A column of n rows: rows of one of these sizes one after another, or, if they may vary, {data, offsets}:
 * row i is data[offsets[i]] up to data[offsets[i + 1]]. n is undefined for the first column, which says how
 * many rows there are.
 *
 * @returns {{data: Uint8Array, size: number, offsets: Int32Array | null, n: number}}
 */
export function column(value, name, sizes, n, mayVary = false) {
  if (isBytes(value)) {
    const length = lengthOf(value);
    const fits = sizes.filter((s) => (n === undefined ? length % s === 0 : length === n * s));
    if (fits.length === 0) {
      const rows = n === undefined ? 'a whole number of rows' : `${n} rows`;
      throw new TypeError(
        `${name}: expected ${rows} of ${sizes.join(' or ')} bytes, got ${length} bytes`,
      );
    }
    return { data: plain(value, length), size: fits[0], offsets: null, n: n ?? length / fits[0] };
  }
  if (!mayVary) throw new TypeError(`${name}: expected a Uint8Array`);
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${name}: expected a Uint8Array or {data, offsets}`);
  }
  const { data, offsets } = value;
  bytes(data, `${name}.data`);
  const length = lengthOf(data);
  if (length > MOST_DATA) throw new TypeError(`${name}.data: expected less than 2 GiB`);
  const kind = nameOf.call(offsets);
  if (kind !== 'Int32Array' && kind !== 'Uint32Array') {
    throw new TypeError(`${name}.offsets: expected an Int32Array or Uint32Array`);
  }
  // A copy, which no other thread changes after the check.
  const own = new Uint32Array(offsets);
  const rows = own.length - 1;
  if (rows < 0 || (n !== undefined && rows !== n)) {
    throw new TypeError(
      `${name}.offsets: expected ${n === undefined ? 'at least 1' : n + 1} offsets, got ${own.length}`,
    );
  }
  for (let i = 0; i <= rows; i++) {
    if (own[i] > length || (i > 0 && own[i] < own[i - 1])) {
      throw new TypeError(`${name}.offsets: row ${Math.min(i, rows - 1)} is not within data`);
    }
  }
  return { data: plain(data, length), size: 0, offsets: new Int32Array(own.buffer), n: rows };
}

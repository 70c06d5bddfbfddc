// Lower-case hexadecimal.

const DIGITS = '0123456789abcdef';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < 16; i++) VALUES[DIGITS.charCodeAt(i)] = i;

/** Writes the bytes of text, 2 * length digits in lower case, to out at `at`; false if it is not that. */
export function readHex(text, out, at, length) {
  if (typeof text !== 'string' || text.length !== 2 * length) return false;
  for (let i = 0; i < length; i++) {
    const high = VALUES[text.charCodeAt(2 * i)] ?? -1;
    const low = VALUES[text.charCodeAt(2 * i + 1)] ?? -1;
    if ((high | low) < 0) return false;
    out[at + i] = (high << 4) | low;
  }
  return true;
}

export function writeHex(bytes) {
  let text = '';
  for (const byte of bytes) text += DIGITS[byte >> 4] + DIGITS[byte & 15];
  return text;
}

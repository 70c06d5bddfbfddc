// Base64 and DEFLATE (RFC 1951), for the inlined module: a trusted input, so that only its end is checked.

/** Lengths and distances: bases and extra bits (3.2.5). */
function ladder(first, count, step) {
  const base = new Uint16Array(count);
  const extra = new Uint8Array(count);
  for (let i = 0, value = first; i < count; i++) {
    base[i] = value;
    extra[i] = i < 2 * step ? 0 : Math.floor(i / step) - 1;
    value += 1 << extra[i];
  }
  return { base, extra };
}
const LENGTHS = ladder(3, 28, 4);
const DISTANCES = ladder(1, 30, 2);
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code (3.2.2): for the next 15 bits of input, 16 times the symbol plus the length of its code. */
function huffman(lengths) {
  const next = new Uint16Array(17);
  for (const length of lengths) if (length > 0) next[length + 1]++;
  for (let i = 1; i < 17; i++) next[i] = (next[i] + next[i - 1]) << 1;
  const table = new Uint16Array(1 << 15);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    let code = next[length]++;
    let reversed = 0;
    for (let i = 0; i < length; i++, code >>= 1) reversed = (reversed << 1) | (code & 1);
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
  });
  return table;
}

/** The size bytes that text, raw DEFLATE in base64, stands for. */
export function inflate(text, size) {
  const packed = atob(text);
  const out = new Uint8Array(size);
  let at = 0;
  let input = 0;
  let held = 0;
  let count = 0;
  const bits = (n) => {
    while (count < n) {
      held |= packed.charCodeAt(input++) << count;
      count += 8;
    }
    const value = held & ((1 << n) - 1);
    held >>>= n;
    count -= n;
    return value;
  };
  const symbol = (table) => {
    // Behind the end of the input there are zeros.
    for (; count < 15; count += 8) held |= packed.charCodeAt(input++) << count;
    const entry = table[held & 0x7fff];
    held >>>= entry & 15;
    count -= entry & 15;
    return entry >> 4;
  };

  for (let last = 0; last === 0;) {
    last = bits(1);
    const kind = bits(2);
    let literals, distances;
    if (kind === 0) {
      input -= count >> 3;
      count = 0;
      held = 0;
      const length = packed.charCodeAt(input) | (packed.charCodeAt(input + 1) << 8);
      input += 4;
      for (let i = 0; i < length; i++) out[at++] = packed.charCodeAt(input++);
      continue;
    } else if (kind === 1) {
      const fixed = new Uint8Array(288).fill(8);
      fixed.fill(9, 144, 256).fill(7, 256, 280);
      literals = huffman(fixed);
      distances = huffman(new Uint8Array(30).fill(5));
    } else {
      const nLiterals = bits(5) + 257;
      const nDistances = bits(5) + 1;
      const nLengths = bits(4) + 4;
      const short = new Uint8Array(19);
      for (let i = 0; i < nLengths; i++) short[ORDER[i]] = bits(3);
      const code = huffman(short);
      const lengths = new Uint8Array(nLiterals + nDistances);
      for (let i = 0; i < lengths.length;) {
        const s = symbol(code);
        if (s < 16) lengths[i++] = s;
        else {
          const value = s === 16 ? lengths[i - 1] : 0;
          const times = s === 16 ? 3 + bits(2) : s === 17 ? 3 + bits(3) : 11 + bits(7);
          lengths.fill(value, i, i + times);
          i += times;
        }
      }
      literals = huffman(lengths.subarray(0, nLiterals));
      distances = huffman(lengths.subarray(nLiterals));
    }
    for (;;) {
      const s = symbol(literals);
      if (s < 256) out[at++] = s;
      else if (s === 256) break;
      else {
        // 285 is 258, without extra bits.
        const length = s === 285 ? 258 : LENGTHS.base[s - 257] + bits(LENGTHS.extra[s - 257]);
        const d = symbol(distances);
        let from = at - (DISTANCES.base[d] + bits(DISTANCES.extra[d]));
        for (let i = 0; i < length; i++) out[at++] = out[from++];
      }
    }
  }
  if (at !== size) throw new Error('koblitz: the inlined module is damaged');
  return out;
}

// SHA-256 (FIPS 180-4) of public bytes: ids of events.

/** The first 32 bits of the fractional parts of n-th roots of the first primes. */
function constants(count, root) {
  const words = new Int32Array(count);
  for (let prime = 2, i = 0; i < count; prime++) {
    let isPrime = true;
    for (let d = 2; d * d <= prime; d++) isPrime &&= prime % d !== 0;
    if (isPrime) words[i++] = (prime ** (1 / root) % 1) * 2 ** 32;
  }
  return words;
}
const START = constants(8, 2);
const K = constants(64, 3);
const w = new Int32Array(64);

function compress(state, view, at) {
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15];
    const y = w[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The SHA-256 of a Uint8Array. */
export function sha256(bytes) {
  const state = Int32Array.from(START);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length & ~63;
  for (let at = 0; at < whole; at += 64) compress(state, view, at);
  const rest = bytes.length - whole;
  const end = new Uint8Array(rest < 56 ? 64 : 128);
  end.set(bytes.subarray(whole));
  end[rest] = 0x80;
  const last = new DataView(end.buffer);
  last.setUint32(end.length - 8, bytes.length / 2 ** 29);
  last.setUint32(end.length - 4, bytes.length << 3);
  for (let at = 0; at < end.length; at += 64) compress(state, last, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i]);
  return digest;
}

// The fields of every operation, as docs/protocol.md lists them: a number of
// bytes each, or null for a parser's input, which may have any.

const shapes = {
  empty: [],
  pubkey_create: [32],
  ecdsa_sign: [32, 32],
  ecdsa_verify: [65, 64, 32],
  ecdsa_parse_verify: [null, null, 32],
  ecdsa_recover: [64, 1, 32],
  schnorr_sign: [32, 32, 32],
  schnorr_verify: [32, 64, 32],
  schnorr_parse_verify: [null, 64, 32],
  ecdh: [32, 65],
  pubkey_parse33: [null],
  pubkey_parse65: [null],
  pubkey_tweak_add: [65, 32],
  xonly_tweak_add_check: [32, 1, 32, 32],
  pubkey_combine: Array(16).fill(65),
  seckey_verify: [32],
  seckey_negate: [32],
  seckey_tweak_add: [32, 32],
  seckey_tweak_mul: [32, 32],
  der_parse: [null],
  field_mul: [32, 32],
  field_sqr: [32],
  field_inv: [32],
  field_sqrt: [32],
  base_mul: [32],
  point_mul: [32, 65],
};

/** The fields of an operation; a batch has those of what it is made of. */
export const shapeOf = (name) => shapes[name.replace(/^batch_(.+)_\d+$/, '$1')];

/** Reads a row as it is on the wire: fields in hex, separated by one space. */
export function parseRow(line, shape) {
  const words = line === '' ? [] : line.split(' ');
  if (words.length !== shape.length) {
    throw new Error(`${words.length} fields instead of ${shape.length}`);
  }
  return words.map((word, i) => {
    if (!/^(-|([0-9a-f]{2})+)$/.test(word)) throw new Error(`field ${i} is not lowercase hex`);
    const field = Uint8Array.from(Buffer.from(word === '-' ? '' : word, 'hex'));
    if (shape[i] !== null && shape[i] !== field.length) {
      throw new Error(`field ${i} has ${field.length} bytes instead of ${shape[i]}`);
    }
    return field;
  });
}

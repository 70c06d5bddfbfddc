// The package without its module, which the caller takes from the file koblitz.wasm.

import { api } from './api.js';
import { compile, startModule } from './load.js';

/** The functions of the package over a compiled koblitz.wasm. */
export function create(module) {
  const engine = startModule(module);
  return api(() => engine);
}

/** Compiles koblitz.wasm, from a Response (of fetch), its bytes, or a promise of either. */
export async function load(source) {
  const engine = await compile(source);
  return api(() => engine);
}

/** A function of i64.mul_wide_u alone. */
const WIDE = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 8, 1, 0x60, 2, 0x7e, 0x7e, 2, 0x7e, 0x7e],
  ...[3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 0x20, 0, 0x20, 1, 0xfc, 0x16, 0x0b],
];
/** Whether this environment runs koblitz-wide.wasm. */
export const hasWideArithmetic = () => WebAssembly.validate(Uint8Array.from(WIDE));

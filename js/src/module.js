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

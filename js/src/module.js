// The package without its module, which the caller takes from the file koblitz.wasm.

import { api } from './api.js';
import { startModule } from './load.js';

/** The functions of the package over a compiled koblitz.wasm. */
export function create(module) {
  const engine = startModule(module);
  return api(() => engine);
}

/** Compiles koblitz.wasm, from a Response (of fetch) or its bytes, or a promise of either. */
export async function load(source) {
  const from = await source;
  const isResponse = typeof Response === 'function' && from instanceof Response;
  return create(
    isResponse ? await WebAssembly.compileStreaming(from) : await WebAssembly.compile(from),
  );
}

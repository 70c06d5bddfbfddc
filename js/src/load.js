// Starts the engine from its module.

import { start } from './wasm.js';

/** 32 random bytes, or null where the environment has none. */
function random() {
  const { crypto } = globalThis;
  return crypto?.getRandomValues ? crypto.getRandomValues(new Uint8Array(32)) : null;
}

function required() {
  if (typeof WebAssembly === 'object') return;
  throw new Error('koblitz: this environment has no WebAssembly, and nothing replaces it');
}

/** A function that starts the engine when it is first called. */
export function once(startEngine) {
  let engine = null;
  return () => (engine ??= startEngine());
}

/** Compiles a module from bytes and starts it, at once. */
export function startBytes(bytes) {
  required();
  let module;
  try {
    module = new WebAssembly.Module(bytes);
  } catch (cause) {
    const hint = "import koblitz.wasm as a file, by 'koblitz/module'";
    throw new Error(`koblitz: this environment compiles no WebAssembly from bytes; ${hint}`, {
      cause,
    });
  }
  return start(module, random);
}

export function startModule(module) {
  required();
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError('module: expected a WebAssembly.Module');
  }
  return start(module, random);
}

/** Compiles a module from a Response (of fetch), its bytes, or a promise of either, and starts it. */
export async function compile(source) {
  required();
  const from = await source;
  const isResponse = typeof Response === 'function' && from instanceof Response;
  return startModule(
    isResponse ? await WebAssembly.compileStreaming(from) : await WebAssembly.compile(from),
  );
}

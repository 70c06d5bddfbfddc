/** The functions of the package. */
export type Koblitz = typeof import('./index.js');

/** The functions over a compiled koblitz.wasm, such as a Worker imports. */
export function create(module: WebAssembly.Module): Koblitz;
/** Compiles koblitz.wasm, from a Response (of fetch) or its bytes, or a promise of either. */
export function load(
    source: Response | BufferSource | PromiseLike<Response | BufferSource>,
): Promise<Koblitz>;
/**
 * Whether this environment has WebAssembly's wide arithmetic, so that koblitz-wide.wasm may be loaded in
 * koblitz.wasm's place.
 */
export function hasWideArithmetic(): boolean;

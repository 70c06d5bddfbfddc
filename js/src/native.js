// The native addon: prebuilds/PLATFORM-ARCH/koblitz.node, or none.

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { selfTest } from './self-test.js';

/** Parts of an asynchronous batch; libuv's pool has 4 threads unless UV_THREADPOOL_SIZE says otherwise. */
const MOST_PARTS = 256;

/** The native engine, or null where there is none or it fails its test. KOBLITZ_JS=wasm asks for none. */
export function startNative() {
  const { platform, arch, env } = process;
  if (env.KOBLITZ_JS === 'wasm') return null;
  let addon;
  try {
    const require = createRequire(import.meta.url);
    addon = require(`../prebuilds/${platform}-${arch}/koblitz.node`);
    if (!selfTest(addon)) return null;
  } catch {
    return null;
  }
  const seed = globalThis.crypto.getRandomValues(new Uint8Array(32));
  addon.randomize(seed);
  seed.fill(0);
  const parts = Math.min(availableParallelism(), MOST_PARTS);
  return {
    ...addon,
    kind: 'native',
    verifyBatchAsync: (...args) => addon.startVerifyBatch(...args, parts),
    recoverBatchAsync: (...args) => addon.startRecoverBatch(...args, null, parts),
  };
}

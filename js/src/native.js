// The native addon: prebuilds/PLATFORM-ARCH/koblitz.node, or none.

import { createRequire } from 'node:module';
import { selfTest } from './self-test.js';

/** The native engine, or null where there is none or it fails its test. KOBLITZ_JS=wasm asks for none. */
export function startNative() {
  const { platform, arch, env } = process;
  if (env.KOBLITZ_JS === 'wasm') return null;
  try {
    const require = createRequire(import.meta.url);
    const engine = require(`../prebuilds/${platform}-${arch}/koblitz.node`);
    return selfTest(engine) ? engine : null;
  } catch {
    return null;
  }
}

// The engine in Cloudflare's Workers, which compile modules from files alone.

import wasm from './koblitz.wasm';
import { once, startModule } from './load.js';

export const engine = /* @__PURE__ */ once(() => startModule(wasm));

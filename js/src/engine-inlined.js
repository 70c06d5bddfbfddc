// The engine for every environment with WebAssembly: the module is inlined.

import { inflate } from './inflate.js';
import { data, size } from './inlined.js';
import { once, startBytes } from './load.js';

export const engine = /* @__PURE__ */ once(() => startBytes(inflate(data, size)));

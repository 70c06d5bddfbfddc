// The engine in Node.js: native code if it is there and right, else WebAssembly.

import { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import { data } from './inlined.js';
import { once, startBytes } from './load.js';
import { startNative } from './native.js';

export const engine = /* @__PURE__ */ once(
  () => startNative() ?? startBytes(inflateRawSync(Buffer.from(data, 'base64'))),
);

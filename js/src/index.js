// The package: its functions over the engine that package.json chooses for the environment.

import { engine } from '#engine';
import { api } from './api.js';

// Rewritten by tools/build.mjs, which names every function.
export const koblitz = api(engine);

// The Worker: makes events and verifies them, over koblitz.wasm as a file.

import { load } from 'koblitz/module';

const CHUNK = 250;
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const bytes = (text) => Uint8Array.from(text.match(/../g), (x) => Number.parseInt(x, 16));

onmessage = async ({ data: count }) => {
  try {
    const koblitz = await load(fetch('koblitz.wasm'));
    const seckey = koblitz.seckeyGenerate();
    const pubkey = hex(koblitz.xonlyCreate(seckey));
    const events = [];
    for (let i = 0; i < count; i++) {
      const contents = {
        pubkey,
        created_at: 1700000000 + i,
        kind: 1,
        tags: [],
        content: `note ${i}`,
      };
      const id = koblitz.eventId(contents);
      const sig = hex(koblitz.schnorrSign(bytes(id), seckey, { aux: null }));
      events.push({ ...contents, id, sig, content: i % 10 === 9 ? 'changed' : contents.content });
      if (i % CHUNK === CHUNK - 1) postMessage({ made: i + 1 });
    }
    let valid = 0;
    for (let first = 0; first < count; first += CHUNK) {
      const some = events.slice(first, first + CHUNK);
      const start = performance.now();
      for (const verdict of koblitz.verifyEvents(some)) valid += verdict;
      const seconds = Math.max(performance.now() - start, 0.1) / 1000;
      postMessage({ verified: first + some.length, rate: some.length / seconds });
    }
    postMessage({ done: { valid, engine: koblitz.engineName(), sample: events[0] } });
  } catch (error) {
    postMessage({ done: { error: String(error) } });
  }
};

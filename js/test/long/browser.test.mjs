// The demo page in headless Chromium: 10,000 events in a Worker, and one on the page's thread.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { server } from '../../demo/serve.mjs';

const EVENTS = 10000;

test('the demo page', { timeout: 300_000 }, async (t) => {
  const profile = mkdtempSync(join(tmpdir(), 'koblitz-chromium-'));
  const report = Promise.withResolvers?.() ?? deferred();
  const http = server(report.resolve).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${http.address().port}/?events=${EVENTS}`;
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0'];
  const chromium = spawn('chromium', [...flags, `--user-data-dir=${profile}`, url], {
    stdio: 'ignore',
  });
  const ended = once(chromium, 'exit');
  chromium.on('error', report.reject);
  ended.then(() => report.reject(new Error('the browser ended')));
  t.after(async () => {
    chromium.kill();
    http.closeAllConnections();
    http.close();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const { sample, ...result } = await report.promise;
  const chunks = EVENTS / 250;
  const wanted = { valid: 9000, engine: 'wasm', main: [1], drawn: chunks, shown: EVENTS };
  assert.deepEqual(result, wanted);
  assert.equal(sample.kind, 1);
});

function deferred() {
  const out = {};
  out.promise = new Promise((resolve, reject) => Object.assign(out, { resolve, reject }));
  return out;
}

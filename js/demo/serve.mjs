// Serves the page: node demo/serve.mjs [PORT]. Its Content Security Policy allows scripts of this server and WebAssembly.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const here = import.meta.dirname;
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const TYPES = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  wasm: 'application/wasm',
};

/** A server of the page, not yet listening; done is called with what the page reports. */
export function server(done = () => {}) {
  const options = { bundle: true, minify: true, format: 'esm', write: false, logLevel: 'error' };
  const script = (name) =>
    buildSync({ ...options, entryPoints: [join(here, name)] }).outputFiles[0].contents;
  const file = (...name) => readFileSync(join(here, ...name));
  const files = {
    '/index.html': file('index.html'),
    '/page.css': file('page.css'),
    '/page.js': script('page.js'),
    '/worker.js': script('worker.js'),
    '/koblitz.wasm': file('../dist/koblitz.wasm'),
  };
  return createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/done') {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end();
      done(JSON.parse(body));
      return;
    }
    const path = request.url.replace(/\?.*/, '').replace(/\/$/, '/index.html');
    if (!Object.hasOwn(files, path)) return response.writeHead(404).end();
    const type = TYPES[path.split('.').pop()];
    response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
    response.end(files[path]);
  });
}

if (process.argv[1] === import.meta.filename) {
  const port = Number(process.argv[2] ?? 8080);
  server(({ error, valid }) => console.log(error ?? `${valid} events are valid`)).listen(
    port,
    '127.0.0.1',
    () => console.log(`http://127.0.0.1:${port}/`),
  );
}

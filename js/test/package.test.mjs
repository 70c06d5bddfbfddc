// The package as it is installed: packed, installed without a network, imported by its subpaths, bundled, and where
// WebAssembly is missing or may not be compiled from bytes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { nodeResolve } from '@rollup/plugin-node-resolve';

const MOST_GZIPPED = 70 * 1024;
const SUBPATHS = [
  'koblitz',
  ...['module', 'tiny-secp256k1', 'secp256k1-node', 'nostr-wasm', 'noble'].map(
    (s) => `koblitz/${s}`,
  ),
];
const root = new URL('..', import.meta.url).pathname;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koblitz-')));

function run(command, args, env = {}) {
  const got = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, KOBLITZ_JS: '', npm_config_cache: join(folder, 'cache'), ...env },
  });
  assert.equal(got.status, 0, `${command} ${args.join(' ')}: ${got.stderr}`);
  return got.stdout.trim();
}
const node = (script, env) => {
  const name = /\brequire\(/.test(script) ? 'script.cjs' : 'script.mjs';
  writeFileSync(join(folder, name), script);
  return run(process.execPath, [name], env);
};

before(() => {
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', root]));
  const names = packed.files.map(({ path }) => path);
  assert.deepEqual(names.filter((name) => !/^(dist|prebuilds)\//.test(name)).sort(), [
    'LICENSE',
    'README.md',
    'package.json',
  ]);
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)]);
});
after(() => rmSync(folder, { recursive: true }));

test('it depends on nothing', () => {
  const { dependencies, sideEffects } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  assert.deepEqual([dependencies, sideEffects], [undefined, false]);
});

const USE = `
  const seckey = koblitz.seckeyGenerate();
  const message = new Uint8Array(32);
  const signature = koblitz.schnorrSign(message, seckey);
  const isValid = koblitz.schnorrVerify(signature, message, koblitz.xonlyCreate(seckey));
  console.log(koblitz.engineName(), isValid);`;

test('every subpath, imported and required', () => {
  assert.equal(
    node(`import * as koblitz from 'koblitz'; ${USE}`, { KOBLITZ_JS: 'wasm' }),
    'wasm true',
  );
  assert.equal(
    node(`const koblitz = require('koblitz'); ${USE}`, { KOBLITZ_JS: 'wasm' }),
    'wasm true',
  );
  assert.match(node(`const koblitz = require('koblitz'); ${USE}`), /^(native|wasm) true$/);
  for (const path of SUBPATHS) {
    const imported = node(
      `import * as all from '${path}'; console.log(Object.keys(all).sort().join());`,
    );
    const required = node(`console.log(Object.keys(require('${path}')).sort().join());`);
    assert.equal(required, imported, path);
    assert.ok(imported.length > 10, path);
  }
});

test('examples print what they say', () => {
  let n = 0;
  for (const name of ['js/README.md', 'docs/js.md', 'README.md']) {
    const document = readFileSync(join(root, '..', name), 'utf8');
    for (const [, code] of document.matchAll(/```js\n(.*?)```/gs)) {
      const wanted = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(
        ([, said]) => said,
      );
      if (wanted.length === 0) continue;
      assert.equal(node(code), wanted.join('\n'), `${name}: ${code}`);
      n += wanted.length;
    }
  }
  assert.ok(n >= 7, `${n}`);
});

test('the module as a file', () => {
  const script = `import { readFileSync } from 'node:fs';
     import { create, load } from 'koblitz/module';
     const bytes = readFileSync('node_modules/koblitz/dist/koblitz.wasm');
     const headers = { 'content-type': 'application/wasm' };
     for (const koblitz of [
       create(new WebAssembly.Module(bytes)),
       await load(bytes),
       await load(Promise.resolve(new Response(bytes, { headers }))),
     ]) { ${USE} }`;
  assert.equal(node(script), 'wasm true\nwasm true\nwasm true');
  assert.equal(
    node(
      `const { create } = require('koblitz/module'); try { create({}); } catch (e) { console.log(String(e)); }`,
    ),
    'TypeError: module: expected a WebAssembly.Module',
  );
});

test('environments that do not compile', () => {
  const env = { KOBLITZ_JS: 'wasm' };
  const call = `import { seckeyVerify } from 'koblitz';
    try { seckeyVerify(new Uint8Array(32)); } catch (e) { console.log(e.message); }`;
  const none = node(`delete globalThis.WebAssembly; ${call}`, env);
  assert.equal(none, 'koblitz: this environment has no WebAssembly, and nothing replaces it');
  const refused = node(
    `WebAssembly.Module = class { constructor() { throw new Error('no'); } }; ${call}`,
    env,
  );
  assert.match(
    refused,
    /^koblitz: this environment compiles no WebAssembly from bytes; import koblitz.wasm/,
  );
});

const ENTRY = `import * as koblitz from 'koblitz'; ${USE}`;
const BUNDLERS = {
  esbuild: (input, file) =>
    build({
      entryPoints: [input],
      outfile: file,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'error',
    }),
  rollup: async (input, file) => {
    const onwarn = (warning) => assert.fail(warning.message);
    const bundle = await rollup({ input, onwarn, plugins: [nodeResolve({ browser: true })] });
    await bundle.write({ file, format: 'es' });
  },
};
for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`bundled by ${name}`, async () => {
    const input = join(folder, 'entry.mjs');
    const file = join(folder, 'bundled', `${name}.mjs`);
    mkdirSync(join(folder, 'bundled'), { recursive: true });
    writeFileSync(input, ENTRY);
    await bundle(input, file);
    assert.equal(run(process.execPath, [file]), 'wasm true');
    const size = gzipSync(readFileSync(file), { level: 9 }).length;
    assert.ok(size <= MOST_GZIPPED, `${size} bytes gzipped`);
    // What is imported and not used leaves nothing.
    writeFileSync(
      input,
      `import { verifyBatch } from 'koblitz'; import 'koblitz/noble'; console.log('nothing');`,
    );
    await bundle(input, file);
    assert.equal(run(process.execPath, [file]), 'nothing');
    const left = readFileSync(file).length;
    assert.ok(left < 5000, `${left} bytes`);
  });
}

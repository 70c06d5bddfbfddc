// webpack and vite, which bundlers/ pins, beside esbuild and rollup of package.test.mjs: the package as it is installed,
// with its module inlined and as a file.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const MOST_GZIPPED = 70 * 1024;
const root = new URL('../..', import.meta.url).pathname;
const bundlers = new URL('bundlers', import.meta.url).pathname;
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'koblitz-bundlers-')));

function run(cwd, command, ...args) {
  const got = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(got.status, 0, `${command} ${args.join(' ')}: ${got.stderr}`);
  return got.stdout.trim();
}

before(() => {
  run(bundlers, 'npm', 'ci', '--no-audit', '--no-fund', '--ignore-scripts');
  const [packed] = JSON.parse(run(folder, 'npm', 'pack', '--json', '--ignore-scripts', root));
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', packed.filename);
});
after(() => rmSync(folder, { recursive: true }));

const require = createRequire(join(bundlers, 'package.json'));
const BUNDLERS = {
  async webpack(input, path) {
    const compiler = require('webpack')({
      context: folder,
      mode: 'production',
      target: 'web',
      entry: input,
      experiments: { outputModule: true },
      output: { path, filename: 'out.mjs', library: { type: 'module' }, publicPath: '' },
      performance: false,
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, got) => (error ? reject(error) : resolve(got))),
    );
    assert.ok(!stats.hasErrors() && !stats.hasWarnings(), stats.toString());
  },
  async vite(input, path) {
    const { build } = await import(pathToFileURL(require.resolve('vite')));
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      base: './',
      build: {
        outDir: path,
        rollupOptions: { input, output: { entryFileNames: 'out.mjs' } },
        assetsInlineLimit: 0,
        modulePreload: false,
      },
    });
  },
};

const USE = `
  const seckey = koblitz.seckeyGenerate();
  const signature = koblitz.schnorrSign(seckey, seckey);
  console.log(koblitz.engineName(), koblitz.schnorrVerify(signature, seckey, koblitz.xonlyCreate(seckey)));`;
const URLS = {
  webpack: `const url = new URL('koblitz/koblitz.wasm', import.meta.url);`,
  vite: `import file from 'koblitz/koblitz.wasm?url'; const url = new URL(file, import.meta.url);`,
};

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(name, async (t) => {
    /** The bundle's folder. */
    const bundled = async (what, source) => {
      const input = join(folder, `${name}-${what}.js`);
      const path = join(folder, 'bundled', name, what);
      mkdirSync(path, { recursive: true });
      writeFileSync(input, source);
      await bundle(input, path);
      return path;
    };
    const printed = (path) => run(folder, process.execPath, join(path, 'out.mjs'));

    await t.test('inlined', async () => {
      const path = await bundled('inlined', `import * as koblitz from 'koblitz'; ${USE}`);
      assert.equal(printed(path), 'wasm true');
      assert.deepEqual(readdirSync(path), ['out.mjs']);
      const size = gzipSync(readFileSync(join(path, 'out.mjs')), { level: 9 }).length;
      assert.ok(size <= MOST_GZIPPED, `${size} bytes gzipped`);
    });
    await t.test('as a file', async () => {
      const source = `import { load } from 'koblitz/module'; ${URLS[name]}
        // Node.js's fetch reads no files.
        const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
        const koblitz = await load(readFile(url)); ${USE}`;
      const path = await bundled('file', source);
      assert.equal(printed(path), 'wasm true');
      const wasm = readdirSync(path, { recursive: true }).filter((file) => file.endsWith('.wasm'));
      assert.equal(wasm.length, 1);
    });
    await t.test('unused', async () => {
      const source = `import { verifyBatch } from 'koblitz'; import 'koblitz/noble'; console.log('nothing');`;
      const path = await bundled('unused', source);
      assert.equal(printed(path), 'nothing');
      const left = readFileSync(join(path, 'out.mjs')).length;
      assert.ok(left < 5000, `${left} bytes`);
    });
  });
}

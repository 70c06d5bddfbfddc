// Makes dist/ of src/ and the modules: ES modules, CommonJS, types. node tools/build.mjs FOLDER, where
// koblitz.wasm and koblitz-wide.wasm are. An entry has its parts in it, but for those that entries share: Node.js takes
// half a millisecond for each file.

import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync, constants } from 'node:zlib';
import { api } from '../src/api.js';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const wasm = readFileSync(join(process.argv[2], 'koblitz.wasm'));
const names = Object.keys(api(() => null));

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const write = (name, content) => writeFileSync(join(dist, name), content);

/** The module inlined: deflated, in base64. */
const deflated = deflateRawSync(wasm, {
  level: 9,
  memLevel: 9,
  strategy: constants.Z_DEFAULT_STRATEGY,
});
const inlined = `/** koblitz.wasm: raw DEFLATE in base64. */
export const data = '${deflated.toString('base64')}';
/** The module's own size. */
export const size = ${wasm.length};
`;

/** Files that entries share, and what of src is in them. */
const SHARED = { shared: ['args', 'hex', 'load'], inlined: ['inlined'] };
const sharedOf = (file) => Object.keys(SHARED).find((name) => SHARED[name].includes(file));
const ENTRIES = ['index', 'module', 'tiny-secp256k1', 'secp256k1-node', 'nostr-wasm', 'noble'];
const ENGINES = ['engine-node', 'engine-inlined', 'engine-workerd'];

/** Writes a file of src in one format. */
async function emit(name, format, contents) {
  const extension = format === 'esm' ? 'js' : 'cjs';
  const shared = {
    name: 'shared',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/|^#/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return null;
        const [, file] = /^\.\/([a-z0-9-]+)\.js$/.exec(path) ?? [];
        if (file === undefined) return { path, external: true };
        const other = name in SHARED ? undefined : sharedOf(file);
        return other && { path: `./${other}.${extension}`, external: true };
      });
    },
  };
  const options = {
    ...(contents === undefined
      ? { entryPoints: [join(root, 'src', `${name}.js`)] }
      : { stdin: { contents, resolveDir: join(root, 'src'), sourcefile: `${name}.js` } }),
    bundle: true,
    outfile: join(dist, `${name}.${extension}`),
    platform: 'node',
    target: 'es2022',
    plugins: [shared],
    logLevel: 'warning',
  };
  // CommonJS has its own require, and no import.meta.
  await build(
    format === 'esm'
      ? { ...options, format, minifyWhitespace: true }
      : { ...options, format, define: { 'import.meta.url': '__filename' } },
  );
}

const index = readFileSync(join(root, 'src', 'index.js'), 'utf8').replace(
  'export const koblitz',
  `export const { ${names.join(', ')} }`,
);
const shared = SHARED.shared.map((file) => `export * from './${file}.js';`).join('\n');
for (const name of [...ENTRIES, ...ENGINES, ...Object.keys(SHARED)]) {
  const contents = { index, inlined, shared }[name];
  await emit(name, 'esm', contents);
  if (name !== 'engine-workerd') await emit(name, 'cjs', contents);
}
for (const name of readdirSync(join(root, 'src')).filter((file) => file.endsWith('.d.ts'))) {
  const source = readFileSync(join(root, 'src', name), 'utf8');
  write(name, source);
  write(name.replace(/ts$/, 'cts'), source.replaceAll(".js')", ".cjs')"));
}
write('koblitz.wasm', wasm);
write('koblitz-wide.wasm', readFileSync(join(process.argv[2], 'koblitz-wide.wasm')));
const size = gzipSync(readFileSync(join(dist, 'inlined.js')), { level: 9 }).length;
process.stdout.write(`koblitz.wasm ${wasm.length} bytes, inlined ${size} gzipped\n`);

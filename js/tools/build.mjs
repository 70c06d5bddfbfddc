// Makes dist/ of src/ and the modules: ES modules, CommonJS, types. node tools/build.mjs FOLDER, where
// koblitz.wasm and koblitz-wide.wasm are.

import { transformSync } from 'esbuild';
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

function emit(name, source) {
  if (name !== 'engine-workerd.js') {
    const code = source.replaceAll(/from '(\.\/[a-z0-9-]+)\.js'/g, "from '$1.cjs'");
    // CommonJS has its own require, and no import.meta.
    const { code: cjs } = transformSync(code, {
      format: 'cjs',
      platform: 'node',
      target: 'es2022',
      define: { 'import.meta.url': '__filename' },
    });
    write(name.replace(/\.js$/, '.cjs'), cjs);
  }
  write(name, transformSync(source, { minifyWhitespace: true, target: 'es2022' }).code);
}

for (const name of readdirSync(join(root, 'src'))) {
  const source = readFileSync(join(root, 'src', name), 'utf8');
  if (name.endsWith('.d.ts')) {
    write(name, source);
    write(name.replace(/ts$/, 'cts'), source.replaceAll(".js')", ".cjs')"));
  } else if (name === 'index.js') {
    emit(name, source.replace('export const koblitz', `export const { ${names.join(', ')} }`));
  } else if (name.endsWith('.js')) emit(name, source);
}
emit('inlined.js', inlined);
write('koblitz.wasm', wasm);
write('koblitz-wide.wasm', readFileSync(join(process.argv[2], 'koblitz-wide.wasm')));
const size = gzipSync(readFileSync(join(dist, 'inlined.js')), { level: 9 }).length;
process.stdout.write(`koblitz.wasm ${wasm.length} bytes, inlined ${size} gzipped\n`);

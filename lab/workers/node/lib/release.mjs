// The releases that are measured.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Day on which npm published a version that package-lock.json may pin. */
const RELEASES = {
  '@noble/curves': { '2.4.0': '2026-08-27' },
  '@noble/secp256k1': { '3.2.0': '2026-08-31' },
  elliptic: { '6.6.1': '2024-11-22' },
  ox: { '1.8.3': '2026-09-28' },
  'tiny-secp256k1': { '2.2.4': '2025-09-03' },
};

/**
 * A package as it is installed in a folder of the worker's: one of its files, its version
 * and the date of that, undefined when the table lacks it.
 */
export function installed(name, file, folder = '.') {
  const dir = join(import.meta.dirname, '..', folder, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  return { path: join(dir, file), version, date: RELEASES[name]?.[version] };
}

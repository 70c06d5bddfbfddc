// The releases that are measured.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Day on which npm published a version that package-lock.json may pin. */
const RELEASES = {
  '@noble/curves': { '2.4.0': '2026-08-27' },
};

/**
 * The package that a module specifier belongs to, as it is installed: the
 * module's file, the package's version and its date, undefined when the table
 * lacks it.
 */
export function installed(name, module) {
  const path = fileURLToPath(import.meta.resolve(`${name}/${module}`));
  const { version } = JSON.parse(readFileSync(join(dirname(path), 'package.json'), 'utf8'));
  return { path, version, date: RELEASES[name]?.[version] };
}

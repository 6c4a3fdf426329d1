import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', '..', 'package.json');

/** Returns the version of this checkout or image, such as 0.1.0. The package.json at the root is the one place that holds it. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version;
}

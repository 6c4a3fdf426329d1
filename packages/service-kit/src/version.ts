import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '..', '..', '..', 'package.json');

/** Such as 0.1.0, from the package.json at the root. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version;
}

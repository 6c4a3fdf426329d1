import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Clients use no package of the services, so this one reads the file itself.
const FILE = join(import.meta.dirname, '..', '..', '..', 'package.json');

export function readVersion(): string {
  return (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version;
}

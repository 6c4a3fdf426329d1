import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Clients use no package of the services, so that this one reads the file itself.
const FILE = join(import.meta.dirname, '..', '..', '..', 'package.json');

/** Returns the version of the checkout that this command is part of. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version;
}

import { readFile } from 'node:fs/promises';

/** Composed and committed: `npm run compose`. */
export function readBuiltInSupergraph(): Promise<string> {
  return readFile(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

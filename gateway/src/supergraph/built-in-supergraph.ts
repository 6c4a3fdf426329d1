import { readFile } from 'node:fs/promises';

/** The supergraph of this build, as composed and committed: `npm run compose`. */
export function readBuiltInSupergraph(): Promise<string> {
  return readFile(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

import { readFile } from 'node:fs/promises';
import type { SupergraphEnv } from '#/env.ts';
import { readPublicKeys } from './signature.ts';
import { readSupergraphFiles, type SupergraphFiles } from './supergraph-files.ts';
import { type Supergraph, type VerifyOptions, verifySupergraph } from './verify-supergraph.ts';

/** Where a gateway's supergraphs come from, with the one it starts with. */
export interface SupergraphStart {
  first: Supergraph & Pick<SupergraphFiles, 'fingerprint'>;
  /** Undefined: the one of this build, which does not change while it runs. */
  followed: { file: string; verify: VerifyOptions } | undefined;
}

/** The supergraph of this build, as composed and committed: `npm run compose`. */
export function readBuiltInSupergraph(): Promise<string> {
  return readFile(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
}

/**
 * Reads and verifies the supergraph that a gateway starts with.
 * @throws SupergraphRefused; Error when a file cannot be read
 */
export async function readFirstSupergraph(env: SupergraphEnv): Promise<SupergraphStart> {
  const verify: VerifyOptions = {
    publicKeys: await readKeys(env.SUPERGRAPH_PUBLIC_KEY_FILE),
    serialMin: env.SUPERGRAPH_SERIAL_MIN,
    knownUrls: env.subgraphUrls,
  };
  if (env.SUPERGRAPH_FILE === undefined) {
    // As trustworthy as the code it came with.
    const files = { sdl: await readBuiltInSupergraph(), manifest: undefined, signature: undefined, fingerprint: '' };
    const supergraph = verifySupergraph(files, { ...verify, publicKeys: undefined });
    return { first: { ...supergraph, fingerprint: '' }, followed: undefined };
  }
  const files = await readSupergraphFiles(env.SUPERGRAPH_FILE);
  const supergraph = verifySupergraph(files, verify);
  return {
    first: { ...supergraph, fingerprint: files.fingerprint },
    followed: { file: env.SUPERGRAPH_FILE, verify },
  };
}

async function readKeys(file: string | undefined): Promise<VerifyOptions['publicKeys']> {
  return file === undefined ? undefined : readPublicKeys(await readFile(file, 'utf8'));
}

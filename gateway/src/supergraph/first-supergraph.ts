import { readFile } from 'node:fs/promises';
import { readPublicKeys } from '@ledgergraph/service-kit/signature';
import { readBuiltInSupergraph } from './built-in-supergraph.ts';
import { readKeptSupergraph } from './kept-supergraph.ts';
import { readSupergraphFiles, type SupergraphFiles } from './supergraph-files.ts';
import { type Supergraph, type VerifyOptions, verifyManifest, verifySupergraph } from './verify-supergraph.ts';

export interface SupergraphEnv {
  SUPERGRAPH_FILE?: string | undefined;
  SUPERGRAPH_PUBLIC_KEY_FILE?: string | undefined;
  SUPERGRAPH_SERIAL_MIN: number;
  SUPERGRAPH_KEPT_FILE?: string | undefined;
  SUPERGRAPH_POLL_MS: number;
  subgraphUrls: ReadonlyMap<string, string>;
}

export interface VerifiedFiles extends Supergraph {
  files: SupergraphFiles;
}

/** With the supergraph that the gateway starts with. */
export interface SupergraphStart {
  first: VerifiedFiles;
  /** For the process before this one; used if `first` cannot be used. */
  kept: VerifiedFiles | undefined;
  /** Undefined: the one of this build, which does not change. */
  followed: { file: string; verify: VerifyOptions } | undefined;
}

/** The followed file's, or, where that is older or refused, the kept one. @throws SupergraphRefused; Error when a file cannot be read */
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
    return { first: { ...supergraph, files }, kept: undefined, followed: undefined };
  }
  const followed = { file: env.SUPERGRAPH_FILE, verify };
  const { kept, serial } = await readKept(env.SUPERGRAPH_KEPT_FILE, verify);
  try {
    const files = await readSupergraphFiles(env.SUPERGRAPH_FILE);
    const serialMin = Math.max(verify.serialMin, serial);
    const first = { ...verifySupergraph(files, { ...verify, serialMin }), files };
    return { first, kept, followed };
  } catch (error) {
    if (kept === undefined) throw error;
    // The follower reads the file next, refuses it, and logs why.
    return { first: kept, kept, followed };
  }
}

/** Its serial counts even where it cannot be used. */
async function readKept(
  file: string | undefined,
  verify: VerifyOptions,
): Promise<{ kept: VerifiedFiles | undefined; serial: number }> {
  const files = file === undefined ? undefined : await readKeptSupergraph(file);
  const manifest = unlessRefused(
    () => files !== undefined && verify.publicKeys !== undefined && verifyManifest(files, verify.publicKeys),
  );
  if (files === undefined || !manifest) return { kept: undefined, serial: 0 };
  const supergraph = unlessRefused(() => verifySupergraph(files, verify));
  return { kept: supergraph && { ...supergraph, files }, serial: manifest.serial };
}

function unlessRefused<Result>(verify: () => Result): Result | undefined {
  try {
    return verify();
  } catch {
    return undefined;
  }
}

async function readKeys(file: string | undefined): Promise<VerifyOptions['publicKeys']> {
  return file === undefined ? undefined : readPublicKeys(await readFile(file, 'utf8'));
}

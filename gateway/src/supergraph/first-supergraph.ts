import { readFile } from 'node:fs/promises';
import { readPublicKeys } from '@ledgergraph/service-kit/signature';
import { readBuiltInSupergraph } from './built-in-supergraph.ts';
import { readKeptSupergraph } from './kept-supergraph.ts';
import { readSupergraphFiles, type SupergraphFiles } from './supergraph-files.ts';
import { type Supergraph, type VerifyOptions, verifyManifest, verifySupergraph } from './verify-supergraph.ts';

/** The part of the gateway's environment (env.ts) that names the supergraph which it runs. */
export interface SupergraphEnv {
  SUPERGRAPH_FILE?: string | undefined;
  SUPERGRAPH_PUBLIC_KEY_FILE?: string | undefined;
  SUPERGRAPH_SERIAL_MIN: number;
  SUPERGRAPH_KEPT_FILE?: string | undefined;
  /** Milliseconds. */
  SUPERGRAPH_POLL_MS: number;
  /** Base URLs by the subgraph's name. */
  subgraphUrls: ReadonlyMap<string, string>;
}

/** A supergraph that may be used, and the files it was made of. */
export interface VerifiedFiles extends Supergraph {
  files: SupergraphFiles;
}

/** Source of a gateway's supergraphs, with the one it starts with. */
export interface SupergraphStart {
  first: VerifiedFiles;
  /** Last accepted supergraph of the process before this one; it is used if `first` cannot be used after all. */
  kept: VerifiedFiles | undefined;
  /** Undefined: the one of this build, which does not change while it runs. */
  followed: { file: string; verify: VerifyOptions } | undefined;
}

/**
 * Reads and verifies the supergraph that a gateway starts with: the followed file's, or, where that is older than the kept one
 * or otherwise refused, the kept one.
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
    // The follower of the file reads it next, refuses it, and logs why.
    return { first: kept, kept, followed };
  }
}

/** The kept supergraph, if it can be used, and its serial, which counts even where it cannot. */
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

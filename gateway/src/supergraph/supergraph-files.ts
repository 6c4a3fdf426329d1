import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MANIFEST_FILE, SIGNATURE_FILE, sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';

/** As it lies on disk; nothing of it is trusted yet. */
export interface SupergraphFiles {
  sdl: string;
  manifest: Buffer | undefined;
  signature: string | undefined;
  /** For all three contents. */
  fingerprint: string;
}

/**
 * A mounted ConfigMap is replaced by turning one symbolic link: all three are read where it leads, so that they belong together.
 * @throws Error when the supergraph itself cannot be read
 */
export async function readSupergraphFiles(file: string): Promise<SupergraphFiles> {
  const real = await realpath(file);
  const folder = dirname(real);
  const [sdl, manifest, signature] = await Promise.all([
    readFile(real, 'utf8'),
    readIfThere(join(folder, MANIFEST_FILE)),
    readIfThere(join(folder, SIGNATURE_FILE)),
  ]);
  return withFingerprint({ sdl, manifest, signature: signature?.toString('utf8') });
}

export function withFingerprint(files: Omit<SupergraphFiles, 'fingerprint'>): SupergraphFiles {
  const parts = [files.sdl, files.manifest ?? '', files.signature ?? ''].map(sha256);
  return { ...files, fingerprint: sha256(parts.join()) };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

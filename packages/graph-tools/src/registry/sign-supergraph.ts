import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  MANIFEST_FILE,
  SIGNATURE_FILE,
  type SupergraphManifest,
  sha256,
  supergraphManifest,
} from '@ledgergraph/graph-kit/supergraph-manifest';
import { readPrivateKey, signBytes } from '@ledgergraph/service-kit/signature';
import { composeSupergraph } from '#/compose/compose-supergraph.ts';
import type { PublishedSubgraph } from './published-subgraph.ts';

export const SUPERGRAPH_FILE = 'supergraph.graphql';

export interface SignOptions {
  dir: string;
  /** PEM. */
  privateKey: string;
  published: readonly PublishedSubgraph[];
  /** Absent: one more than before. */
  serial: number | undefined;
}

/** Returns the serial. @throws Error when the supergraph is not what the published schemas compose to */
export async function signSupergraph({ dir, privateKey, published, serial }: SignOptions): Promise<number> {
  const key = readPrivateKey(privateKey);
  const sdl = await readFile(join(dir, SUPERGRAPH_FILE), 'utf8');
  if (composeSupergraph(published).supergraphSdl !== sdl) {
    throw new Error(`${SUPERGRAPH_FILE} differs from the composition of the published schemas: compose again`);
  }
  const manifest: SupergraphManifest = {
    serial: serial ?? (await serialIn(dir)) + 1,
    signedAt: new Date().toISOString(),
    supergraphSha256: sha256(sdl),
    subgraphs: published.map(({ name, team, version, sha256, routingUrl }) => ({
      name,
      team,
      version,
      sha256,
      ...(routingUrl !== undefined && { routingUrl }),
    })),
  };
  const bytes = Buffer.from(`${JSON.stringify(supergraphManifest.parse(manifest), null, 2)}\n`);
  await writeFile(join(dir, MANIFEST_FILE), bytes);
  await writeFile(join(dir, SIGNATURE_FILE), signBytes(bytes, key));
  return manifest.serial;
}

async function serialIn(dir: string): Promise<number> {
  const text = await readFile(join(dir, MANIFEST_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? 0 : supergraphManifest.parse(JSON.parse(text)).serial;
}

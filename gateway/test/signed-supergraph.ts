import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { createKeyPair, readPrivateKey, signBytes } from '@ledgergraph/service-kit/signature';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { SUBGRAPHS } from './gateway-stand.ts';
import type { SupergraphContent } from './supergraph-folder.ts';

export const keys = createKeyPair();

/** `extra` stands at the end of the blocks service's schema. */
export function compose(extra = '', others: { name: string; sdl: string }[] = []): string {
  const own = SUBGRAPHS.map((name) => ({ name, sdl: readServiceSchema(name) + (name === 'blocks' ? extra : '') }));
  return composeSupergraph([...own, ...others]).supergraphSdl;
}

/** As `npm run graph -- sign` leaves it. */
export function signed(
  sdl: string,
  serial: number,
  { key = keys.privateKey, urls = {} as Record<string, string>, signedSdl = sdl } = {},
): SupergraphContent {
  const subgraphs = [...SUBGRAPHS, ...Object.keys(urls)].map((name) => {
    return { name, team: name, version: 1, sha256: sha256(name), routingUrl: urls[name] };
  });
  const content = { serial, signedAt: new Date().toISOString(), supergraphSha256: sha256(signedSdl), subgraphs };
  const manifest = Buffer.from(JSON.stringify(content));
  return { sdl, manifest, signature: signBytes(manifest, readPrivateKey(key)) };
}

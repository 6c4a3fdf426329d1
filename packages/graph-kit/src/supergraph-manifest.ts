import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Files beside a supergraph: its description, and the signature of that. */
export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig';

/** A subgraph's name; it becomes part of an environment variable and of a file's name. */
export const subgraphName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a-z, 0-9 and _, a letter first');

/** Base URL of a subgraph, as processes behind the gateway reach it. */
export const routingUrl = z.url({ protocol: /^https?$/ });

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

/** Signed content: one supergraph, its serial, and its subgraphs. */
export const supergraphManifest = z.object({
  /** Counts up with every signature; a gateway takes no lower one. */
  serial: z.int().min(1),
  /** RFC 3339. */
  signedAt: z.iso.datetime(),
  /** SHA-256 of the supergraph's bytes. */
  supergraphSha256: sha256Text,
  subgraphs: z.array(
    z.object({
      name: subgraphName,
      team: z.string().min(1),
      /** Version of the published schema; counts up by subgraph. */
      version: z.int().min(1),
      sha256: sha256Text,
      /** Absent: the gateway's environment has the address of the subgraph. */
      routingUrl: routingUrl.optional(),
    }),
  ),
});

export type SupergraphManifest = z.output<typeof supergraphManifest>;

/** SHA-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

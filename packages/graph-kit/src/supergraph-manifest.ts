import { createHash } from 'node:crypto';
import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig';

/** Part of an environment variable and of a file's name. */
export const subgraphName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a-z, 0-9 and _, a letter first');

export const routingUrl = z.url({ protocol: /^https?$/ });

const sha256Text = z.string().regex(/^[0-9a-f]{64}$/);

export const supergraphManifest = z.object({
  /** A gateway takes no lower one. */
  serial: z.int().min(1),
  /** RFC 3339. */
  signedAt: z.iso.datetime(),
  supergraphSha256: sha256Text,
  subgraphs: z.array(
    z.object({
      name: subgraphName,
      team: z.string().min(1),
      version: z.int().min(1),
      sha256: sha256Text,
      /** Absent: the gateway's environment has it. */
      routingUrl: routingUrl.optional(),
    }),
  ),
});

export type SupergraphManifest = z.output<typeof supergraphManifest>;

/** Lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

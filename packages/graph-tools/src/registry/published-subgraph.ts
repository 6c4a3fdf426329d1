import { routingUrl, subgraphName } from '@ledgergraph/graph-kit/supergraph-manifest';
import { z } from 'zod';

export const publication = z.object({
  name: subgraphName,
  team: z.string().min(1),
  version: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Object id in git, for a schema of this repository; absent: the text is a file beside the record. */
  gitBlob: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  publishedAt: z.iso.datetime(),
  /** For gateways whose environment does not name one. */
  routingUrl: routingUrl.optional(),
  acceptedBreak: z.object({ reason: z.string().min(1), changes: z.array(z.string()) }).optional(),
});

export type Publication = z.output<typeof publication>;

export interface PublishedSubgraph extends Publication {
  sdl: string;
}

export interface CandidateSubgraph {
  name: string;
  team: string;
  sdl: string;
}

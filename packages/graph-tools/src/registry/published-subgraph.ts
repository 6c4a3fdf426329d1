import { routingUrl, subgraphName } from '@ledgergraph/graph-kit/supergraph-manifest';
import { z } from 'zod';

/** Record of a published schema. */
export const publication = z.object({
  name: subgraphName,
  /** Team that is responsible for it. */
  team: z.string().min(1),
  /** Counts up with every publication. */
  version: z.int().min(1),
  /** SHA-256 of the schema's bytes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Object id of the text in git, for a schema of this repository; absent: the text is a file beside the record. */
  gitBlob: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  /** RFC 3339. */
  publishedAt: z.iso.datetime(),
  /** Base URL for gateways whose environment does not name one. */
  routingUrl: routingUrl.optional(),
  /** Breaking changes of this version, and the reason why they were accepted. */
  acceptedBreak: z.object({ reason: z.string().min(1), changes: z.array(z.string()) }).optional(),
});

export type Publication = z.output<typeof publication>;

/** A subgraph as it is published. */
export interface PublishedSubgraph extends Publication {
  sdl: string;
}

/** A subgraph as its team has it before it is published. */
export interface CandidateSubgraph {
  name: string;
  team: string;
  sdl: string;
}

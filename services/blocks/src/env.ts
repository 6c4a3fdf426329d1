import { chainDatabaseEnv, readDatabaseEnv } from '@ledgergraph/chain-kit/env';
import { commonEnv, readEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { COMMIT_BLOCKS } from '#/chain/read-ahead.ts';

const { NATS_URL, NATS_PASSWORD, NATS_SUBJECT_PREFIX, ...listening } = commonEnv;

const shared = {
  ...listening,
  ...chainDatabaseEnv,
  /** Subgraphs that must have applied a block before queries read it, besides this one. */
  SUBGRAPHS: z
    .string()
    .default('identities,currencies,addresses,markets,statistics')
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    ),
};

export const apiEnv = z.object({
  ...shared,
  ...readDatabaseEnv,
  /** The process that talks to nodes; absent: this installation sends no transactions. */
  BLOCKS_INDEXER_URL: z.url({ protocol: /^https?$/ }).optional(),
});

export const indexerEnv = z.object({
  ...shared,
  NATS_URL,
  NATS_PASSWORD,
  NATS_SUBJECT_PREFIX,
  NETWORKS_FILE: z.string().min(1),
  /** At most two seconds: the silence of a node counts from its last answer, and is reported within ten. */
  POLL_INTERVAL_MS: z.coerce.number().int().min(50).max(2_000).default(1_000),
  /** Blocks per transaction at most; one batch of a node, up to 200 blocks, stays whole. */
  BATCH_BLOCKS: z.coerce.number().int().min(1).default(COMMIT_BLOCKS),
});

/** Environment of `api.ts`. */
export function readApiEnv() {
  return readEnv(apiEnv);
}

/** Environment of `indexer.ts`; `nodeVariables` holds the credentials that networks.yaml names. */
export function readIndexerEnv() {
  return { ...readEnv(indexerEnv), nodeVariables: process.env };
}

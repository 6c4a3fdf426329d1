import { chainDatabaseEnv, readDatabaseEnv } from '@ledgergraph/chain-kit/env';
import { commonEnv } from '@ledgergraph/service-kit/env';
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

export type ApiEnv = z.output<typeof apiEnv>;

/** The indexer's environment with all variables: networks.yaml names those that hold the credentials of nodes. */
export const indexerEnvOfNodes = z.preprocess(
  (variables) => ({ ...(variables as object), nodeVariables: variables }),
  indexerEnv.extend({ nodeVariables: z.record(z.string(), z.string().optional()) }),
);
export type IndexerEnv = z.output<typeof indexerEnvOfNodes>;

import { chainDatabaseEnv, readDatabaseEnv } from '@ledgergraph/chain-kit/env';
import { commonEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { COMMIT_BLOCKS } from '#/following/read-ahead.ts';
import { PASSED_METHODS } from '#/verus-rpc/rpc-methods.ts';

const { NATS_URL, NATS_PASSWORD, NATS_SUBJECT_PREFIX, ...listening } = commonEnv;

const shared = {
  ...listening,
  ...chainDatabaseEnv,
  SUBGRAPHS: z
    .string()
    .describe(
      'Other subgraphs that must have applied a block before queries read it, comma separated. Default: those of this repository.',
    )
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
  BLOCKS_INDEXER_URL: z
    .url({ protocol: /^https?$/ })
    .describe('Base URL of blocks-indexer, which talks to nodes. Absent: no transactions are sent, no bytes fetched.')
    .optional(),
});

export const indexerEnv = z.object({
  ...shared,
  NATS_URL,
  NATS_PASSWORD,
  NATS_SUBJECT_PREFIX,
  NETWORKS_FILE: z
    .string()
    .min(1)
    .describe('Path of `networks.yaml` (form: `networks.example.yaml`). It names variables with credentials of nodes.'),
  POLL_INTERVAL_MS: z.coerce
    .number()
    .int()
    .min(50)
    // The silence of a node counts from its last answer, and is reported within ten seconds.
    .max(2_000)
    .describe('Milliseconds between two polls of the nodes.')
    .default(1_000),
  NODE_METHODS: z
    .string()
    .describe("Methods of the node's own API that clients may ask, comma separated. Default: all that are passed.")
    .default(PASSED_METHODS.join(','))
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(z.array(z.enum(PASSED_METHODS))),
  BATCH_BLOCKS: z.coerce
    .number()
    .int()
    .min(1)
    .describe('Blocks that a transaction writes at most; one batch of a node, up to 200 blocks, stays whole.')
    .default(COMMIT_BLOCKS),
});

export type ApiEnv = z.output<typeof apiEnv>;

export const indexerEnvOfNodes = z.preprocess(
  (variables) => ({ ...(variables as object), nodeVariables: variables }),
  indexerEnv.extend({ nodeVariables: z.record(z.string(), z.string().optional()) }),
);
export type IndexerEnv = z.output<typeof indexerEnvOfNodes>;

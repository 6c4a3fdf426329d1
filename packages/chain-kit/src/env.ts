import { commonEnv, databaseEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { BATCH_BLOCKS } from './batch-blocks.ts';

/** Environment of an `api.ts` that only serves a subgraph. */
export const subgraphEnv = z.object({ ...servingEnv, ...databaseEnv });
export type SubgraphEnv = z.output<typeof subgraphEnv>;

/** Environment of an `indexer.ts` that consumes the block stream. */
export const indexerEnv = z.object({
  ...commonEnv,
  ...databaseEnv,
  BLOCKS_URL: z.url({ protocol: /^https?$/ }),
  /** Blocks that a transaction writes at most. */
  BATCH_BLOCKS: z.coerce.number().int().min(1).default(BATCH_BLOCKS),
});
export type IndexerEnv = z.output<typeof indexerEnv>;

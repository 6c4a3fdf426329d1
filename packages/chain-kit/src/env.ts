import { commonEnv, databaseEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { BATCH_BLOCKS } from './batch-blocks.ts';
import type { DatabaseUrls } from './databases/chain-databases.ts';

/** Databases that an `api.ts` reads. */
export const readDatabaseEnv = {
  ...databaseEnv,
  /** Replicas of DATABASE_URL, divided by commas. Each names one server: a request's statements must all reach the same one. */
  DATABASE_READ_URLS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((url) => (url.trim() === '' ? [] : [url.trim()])))
    .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ }))),
};

/** Where the rows of a process's chains are. */
export function databaseUrls(env: { DATABASE_URL: string; DATABASE_READ_URLS: readonly string[] }): DatabaseUrls {
  return { url: env.DATABASE_URL, readUrls: env.DATABASE_READ_URLS };
}

/** Environment of an `api.ts` that only serves a subgraph. */
export const subgraphEnv = z.object({ ...servingEnv, ...readDatabaseEnv });
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

import { chainDatabasesEnv, type DatabaseMap, type DatabaseUrls } from '@ledgergraph/service-kit/db/database-map';
import { commonEnv, databaseEnv, servingEnv } from '@ledgergraph/service-kit/env';
import { z } from 'zod';
import { BATCH_BLOCKS } from './batch-blocks.ts';

export const chainDatabaseEnv = {
  ...databaseEnv,
  CHAIN_DATABASES: chainDatabasesEnv,
};

export const readDatabaseEnv = {
  ...chainDatabaseEnv,
  DATABASE_READ_URLS: z
    .string()
    // A request's statements must all reach the same server.
    .describe('Replicas of `DATABASE_URL`, comma separated, each of one server.')
    .default('')
    .transform((text) => text.split(',').flatMap((url) => (url.trim() === '' ? [] : [url.trim()])))
    .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ }))),
};

export function databaseMap(env: {
  DATABASE_URL: string;
  DATABASE_READ_URLS?: readonly string[];
  CHAIN_DATABASES: Readonly<Record<string, DatabaseUrls>>;
}): DatabaseMap {
  const { DATABASE_URL: url, DATABASE_READ_URLS: readUrls = [], CHAIN_DATABASES: byChain } = env;
  return { others: { url, readUrls }, byChain: new Map(Object.entries(byChain)) };
}

export const subgraphEnv = z.object({ ...servingEnv, ...readDatabaseEnv });
export type SubgraphEnv = z.output<typeof subgraphEnv>;

export const indexerEnv = z.object({
  ...commonEnv,
  ...chainDatabaseEnv,
  BLOCKS_URL: z.url({ protocol: /^https?$/ }).describe('Base URL of blocks-api, which serves the block stream.'),
  BATCH_BLOCKS: z.coerce
    .number()
    .int()
    .min(1)
    .describe('Blocks that a transaction writes at most.')
    .default(BATCH_BLOCKS),
});
export type IndexerEnv = z.output<typeof indexerEnv>;

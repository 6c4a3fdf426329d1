import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { openTestSubgraph, type TestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import type { PoolClient } from '#/pool-client/connect-pool-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
export type Untyped = any;

export type { AskOptions, GraphAnswer } from '@ledgergraph/test-kit/subgraph';

export type AddressGraph = TestSubgraph;

export async function openAddressGraph({ db }: { db: SqlExecutor }, pools?: PoolClient): Promise<AddressGraph> {
  return openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db,
    loaders: (context) => createLoaders(context, pools),
  });
}

import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type GraphAnswer, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';

export type { GraphAnswer, GraphError } from '@ledgergraph/test-kit/subgraph';

export interface CurrencyGraph {
  ask(query: string, variables?: Record<string, unknown>, environment?: 'MAINNET' | 'TESTNET'): Promise<GraphAnswer>;
  close(): Promise<void>;
}

export async function openCurrencyGraph(db: SqlExecutor): Promise<CurrencyGraph> {
  const { ask, close } = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db,
    loaders: createLoaders,
  });
  return { ask: (query, variables, environment = 'TESTNET') => ask(query, variables, { environment }), close };
}

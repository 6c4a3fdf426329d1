import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type GraphAnswer, type GraphError, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';

export interface Answer extends GraphAnswer {
  errors: GraphError[];
}

export interface Subgraph {
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

/** Without a socket. Test networks are visible unless a header names others. */
export async function openSubgraph(db: SqlExecutor): Promise<Subgraph> {
  const { ask, close } = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db,
    loaders: createLoaders,
  });
  return {
    async ask(query, variables = {}, headers = {}) {
      const { data = null, errors = [] } = await ask(query, variables, { headers });
      return { data, errors };
    },
    close,
  };
}

import { readFile } from 'node:fs/promises';
import { onlyDatabase } from '@ledgergraph/chain-kit/databases/chain-databases';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createSubgraph, type SubgraphOptions } from '@ledgergraph/chain-kit/graph/create-subgraph';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';

export const TEST_SUBGRAPH_SECRET = 'a secret between our processes';

export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; argument?: string; candidates?: string[] };
}

export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
  data: any;
  errors?: GraphError[];
}

export interface AskOptions {
  /** Default: TESTNET. */
  environment?: 'MAINNET' | 'TESTNET';
  /** `chainId:height:hash` each. */
  pins?: string;
  headers?: Record<string, string>;
}

export interface TestSubgraph {
  ask(query: string, variables?: Record<string, unknown>, options?: AskOptions): Promise<GraphAnswer>;
  close(): Promise<void>;
}

export interface TestSubgraphOptions<Loaders> extends Pick<SubgraphOptions<Loaders>, 'resolvers' | 'loaders'> {
  db: SqlExecutor;
  schema: URL;
}

export async function openTestSubgraph<Loaders>(options: TestSubgraphOptions<Loaders>): Promise<TestSubgraph> {
  const { schema, resolvers, db, loaders } = options;
  const secret = TEST_SUBGRAPH_SECRET;
  const logger = createLogger('test', 'silent');
  const server = await createInternalServer({ secret, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({
    server,
    typeDefs: await readFile(schema, 'utf8'),
    resolvers,
    databases: onlyDatabase(db),
    secret,
    logger,
    loaders,
  });
  return {
    async ask(query, variables = {}, { environment = 'TESTNET', pins, headers = {} } = {}) {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'x-ledgergraph-internal': secret,
          'x-ledgergraph-environment': environment,
          ...(pins === undefined ? {} : { 'x-ledgergraph-pins': pins }),
          ...headers,
        },
        payload: { query, variables },
      });
      return response.json();
    },
    close: async () => {
      await server.close();
    },
  };
}

import { readFile } from 'node:fs/promises';
import { createSubgraph } from '@ledgergraph/service-kit/graph/create-subgraph';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { createResolvers } from '#/graph/resolvers.ts';

const SECRET = 'a secret of the tests';

export interface GraphError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; argument?: string; candidates?: string[] };
}

/** An answer, or the error's code and argument; tests read `data` as what they asked for. */
export interface GraphAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of what it asked for
  data: any;
  errors?: GraphError[];
}

export interface CurrencyGraph {
  ask(query: string, variables?: Record<string, unknown>, environment?: 'MAINNET' | 'TESTNET'): Promise<GraphAnswer>;
  close(): Promise<void>;
}

/** The subgraph over a database, as the gateway meets it. */
export async function openCurrencyGraph(db: PrismaClient): Promise<CurrencyGraph> {
  const logger = createLogger('currencies-test', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({
    server,
    typeDefs: await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: createResolvers(db),
    db,
    secret: SECRET,
    logger,
    loaders: () => createLoaders(db),
  });
  return {
    async ask(query, variables = {}, environment = 'TESTNET') {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'x-ledgergraph-internal': SECRET, 'x-ledgergraph-environment': environment },
        payload: { query, variables },
      });
      return response.json();
    },
    close: () => server.close(),
  };
}

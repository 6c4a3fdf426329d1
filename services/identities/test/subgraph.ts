import { readFile } from 'node:fs/promises';
import { createSubgraph } from '@ledgergraph/service-kit/graph/create-subgraph';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { createResolvers } from '#/graph/resolvers.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer has whatever shape the test asked for
type Data = any;
export interface Answer {
  data: Data;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

export interface Subgraph {
  ask(query: string, variables?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

const SECRET = 'identities-test-secret';

/** The subgraph as api.ts serves it, asked without a socket. Test networks are seen unless a header says otherwise. */
export async function openSubgraph(db: PrismaClient): Promise<Subgraph> {
  const logger = createLogger('identities-test', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({
    server,
    typeDefs: await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers: createResolvers(db),
    db,
    secret: SECRET,
    logger,
    loaders: (context) => createLoaders(db, context),
  });
  return {
    async ask(query, variables = {}, headers = {}) {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'x-ledgergraph-internal': SECRET, 'x-ledgergraph-environment': 'TESTNET', ...headers },
        payload: { query, variables },
      });
      const { data = null, errors = [] } = response.json();
      return { data, errors };
    },
    close: async () => {
      await server.close();
    },
  };
}

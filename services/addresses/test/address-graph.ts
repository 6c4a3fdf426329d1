import { readFile } from 'node:fs/promises';
import { createSubgraph } from '@ledgergraph/service-kit/graph/create-subgraph';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import type { AddressDatabase } from './address-database.ts';

const SECRET = 'a secret between our processes';

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
export type Untyped = any;

export interface GraphAnswer {
  data: Untyped;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string; argument?: string } }[];
}

export interface AskOptions {
  environment?: 'MAINNET' | 'TESTNET';
  /** `chainId:height:hash` of each pinned chain. */
  pins?: string;
}

/** The subgraph over a database, asked the way the gateway asks it. */
export interface AddressGraph {
  ask(query: string, variables?: Record<string, unknown>, options?: AskOptions): Promise<GraphAnswer>;
  close(): Promise<void>;
}

export async function openAddressGraph({ prisma }: Pick<AddressDatabase, 'prisma'>): Promise<AddressGraph> {
  const logger = createLogger('addresses-test', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({
    server,
    typeDefs: await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'),
    resolvers,
    db: prisma,
    secret: SECRET,
    logger,
    loaders: () => createLoaders(prisma),
  });
  return {
    async ask(query, variables = {}, { environment = 'TESTNET', pins } = {}) {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'x-ledgergraph-internal': SECRET,
          'x-ledgergraph-environment': environment,
          ...(pins === undefined ? {} : { 'x-ledgergraph-pins': pins }),
        },
        payload: { query, variables },
      });
      return response.json();
    },
    close: () => server.close(),
  };
}

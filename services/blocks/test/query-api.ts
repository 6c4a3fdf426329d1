import type { SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { writePins } from '@ledgergraph/graph-kit/request-headers';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { createApiServer } from '#/create-api-server.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import { silent } from './follow-recording.ts';

export const SECRET = 'a secret of the tests';

export interface Pin {
  chainId: string;
  height: number;
  hash: string;
  /** Absent: all changes. */
  poolSerial?: bigint;
}

export interface QueryOptions {
  environment?: 'MAINNET' | 'TESTNET';
  pins?: readonly Pin[];
}

interface GraphqlAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  data: any;
  extensions?: Record<string, unknown>;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

export async function openApi(db: SqlWriter, subgraphs: readonly string[] = [], nodes?: NodeServiceClient) {
  const server = await createApiServer({
    primaries: ofAllChains(db),
    secret: SECRET,
    subgraphs,
    logger: silent,
    nodes,
  });
  return {
    server,
    query: async (query: string, variables: object = {}, options: QueryOptions = {}): Promise<GraphqlAnswer> => {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'x-ledgergraph-internal': SECRET,
          'x-ledgergraph-environment': options.environment ?? 'TESTNET',
          'x-ledgergraph-pins': writePins(options.pins ?? []),
        },
        payload: { query, variables },
      });
      return response.json();
    },
    close: () => server.close(),
  };
}

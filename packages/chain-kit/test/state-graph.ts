import { setTimeout as wait } from 'node:timers/promises';
import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { chainNumber } from '#/chain/chain-numbers.ts';
import type { ReadDatabases } from '#/databases/chain-databases.ts';
import type { OpenDatabase } from '#/db/sql-writer.ts';
import { createSubgraph } from '#/graph/create-subgraph.ts';
import type { ReadContext } from '#/graph/read-context.ts';
import { createSqlClient } from './sql-client.ts';

const SECRET = 'a secret between our processes';

const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key"])
  type Query { state(chainId: String!): State }
  type State { height: Int! count: Int! newest: [String!]! }
`;

interface State {
  chainId: string;
  height: number;
}

/** Three statements, so that a server that changes between them is noticed. */
const resolvers = {
  Query: {
    state: async (_: unknown, { chainId }: { chainId: string }, context: ReadContext): Promise<State> =>
      context.view(chainId),
  },
  State: {
    count: async ({ chainId, height }: State, _: unknown, context: ReadContext) => {
      const db = await context.reads(chainId);
      const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
        `SELECT count(*)::integer AS count FROM applied_block WHERE chain = ${chainNumber(1)} AND height <= $2::integer`,
        chainId,
        height,
      );
      return row?.count;
    },
    newest: async ({ chainId, height }: State, _: unknown, context: ReadContext) => {
      const db = await context.reads(chainId);
      await wait(Math.random() * 10);
      const rows = await db.$queryRawUnsafe<{ hash: string }[]>(
        `SELECT encode(hash, 'hex') AS hash FROM applied_block WHERE chain = ${chainNumber(1)} AND height <= $2::integer
          ORDER BY height DESC LIMIT 5`,
        chainId,
        height,
      );
      return rows.map(({ hash }) => hash);
    },
  },
};

export interface StateGraph {
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the shape of the query below
  ask(chainId: string, pins: string): Promise<{ data?: any; errors?: { extensions?: { code?: string } }[] }>;
  close(): Promise<void>;
}

export async function openStateGraph(databases: ReadDatabases): Promise<StateGraph> {
  const logger = createLogger('state-graph', 'silent');
  const server = await createInternalServer({ secret: SECRET, logger, ready: async () => ({ ready: true }) });
  await createSubgraph({ server, typeDefs, resolvers, databases, secret: SECRET, logger, loaders: () => ({}) });
  return {
    ask: async (chainId, pins) => {
      const response = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'x-ledgergraph-internal': SECRET,
          'x-ledgergraph-environment': 'MAINNET',
          'x-ledgergraph-pins': pins,
        },
        payload: {
          query: 'query ($chainId: String!) { state(chainId: $chainId) { height count newest } }',
          variables: { chainId },
        },
      });
      return response.json();
    },
    close: async () => {
      await server.close();
    },
  };
}

export function connectState(url: string): OpenDatabase {
  const { close, ...client } = createSqlClient(url);
  return { ...client, $disconnect: close };
}

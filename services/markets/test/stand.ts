import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { type AskOptions, type GraphAnswer, openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { createHandler } from '#/indexing/handler.ts';

export interface Stand {
  db: SqlWriter;
  apply(network: NetworkMessage, blocks: readonly Block[], batch?: number): Promise<void>;
  revert(network: NetworkMessage, keepHeight: number): Promise<void>;
  dump(...tables: string[]): Promise<Record<string, unknown[]>>;
  ask(query: string, variables?: Record<string, unknown>, options?: AskOptions): Promise<GraphAnswer>;
  /** Throws for an answer with errors. */
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of the query that stands beside them
  data(query: string, variables?: Record<string, unknown>, options?: AskOptions): Promise<any>;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const database = await createTestDatabase({ service: 'markets' });
  const db = openWriter(database.url);
  const handler = createHandler();
  const schema = new URL('../schema.graphql', import.meta.url);
  const subgraph = await openTestSubgraph({ schema, resolvers, db, loaders: createLoaders });
  return {
    db,
    async apply(message, blocks, batch) {
      await saveNetwork(db, message);
      await applyBlocks({ db, handler }, readNetworkMessage(message), blocks, batch);
    },
    revert: (message, keepHeight) => revertBlocks({ db, handler }, readNetworkMessage(message), keepHeight),
    async dump(...tables) {
      const dumped: Record<string, unknown[]> = {};
      for (const table of tables) {
        const rows = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT own::text AS row FROM ${table} own`);
        dumped[table] = rows.map(({ row }) => row).sort();
      }
      return dumped;
    },
    ask: subgraph.ask,
    async data(query, variables, options) {
      const { data, errors } = await subgraph.ask(query, variables, options);
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    async close() {
      await subgraph.close();
      await db.$disconnect();
      await database.drop();
    },
  };
}

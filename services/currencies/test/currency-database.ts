import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { handler } from '#/indexing/handler.ts';

export interface CurrencyDatabase {
  db: SqlWriter;
  url: string;
  apply(network: NetworkMessage, blocks: readonly Block[], batch?: number): Promise<void>;
  revert(network: NetworkMessage, keepHeight: number): Promise<void>;
  dump(): Promise<unknown[]>;
  close(): Promise<void>;
}

const ORDERS = {
  currency_definition: 'currency_id, height, tx_index, vout',
  currency_state: 'currency_id, ordinal',
  native_supply: 'height',
};

export async function openCurrencyDatabase(): Promise<CurrencyDatabase> {
  const database = await createTestDatabase({ service: 'currencies' });
  const db = openWriter(database.url);
  const stand = { db, handler };
  return {
    db,
    url: database.url,
    async apply(message, blocks, batch) {
      await saveNetwork(db, message);
      await applyBlocks(stand, readNetworkMessage(message), blocks, batch);
    },
    revert: (message, keepHeight) => revertBlocks(stand, readNetworkMessage(message), keepHeight),
    async dump() {
      const rows = await Promise.all(
        Object.entries(ORDERS).map(([table, order]) =>
          db.$queryRawUnsafe<{ chain: number }[]>(
            `SELECT chain.chain_id AS "chainId", row.* FROM ${table} AS row JOIN chain ON chain.id = row.chain
              ORDER BY chain.chain_id, ${order}`,
          ),
        ),
      );
      // Numbers of chains differ between databases.
      return rows.flat().map(({ chain: _, ...row }) => row);
    },
    async close() {
      await db.$disconnect();
      await database.drop();
    },
  };
}

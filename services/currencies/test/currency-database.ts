import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks, revertBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { createContext } from '#/context.ts';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { handler } from '#/indexing/handler.ts';

/** A database of this service, driven as the indexing loop drives it. */
export interface CurrencyDatabase {
  db: PrismaClient;
  url: string;
  /** Applies consecutive blocks, this many per transaction. */
  apply(network: NetworkMessage, blocks: readonly Block[], batch?: number): Promise<void>;
  revert(network: NetworkMessage, keepHeight: number): Promise<void>;
  /** Every row the handler wrote, in key order. */
  dump(): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Rows with the name of their chain in place of its number, which another database gives otherwise; ordered by that name. */
function byChain<Row extends { chain: number }>(chains: ReadonlyMap<number, string>, rows: readonly Row[]) {
  return rows
    .map(({ chain, ...row }) => ({ chainId: chains.get(chain) ?? '', ...row }))
    .sort((a, b) => Number(a.chainId > b.chainId) - Number(a.chainId < b.chainId));
}

/** A fresh database; `close` drops it. */
export async function openCurrencyDatabase(): Promise<CurrencyDatabase> {
  const database = await createTestDatabase({ service: 'currencies' });
  const { db } = createContext(database.url);
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
      const chains = new Map((await db.chain.findMany()).map(({ id, chainId }) => [id, chainId]));
      const states = await db.currencyState.findMany({ orderBy: [{ currencyId: 'asc' }, { ordinal: 'asc' }] });
      const definitions = await db.currencyDefinition.findMany({
        orderBy: [{ currencyId: 'asc' }, { height: 'asc' }, { txIndex: 'asc' }, { vout: 'asc' }],
      });
      const supplies = await db.nativeSupply.findMany({ orderBy: { height: 'asc' } });
      return [...byChain(chains, definitions), ...byChain(chains, states), ...byChain(chains, supplies)];
    },
    async close() {
      await db.$disconnect();
      await database.drop();
    },
  };
}

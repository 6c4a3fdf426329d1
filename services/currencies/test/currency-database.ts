import { advanceCursor, findCursor, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { readNetworkMessage, saveNetwork } from '@ledgergraph/chain-kit/chain/network';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { Network as NetworkMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { createContext } from '#/context.ts';
import type { PrismaClient } from '#/generated/prisma/client.ts';
import { currencyHandler } from '#/indexing/currency-handler.ts';

/** A database of this service, driven as the indexing loop drives it. */
export interface CurrencyDatabase {
  db: PrismaClient;
  /** Applies consecutive blocks, so many per transaction. */
  apply(network: NetworkMessage, blocks: readonly Block[], batch?: number): Promise<void>;
  revert(network: NetworkMessage, keepHeight: number): Promise<void>;
  /** Every row the handler wrote, in key order. */
  dump(): Promise<unknown[]>;
  close(): Promise<void>;
}

export async function openCurrencyDatabase(): Promise<CurrencyDatabase> {
  const database = await createTestDatabase({ service: 'currencies' });
  const { db } = createContext(database.url);
  return {
    db,
    async apply(message, blocks, batch = 200) {
      await saveNetwork(db, message);
      const network = readNetworkMessage(message);
      for (let start = 0; start < blocks.length; start += batch) {
        const part = blocks.slice(start, start + batch);
        const cursor = await findCursor(db, network.chainId);
        const write = await currencyHandler.prepare(db, network, part);
        await db.$transaction(
          async (tx) => {
            await write(tx);
            await advanceCursor(tx, network.chainId, cursor, part.map(placeOf));
          },
          { timeout: 30_000 },
        );
      }
    },
    async revert(message, keepHeight) {
      const network = readNetworkMessage(message);
      const cursor = await findCursor(db, network.chainId);
      if (cursor === null) throw new Error('nothing is applied');
      await db.$transaction(async (tx) => {
        await currencyHandler.revert(tx, network, keepHeight);
        await rewindCursor(tx, network.chainId, cursor, keepHeight);
      });
    },
    async dump() {
      const states = await db.currencyState.findMany({
        orderBy: [{ chainId: 'asc' }, { currencyId: 'asc' }, { ordinal: 'asc' }],
      });
      const definitions = await db.currencyDefinition.findMany({
        orderBy: [{ chainId: 'asc' }, { currencyId: 'asc' }, { height: 'asc' }, { txIndex: 'asc' }, { vout: 'asc' }],
      });
      const outputs = await db.blockOutputs.findMany({ orderBy: [{ chainId: 'asc' }, { height: 'asc' }] });
      const supplies = await db.nativeSupply.findMany({ orderBy: [{ chainId: 'asc' }, { height: 'asc' }] });
      return [...definitions, ...states, ...outputs, ...supplies];
    },
    async close() {
      await db.$disconnect();
      await database.drop();
    },
  };
}

function placeOf(block: Block): { height: number; hash: string; time: number } {
  return { height: block.height, hash: hex(block.hash), time: Number(block.time) };
}

import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase } from './open-database.ts';
import { openApi, type Pin, type QueryOptions } from './query-api.ts';

/** The blocks above it hold payments, tokens and conversions, some of which spend from each other. */
export const TIP = 465;
export const main = readNormalizedBlocks('vrsctest-a');

export const pinAt = (height: number, poolSerial?: bigint): Pin => ({
  chainId: VRSCTEST,
  height,
  hash: hashOf(main[height]),
  ...(poolSerial === undefined ? {} : { poolSerial }),
});

const RESET = [
  `DELETE FROM transaction tx USING block
    WHERE NOT block.main AND (tx.chain, tx.height, tx.ordinal) = (block.chain, block.height, block.ordinal)`,
  'DELETE FROM block WHERE NOT main',
  'TRUNCATE pool, pool_transaction, pool_change, pool_spend, pool_stay, submission',
];

export async function openPendingSetting() {
  const database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, TIP + 1));
  const api = await openApi(database.db);
  const ask = (query: string, variables: object = {}, pin: Pin | null = null, options: QueryOptions = {}) =>
    api.query(query, variables, { pins: pin === null ? [] : [pin], ...options });
  return {
    db: database.db,
    ask,
    reset: async (): Promise<void> => {
      const { db } = database;
      if (Number((await findCursor(db, VRSCTEST))?.height) > TIP) await revert(db, TIP);
      for (const sql of RESET) await db.$executeRawUnsafe(sql);
      // With serials that a test can name.
      await db.$executeRawUnsafe('INSERT INTO pool (chain_id) VALUES ($1)', VRSCTEST);
    },
    codeOf: async (query: string, variables: object = {}, pin: Pin | null = null) => {
      const { errors } = await ask(query, variables, pin);
      expect(errors).toHaveLength(1);
      const [error] = errors ?? [];
      return { ...error?.extensions, path: error?.path, message: error?.message };
    },
    close: async () => {
      await api.close();
      await database.close();
    },
  };
}

export type PendingSetting = Awaited<ReturnType<typeof openPendingSetting>>;

import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { HeldKey } from './holders.ts';
import { WANTED_CURRENCIES } from './wanted-keys.ts';

/** First height that defines or moves a currency. */
export const knownCurrencies = describeTable(
  'known_currency',
  { currencyId: 'integer', height: 'integer' },
  { keepsFirst: true },
);

/** Currencies that are unknown at the key's height are missing. */
export async function findCurrencyHeights(
  db: SqlExecutor,
  keys: readonly HeldKey[],
): Promise<{ keyIndex: number; height: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", known.height
       FROM ${WANTED_CURRENCIES}
       JOIN known_currency known ON known.chain = wanted.chain AND known.currency_id = wanted.currency_id
        AND known.height <= wanted.height`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
}

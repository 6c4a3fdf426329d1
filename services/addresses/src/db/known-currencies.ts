import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { HeldKey } from './holders.ts';

/** Remembers the first height of each currency; one that is known stays as it is. */
export async function insertKnownCurrencies(
  tx: SqlExecutor,
  chainId: string,
  heights: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...heights].map(([currencyId, height]) => [chainId, currencyId, height]);
  await insertRows(
    tx,
    'known_currency',
    { chain_id: 'text', currency_id: 'text', height: 'integer' },
    rows,
    'ON CONFLICT DO NOTHING',
  );
}

/** Forgets the currencies that were first met above a height; -1: all. */
export async function revertKnownCurrencies(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM known_currency WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
}

/** First height of each key's currency; unknown currencies, and those first met above the key's height, are missing. */
export async function findCurrencyHeights(
  db: SqlExecutor,
  keys: readonly HeldKey[],
): Promise<{ keyIndex: number; height: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", known.height
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, currency_id, height, place)
       JOIN known_currency known ON known.chain_id = wanted.chain_id AND known.currency_id = wanted.currency_id
        AND known.height <= wanted.height`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
}

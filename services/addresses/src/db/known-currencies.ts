import { insertRows } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ChainAddress } from './chain-address.ts';
import type { HeldKey } from './holders.ts';
import { WANTED_CURRENCIES } from './wanted-keys.ts';

/** A currency that is known keeps its height. */
export async function insertKnownCurrencies(
  tx: SqlExecutor,
  chain: number,
  heights: ReadonlyMap<ChainAddress, number>,
): Promise<void> {
  const rows = [...heights].map(([{ id }, height]) => [chain, id, height]);
  await insertRows(
    tx,
    'known_currency',
    { chain: 'smallint', currency_id: 'integer', height: 'integer' },
    rows,
    'ON CONFLICT DO NOTHING',
  );
}

export async function revertKnownCurrencies(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe('DELETE FROM known_currency WHERE chain = $1 AND height > $2', chain, keepHeight);
}

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

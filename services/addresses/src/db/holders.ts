import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { HeldTotal, HeldTotalRow, HolderBalance, HolderChangeRow } from './holder-row.ts';

const HOLDER_CHANGE_COLUMNS = {
  chain_id: 'text',
  currency_id: 'text',
  holder: 'text',
  height: 'integer',
  balance: 'bigint',
};
const HELD_TOTAL_COLUMNS = {
  chain_id: 'text',
  currency_id: 'text',
  height: 'integer',
  total: 'bigint',
  holders: 'integer',
};
const HOLDER_COLUMNS = { chain_id: 'text', currency_id: 'text', holder: 'text', balance: 'bigint' };

// The first holder from the key's on, by the primary key's order: with plain equality Postgres takes the index that has the balance
// in between, and reads all holders of the currency, wherever its statistics are older than its rows.
const PROBE = `
  SELECT held.*, held.ctid AS place FROM holder held
   WHERE held.chain_id = $1 AND held.currency_id = key.currency_id AND held.holder >= key.holder
   ORDER BY held.holder LIMIT 1`;

/** What these holders hold now; those that hold nothing are missing. */
export async function findHolderBalances(
  db: SqlExecutor,
  chainId: string,
  keys: readonly Pick<HolderBalance, 'currencyId' | 'holder'>[],
): Promise<HolderBalance[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<HolderBalance[]>(
    `SELECT found.currency_id AS "currencyId", found.holder, found.balance
       FROM unnest($2::text[], $3::text[]) AS wanted (currency_id, holder)
      CROSS JOIN LATERAL (${PROBE.replaceAll('key', 'wanted')}) found
      WHERE found.holder = wanted.holder`,
    chainId,
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ holder }) => holder),
  );
}

/** A currency at a height. */
export interface HeldKey {
  chainId: string;
  currencyId: string;
  height: number;
}

/** Totals, and the index of the key they answer. */
export interface FoundHeldTotal extends HeldTotal {
  keyIndex: number;
}

/** All holders together at each key; keys whose currency nobody ever held are missing. */
export async function findHeldTotals(db: SqlExecutor, keys: readonly HeldKey[]): Promise<FoundHeldTotal[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<FoundHeldTotal[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", latest.*
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, currency_id, height, place)
      CROSS JOIN LATERAL (
        SELECT held.total, held.holders
          FROM held_total held
         WHERE held.chain_id = wanted.chain_id AND held.currency_id = wanted.currency_id AND held.height <= wanted.height
         ORDER BY held.height DESC
         LIMIT 1
      ) latest`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
}

export async function insertHolderChanges(
  tx: SqlExecutor,
  chainId: string,
  changes: readonly HolderChangeRow[],
): Promise<void> {
  const rows = changes.map(({ currencyId, holder, height, balance }) => [chainId, currencyId, holder, height, balance]);
  await insertRows(tx, 'holder_change', HOLDER_CHANGE_COLUMNS, rows);
}

export async function insertHeldTotals(
  tx: SqlExecutor,
  chainId: string,
  totals: readonly HeldTotalRow[],
): Promise<void> {
  const rows = totals.map(({ currencyId, height, total, holders }) => [chainId, currencyId, height, total, holders]);
  await insertRows(tx, 'held_total', HELD_TOTAL_COLUMNS, rows);
}

/** Sets what holders hold now. Who holds nothing has no row, so that the table is the rich list and nothing else. */
export async function upsertHolders(
  tx: SqlExecutor,
  chainId: string,
  balances: readonly HolderBalance[],
): Promise<void> {
  const gone = balances.filter(({ balance }) => balance === 0n);
  if (gone.length > 0) {
    await tx.$executeRawUnsafe(
      `DELETE FROM holder
        USING unnest($2::text[], $3::text[]) AS gone (currency_id, holder)
        CROSS JOIN LATERAL (${PROBE.replaceAll('key', 'gone')}) found
        WHERE found.holder = gone.holder AND holder.ctid = found.place`,
      chainId,
      gone.map(({ currencyId }) => currencyId),
      gone.map(({ holder }) => holder),
    );
  }
  const rows = balances
    .filter(({ balance }) => balance !== 0n)
    .map(({ currencyId, holder, balance }) => [chainId, currencyId, holder, balance]);
  await insertRows(
    tx,
    'holder',
    HOLDER_COLUMNS,
    rows,
    'ON CONFLICT (chain_id, currency_id, holder) DO UPDATE SET balance = excluded.balance',
  );
}

/** Puts the rich list back to a height and removes its history above it; -1: everything. */
export async function revertHolders(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  // Every block that changed a holder changed the total of that currency too, and totals are indexed by height.
  const touched = `SELECT DISTINCT change.currency_id, change.holder
      FROM (SELECT DISTINCT currency_id FROM held_total WHERE chain_id = $1 AND height > $2) moved
      JOIN holder_change change ON change.chain_id = $1 AND change.currency_id = moved.currency_id AND change.height > $2`;
  const before = await tx.$queryRawUnsafe<HolderBalance[]>(
    `SELECT touched.currency_id AS "currencyId", touched.holder, coalesce(state.balance, 0) AS balance
       FROM (${touched}) touched
       LEFT JOIN LATERAL (
         SELECT change.balance
           FROM holder_change change
          WHERE change.chain_id = $1 AND change.currency_id = touched.currency_id AND change.holder = touched.holder
            AND change.height <= $2
          ORDER BY change.height DESC
          LIMIT 1
       ) state ON true`,
    chainId,
    keepHeight,
  );
  await upsertHolders(tx, chainId, before);
  await tx.$executeRawUnsafe(
    `DELETE FROM holder_change
      WHERE chain_id = $1 AND height > $2
        AND currency_id IN (SELECT currency_id FROM held_total WHERE chain_id = $1 AND height > $2)`,
    chainId,
    keepHeight,
  );
  await tx.$executeRawUnsafe('DELETE FROM held_total WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
}

import { insertRows, send } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import { TableRows } from '@ledgergraph/service-kit/db/table-rows';
import type { AddressIds } from './address-ids.ts';
import { learnAddresses } from './addresses.ts';
import type { HeldTotal, HeldTotalRow, HolderBalance, HolderChangeRow, HolderUpdate } from './holder-row.ts';
import { wantedKeys } from './wanted-keys.ts';

const HOLDER_CHANGE_COLUMNS = {
  chain: 'smallint',
  currency_id: 'integer',
  holder_id: 'integer',
  height: 'integer',
  balance: 'bigint',
};
const HELD_TOTAL_COLUMNS = {
  chain: 'smallint',
  currency_id: 'integer',
  height: 'integer',
  holders: 'integer',
  total: 'bigint',
};
const HOLDER_COLUMNS = {
  chain: 'smallint',
  currency_id: 'integer',
  holder_id: 'integer',
  balance: 'bigint',
  holder: 'text',
};

// The first holder from the key's on, by the primary key's order: with plain equality Postgres takes the index that has the balance
// in between, and reads all holders of the currency, wherever its statistics are older than its rows.
const PROBE = `
  SELECT held.*, held.ctid AS place FROM holder held
   WHERE held.chain = $1 AND held.currency_id = key.currency_id AND held.holder_id >= key.holder_id
   ORDER BY held.holder_id LIMIT 1`;

/** What these holders hold now; those that hold nothing are missing. */
export async function findHolderBalances(
  db: SqlExecutor,
  ids: AddressIds,
  keys: readonly Pick<HolderBalance, 'currencyId' | 'holder'>[],
): Promise<HolderBalance[]> {
  if (keys.length === 0) return [];
  const rows = await db.$queryRawUnsafe<{ place: number; balance: bigint }[]>(
    `SELECT wanted.place::integer, found.balance
       FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS wanted (currency_id, holder_id, place)
      CROSS JOIN LATERAL (${PROBE.replaceAll('key', 'wanted')}) found
      WHERE found.holder_id = wanted.holder_id`,
    ids.chain,
    keys.map(({ currencyId }) => ids.idOf(currencyId)),
    keys.map(({ holder }) => ids.idOf(holder)),
  );
  return rows.flatMap(({ place, balance }) => {
    const key = keys[place - 1];
    return key === undefined ? [] : [{ ...key, balance }];
  });
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
       FROM ${wantedKeys(['currency'], ['height'])}
      CROSS JOIN LATERAL (
        SELECT held.total, held.holders
          FROM held_total held
         WHERE held.chain = wanted.chain AND held.currency_id = wanted.currency_id AND held.height <= wanted.height
         ORDER BY held.height DESC
         LIMIT 1
      ) latest`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
}

export function newHolderChangeRows(copies: boolean): TableRows {
  return new TableRows('holder_change', HOLDER_CHANGE_COLUMNS, copies);
}

export function addHolderChange(rows: TableRows, ids: AddressIds, change: HolderChangeRow): void {
  rows.add([ids.chain, ids.idOf(change.currencyId), ids.idOf(change.holder), change.height, change.balance]);
}

export function heldTotalRows(copies: boolean, ids: AddressIds, totals: readonly HeldTotalRow[]): TableRows {
  const rows = new TableRows('held_total', HELD_TOTAL_COLUMNS, copies);
  for (const { currencyId, height, total, holders } of totals) {
    rows.add([ids.chain, ids.idOf(currencyId), height, holders, total]);
  }
  return rows;
}

/** Sets what holders hold now. Who holds nothing has no row, so that the table is the rich list and nothing else. */
export async function updateHolders(tx: SqlExecutor, ids: AddressIds, updates: readonly HolderUpdate[]): Promise<void> {
  const came = updates.filter(({ wasHeld, balance }) => !wasHeld && balance !== 0n);
  const gone = updates.filter(({ wasHeld, balance }) => wasHeld && balance === 0n);
  const moved = updates.filter(({ wasHeld, balance }) => wasHeld && balance !== 0n);
  const keys = (some: readonly HolderUpdate[]): number[][] => [
    some.map(({ currencyId }) => ids.idOf(currencyId)),
    some.map(({ holder }) => ids.idOf(holder)),
  ];
  if (gone.length > 0) {
    await send(
      tx,
      `DELETE FROM holder
        USING unnest($2::integer[], $3::integer[]) AS gone (currency_id, holder_id)
        CROSS JOIN LATERAL (${PROBE.replaceAll('key', 'gone')}) found
        WHERE found.holder_id = gone.holder_id AND holder.ctid = found.place`,
      [ids.chain, ...keys(gone)],
    );
  }
  if (moved.length > 0) {
    await send(
      tx,
      `UPDATE holder SET balance = moved.balance::bigint
         FROM unnest($2::integer[], $3::integer[], $4::text[]) AS moved (currency_id, holder_id, balance)
        CROSS JOIN LATERAL (${PROBE.replaceAll('key', 'moved')}) found
        WHERE found.holder_id = moved.holder_id AND holder.ctid = found.place`,
      [ids.chain, ...keys(moved), moved.map(({ balance }) => balance.toString())],
    );
  }
  const rows = came.map(({ currencyId, holder, balance }) => {
    return [ids.chain, ids.idOf(currencyId), ids.idOf(holder), balance, holder];
  });
  await insertRows(tx, 'holder', HOLDER_COLUMNS, rows);
}

/** Puts the rich list back to a height and removes its history above it; -1: everything. */
export async function revertHolders(tx: SqlExecutor, ids: AddressIds, keepHeight: number): Promise<void> {
  // Every block that changed a holder changed the total of that currency too, and totals are indexed by height.
  const touched = `SELECT DISTINCT change.currency_id, change.holder_id
      FROM (SELECT DISTINCT currency_id FROM held_total WHERE chain = $1 AND height > $2) moved
      JOIN holder_change change ON change.chain = $1 AND change.currency_id = moved.currency_id AND change.height > $2`;
  const before = await tx.$queryRawUnsafe<
    { currencyId: number; holderId: number; balance: bigint; wasHeld: boolean }[]
  >(
    `SELECT touched.currency_id AS "currencyId", touched.holder_id AS "holderId", coalesce(state.balance, 0) AS balance,
            held.holder_id IS NOT NULL AS "wasHeld"
       FROM (${touched}) touched
       LEFT JOIN LATERAL (
         SELECT change.balance
           FROM holder_change change
          WHERE change.chain = $1 AND change.currency_id = touched.currency_id AND change.holder_id = touched.holder_id
            AND change.height <= $2
          ORDER BY change.height DESC
          LIMIT 1
       ) state ON true
       LEFT JOIN LATERAL (${PROBE.replaceAll('key', 'touched')}) held ON held.holder_id = touched.holder_id`,
    ids.chain,
    keepHeight,
  );
  await learnAddresses(
    tx,
    ids,
    before.flatMap(({ currencyId, holderId }) => [currencyId, holderId]),
  );
  const held = before.map(({ currencyId, holderId, ...state }) => {
    return { currencyId: ids.addressOf(currencyId), holder: ids.addressOf(holderId), ...state };
  });
  await updateHolders(tx, ids, held);
  await tx.$executeRawUnsafe(
    `DELETE FROM holder_change
      WHERE chain = $1 AND height > $2
        AND currency_id IN (SELECT currency_id FROM held_total WHERE chain = $1 AND height > $2)`,
    ids.chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe('DELETE FROM held_total WHERE chain = $1 AND height > $2', ids.chain, keepHeight);
}

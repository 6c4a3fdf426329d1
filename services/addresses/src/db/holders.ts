import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { ChainAddress, HeldTotal, RunningBalance } from './chain-address.ts';
import { WANTED_CURRENCIES } from './wanted-keys.ts';

export const holderChanges = describeTable('holder_change', {
  currencyId: 'integer',
  holderId: 'integer',
  height: 'integer',
  previousBalance: 'bigint?',
});
export const heldTotals = describeTable('held_total', {
  currencyId: 'integer',
  height: 'integer',
  holders: 'integer',
  total: 'bigint',
});
/** The rich list as it is now. It has no heights: blocks are taken back by the changes. */
export const holders = describeTable('holder', {
  currencyId: 'integer',
  holderId: 'integer',
  balance: 'bigint',
  holder: 'text',
});

// Each statement probes with `held.holder_id >= …` and takes the first row: with equality and stale statistics Postgres chooses the
// index with the balance and reads all holders of the currency. The probe may find a neighbour, which the statement leaves out.

export async function findHolderBalances(
  db: SqlExecutor,
  chain: number,
  runningBalances: readonly RunningBalance[],
): Promise<{ keyIndex: number; balance: bigint }[]> {
  if (runningBalances.length === 0) return [];
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", found.balance
       FROM unnest($2::integer[], $3::integer[]) WITH ORDINALITY AS wanted (currency_id, holder_id, place)
      CROSS JOIN LATERAL (
        SELECT held.*, held.ctid AS place FROM holder held
         WHERE held.chain = $1 AND held.currency_id = wanted.currency_id AND held.holder_id >= wanted.holder_id
         ORDER BY held.holder_id LIMIT 1
      ) found
      WHERE found.holder_id = wanted.holder_id`,
    chain,
    runningBalances.map(({ currency }) => currency.id),
    runningBalances.map(({ address }) => address.id),
  );
}

export interface HeldKey {
  chainId: string;
  currencyId: string;
  height: number;
}

export interface FoundHeldTotal extends HeldTotal {
  keyIndex: number;
}

export async function findHeldTotals(db: SqlExecutor, keys: readonly HeldKey[]): Promise<FoundHeldTotal[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<FoundHeldTotal[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", latest.*
       FROM ${WANTED_CURRENCIES}
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

export function addHolderChange(
  rows: TableRows,
  chain: number,
  height: number,
  { currency, address }: RunningBalance,
  previous: bigint,
): void {
  // Most are new holders, and null takes no room.
  rows.add([chain, currency.id, address.id, height, previous === 0n ? null : previous]);
}

export function addHeldTotal(
  rows: TableRows,
  chain: number,
  height: number,
  currency: ChainAddress,
  { total, holders }: HeldTotal,
): void {
  rows.add([chain, currency.id, height, holders, total]);
}

export interface HolderUpdate {
  runningBalance: { address: Pick<ChainAddress, 'id' | 'text'>; currency: Pick<ChainAddress, 'id'> };
  balance: bigint;
  wasHeld: boolean;
}

/** Holders of nothing have no row, so the table is exactly the rich list. */
export async function updateHolders(tx: SqlExecutor, chain: number, updates: readonly HolderUpdate[]): Promise<void> {
  const came = updates.filter(({ wasHeld, balance }) => !wasHeld && balance !== 0n);
  const gone = updates.filter(({ wasHeld, balance }) => wasHeld && balance === 0n);
  const moved = updates.filter(({ wasHeld, balance }) => wasHeld && balance !== 0n);
  const keys = (some: readonly HolderUpdate[]): string[] => [
    arrayLiteral(some.map(({ runningBalance }) => runningBalance.currency.id)),
    arrayLiteral(some.map(({ runningBalance }) => runningBalance.address.id)),
  ];
  if (gone.length > 0) {
    await send(
      tx,
      `DELETE FROM holder
        USING unnest($2::integer[], $3::integer[]) AS gone (currency_id, holder_id)
        CROSS JOIN LATERAL (
          SELECT held.*, held.ctid AS place FROM holder held
           WHERE held.chain = $1 AND held.currency_id = gone.currency_id AND held.holder_id >= gone.holder_id
           ORDER BY held.holder_id LIMIT 1
        ) found
        WHERE found.holder_id = gone.holder_id AND holder.ctid = found.place`,
      [chain, ...keys(gone)],
    );
  }
  if (moved.length > 0) {
    await send(
      tx,
      `UPDATE holder SET balance = moved.balance::bigint
         FROM unnest($2::integer[], $3::integer[], $4::text[]) AS moved (currency_id, holder_id, balance)
        CROSS JOIN LATERAL (
          SELECT held.*, held.ctid AS place FROM holder held
           WHERE held.chain = $1 AND held.currency_id = moved.currency_id AND held.holder_id >= moved.holder_id
           ORDER BY held.holder_id LIMIT 1
        ) found
        WHERE found.holder_id = moved.holder_id AND holder.ctid = found.place`,
      [chain, ...keys(moved), arrayLiteral(moved.map(({ balance }) => balance))],
    );
  }
  const rows = came.map(({ runningBalance: { address, currency }, balance }) => {
    return { currencyId: currency.id, holderId: address.id, balance, holder: address.text };
  });
  await holders.insert(tx, chain, rows);
}

export async function revertHolders(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  // A block that changes a holder also changes the currency's total, and totals are indexed by height.
  const touched = `SELECT DISTINCT ON (change.currency_id, change.holder_id)
           change.currency_id, change.holder_id, coalesce(change.previous_balance, 0) AS balance
      FROM (SELECT DISTINCT currency_id FROM held_total WHERE chain = $1 AND height > $2) moved
      JOIN holder_change change ON change.chain = $1 AND change.currency_id = moved.currency_id AND change.height > $2
     ORDER BY change.currency_id, change.holder_id, change.height`;
  const before = await tx.$queryRawUnsafe<
    { currencyId: number; holderId: number; holder: string; balance: bigint; wasHeld: boolean }[]
  >(
    `SELECT touched.currency_id AS "currencyId", touched.holder_id AS "holderId", touched.balance,
            (SELECT address FROM address WHERE address.chain = $1 AND address.id = touched.holder_id) AS holder,
            held.holder_id IS NOT NULL AS "wasHeld"
       FROM (${touched}) touched
       LEFT JOIN LATERAL (
         SELECT held.*, held.ctid AS place FROM holder held
          WHERE held.chain = $1 AND held.currency_id = touched.currency_id AND held.holder_id >= touched.holder_id
          ORDER BY held.holder_id LIMIT 1
       ) held ON held.holder_id = touched.holder_id`,
    chain,
    keepHeight,
  );
  const held = before.map(({ currencyId, holderId, holder, ...state }) => {
    return { runningBalance: { address: { id: holderId, text: holder }, currency: { id: currencyId } }, ...state };
  });
  await updateHolders(tx, chain, held);
  await tx.$executeRawUnsafe(
    `DELETE FROM holder_change
      WHERE chain = $1 AND height > $2
        AND currency_id IN (SELECT currency_id FROM held_total WHERE chain = $1 AND height > $2)`,
    chain,
    keepHeight,
  );
  await heldTotals.revert(tx, chain, keepHeight);
}

import { insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressIds } from './address-ids.ts';
import type { BalanceChangeRow, BalanceState } from './balance-row.ts';
import { updateTokenBalances } from './token-balances.ts';
import { wantedKeys } from './wanted-keys.ts';

const BALANCE_CHANGE_COLUMNS = {
  chain: 'smallint',
  address_id: 'integer',
  currency_id: 'integer',
  height: 'integer',
  tx_index: 'integer',
  credit: 'bigint',
  debit: 'bigint',
  balance: 'bigint',
  received: 'numeric',
  tx_count: 'integer',
  utxo_count: 'integer',
  spendable_utxo_count: 'integer',
};

/** @param changes in chain order */
export async function insertBalanceChanges(
  tx: SqlExecutor,
  ids: AddressIds,
  changes: readonly BalanceChangeRow[],
): Promise<void> {
  const rows = changes.map((change) => [
    ids.chain,
    ids.idOf(change.address),
    ids.idOf(change.currencyId),
    change.height,
    change.txIndex,
    change.credit,
    change.debit,
    change.balance,
    change.received,
    change.txCount,
    change.utxoCount,
    change.spendableUtxoCount,
  ]);
  await insertRows(tx, 'balance_change', BALANCE_CHANGE_COLUMNS, rows);
  await updateTokenBalances(tx, ids, changes);
}

/** A currency of an address at a height: rows up to it count. */
export interface BalanceKey {
  chainId: string;
  address: string;
  currencyId: string;
  height: number;
}

/** A state, and the index of the key it answers. */
export interface FoundBalance extends BalanceState {
  keyIndex: number;
  /** Height of the last change. */
  height: number;
}

/** The state at each key, with one index probe per key; keys whose address never had the currency are missing. */
export async function findBalances(db: SqlExecutor, keys: readonly BalanceKey[]): Promise<FoundBalance[]> {
  if (keys.length === 0) return [];
  const rows = await db.$queryRawUnsafe<(Omit<FoundBalance, 'received'> & { received: string })[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", state.*
       FROM ${wantedKeys(['address', 'currency'], ['height'])}
      CROSS JOIN LATERAL (
        SELECT height, balance, received::text, tx_count AS "txCount", utxo_count AS "utxoCount",
               spendable_utxo_count AS "spendableUtxoCount"
          FROM balance_change change
         WHERE change.chain = wanted.chain AND change.address_id = wanted.address_id
           AND change.currency_id = wanted.currency_id AND change.height <= wanted.height
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1
      ) state`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
  );
  return rows.map((row) => ({ ...row, received: BigInt(row.received) }));
}

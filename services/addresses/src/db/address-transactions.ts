import { arrayLiteral, insertRows } from '@ledgergraph/service-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { AddressActivity, AddressTransactionRow } from './address-transaction-row.ts';
import { revertTokenBalances } from './token-balances.ts';

const ADDRESS_TRANSACTION_COLUMNS = {
  chain_id: 'text',
  address: 'text',
  height: 'integer',
  tx_index: 'integer',
  txid: 'bytea',
  direction: 'text',
  currency_ids: 'text[]',
  net_satoshis: 'bigint[]',
  balance_after: 'bigint',
  tx_count: 'integer',
  utxo_count: 'integer',
  spendable_utxo_count: 'integer',
};

export async function insertAddressTransactions(
  tx: SqlExecutor,
  chainId: string,
  transactions: readonly AddressTransactionRow[],
): Promise<void> {
  const rows = transactions.map((transaction) => [
    chainId,
    transaction.address,
    transaction.height,
    transaction.txIndex,
    `\\x${transaction.txid}`,
    transaction.direction,
    arrayLiteral(transaction.amounts.map(({ currencyId }) => currencyId)),
    arrayLiteral(transaction.amounts.map(({ satoshis }) => satoshis.toString())),
    transaction.balanceAfter,
    transaction.txCount,
    transaction.utxoCount,
    transaction.spendableUtxoCount,
  ]);
  await insertRows(tx, 'address_transaction', ADDRESS_TRANSACTION_COLUMNS, rows);
}

/** An address at a height: rows up to it count. */
export interface ActivityKey {
  chainId: string;
  address: string;
  height: number;
}

/** Counters, and the index of the key they answer. */
export interface FoundActivity extends AddressActivity {
  keyIndex: number;
  firstHeight: number;
  lastHeight: number;
}

/** The counters at each key, with two index probes per key; keys whose address was never used are missing. */
export async function findActivities(db: SqlExecutor, keys: readonly ActivityKey[]): Promise<FoundActivity[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<FoundActivity[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", latest.*, first.height AS "firstHeight"
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, address, height, place)
      CROSS JOIN LATERAL (
        SELECT height AS "lastHeight", tx_count AS "txCount", utxo_count AS "utxoCount",
               spendable_utxo_count AS "spendableUtxoCount"
          FROM address_transaction used
         WHERE used.chain_id = wanted.chain_id AND used.address = wanted.address AND used.height <= wanted.height
         ORDER BY used.height DESC, used.tx_index DESC
         LIMIT 1
      ) latest
      CROSS JOIN LATERAL (
        SELECT height
          FROM address_transaction used
         WHERE used.chain_id = wanted.chain_id AND used.address = wanted.address
         ORDER BY used.height, used.tx_index
         LIMIT 1
      ) first`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
  );
}

/** Removes the history above a height, of addresses and of their currencies; -1: everything. */
export async function revertAddressTransactions(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM balance_change
      USING address_transaction used, unnest(used.currency_ids) AS moved (currency_id)
      WHERE used.chain_id = $1 AND used.height > $2
        AND balance_change.chain_id = $1 AND balance_change.address = used.address
        AND balance_change.currency_id = moved.currency_id AND balance_change.height = used.height
        AND balance_change.tx_index = used.tx_index`,
    chainId,
    keepHeight,
  );
  await revertTokenBalances(tx, chainId, keepHeight);
  await tx.$executeRawUnsafe(
    'DELETE FROM address_transaction WHERE chain_id = $1 AND height > $2',
    chainId,
    keepHeight,
  );
}

import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { nameAddresses } from './name-addresses.ts';

export interface WalletHistory {
  chainId: string;
  addresses: readonly string[];
  /** One in each block from 1 on. Each pays the next address 5 satoshis; every other one spends the one before. */
  transactions: number;
  txIndex: number;
}

// $1 chain, $2 addresses, $3 transactions, $4 their position. `turn` counts those of an address from 0.
const TRANSACTIONS = `
  WITH given AS (SELECT $1::smallint AS chain, $2::integer[] AS ids, $3::integer AS transactions, $4::integer AS tx_index),
  paid AS (
    SELECT given.chain, ids[1 + i % cardinality(ids)] AS address_id, i + 1 AS height, tx_index, i / cardinality(ids) AS turn,
           i + 1 + cardinality(ids) AS next_height, i + 1 + cardinality(ids) <= transactions AS has_next
      FROM given CROSS JOIN generate_series(0, transactions - 1) AS series (i)
  ),
  tx AS (SELECT *, turn % 2 = 0 AND has_next AS is_spent, turn % 2 = 1 AS spends, 5 * (turn / 2 + 1) AS balance, turn / 2 + 1 AS unspent FROM paid)`;

const STATEMENTS = [
  `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
   ${TRANSACTIONS} SELECT chain, false, height, tx_index, sha256(convert_to('wallet ' || tx_index || ' ' || height, 'UTF8')) FROM tx`,
  `INSERT INTO output_row (chain, height, tx_index, vout, satoshis, token_ids, token_satoshis, script, guard_id, is_coinbase, address_ids, holder_id)
   ${TRANSACTIONS} SELECT chain, height, tx_index, 0, 5, '{}', '{}', decode('76a914' || repeat('00', 20) || '88ac', 'hex'), 0, false,
          ARRAY[address_id], address_id
     FROM tx`,
  `INSERT INTO address_utxo (chain, address_id, guard_id, is_native, height, tx_index, vout, matures)
   ${TRANSACTIONS} SELECT chain, address_id, 0, true, height, tx_index, 0, false FROM tx WHERE NOT is_spent`,
  `INSERT INTO address_spent_output (chain, address_id, spent_height, spender_tx_index, height, tx_index, vout, guard_id, is_native, matures)
   ${TRANSACTIONS} SELECT chain, address_id, next_height, tx_index, height, tx_index, 0, 0, true, false FROM tx WHERE is_spent`,
  `INSERT INTO native_transaction (chain, address_id, height, tx_index, tx_count, utxo_count, spendable_utxo_count, native_tx_count,
                                   native_utxo_count, native_spendable_utxo_count, satoshis, balance, received)
   ${TRANSACTIONS} SELECT chain, address_id, height, tx_index, turn + 1, unspent, unspent, turn + 1, unspent, unspent, 5, balance, 5 * (turn + 1)
     FROM tx WHERE NOT spends`,
  `INSERT INTO address_transaction_row (chain, address_id, height, tx_index, direction, currency_ids, net_satoshis, balance_after, tx_count,
                                    utxo_count, spendable_utxo_count)
   ${TRANSACTIONS} SELECT chain, address_id, height, tx_index, 'SELF', ARRAY[1], ARRAY[0]::bigint[], balance, turn + 1, unspent, unspent
     FROM tx WHERE spends`,
  `INSERT INTO balance_change_row (chain, address_id, currency_id, height, tx_index, credit, debit, balance, received, tx_count, utxo_count,
                                   spendable_utxo_count)
   ${TRANSACTIONS} SELECT chain, address_id, 1, height, tx_index, 5, 5, balance, 5 * (turn + 1), turn + 1, unspent, unspent
     FROM tx WHERE spends`,
];

/** The blocks have to be there. */
export async function generateWallet(
  db: SqlExecutor,
  { chainId, addresses, transactions, txIndex }: WalletHistory,
): Promise<void> {
  const { chain, ids } = await nameAddresses(db, chainId, addresses);
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chain, ids, transactions, txIndex);
}

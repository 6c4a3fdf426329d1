import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';

export interface OrdinaryAddresses {
  chainId: string;
  /** Each gets one payment of native coin and of one token, and keeps both. */
  addresses: readonly string[];
  /** The tokens they get, in turn; unknown to the database so far. */
  tokens: readonly string[];
  tip: number;
}

// $1 chain, $2 addresses, $3 tokens, $4 tip.
const PAYMENTS = `
  WITH payment AS (
    SELECT $1::text AS chain_id, address, place::integer AS i, 1 + (place * 7919 % $4::integer)::integer AS height,
           1000 + place::integer AS tx_index, sha256(convert_to(address, 'UTF8')) AS txid,
           ($3::text[])[1 + place % cardinality($3)] AS token_id
      FROM unnest($2::text[]) WITH ORDINALITY AS one (address, place)
  )`;

const STATEMENTS = [
  `INSERT INTO output (chain_id, txid, vout, height, tx_index, satoshis, token_ids, token_satoshis, script, is_spendable, is_coinbase,
                       addresses, holder)
   ${PAYMENTS} SELECT chain_id, txid, 0, height, tx_index, 5, ARRAY[token_id], ARRAY[i]::bigint[],
          decode('76a914' || repeat('00', 20) || '88ac', 'hex'), true, false, ARRAY[address], address FROM payment`,
  `INSERT INTO address_output (chain_id, address, height, tx_index, vout, txid, is_spendable, is_coinbase, currency_ids, is_native)
   ${PAYMENTS} SELECT chain_id, address, height, tx_index, 0, txid, true, false, ARRAY[chain_id, token_id], true FROM payment`,
  `INSERT INTO token_output (chain_id, address, currency_id, height, tx_index, vout, txid, is_spendable, is_coinbase)
   ${PAYMENTS} SELECT chain_id, address, token_id, height, tx_index, 0, txid, true, false FROM payment`,
  `INSERT INTO address_transaction (chain_id, address, height, tx_index, txid, direction, currency_ids, net_satoshis, balance_after,
                                    tx_count, utxo_count, spendable_utxo_count)
   ${PAYMENTS} SELECT chain_id, address, height, tx_index, txid, 'RECEIVED', ARRAY[chain_id, token_id], ARRAY[5, i]::bigint[], 5, 1, 1, 1
     FROM payment`,
  `INSERT INTO balance_change (chain_id, address, currency_id, height, tx_index, credit, debit, balance, received, tx_count, utxo_count,
                               spendable_utxo_count)
   ${PAYMENTS} SELECT chain_id, address, currency_id, height, tx_index, satoshis, 0, satoshis, satoshis, 1, 1, 1
     FROM payment CROSS JOIN LATERAL (VALUES (chain_id, 5), (token_id, i)) AS carried (currency_id, satoshis)`,
  `INSERT INTO token_balance (chain_id, address, currency_id, balance, height, first_height, ordinal)
   ${PAYMENTS} SELECT chain_id, address, token_id, i, height, height, 1 FROM payment`,
  `INSERT INTO holder (chain_id, currency_id, holder, balance) ${PAYMENTS} SELECT chain_id, token_id, address, i FROM payment`,
  `INSERT INTO holder_change (chain_id, currency_id, holder, height, balance)
   ${PAYMENTS} SELECT chain_id, token_id, address, height, i FROM payment`,
  `INSERT INTO held_total (chain_id, currency_id, height, total, holders)
   ${PAYMENTS} SELECT chain_id, token_id, height, sum(sum(i)) OVER chain_order, sum(count(*)) OVER chain_order
     FROM payment GROUP BY chain_id, token_id, height WINDOW chain_order AS (PARTITION BY chain_id, token_id ORDER BY height)`,
  `INSERT INTO known_currency (chain_id, currency_id, height)
   ${PAYMENTS} SELECT chain_id, token_id, min(height) FROM payment GROUP BY chain_id, token_id`,
];

/**
 * Many addresses with little each, as a chain has them: from a database with a single large one Postgres would learn that almost every
 * row is that one's, and read accordingly.
 */
export async function generateOrdinaryAddresses(db: SqlExecutor, all: OrdinaryAddresses): Promise<void> {
  const { chainId, addresses, tokens, tip } = all;
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chainId, addresses, tokens, tip);
}

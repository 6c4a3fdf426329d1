import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { nameAddresses } from './name-addresses.ts';

export interface OrdinaryAddresses {
  chainId: string;
  /** Each keeps a payment of native coin and of a token. It paid itself, from block 0, which the balances leave out. */
  addresses: readonly string[];
  tokens: readonly string[];
  tip: number;
}

// $1 chain, $2 addresses, $3 tokens, $4 tip; the first three are ids. 1 is the native currency.
const PAYMENTS = `
  WITH payment AS (
    SELECT $1::smallint AS chain, address_id, place::integer AS i, 1 + (place * 7919 % $4::integer)::integer AS height,
           1000 + place::integer AS tx_index, ($3::integer[])[1 + place % cardinality($3)] AS token_id,
           CASE WHEN place % 2 = 0 THEN address_id ELSE 0 END AS guard_id
      FROM unnest($2::integer[]) WITH ORDINALITY AS one (address_id, place)
  )`;

const STATEMENTS = [
  `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
   ${PAYMENTS} SELECT chain, false, height, tx_index, sha256(convert_to('ordinary ' || i, 'UTF8')) FROM payment`,
  `INSERT INTO output_row (chain, height, tx_index, vout, satoshis, token_ids, token_satoshis, script, guard_id, is_coinbase,
                       address_ids, holder_id)
   ${PAYMENTS} SELECT chain, created, tx_index, 0, 5, ARRAY[token_id], ARRAY[i]::bigint[],
          decode('76a914' || repeat('00', 20) || '88ac', 'hex'), guard_id, false, ARRAY[address_id], address_id
     FROM payment CROSS JOIN LATERAL (VALUES (0), (height)) AS made (created)`,
  `INSERT INTO address_spent_output (chain, address_id, spent_height, spender_tx_index, height, tx_index, vout, guard_id, is_native, matures)
   ${PAYMENTS} SELECT chain, address_id, height, tx_index, 0, tx_index, 0, guard_id, true, false FROM payment`,
  `INSERT INTO token_spent_output (chain, address_id, currency_id, spent_height, height, tx_index, vout, guard_id, matures)
   ${PAYMENTS} SELECT chain, address_id, token_id, height, 0, tx_index, 0, guard_id, false FROM payment`,
  `INSERT INTO address_utxo (chain, address_id, guard_id, is_native, height, tx_index, vout, matures)
   ${PAYMENTS} SELECT chain, address_id, guard_id, true, height, tx_index, 0, false FROM payment`,
  `INSERT INTO token_utxo (chain, address_id, currency_id, guard_id, height, tx_index, vout, matures)
   ${PAYMENTS} SELECT chain, address_id, token_id, guard_id, height, tx_index, 0, false FROM payment`,
  `INSERT INTO identity_lock (chain, identity_id, height, free_from) ${PAYMENTS} SELECT chain, address_id, 0, 0 FROM payment WHERE i % 2 = 0`,
  // No output waits for these: a chain has many, an address few.
  `INSERT INTO joint_guard (chain, id, height, needed, group_needed, group_numbers, identity_ids)
   ${PAYMENTS} SELECT chain, 1000000 + address_id, 0, 1, '{2}', '{1,1}', ARRAY[address_id, address_id] FROM payment`,
  `INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count, satoshis)
   ${PAYMENTS} SELECT chain, address_id, currency_id, address_id, height, 1, satoshis
     FROM payment CROSS JOIN LATERAL (VALUES (0, 0), (1, 5), (token_id, i)) AS counted (currency_id, satoshis) WHERE i % 2 = 0`,
  // Groups of an address with the protocol's: a chain has many, an address few.
  `INSERT INTO sharer (chain, address_id, currency_id, group_id, height, address_ids)
   ${PAYMENTS} SELECT chain, address_id, token_id, 2000000 + address_id, height, ARRAY[1, address_id] FROM payment`,
  `INSERT INTO shared_balance (chain, group_id, currency_id, height, tx_index, balance)
   ${PAYMENTS} SELECT chain, 2000000 + address_id, token_id, height, tx_index, i FROM payment`,
  `INSERT INTO address_transaction_row (chain, address_id, height, tx_index, direction, currency_ids, net_satoshis, balance_after,
                                    tx_count, utxo_count, spendable_utxo_count)
   ${PAYMENTS} SELECT chain, address_id, height, tx_index, 'RECEIVED', ARRAY[1, token_id], ARRAY[5, i]::bigint[], 5, 1, 1, 1
     FROM payment`,
  `INSERT INTO balance_change_row (chain, address_id, currency_id, height, tx_index, credit, debit, balance, received, tx_count, utxo_count,
                               spendable_utxo_count)
   ${PAYMENTS} SELECT chain, address_id, currency_id, height, tx_index, satoshis, 0, satoshis, satoshis, 1, 1, 1
     FROM payment CROSS JOIN LATERAL (VALUES (1, 5), (token_id, i)) AS carried (currency_id, satoshis)`,
  `INSERT INTO token_balance (chain, address_id, currency_id, currency, balance, height, first_height, ordinal)
   ${PAYMENTS} SELECT payment.chain, address_id, token_id, named.address, i, payment.height, payment.height, 1
     FROM payment JOIN address named ON named.chain = payment.chain AND named.id = token_id`,
  `INSERT INTO holder (chain, currency_id, holder_id, holder, balance)
   ${PAYMENTS} SELECT payment.chain, token_id, address_id, named.address, i
     FROM payment JOIN address named ON named.chain = payment.chain AND named.id = address_id`,
  `INSERT INTO holder_change (chain, currency_id, holder_id, height)
   ${PAYMENTS} SELECT chain, token_id, address_id, height FROM payment`,
  `INSERT INTO held_total (chain, currency_id, height, total, holders)
   ${PAYMENTS} SELECT chain, token_id, height, sum(sum(i)) OVER chain_order, sum(count(*)) OVER chain_order
     FROM payment GROUP BY chain, token_id, height WINDOW chain_order AS (PARTITION BY chain, token_id ORDER BY height)`,
  `INSERT INTO known_currency (chain, currency_id, height)
   ${PAYMENTS} SELECT chain, token_id, min(height) FROM payment GROUP BY chain, token_id`,
];

/** As a chain has them: from a single large address Postgres would learn that almost every row is that one's. */
export async function generateOrdinaryAddresses(db: SqlExecutor, all: OrdinaryAddresses): Promise<void> {
  const { chainId, addresses, tokens, tip } = all;
  const { chain, ids } = await nameAddresses(db, chainId, [...addresses, ...tokens]);
  const [addressIds, tokenIds] = [ids.slice(0, addresses.length), ids.slice(addresses.length)];
  for (const sql of STATEMENTS) await db.$executeRawUnsafe(sql, chain, addressIds, tokenIds, tip);
}

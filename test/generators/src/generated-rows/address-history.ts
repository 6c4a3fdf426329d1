import { chainNumber, numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { identityAddressOf } from '@ledgergraph/verus-protocol/name';
import { nameAddresses } from './name-addresses.ts';

export interface AddressHistory {
  chainId: string;
  address: string;
  /** Evenly over the heights 1 to tip: a multiple or a fraction of their number. */
  transactions: number;
  /** A fraction of the transactions. Each of the others spends the one before. */
  utxos: number;
  tokens: readonly string[];
  tip: number;
  txIndex: number;
}

/** Filters have to find the few of these. Half of the kept outputs wait for a locked identity. */
const SPENDABLE_EVERY = 50;
const NATIVE_EVERY = 20;

// $1 chain, $2 address, $3 transactions, $4 transactions for each kept output, $5 tokens, $6 tip, $7 first position, $8 the identity
// that half of the kept outputs wait for. Chain, address, tokens and the identity are ids; 1 is the native currency.
const TRANSACTIONS = `
  place AS (
    SELECT i, CASE WHEN $3::integer > $6::integer THEN 1 + (i - 1) / ($3 / $6) ELSE i * ($6 / $3) END AS height,
           $7::integer + CASE WHEN $3 > $6 THEN (i - 1) % ($3 / $6) ELSE 0 END AS tx_index,
           CASE WHEN i % $4::integer = 0 THEN i / $4 END AS kept
      FROM generate_series(1, $3) AS series (i)
  ),
  tx AS (
    SELECT *, CASE WHEN kept IS NULL OR kept % ${NATIVE_EVERY} = 0 THEN 5 ELSE 0 END AS satoshis,
           (kept IS NULL OR kept % ${SPENDABLE_EVERY} = 0) AS is_spendable,
           1 + (kept - 1) % cardinality($5::integer[]) AS token, 1 + (kept - 1) / cardinality($5) AS token_count,
           i > 1 AND (i - 1) % $4 <> 0 AS spends, i / $4 AS kept_so_far, (i % $4 <> 0)::integer AS passing
      FROM place
  ),
  moved AS (SELECT tx.*, satoshis > 0 OR spends AS native_moved, ($5)[token] AS token_id,
                   CASE WHEN is_spendable THEN 0 WHEN kept % 2 = 1 THEN $8::integer ELSE -1 END AS guard_id
              FROM tx),
  counted AS (SELECT moved.*, CASE WHEN spends THEN 5 ELSE 0 END AS spent, 5 * (kept_so_far / ${NATIVE_EVERY} + passing) AS balance,
                     kept_so_far + passing AS utxos, kept_so_far / ${SPENDABLE_EVERY} + (kept_so_far + 1) / 2 + passing AS spendable_utxos,
                     kept_so_far / ${NATIVE_EVERY} + passing AS native_utxos,
                     kept_so_far / ${NATIVE_EVERY * 5} + passing AS native_spendable_utxos,
                     sum(satoshis) OVER (PARTITION BY native_moved ORDER BY i) AS received,
                     row_number() OVER (PARTITION BY native_moved ORDER BY i) AS native_count
                FROM moved)`;

const STATEMENTS = [
  `INSERT INTO transaction_place (chain, pays_shielded, height, tx_index, txid)
   SELECT $1::smallint, false, height, tx_index, sha256(convert_to($2::text || ' ' || i, 'UTF8')) FROM moved`,
  `INSERT INTO output_row (chain, height, tx_index, vout, satoshis, token_ids, token_satoshis, kind, script, guard_id, is_coinbase,
                       address_ids, holder_id)
   SELECT $1::smallint, tx.height, tx.tx_index, 0, tx.satoshis, CASE WHEN token IS NULL THEN '{}' ELSE ARRAY[token_id] END,
          CASE WHEN token IS NULL THEN '{}' ELSE ARRAY[token] END::bigint[], CASE WHEN guard_id = -1 THEN 'identityprimary' END,
          decode('76a914' || repeat('00', 20) || '88ac', 'hex'), guard_id, false, ARRAY[$2::integer], $2::integer
     FROM moved tx`,
  `INSERT INTO address_utxo (chain, address_id, guard_id, is_native, height, tx_index, vout, matures)
   SELECT $1::smallint, $2::integer, guard_id, satoshis > 0, height, tx_index, 0, false
     FROM (SELECT moved.*, lead(height) OVER (ORDER BY i) AS spent_height FROM moved) tx
    WHERE kept IS NOT NULL OR spent_height IS NULL`,
  `INSERT INTO address_spent_output (chain, address_id, spent_height, spender_tx_index, height, tx_index, vout, guard_id, is_native, matures)
   SELECT $1::smallint, $2::integer, spent_height, spender_tx_index, height, tx_index, 0, guard_id, satoshis > 0, false
     FROM (SELECT moved.*, lead(height) OVER (ORDER BY i) AS spent_height, lead(tx_index) OVER (ORDER BY i) AS spender_tx_index
             FROM moved) tx
    WHERE kept IS NULL AND spent_height IS NOT NULL`,
  `INSERT INTO token_utxo (chain, address_id, currency_id, guard_id, height, tx_index, vout, matures)
   SELECT $1::smallint, $2::integer, token_id, guard_id, height, tx_index, 0, false FROM moved WHERE kept IS NOT NULL`,
  // Native moves alone; one that also spends reads as SENT.
  `INSERT INTO native_transaction (chain, address_id, height, tx_index, tx_count, utxo_count, spendable_utxo_count, native_tx_count,
                                   native_utxo_count, native_spendable_utxo_count, satoshis, balance, received)
   SELECT $1::smallint, $2::integer, height, tx_index, i, utxos, spendable_utxos, native_count, native_utxos, native_spendable_utxos,
          satoshis - spent, balance, received
     FROM counted WHERE native_moved AND token IS NULL`,
  `INSERT INTO address_transaction_row (chain, address_id, height, tx_index, direction, currency_ids, net_satoshis, balance_after,
                                    tx_count, utxo_count, spendable_utxo_count)
   SELECT $1::smallint, $2::integer, height, tx_index, CASE WHEN spends THEN 'SELF' ELSE 'RECEIVED' END,
          array_remove(ARRAY[CASE WHEN native_moved THEN 1 END, token_id], NULL),
          array_remove(ARRAY[CASE WHEN native_moved THEN satoshis - spent END, token], NULL)::bigint[], balance, i, utxos, spendable_utxos
     FROM counted WHERE token IS NOT NULL`,
  `INSERT INTO balance_change_row (chain, address_id, currency_id, height, tx_index, credit, debit, balance, received, tx_count, utxo_count,
                                   spendable_utxo_count)
   SELECT $1::smallint, $2::integer, 1, height, tx_index, satoshis, spent, balance, received, native_count, native_utxos, native_spendable_utxos
     FROM counted WHERE native_moved AND token IS NOT NULL`,
  `INSERT INTO balance_change_row (chain, address_id, currency_id, height, tx_index, credit, debit, balance, received, tx_count, utxo_count,
                               spendable_utxo_count)
   SELECT $1::smallint, $2::integer, token_id, height, tx_index, token, 0, token::bigint * token_count, token::bigint * token_count, token_count,
          token_count, sum((guard_id >= 0)::integer) OVER (PARTITION BY token ORDER BY i)
     FROM moved WHERE kept IS NOT NULL`,
  `INSERT INTO identity_lock (chain, identity_id, height, free_from)
   SELECT $1::smallint, $8::integer, 1, NULL`,
  `INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count, satoshis)
   SELECT $1::smallint, $2::integer, 0, guard_id, height, max((kept_so_far + 1) / 2), 0 FROM moved WHERE guard_id > 0 GROUP BY guard_id, height`,
  `INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count, satoshis)
   SELECT $1::smallint, $2::integer, 1, guard_id, height, max(count), max(count) * 5
     FROM (SELECT moved.*, row_number() OVER (ORDER BY i) AS count FROM moved WHERE guard_id = -1 AND satoshis > 0) counted
    GROUP BY guard_id, height`,
  `INSERT INTO guarded_count (chain, address_id, currency_id, guard_id, height, utxo_count, satoshis)
   SELECT $1::smallint, $2::integer, token_id, guard_id, height, max(count), max(token * count)
     FROM (SELECT moved.*, row_number() OVER (PARTITION BY token ORDER BY i) AS count FROM moved WHERE guard_id > 0) counted
    GROUP BY token_id, guard_id, height`,
  `INSERT INTO token_balance (chain, address_id, currency_id, currency, balance, height, first_height, ordinal)
   SELECT $1::smallint, $2::integer, token_id, named.address, max(token::bigint * token_count), max(moved.height), min(moved.height), token
     FROM moved JOIN address named ON named.chain = $1 AND named.id = token_id
    WHERE kept IS NOT NULL GROUP BY token, token_id, named.address`,
];

/** The blocks have to be there. */
export async function generateAddressHistory(db: SqlExecutor, history: AddressHistory): Promise<void> {
  const { chainId, address, transactions, utxos, tokens, tip, txIndex } = history;
  const { chain, ids } = await nameAddresses(db, chainId, [address, guardOf(address), ...tokens]);
  const [addressId, guardId, ...tokenIds] = ids;
  for (const sql of STATEMENTS) {
    // Each uses all eight, so that Postgres knows their types.
    const all = `WITH given AS (
      SELECT $1::smallint, $2::integer, $3::integer, $4::integer, $5::integer[], $6::integer, $7::integer, $8::integer), ${TRANSACTIONS}`;
    const [insert, select] = sql.split(/\n {3}(?=SELECT)/);
    await db.$executeRawUnsafe(
      `${insert} ${all} ${select}`,
      chain,
      addressId,
      transactions,
      transactions / utxos,
      tokenIds,
      tip,
      txIndex,
      guardId,
    );
  }
}

function guardOf(address: string): string {
  return identityAddressOf([`guard of ${address}`]);
}

/** Other blocks come a minute after the one before. */
export const GENESIS_TIME = 1_600_000_000;

/** Blocks 0 to tip, their hours, counts of active addresses, and the cursor. */
export async function generateAppliedBlocks(db: SqlExecutor, chainId: string, tip: number): Promise<void> {
  const chain = await numberChain(db, chainId);
  await db.$executeRawUnsafe(
    `INSERT INTO applied_block (serial, height, time, chain, hash)
     SELECT i, i, ${GENESIS_TIME} + 60 * i, $2, sha256(convert_to($1 || i, 'UTF8')) FROM generate_series(0, $3::integer) i`,
    chainId,
    chain,
    tip,
  );
  for (const sql of [
    `INSERT INTO hour_start (chain, hour, height)
     SELECT $1::smallint, (${GENESIS_TIME} + 60 * i) / 3600, min(i) FROM generate_series(0, $2::integer) i GROUP BY 2`,
    `INSERT INTO active_count (chain, height, ever, hour, day, week, month)
     SELECT $1::smallint, i, i, i % 60, i % 1440, i, i FROM generate_series(0, $2::integer) i`,
  ]) {
    await db.$executeRawUnsafe(sql, chain, tip);
  }
  await db.$executeRawUnsafe(
    `INSERT INTO sync_cursor (chain_id, height, hash)
     SELECT $1, height, encode(hash, 'hex') FROM applied_block WHERE chain = ${chainNumber(1)} AND height = $2`,
    chainId,
    tip,
  );
}

/** The first holds 1 satoshi, the second 2, and so on, each since a block of its own. */
export async function generateHolders(
  db: SqlExecutor,
  {
    chainId,
    currencyId,
    holders,
    tip,
  }: { chainId: string; currencyId: string; holders: readonly string[]; tip: number },
): Promise<void> {
  const { chain, ids } = await nameAddresses(db, chainId, [currencyId, ...holders]);
  const [id, ...holderIds] = ids;
  const given = `SELECT $1::smallint AS chain, $2::integer AS currency_id, holder_id, place::bigint AS balance,
                        1 + (place * 7919 % $4::integer)::integer AS height
                   FROM unnest($3::integer[]) WITH ORDINALITY AS one (holder_id, place)`;
  for (const sql of [
    `INSERT INTO known_currency (chain, currency_id, height) SELECT DISTINCT chain, currency_id, 0 FROM (${given}) one`,
    `INSERT INTO holder (chain, currency_id, holder_id, holder, balance)
     SELECT one.chain, one.currency_id, one.holder_id, named.address, one.balance
       FROM (${given}) one JOIN address named ON named.chain = one.chain AND named.id = one.holder_id`,
    `INSERT INTO holder_change (chain, currency_id, holder_id, height)
     SELECT chain, currency_id, holder_id, height FROM (${given}) one`,
    `INSERT INTO held_total (chain, currency_id, height, total, holders)
     SELECT chain, currency_id, height, sum(sum(balance)) OVER chain_order, sum(count(*)) OVER chain_order
       FROM (${given}) one GROUP BY chain, currency_id, height WINDOW chain_order AS (ORDER BY height)`,
  ]) {
    await db.$executeRawUnsafe(sql, chain, id, holderIds, tip);
  }
}

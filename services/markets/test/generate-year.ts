import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedYear {
  chainId: string;
  /** Two reserves make three markets of each basket. */
  basketIds: readonly string[];
  reserveIds: readonly [string, string];
  /** The year begins at the time of this block. */
  tip: number;
}

export const YEAR_BLOCKS = 9_000;
const BUSY = 30;

const PRICES = `open, high, low, close, inverse_open, inverse_high, inverse_low, inverse_close, base_volume, quote_volume, trades`;
const FOLDED = `min(open), max(high), min(low), max(close), min(inverse_open), max(inverse_high), min(inverse_low), max(inverse_close),
                sum(base_volume), sum(quote_volume), sum(trades)`;

const GIVEN = 'given AS (SELECT $1::text, $2::text[], $3::text, $4::text, $5::integer)';
const CHAIN = chainNumber(1);
const BLOCKS = `block AS (
    SELECT $5::integer + i AS height, last.time::bigint / 3600 * 3600 + 3600 * i AS time
      FROM generate_series(1, ${YEAR_BLOCKS}) AS i, applied_block AS last WHERE last.chain = ${CHAIN} AND last.height = $5::integer)`;
const LAST = `$5::integer + ${YEAR_BLOCKS - BUSY}`;
const ADDED = `chain = ${CHAIN} AND height > $5::integer`;

const LAUNCHED = `launched AS (
    SELECT currency, place FROM unnest($2::text[]) WITH ORDINALITY AS one (currency, place)
    UNION ALL SELECT 'i' || md5(nth::text), 200 + nth FROM generate_series(1, 3000) AS nth)`;

const foldTicks = (seconds: number) =>
  `INSERT INTO market_candle (chain, market, seconds, start, height, first_height, last_height, ${PRICES})
   WITH ${GIVEN} SELECT chain, market, ${seconds}, time / ${seconds} * ${seconds} AS start, max(height) + 5, min(height), max(height), ${FOLDED}
     FROM market_tick WHERE ${ADDED}
    GROUP BY 1, 2, 3, 4 HAVING time / ${seconds} * ${seconds} < (SELECT max(time) / ${seconds} * ${seconds} FROM market_tick)`;

const STATEMENTS = [
  `INSERT INTO applied_block (serial, height, time, chain, hash)
   WITH ${GIVEN}, ${BLOCKS} SELECT height, height, time, ${CHAIN}, sha256(convert_to(height::text, 'UTF8')) FROM block`,
  `INSERT INTO market (chain, number, basket_id, base_id, quote_id, height)
   WITH ${GIVEN} SELECT ${CHAIN}, 3 * (place - 1) + pair.nth, basket, coalesce(pair.base, basket), pair.quote, $5::integer + place
     FROM unnest($2::text[]) WITH ORDINALITY AS one (basket, place),
          (VALUES (1, NULL, $3::text), (2, NULL, $4::text), (3, $4::text, $3::text)) AS pair (nth, base, quote)`,
  `INSERT INTO running_basket (chain, basket_id, height, supply, reserves)
   WITH ${GIVEN}, ${BLOCKS} SELECT ${CHAIN}, basket, height, 1000000000000,
          format('[["%s","50000000","500000000000","100000000","100000000"],["%s","50000000","500000000000","100000000","100000000"]]',
                 $3::text, $4::text)
     FROM unnest($2::text[]) WITH ORDINALITY AS one (basket, place), block
    WHERE height = $5::integer + place OR height > ${LAST}`,
  `INSERT INTO market_tick (chain, market, height, time, latest_time, ${PRICES})
   WITH ${GIVEN}, ${BLOCKS} SELECT ${CHAIN}, market.number, block.height, time, time, 100000000, 100000000, 100000000, 100000000,
          100000000, 100000000, 100000000, 100000000, 5000000, 5000000, 1
     FROM market, block WHERE market.chain = ${CHAIN} AND (market.number = 1 OR block.height > ${LAST})`,
  `INSERT INTO supply_event (chain, currency_id, height, tx_index, vout, ordinal, txid, kind, amount, supply, follows_rules)
   WITH ${GIVEN}, ${BLOCKS} SELECT ${CHAIN}, basket, height, 2, 0, nth, sha256(convert_to(height::text, 'UTF8')), 'BUY', 1000, height, true
     FROM unnest($2::text[]) WITH ORDINALITY AS one (basket, place), block, generate_series(0, 1) AS nth
    WHERE place = 1 OR height > ${LAST}`,
  // Includes launches of others, enough to fill pages of these tables.
  `INSERT INTO launch (chain, currency_id, height, tx_index, vout, start_block, reserve_ids, minimums, maximums, preallocated_to, preallocated)
   WITH ${GIVEN}, ${LAUNCHED} SELECT ${CHAIN}, currency, $5::integer + place, 1, 0, $5::integer + place, ARRAY[$3::text, $4::text],
          ARRAY[0, 0]::bigint[], ARRAY[]::bigint[], ARRAY[]::text[], ARRAY[]::bigint[] FROM launched`,
  `INSERT INTO launch_status (chain, currency_id, height, tx_index, vout, status, prices)
   WITH ${GIVEN}, ${LAUNCHED} SELECT ${CHAIN}, currency, $5::integer + place + stage, 1, stage, 'COMPLETE', ARRAY[100000000, 100000000]::bigint[]
     FROM launched, generate_series(0, 4) AS stage`,
  `INSERT INTO launch_contributor (chain, currency_id, address, height, ordinal)
   WITH ${GIVEN}, ${LAUNCHED} SELECT ${CHAIN}, currency, 'R' || md5(currency || nth), $5::integer + place, nth
     FROM launched, generate_series(1, 5) AS nth`,
  `INSERT INTO launch_total (chain, currency_id, reserve_id, height, accepted, refunded, carve_out)
   WITH ${GIVEN}, ${LAUNCHED} SELECT ${CHAIN}, currency, reserve, $5::integer + place + stage, 1000 * stage, 0, 0
     FROM launched, unnest(ARRAY[$3::text, $4::text]) AS reserve, generate_series(0, 4) AS stage`,
  foldTicks(3_600),
  foldTicks(86_400),
  `UPDATE sync_cursor SET height = last.height, hash = last.hash
     FROM (SELECT height, encode(hash, 'hex') AS hash FROM applied_block WHERE chain = ${CHAIN} ORDER BY height DESC LIMIT 1) AS last
    WHERE chain_id = $1`,
];

export async function generateYear(db: SqlExecutor, all: GeneratedYear): Promise<void> {
  const { chainId, basketIds, reserveIds, tip } = all;
  for (const [index, sql] of STATEMENTS.entries()) {
    const values = [chainId, basketIds, ...reserveIds, tip];
    await db.$executeRawUnsafe(sql, ...(index === STATEMENTS.length - 1 ? values.slice(0, 1) : values));
  }
  await db.$executeRawUnsafe('ANALYZE');
}

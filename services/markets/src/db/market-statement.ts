import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import { MEDIAN_BLOCKS } from '#/candles/median-time.ts';
import { BEHIND, type Order } from './list-order.ts';

const DAY = 86_400;
/** `height + 0` keeps Postgres from the index of heights, so that it uses that of times. */
const BY_TIME = 'height + 0 <= selected.as_of';

/**
 * Each part of a market is a probe or a range of one index.
 * @param selected SQL with key, chain, height, and columns of a market; its order is lost
 */
export function marketStatement(selected: string): string {
  return `
  WITH selected AS MATERIALIZED (${selected}),
       clock AS MATERIALIZED (
         SELECT place.*, latest.time, (latest.median + 1) / 3600 * 3600 AS unsealed
           FROM (SELECT DISTINCT chain, as_of FROM selected) AS place
          CROSS JOIN LATERAL (
            SELECT max(time) FILTER (WHERE height = place.as_of) AS time,
                   (array_agg(time ORDER BY time))[count(*) / 2 + 1] AS median
              FROM (SELECT height, time::bigint AS time FROM applied_block
                     WHERE chain = place.chain AND height <= place.as_of
                     ORDER BY height DESC LIMIT ${MEDIAN_BLOCKS}) AS recent) AS latest)
  SELECT selected.key, selected.number, selected.basket_id AS "basketId", selected.base_id AS "baseId",
         selected.quote_id AS "quoteId", clock.time::float8 AS time, basket.supply, basket.reserves,
         last.close AS "close", last.inverse_close AS "inverseClose", last.time::float8 AS "lastTime",
         day.high, day.low, day.inverse_high AS "inverseHigh", day.inverse_low AS "inverseLow",
         coalesce(before.close, day.open) AS "before", coalesce(before.inverse_close, day.inverse_open) AS "inverseBefore",
         day.base_volume::text AS "baseVolume", day.quote_volume::text AS "quoteVolume", day.trades::float8 AS trades
    FROM selected
    JOIN clock USING (chain, as_of)
   CROSS JOIN LATERAL (
     SELECT supply, reserves FROM running_basket
      WHERE chain = selected.chain AND basket_id = selected.basket_id AND height <= selected.as_of
      ORDER BY height DESC LIMIT 1) AS basket
    LEFT JOIN LATERAL (
     SELECT close, inverse_close, time, latest_time FROM market_tick
      WHERE chain = selected.chain AND market = selected.number AND height <= selected.as_of
      ORDER BY height DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (
     SELECT close, inverse_close FROM market_tick
      WHERE chain = selected.chain AND market = selected.number AND ${BY_TIME} AND time <= clock.time - ${DAY}
      ORDER BY time DESC, height DESC LIMIT 1) AS before ON true
   CROSS JOIN LATERAL (${window(`clock.time - ${DAY}`)}) AS day`;
}

function window(after: string): string {
  // The first whole hour of the window, and the end of the sealed hours.
  const first = `((${after}) / 3600 + 1) * 3600`;
  const end = `greatest(${first}, clock.unsealed)`;
  const prices = 'open, high, low, inverse_open, inverse_high, inverse_low, base_volume, quote_volume, trades';
  const ticks = (from: string, to: string) =>
    `SELECT height AS first_height, ${prices} FROM market_tick
      WHERE chain = selected.chain AND market = selected.number AND ${BY_TIME}
        AND time > ${from} AND time < ${to}`;
  return `
     SELECT max(high) AS high, min(low) AS low, max(inverse_high) AS inverse_high, min(inverse_low) AS inverse_low,
            (array_agg(open ORDER BY first_height))[1] AS open,
            (array_agg(inverse_open ORDER BY first_height))[1] AS inverse_open,
            coalesce(sum(base_volume), 0) AS base_volume, coalesce(sum(quote_volume), 0) AS quote_volume,
            coalesce(sum(trades), 0) AS trades
       FROM (${ticks(after, first)}
             UNION ALL
             SELECT first_height, ${prices} FROM market_candle
              WHERE chain = selected.chain AND market = selected.number AND seconds = 3600
                AND start >= ${first} AND start < ${end}
             UNION ALL
             ${ticks(`${end} - 1`, 'last.latest_time + 1')}) AS part`;
}

const LAST_NUMBER = `(SELECT number FROM market WHERE market.chain = wanted.chain AND market.height <= wanted.height
       ORDER BY height DESC, number DESC LIMIT 1)`;

export interface MarketFilters {
  ofBasket: boolean;
  ofCurrency: boolean;
  order: Order;
}

export const MARKETS_KEYS = describeKeys({
  chainId: 'text',
  height: 'integer',
  basketId: 'text?',
  currencyId: 'text?',
});
export type MarketsKey = KeyOf<typeof MARKETS_KEYS>;

/** After the keys come the number to begin after, and the limit. */
export function pageStatement({ ofBasket, ofCurrency, order }: MarketFilters): string {
  const range = (condition: string) =>
    `(SELECT * FROM market WHERE market.chain = wanted.chain AND market.number ${BEHIND[order]} $5::integer AND market.number <= wanted.last
        ${condition} ORDER BY market.number ${order} LIMIT $6::integer)`;
  const basket = 'AND market.basket_id = wanted.basket_id';
  const ranges = ofBasket
    ? [range(`${basket} ${ofCurrency ? 'AND wanted.currency_id IN (market.base_id, market.quote_id)' : ''}`)]
    : ofCurrency
      ? [range('AND market.base_id = wanted.currency_id'), range('AND market.quote_id = wanted.currency_id')]
      : [range('')];
  return `SELECT wanted.key, wanted.height AS as_of, page.*
    FROM (SELECT wanted.*, ${LAST_NUMBER} AS last
            FROM ${MARKETS_KEYS.sql}
          OFFSET 0) AS wanted
   CROSS JOIN LATERAL (SELECT chain, number, basket_id, base_id, quote_id
                         FROM (${ranges.join(' UNION ALL ')}) AS found ORDER BY number ${order} LIMIT $6::integer) AS page`;
}

export const PAIR_KEYS = describeKeys({
  chainId: 'text',
  height: 'integer',
  basketId: 'text',
  /** Both currencies, in any order. */
  baseId: 'text',
  quoteId: 'text',
});
export type PairKey = KeyOf<typeof PAIR_KEYS>;

export const PAIR_STATEMENT = `SELECT wanted.key, wanted.height AS as_of, found.*
    FROM ${PAIR_KEYS.sql}
   CROSS JOIN LATERAL (
     SELECT chain, number, basket_id, base_id, quote_id FROM market
      WHERE market.chain = wanted.chain AND market.basket_id = wanted.basket_id AND market.height <= wanted.height
        AND ((market.base_id = wanted.base_id AND market.quote_id = wanted.quote_id)
          OR (market.base_id = wanted.quote_id AND market.quote_id = wanted.base_id))
      LIMIT 1) AS found`;

const MARKETS_OF = (base: string, quote: string) =>
  `SELECT number, basket_id FROM market
    WHERE market.chain = wanted.chain AND market.base_id = wanted.${base} AND market.quote_id = wanted.${quote}
      AND market.height <= wanted.height`;

export const CURRENCY_PAIR_KEYS = describeKeys({ chainId: 'text', height: 'integer', baseId: 'text', quoteId: 'text' });
export type CurrencyPair = KeyOf<typeof CURRENCY_PAIR_KEYS>;

export const BASKETS_OF_PAIRS = `
  SELECT wanted.key, found.basket_id AS "basketId", basket.reserves
    FROM ${CURRENCY_PAIR_KEYS.sql}
   CROSS JOIN LATERAL (${MARKETS_OF('base_id', 'quote_id')} UNION ALL ${MARKETS_OF('quote_id', 'base_id')}) AS found
   CROSS JOIN LATERAL (
     SELECT reserves FROM running_basket
      WHERE chain = wanted.chain AND basket_id = found.basket_id AND height <= wanted.height
      ORDER BY height DESC LIMIT 1) AS basket
   ORDER BY wanted.key, found.number`;

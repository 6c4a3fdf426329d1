import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { PricedBasket } from '#/quote/spot.ts';
import { readBasketReserves, type StoredReserve } from './basket-reserves.ts';
import { type Order, START } from './list-order.ts';
import { BASKETS_OF_PAIRS, marketStatement, PAIR_STATEMENT, pageStatement } from './market-statement.ts';

/** A price, and the same turned over; satoshis. */
export interface BothPrices {
  price: bigint;
  inverse: bigint;
}

/** A market as of a block; amounts in satoshis. */
export interface MarketRow extends MarketPair {
  number: number;
  /** Unix seconds of the block that it is read at. */
  time: number;
  /** The basket. */
  supply: bigint;
  reserves: StoredReserve[];
  /** The last trade; null before the first. */
  last: (BothPrices & { time: number }) | null;
  /** Highest and lowest price of 24 hours, each turned over by itself; null without a trade in them. */
  high: BothPrices | null;
  low: BothPrices | null;
  /** Price 24 hours ago, or of the first trade if that one is later; null where neither exists. */
  before: BothPrices | null;
  baseVolume: bigint;
  quoteVolume: bigint;
  trades: number;
}

/** Markets of a chain as of a height; null: of any basket, or currency. */
export interface MarketsKey {
  chainId: string;
  height: number;
  basketId: string | null;
  currencyId: string | null;
}

export interface MarketsPage {
  order: Order;
  /** Number of the last market of the page before; null: the first page. */
  after: number | null;
  limit: number;
}

/** One market, its currencies in either order. */
export interface PairKey extends MarketPair {
  chainId: string;
  height: number;
}

interface Row extends MarketPair {
  key: number;
  number: number;
  time: number;
  supply: bigint;
  reserves: string;
  close: bigint | null;
  inverseClose: bigint | null;
  lastTime: number | null;
  high: bigint | null;
  low: bigint | null;
  inverseHigh: bigint | null;
  inverseLow: bigint | null;
  before: bigint | null;
  inverseBefore: bigint | null;
  baseVolume: string;
  quoteVolume: string;
  trades: number;
}

/** A page of markets for each key, by when they came to the chain. One query for keys that have the same filters. */
export async function listMarkets(
  db: SqlExecutor,
  keys: readonly MarketsKey[],
  { order, after, limit }: MarketsPage,
): Promise<(MarketRow & { keyIndex: number })[]> {
  const filtersOf = ({ basketId, currencyId }: MarketsKey) => `${basketId !== null} ${currencyId !== null}`;
  const groups = Map.groupBy(keys.entries(), ([, key]) => filtersOf(key));
  const found = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [first] = group;
      const filters = { ofBasket: first?.[1].basketId != null, ofCurrency: first?.[1].currencyId != null, order };
      const wanted = group.map(([, key]) => key);
      const rows = await db.$queryRawUnsafe<Row[]>(
        marketStatement(pageStatement(filters)),
        ...columnsOf(wanted, 'chainId', 'height', 'basketId', 'currencyId'),
        after ?? START[order],
        limit,
      );
      return rows.map((row) => ({ ...readRow(row), keyIndex: group[row.key - 1]?.[0] ?? 0 }));
    }),
  );
  const sign = order === 'ASC' ? 1 : -1;
  return found.flat().sort((a, b) => a.keyIndex - b.keyIndex || sign * (a.number - b.number));
}

/** The market of each pair; null for a pair that no running basket converts at its height. One query. */
export async function findMarketsOfPairs(db: SqlExecutor, keys: readonly PairKey[]): Promise<(MarketRow | null)[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(
    marketStatement(PAIR_STATEMENT),
    ...columnsOf(keys, 'chainId', 'height', 'basketId', 'baseId', 'quoteId'),
  );
  return rowOfKeys(keys, rows).map((row) => (row === undefined ? null : readRow(row)));
}

const LISTED_PAIRS = `SELECT key, base_id AS "baseId", quote_id AS "quoteId" FROM (${PAIR_STATEMENT}) AS selected`;

/** The two currencies of each pair in the order of its market's row; null as above. One query, which reads nothing else of a market. */
export async function findListedPairs(
  db: SqlExecutor,
  keys: readonly PairKey[],
): Promise<(Pick<MarketPair, 'baseId' | 'quoteId'> | null)[]> {
  const rows = await db.$queryRawUnsafe<{ key: number; baseId: string; quoteId: string }[]>(
    LISTED_PAIRS,
    ...columnsOf(keys, 'chainId', 'height', 'basketId', 'baseId', 'quoteId'),
  );
  return rowOfKeys(keys, rows).map((row) => (row === undefined ? null : { baseId: row.baseId, quoteId: row.quoteId }));
}

function readRow(row: Row): MarketRow {
  const { number, basketId, baseId, quoteId, time, supply, trades } = row;
  return {
    number,
    basketId,
    baseId,
    quoteId,
    time,
    supply,
    reserves: readBasketReserves(row.reserves),
    last:
      row.lastTime === null ? null : { price: row.close ?? 0n, inverse: row.inverseClose ?? 0n, time: row.lastTime },
    // The highest price is the lowest one of the other side.
    high: both(row.high, row.inverseLow),
    low: both(row.low, row.inverseHigh),
    before: both(row.before, row.inverseBefore),
    baseVolume: BigInt(row.baseVolume),
    quoteVolume: BigInt(row.quoteVolume),
    trades,
  };
}

function both(price: bigint | null, inverse: bigint | null): BothPrices | null {
  return price === null || inverse === null ? null : { price, inverse };
}

/** A pair of currencies as of a height. */
export interface CurrencyPair {
  chainId: string;
  height: number;
  baseId: string;
  quoteId: string;
}

/** The baskets that convert both currencies of each pair, in the order in which they came to the chain. One query. */
export async function findBasketsOfPairs(db: SqlExecutor, keys: readonly CurrencyPair[]): Promise<PricedBasket[][]> {
  const rows = await db.$queryRawUnsafe<{ key: number; basketId: string; reserves: string }[]>(
    BASKETS_OF_PAIRS,
    ...columnsOf(keys, 'chainId', 'height', 'baseId', 'quoteId'),
  );
  return rowsOfKeys(keys, rows).map((found) =>
    found.map(({ basketId, reserves }) => ({ basketId, reserves: readBasketReserves(reserves) })),
  );
}

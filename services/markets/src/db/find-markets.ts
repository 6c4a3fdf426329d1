import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { PricedBasket } from '#/quote/spot.ts';
import { readBasketReserves, type StoredReserve } from './basket-reserves.ts';
import { type Order, START } from './list-order.ts';
import {
  BASKETS_OF_PAIRS,
  CURRENCY_PAIR_KEYS,
  type CurrencyPair,
  MARKETS_KEYS,
  type MarketsKey,
  marketStatement,
  PAIR_KEYS,
  PAIR_STATEMENT,
  type PairKey,
  pageStatement,
} from './market-statement.ts';

export interface BothPrices {
  price: bigint;
  inverse: bigint;
}

export interface MarketRow extends MarketPair {
  number: number;
  time: number;
  supply: bigint;
  reserves: StoredReserve[];
  last: (BothPrices & { time: number }) | null;
  /** Over 24 hours; each is inverted by itself. */
  high: BothPrices | null;
  low: BothPrices | null;
  /** Price 24 hours ago, or of the first trade if that is later. */
  before: BothPrices | null;
  baseVolume: bigint;
  quoteVolume: bigint;
  trades: number;
}

export interface MarketsPage {
  order: Order;
  after: number | null;
  limit: number;
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

/** All keys must have the same filters. */
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
        ...MARKETS_KEYS.values(wanted),
        after ?? START[order],
        limit,
      );
      return rows.map((row) => ({ ...readRow(row), keyIndex: group[row.key - 1]?.[0] ?? 0 }));
    }),
  );
  const sign = order === 'ASC' ? 1 : -1;
  return found.flat().sort((a, b) => a.keyIndex - b.keyIndex || sign * (a.number - b.number));
}

/** Null for a pair that no running basket converts at its height. */
export async function findMarketsOfPairs(db: SqlExecutor, keys: readonly PairKey[]): Promise<(MarketRow | null)[]> {
  const rows = await PAIR_KEYS.find<Row>(db, marketStatement(PAIR_STATEMENT), keys);
  return rows.map((row) => (row === undefined ? null : readRow(row)));
}

const LISTED_PAIRS = `SELECT key, base_id AS "baseId", quote_id AS "quoteId" FROM (${PAIR_STATEMENT}) AS selected`;

export async function findListedPairs(
  db: SqlExecutor,
  keys: readonly PairKey[],
): Promise<(Pick<MarketPair, 'baseId' | 'quoteId'> | null)[]> {
  const rows = await PAIR_KEYS.find<{ baseId: string; quoteId: string }>(db, LISTED_PAIRS, keys);
  return rows.map((row) => (row === undefined ? null : { baseId: row.baseId, quoteId: row.quoteId }));
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

export async function findBasketsOfPairs(db: SqlExecutor, keys: readonly CurrencyPair[]): Promise<PricedBasket[][]> {
  const rows = await CURRENCY_PAIR_KEYS.list<{ basketId: string; reserves: string }>(db, BASKETS_OF_PAIRS, keys);
  return rows.map((found) =>
    found.map(({ basketId, reserves }) => ({ basketId, reserves: readBasketReserves(reserves) })),
  );
}

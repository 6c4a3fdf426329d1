import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { foldConversions } from '#/candles/block-candles.ts';
import type { TradedConversion } from '#/candles/legs.ts';
import { listPairs, pairKey } from '#/candles/market-pairs.ts';
import { findSeals, type SealedCandle, type Seals, sealCandles } from '#/candles/seal-candles.ts';
import type { BasketReserves } from '#/db/basket-reserves.ts';
import {
  findHoursFrom,
  findLatestTimes,
  findMarketsOf,
  findTicksFrom,
  findTimesUpTo,
  type MarketCandle,
} from '#/db/known-markets.ts';
import type { NewMarket, NewRunningBasket, NewTick, NumberedMarket } from '#/db/new-market-rows.ts';

/** A state of a basket, as an import leaves it. */
export interface ImportedState extends BasketReserves {
  height: number;
  /** See CURRENCY_STATE_FLAGS. */
  flags: number;
}

/** A conversion and the import that settled it. */
export type ImportedConversion = TradedConversion & { txIndex: number; importVout: number };

/** Rows of markets that consecutive blocks add. */
export interface MarketRows {
  markets: NewMarket[];
  baskets: NewRunningBasket[];
  ticks: NewTick[];
  candles: (SealedCandle & { market: number })[];
}

/** The flows of consecutive blocks that markets follow from, in the order of the chain. */
export interface MarketFlows {
  conversions: readonly ImportedConversion[];
  states: readonly ImportedState[];
}

const { FRACTIONAL, REFUNDING, LAUNCH_CONFIRMED, LAUNCH_COMPLETE } = CURRENCY_STATE_FLAGS;
const RUNNING = FRACTIONAL | LAUNCH_CONFIRMED | LAUNCH_COMPLETE;

/** Computes the rows of markets that consecutive blocks, at least one, add. All rows of the batch before are in the database. */
export async function prepareMarkets(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly { height: number; time: number }[],
  { conversions, states }: MarketFlows,
): Promise<MarketRows> {
  const running = states.filter(({ flags }) => (flags & (RUNNING | REFUNDING)) === RUNNING);
  const { known, markets } = await findMarkets(db, chainId, running, conversions);
  const traded = foldConversions(conversions, known);
  const numbers = [...new Set(traded.map(({ market }) => market.number))];
  const latest = numbers.length === 0 ? new Map<number, number>() : await findLatestTimes(db, chainId, numbers);
  const ticks = traded.map(({ market: { number }, candle }): NewTick => {
    const latestTime = Math.max(latest.get(number) ?? 0, candle.start);
    latest.set(number, latestTime);
    return { market: number, latestTime, candle };
  });
  const baskets = [...new Map(running.map((state) => [`${state.currencyId} ${state.height}`, state])).values()];
  return { markets, baskets, ticks, candles: await sealOpen(db, chainId, blocks, ticks) };
}

/** Markets of the baskets that these blocks mention, and those among them that are new. */
async function findMarkets(
  db: SqlExecutor,
  chainId: string,
  running: readonly ImportedState[],
  conversions: readonly ImportedConversion[],
): Promise<{ known: Map<string, NumberedMarket>; markets: NewMarket[] }> {
  const mentioned = new Set([
    ...running.map(({ currencyId }) => currencyId),
    ...conversions.map(({ basketId }) => basketId),
  ]);
  if (mentioned.size === 0) return { known: new Map(), markets: [] };
  const found = await findMarketsOf(db, chainId, [...mentioned]);
  const known = new Map(found.markets.map((market) => [pairKey(market), market]));
  const baskets = new Set(found.markets.map(({ basketId }) => basketId));
  const markets: NewMarket[] = [];
  for (const { currencyId, height, reserves } of running) {
    if (baskets.has(currencyId)) continue;
    baskets.add(currencyId);
    const ids = reserves.map((reserve) => reserve.currencyId);
    for (const pair of listPairs(currencyId, ids)) {
      const market = { ...pair, number: found.count + markets.length + 1, height };
      markets.push(market);
      known.set(pairKey(market), market);
    }
  }
  return { known, markets };
}

/** Candles of the hours and days that these blocks seal: of all markets, since time passes for those without a trade too. */
async function sealOpen(
  db: SqlExecutor,
  chainId: string,
  blocks: readonly { height: number; time: number }[],
  ticks: readonly NewTick[],
): Promise<MarketRows['candles']> {
  const times = await findTimesUpTo(db, chainId, (blocks[0]?.height ?? 0) - 1);
  const hours = findSeals('HOUR', times, blocks);
  if (hours.seals.length === 0) return [];
  const openTicks = [...(await findTicksFrom(db, chainId, hours.openFrom)), ...ticks];
  const sealedHours = sealEach('HOUR', openTicks, hours);
  const days = findSeals('DAY', times, blocks);
  if (days.seals.length === 0) return sealedHours;
  const openHours = [...(await findHoursFrom(db, chainId, days.openFrom)), ...sealedHours];
  return [...sealedHours, ...sealEach('DAY', openHours, days)];
}

function sealEach(interval: 'HOUR' | 'DAY', finer: readonly MarketCandle[], seals: Seals): MarketRows['candles'] {
  const byMarket = Map.groupBy(finer, ({ market }) => market);
  return [...byMarket].flatMap(([market, own]) =>
    sealCandles(
      interval,
      own.map(({ candle }) => candle),
      seals,
    ).map((sealed) => ({ ...sealed, market })),
  );
}

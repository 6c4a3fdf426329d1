import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { RowOf } from '@ledgergraph/chain-kit/db/table';
import type { Module, ModuleBatch } from '@ledgergraph/chain-kit/indexing/module';
import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { foldConversions } from '#/candles/block-candles.ts';
import { listPairs, pairKey } from '#/candles/market-pairs.ts';
import { findSeals, type SealedCandle, type Seals, sealCandles } from '#/candles/seal-candles.ts';
import { writeBasketReserves } from '#/db/basket-reserves.ts';
import {
  findHoursFrom,
  findLatestTimes,
  findMarketsOf,
  findTicksFrom,
  findTimesUpTo,
  type MarketCandle,
} from '#/db/known-markets.ts';
import {
  basketTable,
  type CandleRow,
  candleTable,
  marketTable,
  type NewMarket,
  type NewTick,
  type NumberedMarket,
  type TickRow,
  tickTable,
  toCandleRow,
  toTick,
} from '#/db/market-tables.ts';
import type { BasketState } from '#/flows/basket-state.ts';
import type { SettledConversion } from '#/flows/settled-conversion.ts';
import type { FlowRows } from './flow-rows.ts';
import { flows } from './flows.ts';
import { type BlockTime, readTime } from './read-time.ts';

interface MarketRows {
  markets: NewMarket[];
  baskets: RowOf<typeof basketTable>[];
  ticks: TickRow[];
  candles: CandleRow[];
}

/** A sealed candle belongs to the block that sealed it. */
export const markets: Module<MarketRows, BlockTime, [FlowRows]> = {
  tables: { markets: marketTable, baskets: basketTable, ticks: tickTable, candles: candleTable },
  needs: [flows],
  read: readTime,
  prepare: prepareMarkets,
};

const { FRACTIONAL, REFUNDING, LAUNCH_CONFIRMED, LAUNCH_COMPLETE } = CURRENCY_STATE_FLAGS;
const RUNNING = FRACTIONAL | LAUNCH_CONFIRMED | LAUNCH_COMPLETE;

async function prepareMarkets(batch: ModuleBatch<BlockTime, [FlowRows]>): Promise<MarketRows> {
  const { db, chain, needed } = batch;
  const { conversions, states } = needed[0];
  const running = states.filter(({ flags }) => (flags & (RUNNING | REFUNDING)) === RUNNING);
  const { known, added } = await findMarkets(db, chain, running, conversions);
  const traded = foldConversions(conversions, known);
  const numbers = [...new Set(traded.map(({ market }) => market.number))];
  const latest = numbers.length === 0 ? new Map<number, number>() : await findLatestTimes(db, chain, numbers);
  const ticks = traded.map(({ market: { number }, candle }): NewTick => {
    const latestTime = Math.max(latest.get(number) ?? 0, candle.start);
    latest.set(number, latestTime);
    return { market: number, latestTime, candle };
  });
  const last = [...new Map(running.map((state) => [`${state.currencyId} ${state.height}`, state])).values()];
  return {
    markets: added,
    baskets: last.map(({ currencyId: basketId, height, supply, reserves }) => {
      return { basketId, height, supply, reserves: writeBasketReserves(reserves) };
    }),
    ticks: ticks.map(toTick),
    candles: (await sealOpen(batch, ticks)).map(toCandleRow),
  };
}

async function findMarkets(
  db: SqlExecutor,
  chain: number,
  running: readonly BasketState[],
  conversions: readonly SettledConversion[],
): Promise<{ known: Map<string, NumberedMarket>; added: NewMarket[] }> {
  const mentioned = new Set([
    ...running.map(({ currencyId }) => currencyId),
    ...conversions.map(({ basketId }) => basketId),
  ]);
  if (mentioned.size === 0) return { known: new Map(), added: [] };
  const found = await findMarketsOf(db, chain, [...mentioned]);
  const known = new Map<string, NumberedMarket>(found.markets.map((market) => [pairKey(market), market]));
  const baskets = new Set(found.markets.map(({ basketId }) => basketId));
  const added: NewMarket[] = [];
  for (const { currencyId, height, reserves } of running) {
    if (baskets.has(currencyId)) continue;
    baskets.add(currencyId);
    const ids = reserves.map((reserve) => reserve.currencyId);
    for (const pair of listPairs(currencyId, ids)) {
      const market = { ...pair, number: found.count + added.length + 1, height };
      added.push(market);
      known.set(pairKey(market), market);
    }
  }
  return { known, added };
}

type MarketSealed = SealedCandle & { market: number };

/** Covers all markets, since intervals without a trade end, too. */
async function sealOpen(
  { db, network, chain, blocks }: ModuleBatch<BlockTime, [FlowRows]>,
  ticks: readonly NewTick[],
): Promise<MarketSealed[]> {
  const times = await findTimesUpTo(db, network.chainId, (blocks[0]?.height ?? 0) - 1);
  const hours = findSeals('HOUR', times, blocks);
  if (hours.seals.length === 0) return [];
  const openTicks = [...(await findTicksFrom(db, chain, hours.openFrom)), ...ticks];
  const sealedHours = sealEach('HOUR', openTicks, hours);
  const days = findSeals('DAY', times, blocks);
  if (days.seals.length === 0) return sealedHours;
  const openHours = [...(await findHoursFrom(db, chain, days.openFrom)), ...sealedHours];
  return [...sealedHours, ...sealEach('DAY', openHours, days)];
}

function sealEach(interval: 'HOUR' | 'DAY', finer: readonly MarketCandle[], seals: Seals): MarketSealed[] {
  const byMarket = Map.groupBy(finer, ({ market }) => market);
  return [...byMarket].flatMap(([market, own]) =>
    sealCandles(
      interval,
      own.map(({ candle }) => candle),
      seals,
    ).map((sealed) => ({ ...sealed, market })),
  );
}

import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { BothPrices, MarketRow } from '#/db/find-markets.ts';
import { COIN } from '#/quote/curve.ts';
import { spotPrice } from '#/quote/spot.ts';

/** Source object of Market: its row, and whether base and quote are swapped against it. */
export interface MarketObject {
  view: ChainView;
  row: MarketRow;
  isTurned: boolean;
}

/** @param asked the order of the two currencies that is asked for; absent: that of the row */
export function marketObject(view: ChainView, row: MarketRow, asked: Pick<MarketPair, 'baseId'> = row): MarketObject {
  return { view, row, isTurned: asked.baseId !== row.baseId };
}

export function pairOf({ row: { baseId, quoteId }, isTurned }: MarketObject): Pick<MarketPair, 'baseId' | 'quoteId'> {
  return isTurned ? { baseId: quoteId, quoteId: baseId } : { baseId, quoteId };
}

/** The side of a price that is asked for. */
export function sideOf({ isTurned }: MarketObject, prices: BothPrices | null): bigint | null {
  if (prices === null) return null;
  return isTurned ? prices.inverse : prices.price;
}

/** By which fraction the last price is above the one of 24 hours ago; in units of 10^-8, rounded down. */
export function changeOf(market: MarketObject): bigint | null {
  const [last, before] = [sideOf(market, market.row.last), sideOf(market, market.row.before)];
  if (last === null || before === null || before === 0n) return null;
  const parts = (last - before) * COIN;
  const whole = parts / before;
  return parts < 0n && whole * before !== parts ? whole - 1n : whole;
}

export function spotPriceOf(market: MarketObject): bigint {
  const { baseId, quoteId } = pairOf(market);
  return spotPrice(market.row, baseId, quoteId);
}

/** Coins that the basket holds of a currency; of itself, its supply. */
export function reserveOf({ row: { basketId, supply, reserves } }: MarketObject, currencyId: string): bigint {
  if (currencyId === basketId) return supply;
  return reserves.find((reserve) => reserve.currencyId === currencyId)?.reserves ?? 0n;
}

import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { BothPrices, MarketRow } from '#/db/find-markets.ts';
import { COIN } from '#/quote/curve.ts';
import { spotPrice } from '#/quote/spot.ts';

export interface MarketObject {
  view: ChainView;
  row: MarketRow;
  isTurned: boolean;
}

export function marketObject(view: ChainView, row: MarketRow, asked: Pick<MarketPair, 'baseId'> = row): MarketObject {
  return { view, row, isTurned: asked.baseId !== row.baseId };
}

export function pairOf({ row: { baseId, quoteId }, isTurned }: MarketObject): Pick<MarketPair, 'baseId' | 'quoteId'> {
  return isTurned ? { baseId: quoteId, quoteId: baseId } : { baseId, quoteId };
}

export function sideOf({ isTurned }: MarketObject, prices: BothPrices | null): bigint | null {
  if (prices === null) return null;
  return isTurned ? prices.inverse : prices.price;
}

/** Change of the last price in 24 hours, in units of 10^-8, rounded down. */
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

/** The supply, if the currency is the basket itself. */
export function reserveOf({ row: { basketId, supply, reserves } }: MarketObject, currencyId: string): bigint {
  if (currencyId === basketId) return supply;
  return reserves.find((reserve) => reserve.currencyId === currencyId)?.reserves ?? 0n;
}

import { type Candle, mergeCandles } from './candle.ts';
import { type Leg, legsOf, pricesOfLeg, type TradedConversion } from './legs.ts';
import { type MarketPair, pairKey } from './market-pairs.ts';

export interface BlockCandle<Market extends MarketPair> {
  market: Market;
  candle: Candle;
}

interface PlacedLeg {
  leg: Leg;
  place: number;
}

/**
 * All trades of an import with one direction and stage are one tick; first hops come first.
 * @param markets by `pairKey`; conversions without one are left out
 */
export function foldConversions<Market extends MarketPair>(
  conversions: readonly (TradedConversion & { txIndex: number; importVout: number })[],
  markets: ReadonlyMap<string, Market>,
): BlockCandle<Market>[] {
  const found = new Map<string, BlockCandle<Market>>();
  const imports = Map.groupBy(conversions, ({ height, txIndex, importVout }) => `${height} ${txIndex} ${importVout}`);
  for (const settled of imports.values()) {
    const [first] = settled;
    if (first === undefined) continue;
    for (const { leg } of orderTicks(settled)) {
      const pair = { basketId: first.basketId, baseId: leg.fromId, quoteId: leg.toId };
      const market = markets.get(pairKey(pair));
      if (market === undefined) continue;
      const candle = candleOf(leg, market, first);
      const key = `${first.height} ${pairKey(market)}`;
      const known = found.get(key);
      found.set(key, {
        market,
        candle: known === undefined ? candle : mergeCandles(candle.start, known.candle, candle),
      });
    }
  }
  return [...found.values()];
}

function orderTicks(conversions: readonly TradedConversion[]): PlacedLeg[] {
  const places = new Map<string, number>();
  const legs = conversions.flatMap(legsOf).map((leg, index): PlacedLeg => {
    const key = `${leg.fromId} ${leg.toId} ${leg.stage}`;
    const place = places.get(key) ?? index;
    places.set(key, place);
    return { leg, place };
  });
  return legs.sort((a, b) => a.leg.stage - b.leg.stage || a.place - b.place);
}

function candleOf(leg: Leg, market: MarketPair, { height, time }: TradedConversion): Candle {
  const { price, inverse } = pricesOfLeg(leg, market);
  const isSold = leg.fromId === market.baseId;
  return {
    start: time,
    firstHeight: height,
    lastHeight: height,
    prices: { open: price, high: price, low: price, close: price },
    inverse: { open: inverse, high: inverse, low: inverse, close: inverse },
    baseVolume: isSold ? leg.amountIn : leg.amountOut,
    quoteVolume: isSold ? leg.amountOut : leg.amountIn,
    trades: 1,
  };
}

import { foldConversions } from './block-candles.ts';
import type { TradedConversion } from './legs.ts';
import { listPairs, pairKey } from './market-pairs.ts';

const COIN = 100_000_000n;
const pairs = listPairs('basket', ['VRSC', 'DAI']);
const markets = new Map(pairs.map((pair) => [pairKey(pair), pair]));
const place = { height: 7, time: 600, txIndex: 1, importVout: 0, basketId: 'basket' };

const buy = (amountInNet: bigint, price = 2n * COIN) => ({
  ...place,
  direction: 'BUY' as const,
  fromId: 'VRSC',
  toId: 'basket',
  amountInNet,
  amountOut: (amountInNet * COIN) / price,
  price,
  prices: { from: price, to: null },
});
const sell = (amountInNet: bigint, price = 2n * COIN) => ({
  ...place,
  direction: 'SELL' as const,
  fromId: 'basket',
  toId: 'VRSC',
  amountInNet,
  amountOut: (amountInNet * price) / COIN,
  price: (COIN * COIN) / price,
  prices: { from: null, to: price },
});
const via = (fromId: string, toId: string, amountInNet: bigint, from: bigint, to: bigint) => ({
  ...place,
  direction: 'VIA' as const,
  fromId,
  toId,
  amountInNet,
  amountOut: (((amountInNet * COIN) / from) * to) / COIN,
  price: (((COIN * COIN) / to) * from) / COIN,
  prices: { from, to },
});

function candlesOf(...conversions: (TradedConversion & { txIndex: number; importVout: number })[]) {
  return Object.fromEntries(
    foldConversions(conversions, markets).map(({ market, candle }) => [`${market.baseId}/${market.quoteId}`, candle]),
  );
}

test('a conversion that paid nothing, or came to nothing, is no trade of any market', () => {
  const dust = { ...via('VRSC', 'DAI', 3n, 2n * COIN, COIN / 2n), amountOut: 0n };
  expect(candlesOf(dust, { ...buy(1n), amountOut: 0n }, { ...sell(COIN), amountInNet: 0n })).toEqual({});
});

test('a basket has a market in each reserve, and each reserve in those before it', () => {
  expect(listPairs('basket', ['a', 'b', 'c']).map(({ baseId, quoteId }) => `${baseId}/${quoteId}`)).toEqual([
    'basket/a',
    'basket/b',
    'basket/c',
    'b/a',
    'c/a',
    'c/b',
  ]);
});

test('buys and sells of one import are one price, and both directions count', () => {
  const candles = candlesOf(buy(30n * COIN), sell(5n * COIN));
  expect(Object.keys(candles)).toEqual(['basket/VRSC']);
  expect(candles['basket/VRSC']).toEqual({
    start: 600,
    firstHeight: 7,
    lastHeight: 7,
    prices: { open: 2n * COIN, high: 2n * COIN, low: 2n * COIN, close: 2n * COIN },
    inverse: { open: COIN / 2n, high: COIN / 2n, low: COIN / 2n, close: COIN / 2n },
    baseVolume: 20n * COIN,
    quoteVolume: 40n * COIN,
    trades: 2,
  });
});

test('a conversion between reserves is a trade of theirs, a buy with the one and a sell for the other', () => {
  const candles = candlesOf(via('VRSC', 'DAI', 8n * COIN, 2n * COIN, 3n * COIN));
  // 8 VRSC are 4 of the basket, which are 12 DAI.
  expect(candles['DAI/VRSC']).toMatchObject({
    prices: { open: 66_666_666n },
    inverse: { open: (COIN * COIN) / 66_666_666n },
    baseVolume: 12n * COIN,
    quoteVolume: 8n * COIN,
    trades: 1,
  });
  expect(candles['basket/VRSC']).toMatchObject({
    prices: { close: 2n * COIN },
    baseVolume: 4n * COIN,
    quoteVolume: 8n * COIN,
  });
  expect(candles['basket/DAI']).toMatchObject({
    prices: { close: 3n * COIN },
    baseVolume: 4n * COIN,
    quoteVolume: 12n * COIN,
  });
});

test('second hops come after all first ones, and the direction that came first opens', () => {
  const there = via('VRSC', 'DAI', 8n * COIN, 2n * COIN, 3n * COIN);
  const back = via('DAI', 'VRSC', 3n * COIN, 3n * COIN, 1n * COIN);
  const candles = candlesOf(there, back, buy(2n * COIN), there);
  // VRSC per basket: 2 for all first hops, 1 for the second hop of `back`.
  expect(candles['basket/VRSC']?.prices).toEqual({ open: 2n * COIN, high: 2n * COIN, low: COIN, close: COIN });
  expect(candles['basket/VRSC']?.trades).toBe(4);
  const { prices } = candles['DAI/VRSC'] ?? {};
  expect(prices?.open).toBe(66_666_666n);
  // 3 DAI bought 1 VRSC.
  expect(prices?.close).toBe(33_333_333n);
});

test('imports of one block follow each other, and another block is another candle', () => {
  const later = { ...buy(COIN, 5n * COIN), importVout: 4 };
  expect(candlesOf(buy(COIN), later)['basket/VRSC']?.prices).toMatchObject({ open: 2n * COIN, close: 5n * COIN });
  expect(foldConversions([buy(COIN), { ...later, height: 8 }], markets)).toHaveLength(2);
});

test('a basket without a market counts for nothing', () => {
  expect(foldConversions([{ ...buy(COIN), basketId: 'unknown' }], markets)).toEqual([]);
});

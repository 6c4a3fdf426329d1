import { tradeOf } from './trades.ts';

const MARKET = { baseId: 'iBasket', quoteId: 'iNative' };
const TURNED = { baseId: 'iNative', quoteId: 'iBasket' };

function conversion(direction: 'BUY' | 'SELL' | 'VIA', amountInNet: string, amountOut: string, price: string) {
  const isBuy = direction === 'BUY';
  const [fromId, toId] = isBuy ? ['iNative', 'iBasket'] : ['iBasket', 'iNative'];
  return {
    direction,
    fromId,
    toId,
    amountInNet,
    amountOut,
    price,
    txid: 'aa',
    index: 1,
    timestamp: '2026-01-01T00:00:00Z',
  };
}

test('a buy has the price of its import, to the last digit, whatever rounding made of its amounts', () => {
  const bought = conversion('BUY', '0.00000003', '0.00000001', '2.12345678');
  expect(tradeOf(bought, MARKET)).toEqual({
    ...{ id: 'aa:1', side: 'buy', price: '2.12345678', baseAmount: '0.00000001', quoteAmount: '0.00000003' },
    time: Date.UTC(2026, 0, 1),
  });
});

test('seen from the other side it is a sell at the price turned over, rounded down', () => {
  const seen = tradeOf(conversion('BUY', '12.00000000', '4.00000000', '3.00000000'), TURNED);
  expect(seen).toMatchObject({
    side: 'sell',
    price: '0.33333333',
    baseAmount: '12.00000000',
    quoteAmount: '4.00000000',
  });
});

test('a basket that is sold has a price of as many digits as are known', () => {
  // The protocol computes with 51234.56789012 of the reserve for one of the basket: turned over, four digits of it are left.
  const sold = conversion('SELL', '2.00000000', '102469.13578024', '0.00001951');
  expect(tradeOf(sold, MARKET)).toMatchObject({ side: 'sell', price: '51234.56789012' });
  // For dust, the turned price is nearer than the amounts.
  const dust = conversion('SELL', '0.00000007', '0.00000003', '2.00000000');
  expect(tradeOf(dust, MARKET)).toMatchObject({ side: 'sell', price: '0.50000000' });
});

test('a conversion between reserves has the price of candles', () => {
  expect(tradeOf(conversion('VIA', '7.00000000', '2.00000001', '3.50000000'), MARKET)?.price).toBe('0.28571428');
});

test('other pairs, and what paid nothing or has no price, are no trades', () => {
  const sold = conversion('SELL', '1.00000000', '1.00000000', '1.00000000');
  expect(tradeOf(sold, { baseId: 'iBasket', quoteId: 'iOther' })).toBeUndefined();
  expect(tradeOf({ ...sold, amountOut: '0.00000000' }, MARKET)).toBeUndefined();
  expect(tradeOf({ ...sold, direction: 'VIA', price: '0.00000000' }, MARKET)).toBeUndefined();
});

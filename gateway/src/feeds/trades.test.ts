import { tradeOf } from './trades.ts';

const MARKET = { baseId: 'iBasket', quoteId: 'iNative' };
const TURNED = { baseId: 'iNative', quoteId: 'iBasket' };

type Amounts = [amountInNet: string, amountOut: string, price: string, inversePrice: string];

function conversion(isBuy: boolean, ...[amountInNet, amountOut, price, inversePrice]: Amounts) {
  const [fromId, toId] = isBuy ? ['iNative', 'iBasket'] : ['iBasket', 'iNative'];
  return {
    fromId,
    toId,
    amountInNet,
    amountOut,
    price,
    inversePrice,
    txid: 'aa',
    index: 1,
    timestamp: '2026-01-01T00:00:00Z',
  };
}

test('a buy has the price of its import, to the last digit, whatever rounding made of its amounts', () => {
  const bought = conversion(true, '0.00000003', '0.00000001', '2.12345678', '0.47093023');
  expect(tradeOf(bought, MARKET)).toEqual({
    ...{ id: 'aa:1', side: 'buy', price: '2.12345678', baseAmount: '0.00000001', quoteAmount: '0.00000003' },
    time: Date.UTC(2026, 0, 1),
  });
});

test('seen from the other side it is a sell at the price turned over, rounded down', () => {
  const seen = tradeOf(conversion(true, '12.00000000', '4.00000000', '3.00000000', '0.33333333'), TURNED);
  expect(seen).toMatchObject({
    side: 'sell',
    price: '0.33333333',
    baseAmount: '12.00000000',
    quoteAmount: '4.00000000',
  });
});

test('a sell has the price that the chain states, which turning the other one over or dividing amounts would miss', () => {
  const sold = conversion(false, '8.98174978', '3.69687594', '2.42954069', '0.41159866');
  expect(tradeOf(sold, MARKET)).toMatchObject({ side: 'sell', price: '0.41159866' });
});

test('a price that rounds to zero has the digits of the amounts', () => {
  const sold = conversion(false, '3000000000.00000000', '0.00000001', '300000000000000000.00000000', '0.00000000');
  expect(tradeOf(sold, MARKET)).toMatchObject({ side: 'sell', price: '0.00000000000000000333333333333333333' });
});

test('other pairs, and what paid nothing, are no trades', () => {
  const sold = conversion(false, '1.00000000', '1.00000000', '1.00000000', '1.00000000');
  expect(tradeOf(sold, { baseId: 'iBasket', quoteId: 'iOther' })).toBeUndefined();
  expect(tradeOf({ ...sold, amountOut: '0.00000000' }, MARKET)).toBeUndefined();
});

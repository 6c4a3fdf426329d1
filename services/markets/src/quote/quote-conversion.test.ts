import { COIN, ConversionFault } from './curve.ts';
import type { ConvertedBasket, ConvertedReserve } from './import-flows.ts';
import { quoteConversion } from './quote-conversion.ts';

const NOW = 1_800_000_000;

function reserve(currencyId: string, coins: bigint): ConvertedReserve {
  const reserves = coins * COIN;
  return { currencyId, weight: COIN / 2n, reserves, lastConversionPrice: COIN };
}

const state: ConvertedBasket = {
  currencyId: 'basket',
  supply: 1_000n * COIN,
  reserves: [reserve('native', 500n), reserve('token', 500n)],
};

const quote = (fromId: string, toId: string, amount: bigint) =>
  quoteConversion(state, 'native', { fromId, toId }, amount, NOW);

test('a buy with native coins is taken off its fee and follows the curve', () => {
  // 100 less 0.025; 1,000 · (√(1 + 99.975 / 500) − 1) = 95.42342…
  const { conversionFee, amountOut, price, slippage } = quote('native', 'basket', 100n * COIN);
  expect(conversionFee).toBe(2_500_000n);
  expect(amountOut).toBe((9_997_500_000n * COIN) / price);
  expect(amountOut / COIN).toBe(95n);
  expect(slippage).toBe(price - COIN);
});

test('half of the fee of a sell is burned first, and the other half is sold with the rest', () => {
  const { conversionFee, amountOut, price } = quote('basket', 'native', 100n * COIN);
  expect(conversionFee).toBe(2_500_000n);
  // 99.9875 of 999.9875 are sold: 500 · (1 − (900 / 999.9875)²) / 99.9875 = 0.950017500…, less what rounding takes on the way.
  expect(amountOut).toBe((9_997_500_000n * 95_001_749n) / COIN);
  expect(price).toBe((COIN * COIN) / 95_001_749n);
});

test('a conversion between reserves pays the fee of both hops', () => {
  const { conversionFee, amountOut, slippage } = quote('token', 'native', 10n * COIN);
  expect(conversionFee).toBe(500_000n);
  expect(amountOut / COIN).toBe(9n);
  expect(slippage).toBeGreaterThan(0n);
});

test('what would be refunded, or paid with nothing, has no quote', () => {
  expect(() => quote('basket', 'native', 1_001n * COIN)).toThrow(ConversionFault);
  expect(() =>
    quoteConversion({ ...state, supply: 1n }, 'native', { fromId: 'native', toId: 'basket' }, 1n, NOW),
  ).toThrow(ConversionFault);
});

import { COIN } from './curve.ts';
import { addWorths, deepestPrice, depthOf, type PricedBasket, spotPrice, type Worth, worthOf } from './spot.ts';

function basket(basketId: string, ...reserves: [currencyId: string, coins: bigint, price: bigint][]): PricedBasket {
  return {
    basketId,
    reserves: reserves.map(([currencyId, coins, price]) => ({
      currencyId,
      reserves: coins * COIN,
      priceInReserve: price,
    })),
  };
}

const small = basket('small', ['VRSC', 100n, 2n * COIN], ['DAI', 30n, COIN / 2n]);
const large = basket('large', ['VRSC', 500n, 4n * COIN], ['DAI', 200n, (3n * COIN) / 2n]);

test('a price counts units of quote, in either direction', () => {
  expect(spotPrice(small, 'small', 'VRSC')).toBe(2n * COIN);
  expect(spotPrice(small, 'VRSC', 'small')).toBe(COIN / 2n);
  expect(spotPrice(small, 'VRSC', 'DAI')).toBe(COIN / 4n);
  expect(spotPrice(large, 'DAI', 'VRSC')).toBe((8n * COIN) / 3n);
  expect(spotPrice(small, 'gone', 'VRSC')).toBe(0n);
});

test('the depth of a pair is counted in the quote', () => {
  expect(depthOf(small, 'VRSC', 'DAI')).toBe(30n * COIN);
  expect(depthOf(small, 'DAI', 'VRSC')).toBe(100n * COIN);
  expect(depthOf(small, 'VRSC', 'small')).toBe(50n * COIN);
});

test('the deepest basket prices a currency, and without a basket there is no price', () => {
  expect(deepestPrice([small, large], 'VRSC', 'DAI')).toBe(spotPrice(large, 'VRSC', 'DAI'));
  expect(deepestPrice([large, small], 'VRSC', 'DAI')).toBe(spotPrice(large, 'VRSC', 'DAI'));
  expect(deepestPrice([], 'VRSC', 'DAI')).toBeNull();
});

test('amounts are counted in another currency by the deepest basket, and their sum is rounded once', () => {
  const counted = (amount: bigint): Worth | null => worthOf(amount, [small, large], 'DAI', 'VRSC');
  const [one, two] = [counted(1n), counted(2n)];
  if (one === null || two === null) throw new Error('both baskets hold the two currencies');
  // 8/3 and 16/3 of a satoshi: each rounded by itself would make 7.
  expect(addWorths(one, two)).toBe(8n);
  expect(worthOf(1n, [], 'DAI', 'VRSC')).toBeNull();
  const worthless = worthOf(5n, [basket('empty', ['VRSC', 1n, COIN], ['DAI', 1n, 0n])], 'DAI', 'VRSC');
  expect(worthless && addWorths(worthless, { dividend: 7n, divisor: 1n })).toBe(7n);
});

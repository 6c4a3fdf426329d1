import { convertAmounts, marginalPrice } from './convert-amounts.ts';
import { COIN, ConversionFault } from './curve.ts';

const none = [0n, 0n];
const apart = [none, none];
const even = { supply: 1_000n * COIN, reserves: [500n * COIN, 500n * COIN], weights: [COIN / 2n, COIN / 2n] };

test('nothing that flows leaves the prices of the state', () => {
  const { prices, viaPrices } = convertAmounts(even, { reservesIn: none, basketIn: none, onwards: apart });
  expect(prices).toEqual([COIN, COIN]);
  expect(viaPrices).toEqual(prices);
});

test('a buy of one half of the reserve at half of the weight has the price of the square root', () => {
  const { prices } = convertAmounts(even, { reservesIn: [250n * COIN, 0n], basketIn: none, onwards: apart });
  // 1,000 · (√1.5 − 1) = 224.744871391589… are issued.
  expect(prices).toEqual([(250n * COIN * COIN) / 22_474_487_139n, COIN]);
});

test('a sell of a tenth releases what the square of the rest leaves', () => {
  const { prices } = convertAmounts(even, { reservesIn: none, basketIn: [0n, 100n * COIN], onwards: apart });
  // 500 · (1 − 0.9²) = 95
  expect(prices).toEqual([COIN, (95n * COIN) / 100n]);
});

test('a buy that a sell of the same worth meets moves no price', () => {
  const flows = { reservesIn: [10n * COIN, 0n], basketIn: [10n * COIN, 0n], onwards: apart };
  expect(convertAmounts(even, flows).prices).toEqual([COIN, COIN]);
});

test('second hops are solved on the basket that the first ones leave', () => {
  const alone = { reservesIn: [250n * COIN, 0n], basketIn: none, onwards: apart };
  const onwards = [[0n, 250n * COIN], none];
  const { prices, viaPrices } = convertAmounts(even, { ...alone, onwards });
  expect(prices).toEqual(convertAmounts(even, alone).prices);
  expect(viaPrices[1]).toBeLessThan(COIN);
  expect(viaPrices[0]).toBe(
    marginalPrice({ ...even, supply: 122_474_487_139n, reserves: [750n * COIN, 500n * COIN] }, 0),
  );
});

test('layers of sells were once counted twice', () => {
  const flows = { reservesIn: none, basketIn: [100n * COIN, 50n * COIN], onwards: apart };
  const [now, once] = [convertAmounts(even, flows), convertAmounts(even, flows, true)];
  expect(once.prices).not.toEqual(now.prices);
});

test('more than the basket has, and too little for one satoshi, cannot be converted', () => {
  const selling = (amount: bigint) => () =>
    convertAmounts(even, { reservesIn: none, basketIn: [amount, 0n], onwards: apart });
  expect(selling(even.supply)).toThrow(ConversionFault);
  expect(selling(even.supply - 1n)).not.toThrow();
  const dear = { ...even, supply: 1n };
  expect(() => convertAmounts(dear, { reservesIn: [1n, 0n], basketIn: none, onwards: apart })).not.toThrow();
  const dust = { ...even, reserves: [5n * 10n ** 17n, 5n * 10n ** 17n] };
  expect(() => convertAmounts(dust, { reservesIn: [10n ** 7n, 0n], basketIn: none, onwards: apart })).toThrow(
    ConversionFault,
  );
});

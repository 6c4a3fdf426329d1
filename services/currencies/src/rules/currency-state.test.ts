import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { readCurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { readReserves, writeReserves } from './reserves-text.ts';

const FLOW = `{"reservein":5.00000000,"primarycurrencyin":0.50000000,"reserveout":6.00000000,"lastconversionprice":7.00000000,
  "viaconversionprice":8.00000000,"fees":9.00000000,"conversionfees":10.00000000,"priorweights":0.40000000}`;

function readState(text: string) {
  const payload = parseLossless(text);
  if (!isJsonObject(payload)) throw new Error('not an object');
  return readCurrencyState(payload);
}

const basket = readState(`{"flags":49,"version":1,"currencyid":"iB",
  "reservecurrencies":[{"currencyid":"iR","weight":0.50000000,"reserves":2.00000000,"priceinreserve":3.00000000},
                       {"currencyid":"iS","weight":0.50000000,"reserves":50000000000.00000001,"priceinreserve":0.00000001}],
  "initialsupply":11.00000000,"emitted":-12.00000000,"supply":13.00000000,"currencies":{"iR":${FLOW}},
  "primarycurrencyfees":14.00000000,"primarycurrencyconversionfees":15.00000000,"primarycurrencyout":16.00000000,
  "preconvertedout":17.00000000}`);

test('each member of a state lands in the field of its name', () => {
  expect(basket).toEqual({
    version: 1,
    flags: 49,
    initialSupply: 1_100_000_000n,
    emitted: -1_200_000_000n,
    supply: 1_300_000_000n,
    fees: 1_400_000_000n,
    conversionFees: 1_500_000_000n,
    primaryOut: 1_600_000_000n,
    preconvertedOut: 1_700_000_000n,
    reserves: [
      {
        currencyId: 'iR',
        amount: 200_000_000n,
        weight: 50_000_000n,
        priceInReserve: 300_000_000n,
        lastConversionPrice: 700_000_000n,
        viaConversionPrice: 800_000_000n,
        reserveIn: 500_000_000n,
        reserveOut: 600_000_000n,
        primaryIn: 50_000_000n,
        fees: 900_000_000n,
        conversionFees: 1_000_000_000n,
        priorWeight: 40_000_000n,
      },
      {
        currencyId: 'iS',
        amount: 5_000_000_000_000_000_001n,
        weight: 50_000_000n,
        priceInReserve: 1n,
        lastConversionPrice: null,
        viaConversionPrice: null,
        reserveIn: null,
        reserveOut: null,
        primaryIn: null,
        fees: null,
        conversionFees: null,
        priorWeight: null,
      },
    ],
  });
});

test('reserves survive their column, nulls and satoshis beyond 2^53 included', () => {
  expect(readReserves(writeReserves(basket.reserves))).toEqual(basket.reserves);
  expect(readReserves(writeReserves([]))).toEqual([]);
});

test.each([
  ['a float where an amount belongs', '{"flags":1,"initialsupply":1e-8,"emitted":0.0,"supply":0.0}'],
  ['no supply', '{"flags":1,"initialsupply":0.0,"emitted":0.0}'],
  ['flags that are no whole number', '{"flags":1.5,"initialsupply":0.0,"emitted":0.0,"supply":0.0}'],
])('%s stops the reader', (_what, text) => {
  expect(() => readState(text)).toThrow();
});

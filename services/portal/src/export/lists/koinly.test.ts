import { koinlyColumns, koinlyRows } from './koinly.ts';
import { NO_TRADES, type Trade, type TradesOf } from './trades.ts';

const movement = {
  txid: 'aa',
  timestamp: '2026-01-02T03:04:05Z',
  fee: '0.00000000',
  counterparty: null,
  currencyId: 'iV',
  currency: { friendlyName: 'VRSC' },
};

function rowsOf(fields: object, trades?: TradesOf): Record<string, unknown>[] {
  return koinlyRows({ ...movement, ...fields }, trades).map((row) => {
    expect(row).toHaveLength(koinlyColumns.length);
    return Object.fromEntries(koinlyColumns.flatMap(({ name }, at) => (row[at] === null ? [] : [[name, row[at]]])));
  });
}

const rowOf = (fields: object): Record<string, unknown> | undefined => rowsOf(fields)[0];

const SAME = { Date: '2026-01-02 03:04:05 UTC', TxHash: 'aa' };

test('coins that came are received, from whom is the description', () => {
  expect(rowOf({ amount: '1.50000000', counterparty: { address: 'RFrom' } })).toEqual({
    ...SAME,
    'Received Amount': '1.50000000',
    'Received Currency': 'VRSC',
    Description: 'from RFrom',
  });
});

test('coins that went are sent without the fee, which stands apart', () => {
  expect(rowOf({ amount: '-1.50010000', fee: '0.00010000', counterparty: { address: 'RTo' } })).toEqual({
    ...SAME,
    'Sent Amount': '1.50000000',
    'Sent Currency': 'VRSC',
    'Fee Amount': '0.00010000',
    'Fee Currency': 'VRSC',
    Description: 'to RTo',
  });
});

test('a fee alone is a cost, and a movement of nothing has no row', () => {
  expect(rowOf({ amount: '-0.00010000', fee: '0.00010000' })).toEqual({
    ...SAME,
    'Sent Amount': '0.00010000',
    'Sent Currency': 'VRSC',
    Label: 'cost',
  });
  // One of several payers without change loses only its part of the fee.
  expect(rowOf({ amount: '-6.00000000', fee: '6.00000000', kind: 'SENT' })?.Label).toBe('cost');
  expect(rowOf({ amount: '0.00000000' })).toBeUndefined();
});

test.each([
  ['MINED', '6.00000000', 'mining'],
  ['STAKED', '6.00000000', 'reward'],
  ['REFERRAL', '20.00000000', 'reward'],
  ['FEE', '0.00010000', 'reward'],
  ['FEE', '-0.02000000', 'cost'],
  ['IDENTITY_FEE', '80.00000000', 'income'],
  ['IDENTITY_FEE', '-100.00000000', 'cost'],
  ['CONVERSION', '-5.00000000', undefined],
  ['CONVERSION', '5.00000000', undefined],
  ['REFUND', '5.00000000', undefined],
  ['SENT', '-5.00000000', undefined],
  [null, '5.00000000', undefined],
])('a movement of the kind %s by %s has the tag %s', (kind, amount, tag) => {
  expect(rowOf({ kind, amount })?.Label).toBe(tag);
});

const COIN = 100_000_000n;
const TRADE: Trade = {
  fromId: 'iV',
  from: 'VRSC',
  amountIn: 10n * COIN,
  toId: 'iB',
  to: 'Bridge.vETH',
  amountOut: 3n * COIN,
  fee: 20_000n,
  feeCurrencyId: 'iV',
  feeCurrency: 'VRSC',
};
const given = (trade: Partial<Trade>, ...moved: string[]): TradesOf => ({
  ...NO_TRADES,
  given: [{ ...TRADE, ...trade }],
  moved: new Set(moved),
});

test('a conversion is one trade with both sides, and the payment that it came with has no row', () => {
  expect(rowsOf({ kind: 'CONVERSION', amount: '-10.00030000', fee: '0.00010000' }, given({}, 'iV'))).toEqual([
    {
      ...SAME,
      'Sent Amount': '10.00000000',
      'Sent Currency': 'VRSC',
      'Received Amount': '3.00000000',
      'Received Currency': 'Bridge.vETH',
      'Fee Amount': '0.00030000',
      'Fee Currency': 'VRSC',
    },
  ]);
  const paid = { ...NO_TRADES, paid: [TRADE] };
  const basket = { currencyId: 'iB', currency: { friendlyName: 'Bridge.vETH' }, kind: 'CONVERSION' };
  expect(rowsOf({ ...basket, amount: '3.00000000' }, paid)).toEqual([]);
  expect(rowsOf({ ...basket, amount: '3.50000000' }, paid)).toMatchObject([{ 'Received Amount': '0.50000000' }]);
});

test('what a transaction sends beside its trade is a row of its own', () => {
  const rows = rowsOf({ kind: 'CONVERSION', amount: '-15.00030000', fee: '0.00010000' }, given({}, 'iV'));
  expect(rows).toMatchObject([{ 'Fee Amount': '0.00030000' }, { 'Sent Amount': '5.00000000' }]);
  expect(rows[1]).not.toHaveProperty('Fee Amount');
});

test('a fee in another currency stands beside the trade, and once, if both move in the page', () => {
  const trade = { fromId: 'iT', from: 'token' };
  const token = { currencyId: 'iT', currency: { friendlyName: 'token' }, kind: 'CONVERSION' };
  const both = given(trade, 'iV', 'iT');
  expect(rowsOf({ ...token, amount: '-10.00000000' }, both)).toMatchObject([
    { 'Sent Currency': 'token', 'Fee Amount': '0.00020000', 'Fee Currency': 'VRSC' },
  ]);
  const native = { kind: 'FEE', amount: '-0.00030000', fee: '0.00010000' };
  expect(rowsOf(native, both)).toMatchObject([{ 'Sent Amount': '0.00010000', Label: 'cost' }]);
  expect(rowsOf({ ...token, amount: '-10.00000000' }, given(trade, 'iT'))[0]).not.toHaveProperty('Fee Amount');
  expect(rowsOf(native, given(trade, 'iV'))).toMatchObject([
    { 'Sent Amount': '0.00020000', 'Fee Amount': '0.00010000' },
  ]);
});

import { koinlyColumns, koinlyRows } from './koinly.ts';

const currency = { friendlyName: 'VRSC' };
const movement = { txid: 'aa', timestamp: '2026-01-02T03:04:05Z', fee: '0.00000000', counterparty: null };

function rowOf(fields: object): Record<string, unknown> | undefined {
  const [row] = koinlyRows({ ...movement, ...fields }, currency);
  if (row === undefined) return undefined;
  expect(row).toHaveLength(koinlyColumns.length);
  return Object.fromEntries(koinlyColumns.flatMap(({ name }, at) => (row[at] === null ? [] : [[name, row[at]]])));
}

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
  // One of several that paid for a registration without change: all that it lost is its part of the fee.
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

import { decimalText, satoshisFromDecimalText } from './amount.ts';

test.each([
  ['0.00000001', 1n],
  ['-0.00010000', -10_000n],
  ['50000000000.00000001', 5_000_000_000_000_000_001n],
  ['12', 1_200_000_000n],
  ['12.5', 1_250_000_000n],
  ['0', 0n],
])('%s is %s satoshis', (text, satoshis) => {
  expect(satoshisFromDecimalText(text)).toBe(satoshis);
});

test.each(['', '.', '1.', '.5', '1e-8', '1.000000001', '0x1', ' 1', '1 ', '+1', 'NaN', '1,0'])(
  '%j is no amount',
  (text) => {
    expect(() => satoshisFromDecimalText(text)).toThrow(RangeError);
  },
);

test('amounts survive printing and reading, always with 8 decimals', () => {
  for (const satoshis of [0n, 1n, -1n, 99_999_999n, 100_000_000n, -123_456_789_012n, 2n ** 63n - 1n]) {
    expect(decimalText(satoshis)).toMatch(/^-?\d+\.\d{8}$/);
    expect(satoshisFromDecimalText(decimalText(satoshis))).toBe(satoshis);
  }
});

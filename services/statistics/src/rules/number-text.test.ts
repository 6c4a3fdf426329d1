import { decimalOfNumber, quotient } from './number-text.ts';

test.each([
  ['256', '256.00000000'],
  ['3855.117418173495', '3855.11741817'],
  ['0.000000019', '0.00000001'],
  ['1.234567890123456e+17', '123456789012345600.00000000'],
  ['1.5e-3', '0.00150000'],
])('%s has the decimals of %s', (text, decimal) => {
  expect(decimalOfNumber(text)).toBe(decimal);
});

test('a text that is no such number is refused', () => {
  expect(() => decimalOfNumber('-1')).toThrow(RangeError);
  expect(() => decimalOfNumber('')).toThrow(RangeError);
});

test('a quotient is cut off after 8 decimals', () => {
  expect(quotient(2n, 3n)).toBe('0.66666666');
  expect(quotient(1n, 1n)).toBe('1.00000000');
});

import { shareOf } from './list-holders-of-currency.ts';

test('a fraction, exact and cut to 8 decimals', () => {
  expect(shareOf(1n, 3n)).toBe('0.33333333');
  expect(shareOf(2n, 3n)).toBe('0.66666666');
  expect(shareOf(7n, 7n)).toBe('1.00000000');
  expect(shareOf(1n, 5_000_000_000_000_000_000n)).toBe('0.00000000');
  expect(shareOf(4_999_999_999_999_999_999n, 5_000_000_000_000_000_000n)).toBe('0.99999999');
});

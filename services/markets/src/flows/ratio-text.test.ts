import { ratioText } from './ratio-text.ts';

test.each([
  [3n, 1n, '3.00000000'],
  [41_159_866n, 100_000_000n, '0.41159866'],
  [1n, 3n, '0.333333333333333333'],
  [1_000n, 3n, '333.333333333333333'],
  [12_345_678_901_234_567_890n, 7n, '1763668414462081127.14285714'],
  [1n, 9_000_000_000_000_000_000n, '0.000000000000000000111111111111111111'],
  [5n, 1_000_000_000n, '0.000000005'],
])('%d / %d has 18 digits, or all that there are, and eight decimals at least', (dividend, divisor, text) => {
  expect(ratioText(dividend, divisor)).toBe(text);
});

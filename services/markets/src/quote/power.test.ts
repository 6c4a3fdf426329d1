import { ONE, power } from './power.ts';

const CASES = [
  [3n, 2n],
  [1_000_000_001n, 1_000_000_000n],
  [1n, 3n],
  [7n, 5_000_000_000n],
  [10n ** 19n, 1n],
] as const;

test('a square root squared is the number again, to 70 digits', () => {
  for (const [numerator, denominator] of CASES) {
    const root = power(numerator, denominator, 1n, 2n);
    const exact = (numerator * ONE) / denominator;
    const difference = (root * root) / ONE - exact;
    expect(difference ** 2n <= (exact / 10n ** 70n + 10n ** 10n) ** 2n).toBe(true);
  }
});

test('whole exponents multiply, and opposite ones undo each other', () => {
  const cube = power(5n, 4n, 3n, 1n);
  expect((cube + 1n) / 10n ** 8n).toBe((125n * ONE) / 64n / 10n ** 8n);
  const weight = 24_752_475n;
  const raised = power(9n, 8n, weight, 100_000_000n);
  const back = power(raised, ONE, 100_000_000n, weight);
  expect((back + 10n ** 9n) / 10n ** 10n).toBe((9n * ONE) / 8n / 10n ** 10n);
});

test('what is smaller than the last digit is zero', () => {
  expect(power(1n, 10n ** 19n, 20n, 1n)).toBe(0n);
});

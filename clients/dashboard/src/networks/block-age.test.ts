import { isOld } from './block-age.ts';

const NOW = '2026-11-25T12:00:00Z';
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

test.each([
  [1, 60, false],
  [59, 60, false],
  [61, 60, true],
  [5 * 24 * 60, 60, true],
  [100, 300, false],
  [151, 300, true],
  [-5, 60, false],
])('a block of %i minutes ago on a chain of %i s a block needs an explanation: %s', (minutes, seconds, expected) => {
  expect(isOld({ blockTime: ago(minutes), blockTimeSeconds: seconds }, NOW)).toBe(expected);
});

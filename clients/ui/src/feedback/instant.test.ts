import { relativeTime } from './instant.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T12:00:00Z', 'just now'],
  ['2026-11-21T11:59:01Z', 'just now'],
  ['2026-11-21T12:00:59Z', 'in less than a minute'],
  ['2026-11-21T11:58:01Z', '1 minute ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-22T13:00:00Z', 'tomorrow'],
  ['2026-11-28T12:00:00Z', 'in 7 days'],
  ['2026-09-22T12:00:00Z', '2 months ago'],
  ['2028-11-21T12:00:00Z', 'in 2 years'],
])('%s is %s', (instant, words) => {
  expect(relativeTime(instant, NOW)).toBe(words);
});

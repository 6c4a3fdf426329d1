import { oldestKeptDay } from './prune-usage.ts';

test.each([
  ['2030-03-15T23:59:59Z', '2029-02-15'],
  ['2030-01-01T00:00:00Z', '2028-12-01'],
  ['2030-03-31T00:00:00Z', '2029-02-28'],
  ['2029-03-31T00:00:00Z', '2028-02-29'],
])('at %s usage is kept from %s on', (now, day) => {
  expect(oldestKeptDay(new Date(now))).toBe(day);
});

import { barsOf, periodOf } from './period.ts';

const NOW = Date.parse('2026-03-02T23:30:00Z');

test.each([
  ['month', { from: '2026-03-01', to: '2026-03-02', step: 'day' }],
  ['30-days', { from: '2026-02-01', to: '2026-03-02', step: 'day' }],
  ['12-months', { from: '2025-04-01', to: '2026-03-02', step: 'month' }],
] as const)('%s', (name, period) => {
  expect(periodOf(name, NOW)).toEqual(period);
});

test('every day and every month has its bar, in order', () => {
  expect(barsOf({ from: '2026-02-27', to: '2026-03-02', step: 'day' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  const months = barsOf(periodOf('12-months', NOW));
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03']);
});

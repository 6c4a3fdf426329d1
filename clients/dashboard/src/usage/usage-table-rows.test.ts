import type { Usage } from '@ledgergraph/dashboard-api/contract';
import { joinUsage, totals, usageRows } from './usage-table-rows.ts';

const key = (id: string, environment: 'live' | 'test') => ({ id, name: id, masked: id, environment });
const USAGE: Usage = {
  from: '2026-02-27',
  to: '2026-03-01',
  keys: [key('shop', 'live'), key('lab', 'test')],
  calls: [
    { day: '2026-02-27', keyId: 'shop', status: 'answered', calls: 5 },
    { day: '2026-02-27', keyId: 'lab', status: 'answered', calls: 9 },
    { day: '2026-03-01', keyId: 'shop', status: 'failed', calls: 1 },
    { day: '2026-03-01', keyId: 'shop', status: 'answered', calls: 2 },
    { day: '2026-03-09', keyId: 'shop', status: 'answered', calls: 100 },
  ],
  hasMore: false,
  nextCursor: null,
};
const DAYS = { from: '2026-02-27', to: '2026-03-01', step: 'day' } as const;

test('a day without calls has its row, and what lies outside has none', () => {
  const rows = usageRows(USAGE, DAYS, {});
  expect(rows.map(({ bar, answered, failed }) => [bar, answered, failed])).toEqual([
    ['2026-02-27', 14, 0],
    ['2026-02-28', 0, 0],
    ['2026-03-01', 2, 1],
  ]);
  expect(totals(rows)).toMatchObject({ answered: 16, failed: 1, rejected: 0 });
});

test('months add up their days', () => {
  const rows = usageRows(USAGE, { ...DAYS, to: '2026-03-31', step: 'month' }, {});
  expect(rows.map(({ bar, answered }) => [bar, answered])).toEqual([
    ['2026-02', 14],
    ['2026-03', 102],
  ]);
});

test.each([
  [{ keyId: 'lab' }, 9],
  [{ environment: 'live' }, 7],
  [{ environment: 'test' }, 9],
  [{ keyId: 'shop', environment: 'test' }, 0],
  [{ keyId: 'shop' }, 7],
] as const)('only %j', (filter, answered) => {
  expect(totals(usageRows(USAGE, DAYS, filter)).answered).toBe(answered);
});

test('pages are joined: each row and each key once', () => {
  const page = (from: number, to: number, keys: Usage['keys']) => ({
    ...USAGE,
    calls: USAGE.calls.slice(from, to),
    keys,
  });
  const [shop, lab] = USAGE.keys as [Usage['keys'][number], Usage['keys'][number]];
  const joined = joinUsage([page(0, 2, [shop, lab]), page(2, 5, [shop])]);
  expect(joined).toEqual({ calls: USAGE.calls, keys: USAGE.keys });
});

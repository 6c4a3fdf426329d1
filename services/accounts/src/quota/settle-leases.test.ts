import type { StoredLease } from '#/db/quota-leases.ts';
import { type ReportedLease, settleLeases } from './settle-leases.ts';

const GRANTED = new Date('2030-03-15T12:00:00Z');
const LATER = new Date('2030-03-15T12:00:05Z');

function held(rest: Partial<StoredLease> = {}): StoredLease {
  return {
    id: 'l',
    teamId: 't',
    startsOn: '2030-03-01',
    size: 10n,
    spent: 2n,
    state: 'open',
    grantedAt: GRANTED,
    named: true,
    ...rest,
  };
}

function settle(
  leases: StoredLease[],
  reported: Partial<ReportedLease>[],
  options: Partial<Parameters<typeof settleLeases>[2]> = {},
) {
  const leasesReported = reported.map((lease) => ({ id: 'l', spent: 2n, closed: false, size: undefined, ...lease }));
  return settleLeases(leases, leasesReported, { leaving: false, unheardBefore: GRANTED, ...options });
}

const period = (spent: bigint, givenBack: bigint) => [{ teamId: 't', startsOn: '2030-03-01', spent, givenBack }];

test('newly spent units are booked, and a report without news changes nothing', () => {
  expect(settle([held()], [{ spent: 7n }])).toEqual({
    changed: [held({ spent: 7n })],
    closedIds: [],
    periods: period(5n, 0n),
    oddities: [],
  });
  expect(settle([held()], [{ spent: 2n }])).toEqual({ changed: [], closedIds: [], periods: [], oddities: [] });
});

test('a closed lease gives back what was not spent, and is gone', () => {
  const closed = settle([held()], [{ spent: 7n, closed: true }]);
  expect(closed).toEqual({ changed: [], closedIds: ['l'], periods: period(5n, 3n), oddities: [] });
});

test('a smaller size gives back the difference, never what was spent', () => {
  expect(settle([held()], [{ spent: 4n, size: 6n }])).toMatchObject({
    changed: [{ size: 6n, spent: 4n }],
    periods: period(2n, 4n),
  });
  expect(settle([held()], [{ spent: 4n, size: 1n }])).toMatchObject({
    changed: [{ size: 4n, spent: 4n }],
    periods: period(2n, 6n),
  });
});

test.each([
  ['more than the lease holds', { spent: 11n }, [{ size: 10n, spent: 10n }], period(8n, 0n)],
  ['less than before', { spent: 1n }, [], []],
  ['a size that grew', { spent: 2n, size: 11n }, [], []],
])('%s is bounded by the lease, and reported', (_what, word, changed, periods) => {
  const settled = settle([held()], [word]);
  expect(settled).toMatchObject({ changed, periods });
  expect(settled.oddities).toHaveLength(1);
});

test('units spent of an unknown lease are reported as odd; an unknown lease without units is not', () => {
  expect(settle([], [{ spent: 3n }]).oddities).toHaveLength(1);
  expect(settle([], [{ spent: 0n, closed: true }]).oddities).toEqual([]);
});

test('a gateway that leaves gives back everything, named or not', () => {
  const leases = [held(), held({ id: 'm', spent: 0n })];
  const left = settle(leases, [{ spent: 3n }], { leaving: true });
  expect(left).toEqual({ changed: [], closedIds: ['l', 'm'], periods: period(1n, 17n), oddities: [] });
});

test('a lease never named is taken back when its answer cannot be on its way any more', () => {
  const unnamed = held({ spent: 0n, named: false });
  expect(settle([unnamed], [], { unheardBefore: LATER })).toMatchObject({ closedIds: ['l'], periods: period(0n, 10n) });
  expect(settle([unnamed], [], { unheardBefore: GRANTED })).toMatchObject({ closedIds: [], changed: [] });
  expect(settle([held()], [], { unheardBefore: LATER })).toMatchObject({ closedIds: [], changed: [] });
  const named = settle([unnamed], [{ spent: 0n }], { unheardBefore: LATER });
  expect(named).toMatchObject({ closedIds: [], changed: [{ named: true }] });
});

test('a gateway that reports is alive: its written-off leases are open again', () => {
  expect(settle([held({ state: 'written_off' })], []).changed).toEqual([held({ state: 'open' })]);
});

test('the changes of one month are one sum; other months and teams have their own', () => {
  const leases = [held(), held({ id: 'm' }), held({ id: 'n', startsOn: '2030-02-01' }), held({ id: 'o', teamId: 'u' })];
  const reported = leases.map(({ id }) => ({ id, spent: 3n }));
  expect(settle(leases, reported).periods).toEqual([
    { teamId: 't', startsOn: '2030-03-01', spent: 2n, givenBack: 0n },
    { teamId: 't', startsOn: '2030-02-01', spent: 1n, givenBack: 0n },
    { teamId: 'u', startsOn: '2030-03-01', spent: 1n, givenBack: 0n },
  ]);
});

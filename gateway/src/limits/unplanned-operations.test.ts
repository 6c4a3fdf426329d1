import { UnplannedOperations } from './unplanned-operations.ts';

test('each key has a minute’s operations at once, and then as many as come back', () => {
  const clock = { now: 0 };
  const unplanned = new UnplannedOperations({ perMinute: 6, now: () => clock.now });
  const key = (id: string) => ({ id, teamId: `team of ${id}`, personId: null });
  const taken = (id: string, tries: number) =>
    Array.from({ length: tries }, () => unplanned.take(key(id))).filter((refused) => refused === undefined).length;
  expect([taken('a', 10), taken('b', 10)]).toEqual([6, 6]);
  expect(unplanned.take(key('a'))).toEqual({ waitMs: expect.closeTo(10_000, 6) });
  clock.now += 30_000;
  expect(taken('a', 10)).toBe(3);
  clock.now += 3_600_000;
  expect(taken('a', 10)).toBe(6);
});

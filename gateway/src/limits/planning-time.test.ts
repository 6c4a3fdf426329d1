import type { PlanningAccount } from '#/operation/planning-account.ts';
import { type NoPlanningTime, PlanningTime } from './planning-time.ts';

const key = (teamId: string, personId: string | null = null) => ({ teamId, personId });
const paying = (account: PlanningAccount | NoPlanningTime): PlanningAccount => {
  if ('of' in account) throw new Error(`there is no time of the ${account.of}`);
  return account;
};

let clock: number;
let time: PlanningTime;
beforeEach(() => {
  clock = 0;
  time = new PlanningTime({ msPerSecond: 100, now: () => clock });
});

function taken(team: string, tries: number, { ms = 0, person = null as string | null } = {}): number {
  for (let count = 0; count < tries; count += 1) {
    const account = time.take(key(team, person), 0);
    if ('of' in account) return count;
    account.charge(ms);
  }
  return tries;
}

test('a team that deploys fifty small operations at once pays for them, and has as many more left', () => {
  expect(taken('a', 200, { ms: 5 })).toBe(100);
  expect(time.take(key('a'), 0)).toEqual({ of: 'team', waitMs: expect.closeTo(200, 6) });
  clock += 1_000;
  expect(taken('a', 10)).toBe(5);
  expect(taken('b', 200)).toBe(100);
});

test('the time that an operation took is charged, and a long text is paid before it is read', () => {
  expect(taken('slow', 100, { ms: 200 })).toBe(10);
  const free = time.take(key('texts'), 64_000 - 5_000);
  expect('of' in free).toBe(false);
  expect(taken('texts', 200)).toBe(Math.floor((2_000 - 20 - 59_000 / 250) / 20));
});

test('a person has the time of two teams, however many teams the person opens', () => {
  const teams = Array.from({ length: 10 }, (_, number) => taken(`team ${number}`, 200, { person: 'p' }));
  expect(teams.reduce((sum, count) => sum + count)).toBe(200);
});

test('the last quarter of the gateway’s time is for teams that have used none of theirs', () => {
  paying(time.take(key('a'), 0)).charge(1_000);
  paying(time.take(key('b'), 0)).charge(3_000);
  expect(time.take(key('a'), 0)).toEqual({ of: 'gateway', waitMs: expect.closeTo(540, 6) });
  paying(time.take(key('c'), 0)).charge(1_000);
  expect(time.take(key('d'), 0)).toMatchObject({ of: 'gateway' });
  clock += 10_000;
  expect(taken('a', 1)).toBe(1);
});

import { Deadline } from '@ledgergraph/service-kit/deadline';
import { WorkUnderWay } from './work-under-way.ts';

const key = (teamId: string, personId: string | null = null, workUnderWay: number | null = null) => ({
  teamId,
  personId,
  plan: { workUnderWay },
});

const ends: (() => void)[] = [];
afterEach(async () => {
  while (ends.length > 0) {
    ends.pop()?.();
    await settled();
  }
});

function setUp() {
  const work = new WorkUnderWay({ max: 100, waitMs: 60_000 });
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  const enter = async (name: string, of: ReturnType<typeof key>, cost: number, deadline?: Deadline): Promise<void> => {
    const leave = await work.enter(of, cost, deadline);
    leaves.set(name, leave);
    ends.push(leave);
    begun.push(name);
  };
  return { work, begun, enter, leave: (name: string) => leaves.get(name)?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a team runs as much cost as it may, and what is above waits; other teams do not', async () => {
  const { work, begun, enter, leave } = setUp();
  void enter('a 60', key('a'), 60);
  void enter('a 50', key('a'), 50);
  // A smaller one does not pass, or the large one would never come.
  void enter('a 10', key('a'), 10);
  void enter('b 100', key('b'), 100);
  void enter('c 150', key('c', null, 200), 150);
  await settled();
  expect(begun).toEqual(['a 60', 'b 100', 'c 150']);
  leave('a 60');
  await settled();
  expect(begun.slice(3)).toEqual(['a 50', 'a 10']);
  for (const name of begun) leave(name);
  expect([work.cost, work.waiting]).toEqual([0, 0]);
});

test('an operation that costs more than a team may have running runs alone', async () => {
  const { begun, enter, leave } = setUp();
  void enter('small', key('a'), 1);
  void enter('huge', key('a'), 1_000);
  void enter('next', key('a'), 1);
  await settled();
  expect(begun).toEqual(['small']);
  leave('small');
  await settled();
  expect(begun).toEqual(['small', 'huge']);
  leave('huge');
  await settled();
  expect(begun).toEqual(['small', 'huge', 'next']);
});

test('a large page takes at most its part, and leaves the rest to other calls of the team', async () => {
  const { work } = setUp();
  ends.push(await work.enter(key('a'), 1_000, undefined, 1 / 2));
  ends.push(await work.enter(key('a'), 50));
  expect(work.cost).toBe(100);
});

test('what costs more than all teams together may have running still runs, whatever the plan', async () => {
  const work = new WorkUnderWay({ max: 100, teams: 4, waitMs: 60_000 });
  ends.push(await work.enter(key('a', null, 1_000), 1_000));
  expect(work.cost).toBe(200);
  ends.push(await work.enter(key('b'), 100));
});

test('the teams of one person run together as much as two teams', async () => {
  const { begun, enter } = setUp();
  for (const team of ['a', 'b', 'c']) void enter(team, key(team, 'person'), 100);
  await settled();
  expect(begun).toEqual(['a', 'b']);
});

test('a hundred operations of a team wait, and each only until its deadline', async () => {
  const { work, enter } = setUp();
  await enter('first', key('a'), 100);
  await expect(work.enter(key('a'), 1, new Deadline(0))).rejects.toThrow('as many costly operations');
  const late = expect(enter('late', key('a'), 1, new Deadline(500))).rejects.toMatchObject({
    extensions: { code: 'RATE_LIMITED' },
  });
  for (let index = 1; index < 100; index++) void enter(`waiting ${index}`, key('a'), 1);
  expect(() => work.enter(key('a'), 1)).toThrow('as many costly operations running');
  await late;
  expect(work.waiting).toBe(99);
});

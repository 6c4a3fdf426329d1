import { userInfo } from 'node:os';
import { monthOf } from '#/quota/month.ts';
import { type Commands, startCommands } from './run-command.ts';

let commands: Commands;
let teams: { slug: string; keyId: string }[];
beforeAll(async () => {
  commands = await startCommands();
  teams = [];
  for (const email of ['ann@example.org', 'bob@example.org']) {
    const key = await commands.makeKey('--live', '--name', `key of ${email}`, '--user', email);
    teams.push({ slug: key.team.slug, keyId: key.id });
  }
  const [ann, bob] = teams.map(({ keyId }) => keyId);
  await insertUsage([
    [ann, '2030-01-01', 'answered', 3],
    [ann, '2030-01-02', 'answered', 4],
    [ann, '2030-01-02', 'rejected', 1],
    [bob, '2030-01-02', 'answered', 50],
    [bob, '2030-01-03', 'failed', 600],
  ]);
});
afterAll(() => commands.stop());

type Counted = [keyId: string | undefined, day: string, status: 'answered' | 'rejected' | 'failed', calls: number];

async function insertUsage(counts: Counted[]): Promise<void> {
  for (const [keyId = '', day, status, calls] of counts)
    await commands.db.usageDay.create({ data: { keyId, day: new Date(day), status, calls: BigInt(calls) } });
}

const january = ['--from', '2030-01-01', '--to', '2030-01-31'];

async function rows(...args: string[]): Promise<string[][]> {
  const { code, out, err } = await commands.run('usage', ...january, ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));
}

test('usage is added up by day, by key and by status', async () => {
  expect(await rows()).toEqual([
    ['2030-01-01', '3', '0', '0', '0', '0'],
    ['2030-01-02', '54', '1', '0', '0', '0'],
    ['2030-01-03', '0', '0', '0', '0', '600'],
  ]);
  const byKey = await rows('--by', 'key');
  expect(byKey.map(([, ...cells]) => cells).sort()).toEqual([
    ['key of ann@example.org', teams[0]?.slug, '7', '1', '0', '0', '0'],
    ['key of bob@example.org', teams[1]?.slug, '50', '0', '0', '0', '600'],
  ]);
  expect(await rows('--by', 'status')).toEqual([
    ['answered', '57'],
    ['rejected', '1'],
    ['rate_limited', '0'],
    ['quota_exceeded', '0'],
    ['failed', '600'],
  ]);
});

test('usage is that of one team and of the days asked for, both included', async () => {
  const [ann] = teams;
  expect(await rows('--team', ann?.slug ?? '')).toEqual([
    ['2030-01-01', '3', '0', '0', '0', '0'],
    ['2030-01-02', '4', '1', '0', '0', '0'],
  ]);
  const json = await commands.runJson('usage', '--from', '2030-01-02', '--to', '2030-01-02', '--team', ann?.slug ?? '');
  expect(json).toEqual([
    { keyId: ann?.keyId, day: '2030-01-02', status: 'answered', calls: 4 },
    { keyId: ann?.keyId, day: '2030-01-02', status: 'rejected', calls: 1 },
  ]);
  expect((await commands.run('usage', '--to', '2020-01-01')).out).toBe('No calls from 2019-12-03 to 2020-01-01.\n');
  expect(await commands.run('usage', '--from', '2030-01-02', '--to', '2030-01-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('2030-01-02 is after 2030-01-01'),
  });
});

test('the rest of the month is shown for every team, or one', async () => {
  const [ann, bob] = teams;
  const { id: teamId } = await commands.db.team.findUniqueOrThrow({ where: { slug: ann?.slug ?? '' } });
  const { startsOn, endsAt } = monthOf(new Date());
  await commands.db.quotaPeriod.create({
    data: { teamId, startsOn: new Date(startsOn), charged: 40_000n, spent: 40_000n },
  });
  await commands.runJson('teams', 'set-plan', bob?.slug ?? '', 'unlimited');
  const quotas: { team: { slug: string } }[] = await commands.runJson('quota', 'show');
  expect(quotas.find(({ team }) => team.slug === ann?.slug)).toMatchObject({
    plan: 'free',
    limit: 100_000,
    spent: 40_000,
    free: 60_000,
    resetsAt: endsAt.toISOString(),
  });
  expect(quotas.find(({ team }) => team.slug === bob?.slug)).toMatchObject({ limit: null, spent: 0, free: null });
  const shown = await commands.run('quota', 'show', '--team', ann?.slug ?? '');
  expect(shown.out.split('\n')).toHaveLength(3);
  expect(shown.out).toMatch(/ free +100000 +40000 +60000 +0 /);
});

test('the record shows who did what, newest first, and holds no key', async () => {
  const [ann, bob] = teams;
  const created = await commands.run('keys', 'create', '--test', '--team', ann?.slug ?? '', '--name', 'recorded');
  const record: { action: string; actor: object; details: object }[] = await commands.runJson('audit', '--limit', '2');
  expect(record).toHaveLength(2);
  expect(record[0]).toMatchObject({
    action: 'key.create',
    actor: { kind: 'operator', name: userInfo().username },
    details: { name: 'recorded', environment: 'test', expiresAt: null, allowedNetworks: [] },
  });
  const shown = await commands.run('audit', '--team', ann?.slug ?? '');
  expect(shown.out).toMatch(/ \(operator\) +key\.create +[-0-9a-f]{36} +\{"name":"recorded"/);
  expect(shown.out).not.toContain(created.out.trim().slice(8, 30));
  expect((await commands.run('audit', '--team', bob?.slug ?? '')).out).not.toContain('recorded');
});

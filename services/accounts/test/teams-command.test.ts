import { fromBinary } from '@bufbuild/protobuf';
import { TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { type Commands, startCommands } from './run-command.ts';

let commands: Commands;
beforeAll(async () => {
  commands = await startCommands();
});
afterAll(() => commands.stop());

const run: Commands['run'] = (...args) => commands.run(...args);
const runJson: Commands['runJson'] = (...args) => commands.runJson(...args);

function announcedTeams(since: number): string[] {
  const events = commands.nats.published.slice(since);
  for (const { subject } of events) expect(subject).toBe('here.accounts.v1.team-changed');
  return [...new Set(events.map(({ payload }) => fromBinary(TeamChangedSchema, payload).teamId))].sort();
}

async function makeTeam(name: string, owner: string): Promise<{ id: string; slug: string }> {
  if ((await commands.db.user.count({ where: { email: owner } })) === 0) await runJson('users', 'create', owner);
  return runJson('teams', 'create', name, '--owner', owner);
}

test('a team is made, shown, renamed, and listed with what is in it', async () => {
  await runJson('users', 'create', 'ann@example.org', '--name', 'Ann', '--plan', 'pro');
  const made = await run('teams', 'create', 'Ácme GmbH', '--owner', 'Ann@example.org');
  expect(made.out).toMatch(/^Made the team acme-gmbh-[a-z0-9]{8} of Ann@example.org, plan free.\n$/);
  const slug = made.out.split(' ')[3] ?? '';
  const shown = await run('teams', 'show', slug);
  expect(shown.out).toMatch(/^Ácme GmbH \(acme-gmbh-.{8}\), plan free, id [-0-9a-f]{36}\nEMAIL/);
  expect(shown.out).toMatch(/ann@example.org +Ann +owner/);
  expect((await run('teams', 'rename', slug, 'Acme')).out).toContain('“Acme” now, and was “Ácme GmbH”');
  await commands.makeKey('--test', '--team', slug);
  const list: { slug: string }[] = await runJson('teams', 'list');
  expect(list.find((team) => team.slug === slug)).toMatchObject({ name: 'Acme', plan: 'free', members: 1, keys: 1 });
});

test('members come, change their role and go; a team never loses its last owner', async () => {
  const team = await makeTeam('Bakery', 'bob@example.org');
  await runJson('users', 'create', 'cleo@example.org');
  const added = await runJson('teams', 'members', 'add', team.slug, 'cleo@example.org');
  expect(added).toMatchObject({ email: 'cleo@example.org', teamId: team.id, role: 'member' });
  const twice = await run('teams', 'members', 'add', team.slug, 'cleo@example.org');
  expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('cleo@example.org is in the team') });

  for (const args of [
    ['set-role', team.slug, 'bob@example.org', '--role', 'admin'],
    ['remove', team.slug, 'bob@example.org'],
  ])
    expect(await run('teams', 'members', ...args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('only owner'),
    });
  expect((await runJson('teams', 'members', 'set-role', team.id, 'cleo@example.org', '--role', 'owner')).role).toBe(
    'owner',
  );
  await runJson('teams', 'members', 'remove', team.slug, 'bob@example.org');
  const { members } = await runJson('teams', 'show', team.slug);
  expect(members).toMatchObject([{ email: 'cleo@example.org', role: 'owner' }]);
  const gone = await run('teams', 'members', 'remove', team.slug, 'bob@example.org');
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('not in this team') });
});

test('a team is put on another plan, and gateways hear of it', async () => {
  const team = await makeTeam('Foundry', 'fay@example.org');
  const since = commands.nats.published.length;
  expect((await run('teams', 'set-plan', team.slug, 'scale')).out).toContain('on the plan scale now, and was on free');
  expect(announcedTeams(since)).toEqual([team.id]);
  expect((await runJson('teams', 'show', team.slug)).plan).toBe('scale');
  const refused = await run('teams', 'set-plan', team.slug, 'gold');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Plans: free, pro, scale, unlimited') });
});

test('a team is deleted only if that is meant, with keys that work too; then gateways hear of each', async () => {
  const team = await makeTeam('Gone', 'gil@example.org');
  for (const environment of ['--live', '--test']) await commands.makeKey(environment, '--team', team.slug);
  const refused = await run('teams', 'delete', team.slug, '--yes');
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('keys that work') });
  const unasked = await commands.runProcess(['teams', 'delete', team.slug, '--with-keys']);
  expect(unasked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Confirm with --yes') });
  expect(await commands.db.apiKey.count({ where: { teamId: team.id } })).toBe(2);

  const since = commands.nats.published.length;
  expect(await run('teams', 'delete', team.slug, '--with-keys', '--yes')).toEqual({
    code: 0,
    out: expect.stringContaining(`Deleted the team ${team.slug}`),
    err: '',
  });
  expect(commands.nats.published.slice(since).map(({ subject }) => subject)).toEqual(
    Array(2).fill('here.accounts.v1.key-changed'),
  );
  expect(await commands.db.apiKey.count({ where: { teamId: team.id } })).toBe(0);
  expect(await run('teams', 'show', team.slug)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no team'),
  });
  // The record outlives it.
  const record: { action: string }[] = await runJson('audit', '--team', team.id);
  expect(record.map(({ action }) => action)).toEqual(['team.delete', 'key.create', 'key.create', 'team.create']);

  const empty = await makeTeam('Void', 'gil@example.org');
  expect(await run('teams', 'delete', empty.slug, '--yes')).toMatchObject({ code: 0 });
});

test('plans are made, changed for all their teams at once, and deleted when no team is on them', async () => {
  const made = await run(
    'plans',
    'create',
    'gold',
    '--calls-per-month',
    '1000000000000000',
    '--calls-per-second',
    'none',
  );
  expect(made.out).toContain('gold: calls a month 1000000000000000, calls a second not limited');
  expect(made.out).toContain('transactions sent a minute by a key not limited');
  expect(await run('plans', 'create', 'gold', '--calls-per-month', '1', '--calls-per-second', '1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is a plan "gold"'),
  });
  const teams = [await makeTeam('Hat', 'hal@example.org'), await makeTeam('Ink', 'hal@example.org')];
  for (const { slug } of teams) await runJson('teams', 'set-plan', slug, 'gold');

  const since = commands.nats.published.length;
  const changed = await runJson('plans', 'change', 'gold', '--calls-per-second', '7', '--sends-per-minute', '30');
  expect(changed).toEqual({
    id: 'gold',
    callsPerMonth: 1_000_000_000_000_000,
    callsPerSecond: 7,
    streamsPerKey: null,
    sendsPerMinute: 30,
    webhookEndpoints: null,
    webhookMegabytesPerEndpoint: null,
    webhookDeliveriesPerSecond: null,
    workUnderWay: null,
    teams: 2,
  });
  expect(announcedTeams(since)).toEqual(teams.map(({ id }) => id).sort());
  expect(await run('plans', 'delete', 'gold')).toMatchObject({
    code: 1,
    err: expect.stringContaining('2 teams are on'),
  });
  expect(await runJson('plans', 'change', 'gold', '--calls-per-month', 'none')).toMatchObject({ callsPerMonth: null });

  for (const { slug } of teams) await runJson('teams', 'set-plan', slug, 'free');
  expect((await run('plans', 'delete', 'gold')).out).toContain('Deleted the plan gold');
  const list: { id: string; sendsPerMinute: number | null }[] = await runJson('plans', 'list');
  expect(list.map(({ id, sendsPerMinute }) => [id, sendsPerMinute])).toEqual([
    ['free', 10],
    ['pro', 60],
    ['scale', 600],
    ['unlimited', null],
  ]);
  expect(await run('plans', 'delete', 'free')).toMatchObject({ code: 1, err: expect.stringContaining('it stays') });
  expect(await run('plans', 'change', 'gold', '--calls-per-second', '1')).toMatchObject({ code: 1 });
});

test.each([
  [['teams', 'create', 'Stranger’s', '--owner', 'stranger@example.org'], 'There is no user "stranger@example.org"'],
  [['teams', 'rename', 'no-such-team', 'x'], 'There is no team "no-such-team"'],
  [['teams', 'members', 'add', 'no-such-team', 'ann@example.org'], 'There is no team "no-such-team"'],
  [['teams', 'set-plan', 'no-such-team', 'pro'], 'There is no team "no-such-team"'],
  [['teams', 'delete', 'no-such-team', '--yes'], 'There is no team "no-such-team"'],
  [['audit', '--team', 'no-such-team'], 'There is no team "no-such-team"'],
  [['plans', 'change', 'free', '--calls-per-second', '1000001'], 'Wanted: a whole number from 1 to 1000000'],
  [
    ['plans', 'change', 'free', '--calls-per-month', '1000000000000001'],
    'Wanted: a whole number from 1 to 1000000000000000',
  ],
  [['usage', '--team', 'no-such-team'], 'There is no team "no-such-team"'],
  [['quota', 'show', '--team', 'no-such-team'], 'There is no team "no-such-team"'],
])('%j is refused in one plain sentence', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: `error: ${message}\n` });
});

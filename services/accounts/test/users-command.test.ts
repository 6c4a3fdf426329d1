import { type Commands, startCommands } from './run-command.ts';

let commands: Commands;
beforeAll(async () => {
  commands = await startCommands();
});
afterAll(() => commands.stop());

const run: Commands['run'] = (...args) => commands.run(...args);
const runJson: Commands['runJson'] = (...args) => commands.runJson(...args);

async function signIn(userId: string, device: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  await commands.db.session.create({ data: { userId, token: `${userId} ${device}`, expiresAt } });
}

test('a user is made with a team of their own, and listed', async () => {
  const made = await run('users', 'create', 'Ann@Example.org', '--name', 'Ann Example', '--plan', 'pro');
  expect(made.out).toMatch(/^Made ann@example.org with the team ann-example-[a-z0-9]{8}, plan pro.\n$/);
  expect((await run('users', 'list')).out).toMatch(/ann@example.org +Ann Example +\S+ \S+ +ann-example-.{8} \(owner\)/);
  const again = await run('users', 'create', 'ann@example.org');
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('There is a user ann@example.org') });
  const unknownPlan = await run('users', 'create', 'new@example.org', '--plan', 'gold');
  expect(unknownPlan).toMatchObject({ code: 1, err: expect.stringContaining('Plans: free') });
  expect(await commands.db.user.count({ where: { email: 'new@example.org' } })).toBe(0);
});

test('a user is signed out on every device, and no other user is', async () => {
  const [bob, cleo] = [
    await runJson('users', 'create', 'bob@example.org'),
    await runJson('users', 'create', 'cleo@example.org'),
  ];
  for (const device of ['phone', 'laptop']) await signIn(bob.id, device);
  await signIn(cleo.id, 'phone');
  expect((await run('users', 'sign-out', 'BOB@example.org')).out).toBe(
    'Signed bob@example.org out: ended 2 sessions.\n',
  );
  expect(await commands.db.session.findMany({ select: { userId: true } })).toEqual([{ userId: cleo.id }]);
});

test('a user who would leave teams without an owner is not deleted, until they are handed over or may go too', async () => {
  const dan = await runJson('users', 'create', 'dan@example.org');
  const shop = await runJson('teams', 'create', 'Shop', '--owner', 'dan@example.org');
  const eve = await runJson('users', 'create', 'eve@example.org');
  await runJson('teams', 'members', 'add', shop.slug, 'eve@example.org');
  await signIn(dan.id, 'phone');
  const key = await commands.makeKey('--live', '--team', shop.slug);
  const own = await commands.makeKey('--live', '--user', 'dan@example.org');

  const refused = await run('users', 'delete', 'dan@example.org', '--yes');
  expect(refused.code).toBe(1);
  for (const part of [dan.team.slug, shop.slug, '--hand-over-to']) expect(refused.err).toContain(part);
  const half = await run('users', 'delete', 'dan@example.org', '--yes', '--delete-empty-teams');
  expect(half).toMatchObject({ code: 1, err: expect.stringContaining(shop.slug) });
  expect(half.err).not.toContain(dan.team.slug);
  const toSelf = await run('users', 'delete', 'dan@example.org', '--yes', '--hand-over-to', 'dan@example.org');
  expect(toSelf).toMatchObject({ code: 1, err: expect.stringContaining('handed over') });
  expect(await commands.db.apiKey.count({ where: { id: own.id } })).toBe(1);

  const rule = ['--hand-over-to', 'eve@example.org', '--delete-empty-teams'];
  const since = commands.nats.published.length;
  const deleted = await runJson('users', 'delete', 'dan@example.org', '--yes', ...rule);
  expect(deleted).toMatchObject({
    id: dan.id,
    handedOver: [{ slug: shop.slug }],
    deletedTeams: [{ slug: dan.team.slug }],
  });
  expect(commands.nats.published.slice(since)).toHaveLength(1);
  expect(await commands.db.session.count({ where: { userId: dan.id } })).toBe(0);
  const { members } = await runJson('teams', 'show', shop.slug);
  expect(members).toMatchObject([{ userId: eve.id, role: 'owner' }]);
  const left: { id: string }[] = await runJson('keys', 'list');
  expect(left.map(({ id }) => id)).toEqual([key.id]);
});

test('a user of teams that others own just goes, and the keys they made stay', async () => {
  const fay = await runJson('users', 'create', 'fay@example.org');
  await runJson('users', 'create', 'gus@example.org');
  await runJson('teams', 'members', 'add', fay.team.slug, 'gus@example.org');
  const gus = await commands.db.user.findUniqueOrThrow({ where: { email: 'gus@example.org' } });
  const key = await commands.makeKey('--live', '--team', fay.team.slug);
  await commands.db.apiKey.update({ where: { id: key.id }, data: { createdById: gus.id } });
  await runJson('users', 'delete', 'gus@example.org', '--yes', '--delete-empty-teams');
  expect(await commands.db.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({
    revokedAt: null,
    createdById: null,
  });
});

test('no user is deleted without a confirmation', async () => {
  await runJson('users', 'create', 'hal@example.org');
  const unasked = await commands.runProcess(['users', 'delete', 'hal@example.org', '--delete-empty-teams']);
  expect(unasked).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Confirm with --yes') });
  expect(await commands.db.user.count({ where: { email: 'hal@example.org' } })).toBe(1);
});

test.each([['delete', '--yes'], ['sign-out']])('%s of an unknown user is an error', async (command, ...flags) => {
  expect(await run('users', command, 'stranger@example.org', ...flags)).toEqual({
    code: 1,
    out: '',
    err: 'error: There is no user "stranger@example.org"\n',
  });
});

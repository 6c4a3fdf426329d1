import { randomUUID } from 'node:crypto';
import type { CreatedKey } from '#/dashboard/contract.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { join, type Person, signUp } from './people.ts';

let fixture: DashboardFixture;
let people: Record<'owner' | 'admin' | 'member' | 'stranger', Person>;
let team: string;

beforeAll(async () => {
  fixture = await startDashboardFixture();
  const owner = await signUp(fixture, 'owner');
  const [admin, member, stranger] = await Promise.all([
    join(fixture, owner, 'admin', 'admin'),
    join(fixture, owner, 'member', 'member'),
    signUp(fixture, 'stranger'),
  ]);
  people = { owner, admin, member, stranger };
  team = owner.teamId;
});
afterAll(() => fixture.stop());

const createKey = async (person: Person) => {
  const answer = await person.browser.post(`/api/teams/${team}/keys`, { environment: 'test', name: 'a key' });
  return (answer.body as CreatedKey).key.id;
};
const usage = '/usage?from=2030-01-01&to=2030-01-31';

describe.each([
  ['owner', { list: 200, create: 201, own: 200, others: 200, usage: 200, quota: 200, audit: 200 }],
  ['admin', { list: 200, create: 201, own: 200, others: 200, usage: 200, quota: 200, audit: 200 }],
  ['member', { list: 200, create: 201, own: 200, others: 403, usage: 200, quota: 200, audit: 403 }],
] as const)('%s', (role, expected) => {
  test('may what the role allows and no more', async () => {
    const { browser } = people[role];
    const path = `/api/teams/${team}`;
    const othersKey = await createKey(people[role === 'owner' ? 'admin' : 'owner']);
    const ownKey = await createKey(people[role]);
    const status = async (answer: Promise<{ status: number }>) => (await answer).status;
    const change = (key: string) =>
      browser.ask(`${path}/keys/${key}`, { method: 'PATCH', body: { name: 'another name' } });
    expect({
      list: await status(browser.get(`${path}/keys`)),
      create: await status(browser.post(`${path}/keys`, { environment: 'live', name: 'a key' })),
      own: await status(change(ownKey)),
      others: await status(change(othersKey)),
      usage: await status(browser.get(path + usage)),
      quota: await status(browser.get(`${path}/quota`)),
      audit: await status(browser.get(`${path}/audit`)),
    }).toEqual(expected);
    const isManager = expected.others === 200;
    const rotated = await browser.post(`${path}/keys/${othersKey}/rotate`, { graceSeconds: 0 });
    expect(rotated.status).toBe(isManager ? 201 : 403);
    const revoked = await browser.post(`${path}/keys/${othersKey}/revoke`);
    expect(revoked.status).toBe(isManager ? 200 : 403);
    const stored = await fixture.db.apiKey.findUniqueOrThrow({ where: { id: othersKey } });
    expect([stored.name, stored.revokedAt !== null]).toEqual(isManager ? ['another name', true] : ['a key', false]);
  });

  test('shows which keys may be managed', async () => {
    await createKey(people.owner);
    await createKey(people.member);
    const { body } = await people[role].browser.get(`/api/teams/${team}/keys`);
    const { keys } = body as { keys: { createdBy: string; mayManage: boolean }[] };
    for (const { createdBy, mayManage } of keys) expect(mayManage).toBe(role !== 'member' || createdBy === 'member');
  });
});

describe.each([
  ['owner', { create: 201, own: 200, others: 200 }],
  ['admin', { create: 201, own: 200, others: 200 }],
  ['member', { create: 403, own: 403, others: 403 }],
] as const)('%s', (role, expected) => {
  test('lets keys send, if the role may', async () => {
    const { browser } = people[role];
    const path = `/api/teams/${team}/keys`;
    const ownKey = await createKey(people[role]);
    const othersKey = await createKey(people[role === 'owner' ? 'admin' : 'owner']);
    const created = await browser.post(path, { environment: 'live', name: 'a sender', maySend: true });
    const own = await browser.post(`${path}/${ownKey}/allow-sending`);
    const others = await browser.post(`${path}/${othersKey}/allow-sending`);
    expect({ create: created.status, own: own.status, others: others.status }).toEqual(expected);
    const stored = await fixture.db.apiKey.findMany({ where: { id: { in: [ownKey, othersKey] } } });
    expect(stored.map(({ maySend }) => maySend)).toEqual(Array(2).fill(expected.own === 200));
    if (created.status === 201) expect((created.body as CreatedKey).key.maySend).toBe(true);
    else expect(created.text).toContain('Only owners and admins');
    expect(await fixture.db.apiKey.count({ where: { name: 'a sender', createdById: people[role].userId } })).toBe(
      created.status === 201 ? 1 : 0,
    );
  });
});

test('a member takes the permission of a key of their own, rotates it with it, and cannot give it back', async () => {
  const { member, admin } = people;
  const path = `/api/teams/${team}/keys`;
  const keyId = await createKey(member);
  expect((await member.browser.ask(`${path}/${keyId}`, { method: 'PATCH', body: { maySend: true } })).status).toBe(400);
  expect((await admin.browser.post(`${path}/${keyId}/allow-sending`)).body).toMatchObject({ maySend: true });
  const rotated = (await member.browser.post(`${path}/${keyId}/rotate`, { graceSeconds: 0 })).body as CreatedKey;
  expect(rotated.key.maySend).toBe(true);
  const next = `${path}/${rotated.key.id}`;
  expect((await member.browser.post(`${next}/forbid-sending`)).body).toMatchObject({ maySend: false });
  expect((await member.browser.post(`${next}/allow-sending`)).status).toBe(403);
  const othersKey = await createKey(admin);
  expect((await member.browser.post(`${path}/${othersKey}/forbid-sending`)).status).toBe(403);
  const entries = await fixture.db.auditEntry.findMany({
    where: { subjectId: { in: [keyId, rotated.key.id] }, action: { endsWith: '-sending' } },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['key.allow-sending', admin.email],
    ['key.forbid-sending', member.email],
  ]);
});

describe('a team does not exist for strangers', () => {
  // All have three members: Jest passes `done` for a parameter that a row lacks.
  const routes: [string, string, unknown][] = [
    ['GET', '/keys', undefined],
    ['POST', '/keys', { environment: 'live', name: 'mine' }],
    ['POST', '/session-key', { environment: 'live' }],
    ['PATCH', '/keys/:key', { name: 'mine' }],
    ['POST', '/keys/:key/rotate', { graceSeconds: 0 }],
    ['POST', '/keys/:key/revoke', {}],
    ['POST', '/keys/:key/allow-sending', {}],
    ['POST', '/keys/:key/forbid-sending', {}],
    ['GET', usage, undefined],
    ['GET', '/quota', undefined],
    ['GET', '/audit', undefined],
  ];
  test.each(routes)('%s /teams/:team%s', async (method, path, body) => {
    const keyId = await createKey(people.owner);
    const ask = (teamId: string, key: string) =>
      people.stranger.browser.ask(`/api/teams/${teamId}${path.replace(':key', key)}`, { method, body });
    const real = await ask(team, keyId);
    const [made, garbled] = [await ask(randomUUID(), keyId), await ask('not%20a%00team', keyId)];
    expect(real.status).toBe(404);
    for (const other of [made, garbled]) expect([other.status, other.text]).toEqual([404, real.text]);
    const stored = await fixture.db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect([stored.name, stored.revokedAt, stored.replacedById]).toEqual(['a key', null, null]);
  });

  test.each(routes.filter(([, path]) => path.includes(':key')))(
    'nor is its key in a team of one’s own: %s /teams/:team%s',
    async (method, path, body) => {
      const keyId = await createKey(people.owner);
      const { browser, teamId } = people.stranger;
      const ask = (key: string) => browser.ask(`/api/teams/${teamId}${path.replace(':key', key)}`, { method, body });
      const real = await ask(keyId);
      const made = await ask(randomUUID());
      expect([real.status, real.text]).toEqual([404, made.text]);
      const stored = await fixture.db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
      expect([stored.name, stored.revokedAt, stored.replacedById]).toEqual(['a key', null, null]);
    },
  );

  const ofTeam =
    (extra: Record<string, unknown> = {}) =>
    (teamId: string) => ({ organizationId: teamId, ...extra });
  test.each([
    ['update', ofTeam({ data: { name: 'mine' } })],
    ['delete', ofTeam()],
    ['set-active', ofTeam()],
    ['leave', ofTeam()],
    ['invite-member', ofTeam({ email: 'stranger2@example.org', role: 'owner' })],
    ['remove-member', ofTeam({ memberIdOrEmail: 'owner@example.org' })],
    ['update-member-role', ofTeam({ memberId: randomUUID(), role: 'owner' })],
  ])('POST /organization/%s', async (route, body) => {
    const { browser } = people.stranger;
    const real = await browser.post(`/auth/organization/${route}`, body(team));
    const made = await browser.post(`/auth/organization/${route}`, body(randomUUID()));
    expect([real.status, real.text]).toEqual([404, made.text]);
    expect(await fixture.db.member.count({ where: { organizationId: team } })).toBe(3);
    expect(await fixture.db.team.findUnique({ where: { id: team } })).toMatchObject({ name: 'owner’s team' });
  });

  test('nor is a member of it in a team of one’s own, nor an invitation to it', async () => {
    const { browser, teamId } = people.stranger;
    const member = await fixture.db.member.findFirstOrThrow({
      where: { userId: people.member.userId, organizationId: team },
    });
    const invited = await people.owner.browser.post('/auth/organization/invite-member', {
      organizationId: team,
      email: 'somebody@example.org',
      role: 'member',
    });
    const { id: invitationId } = invited.body as { id: string };
    const answers = await Promise.all([
      browser.post('/auth/organization/update-member-role', {
        organizationId: teamId,
        memberId: member.id,
        role: 'owner',
      }),
      browser.post('/auth/organization/remove-member', { organizationId: teamId, memberIdOrEmail: member.id }),
      browser.post('/auth/organization/cancel-invitation', { invitationId }),
      browser.post('/auth/organization/cancel-invitation', { invitationId: randomUUID() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(answers[2]?.text).toBe(answers[3]?.text);
    expect(await fixture.db.member.findUnique({ where: { id: member.id } })).toMatchObject({ role: 'member' });
    expect(await fixture.db.invitation.findUnique({ where: { id: invitationId } })).toMatchObject({
      status: 'pending',
    });
  });
});

test('a member who was taken out of the team is outside at once', async () => {
  const leaver = await join(fixture, people.owner, 'leaver', 'member');
  expect((await leaver.browser.get(`/api/teams/${team}/keys`)).status).toBe(200);
  const removed = await people.admin.browser.post('/auth/organization/remove-member', {
    organizationId: team,
    memberIdOrEmail: leaver.email,
  });
  expect(removed.status).toBe(200);
  expect((await leaver.browser.get(`/api/teams/${team}/keys`)).status).toBe(404);
});

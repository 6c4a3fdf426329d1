import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PASSKEYS_MAX } from '#/auth/open/account-routes.ts';
import type { AuditPage, CreatedKey, MemberPage } from '#/dashboard/contract.ts';
import type { Connection } from '#/db/connection.ts';
import { lockUser } from '#/db/users.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { overtake } from './overtake.ts';
import { getMe, join, type Person, signUp } from './people.ts';

let fixture: DashboardFixture;
beforeAll(async () => {
  fixture = await startDashboardFixture();
});
afterAll(() => fixture.stop());

const ask = (person: Person, route: string, body: Record<string, unknown>) =>
  person.browser.post(`/auth/organization/${route}`, body);
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const memberIdOf = async (person: Person, organizationId: string) =>
  (await fixture.db.member.findFirstOrThrow({ where: { userId: person.userId, organizationId } })).id;
const rolesIn = async (organizationId: string) =>
  (await fixture.db.member.findMany({ where: { organizationId }, include: { user: true } }))
    .map(({ role, user }) => `${user.name} ${role}`)
    .sort();

test('an invitation comes by mail, its link holds what accepting needs, and all of it is on record', async () => {
  const owner = await signUp(fixture, 'inviter');
  const guest = await signUp(fixture, 'guest');
  const organizationId = owner.teamId;
  expect(
    (await ask(owner, 'invite-member', { organizationId, email: 'Guest@example.org', role: 'member' })).status,
  ).toBe(200);
  const mail = await waitFor(() => fixture.mails.at(-1), { what: 'the mail' });
  expect(mail).toMatchObject({ to: 'guest@example.org', text: expect.stringContaining('inviter’s team as member') });
  const invitationId =
    /https:\/\/api\.example\.org\/dashboard\/invitations\/([0-9a-f-]{36})\n/.exec(mail.text)?.[1] ?? '';
  // The id is the secret, so it is entirely random.
  expect(invitationId[14]).toBe('4');

  const seen = await guest.browser.get(`/auth/organization/get-invitation?id=${invitationId}`);
  expect(seen.body).toMatchObject({ organizationName: 'inviter’s team', inviterEmail: owner.email, role: 'member' });
  const other = await signUp(fixture, 'other-guest');
  expect((await ask(other, 'accept-invitation', { invitationId })).status).toBe(403);
  expect((await ask(guest, 'accept-invitation', { invitationId })).status).toBe(200);
  expect((await ask(guest, 'accept-invitation', { invitationId })).status).toBe(400);
  expect((await getMe(guest.browser)).teams.map(({ name, role }) => [name, role])).toEqual([
    ['guest’s team', 'owner'],
    ['inviter’s team', 'member'],
  ]);

  const memberId = await memberIdOf(guest, organizationId);
  await ask(owner, 'update-member-role', { organizationId, memberId, role: 'admin' });
  await ask(owner, 'update', { organizationId, data: { name: 'The team' } });
  await ask(owner, 'remove-member', { organizationId, memberIdOrEmail: memberId });
  const { entries } = (await owner.browser.get(`/api/teams/${organizationId}/audit`)).body as AuditPage;
  expect(entries.map(({ action, actor, details }) => [action, actor.name, details])).toEqual([
    ['member.remove', owner.email, { email: guest.email }],
    ['team.rename', owner.email, { name: 'The team' }],
    ['member.set-role', owner.email, { email: guest.email, from: 'member', to: 'admin' }],
    ['invitation.accept', guest.email, { role: 'member' }],
    ['invitation.create', owner.email, { email: guest.email, role: 'member' }],
  ]);
});

describe('rights of each role over each role', () => {
  let owner: Person;
  let admin: Person;
  let member: Person;
  let organizationId: string;
  beforeAll(async () => {
    owner = await signUp(fixture, 'o');
    organizationId = owner.teamId;
    [admin, member] = [await join(fixture, owner, 'a', 'admin'), await join(fixture, owner, 'm', 'member')];
  });

  test.each([
    ['invite-member', async () => ({ email: 'x@example.org', role: 'member' }), { member: 403, admin: 200 }],
    ['invite-member', async () => ({ email: 'y@example.org', role: 'owner' }), { member: 403, admin: 403 }],
    [
      'update-member-role',
      async () => ({ memberId: await memberIdOf(owner, organizationId), role: 'member' }),
      { member: 403, admin: 403 },
    ],
    [
      'update-member-role',
      async () => ({ memberId: await memberIdOf(admin, organizationId), role: 'owner' }),
      { member: 403, admin: 403 },
    ],
    ['remove-member', async () => ({ memberIdOrEmail: owner.email }), { member: 403, admin: 403 }],
    ['update', async () => ({ data: { name: 'renamed' } }), { member: 403, admin: 200 }],
    ['delete', async () => ({}), { member: 403, admin: 403 }],
  ])('%s %#', async (route, body, expected) => {
    const statuses = {
      member: (await ask(member, route, { organizationId, ...(await body()) })).status,
      admin: (await ask(admin, route, { organizationId, ...(await body()) })).status,
    };
    expect(statuses).toEqual(expected);
    expect(await rolesIn(organizationId)).toEqual(['a admin', 'm member', 'o owner']);
  });

  test('members do not see invitations: each is a way in', async () => {
    await ask(owner, 'invite-member', { organizationId, email: 'z@example.org', role: 'member' });
    expect((await member.browser.get(`/api/teams/${organizationId}/invitations`)).status).toBe(403);
    const people = await member.browser.get(`/api/teams/${organizationId}/members?limit=2`);
    expect(people.text).not.toContain('z@example.org');
    expect(people.body).toMatchObject({ members: [{}, { role: expect.any(String) }], hasMore: true });
    const { nextCursor } = people.body as MemberPage;
    const rest = await member.browser.get(`/api/teams/${organizationId}/members?cursor=${nextCursor}`);
    expect(rest.body).toMatchObject({ members: [{ role: 'owner' }], hasMore: false, nextCursor: null });
    expect((await admin.browser.get(`/api/teams/${organizationId}/invitations`)).text).toContain('z@example.org');
  });
});

test('a team keeps an owner, even when two go at once', async () => {
  for (let round = 0; round < 4; round++) {
    const first = await signUp(fixture, `first${round}`);
    const second = await join(fixture, first, `second${round}`, 'owner');
    const organizationId = first.teamId;
    const [one, two] = await Promise.all([
      ask(first, 'leave', { organizationId }),
      round % 2 === 0
        ? ask(second, 'leave', { organizationId })
        : ask(second, 'update-member-role', {
            organizationId,
            memberId: await memberIdOf(second, organizationId),
            role: 'member',
          }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    expect(await fixture.db.member.count({ where: { organizationId, role: 'owner' } })).toBe(1);
  }
});

test('one person owns a handful of teams, each with a plan, and no more by asking at once', async () => {
  const person = await signUp(fixture, 'collector');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ask(person, 'create', { name: `Team ${index}`, slug: 'taken-by-others' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 403, 403, 403, 403]);
  const { teams } = await getMe(person.browser);
  expect(teams).toHaveLength(5);
  expect(teams.map(({ slug }) => slug)).not.toContain('taken-by-others');
});

test('a team goes with its dead keys, not while one works, and the record stays', async () => {
  const owner = await signUp(fixture, 'closing');
  const organizationId = owner.teamId;
  const path = `/api/teams/${organizationId}`;
  const created = await owner.browser.post(`${path}/keys`, { environment: 'live', name: 'a key' });
  const { key } = created.body as CreatedKey;
  const refused = await ask(owner, 'delete', { organizationId });
  expect([refused.status, codeOf(refused)]).toEqual([409, 'TEAM_HAS_KEYS']);
  expect(await rolesIn(organizationId)).toEqual(['closing owner']);
  await owner.browser.post(`${path}/keys/${key.id}/revoke`);
  expect((await ask(owner, 'delete', { organizationId })).status).toBe(200);
  expect((await owner.browser.get(`${path}/keys`)).status).toBe(404);
  expect(await fixture.db.apiKey.count({ where: { teamId: organizationId } })).toBe(0);
  const entries = await fixture.db.auditEntry.findMany({ where: { teamId: organizationId }, orderBy: { at: 'asc' } });
  expect(entries.map(({ action, actorName, ipAddress }) => [action, actorName, ipAddress !== null])).toEqual([
    ['key.create', owner.email, true],
    ['key.revoke', owner.email, true],
    ['team.delete', owner.email, true],
  ]);
  await owner.browser.post('/auth/sign-in/email', { email: owner.email, password: 'nine lemons on a sill' });
  expect((await getMe(owner.browser)).teams).toHaveLength(1);
});

test('a person has 20 passkeys at most, however many are added at once', async () => {
  const { browser, userId } = await signUp(fixture, 'keyring');
  const passkey = { publicKey: 'k', userId, counter: 0, deviceType: 'singleDevice', backedUp: false };
  const make = (count: number) =>
    fixture.db.passkey.createMany({ data: Array(count).fill({ ...passkey, credentialID: 'c' }) });
  const add = () => browser.post('/auth/passkey/verify-registration', { response: { id: 'x', response: {} } });
  await make(PASSKEYS_MAX - 1);
  expect((await add()).text).toContain('CHALLENGE_NOT_FOUND');
  const takeLast = async (tx: Connection) => {
    await lockUser(tx, userId);
    await tx.passkey.create({ data: { ...passkey, credentialID: 'last' } });
  };
  const addMeanwhile = async () => {
    const { status, text } = await add();
    expect(status).toBe(409);
    expect(text).toContain('20 passkeys');
  };
  expect(await overtake(fixture.db, takeLast, addMeanwhile)).toBe('done');
});

test('passkeys can be asked for, and only by who is signed in', async () => {
  const { browser } = await signUp(fixture, 'passkey');
  const options = await browser.get('/auth/passkey/generate-register-options');
  expect(options.body).toMatchObject({
    rp: { id: 'api.example.org', name: 'Ledgergraph' },
    user: { name: 'passkey@example.org' },
  });
  const stranger = fixture.browse();
  expect((await stranger.get('/auth/passkey/generate-register-options')).status).toBe(401);
  expect((await stranger.get('/auth/passkey/generate-authenticate-options')).body).toMatchObject({
    rpId: 'api.example.org',
  });
  const forged = await stranger.post('/auth/passkey/verify-authentication', { response: { id: 'x', response: {} } });
  expect(forged.status).toBeGreaterThanOrEqual(400);
  expect((await stranger.get('/api/me')).status).toBe(401);
});

/** Up to one place below the limit of 100. */
async function fill(organizationId: string, inviterId: string, what: 'members' | 'invitations'): Promise<void> {
  const names = Array.from({ length: 98 }, (_, index) => `${what}-${organizationId}-${index}@example.org`);
  if (what === 'invitations') {
    const expiresAt = new Date(Date.now() + 86_400_000);
    const rows = [...names, `last-${organizationId}@example.org`].map((email) => ({
      email,
      organizationId,
      inviterId,
      expiresAt,
    }));
    await fixture.db.invitation.createMany({ data: rows.map((row) => ({ ...row, role: 'member' })) });
    return;
  }
  await fixture.db.user.createMany({ data: names.map((email) => ({ id: email, name: email, email })) });
  await fixture.db.member.createMany({ data: names.map((userId) => ({ userId, organizationId })) });
}

test('a team has 100 members at most, however many accept at once', async () => {
  const owner = await signUp(fixture, 'crowded');
  const organizationId = owner.teamId;
  const guests = [];
  for (const name of ['crowd-1', 'crowd-2', 'crowd-3', 'crowd-4']) {
    const guest = await signUp(fixture, name);
    const invited = await ask(owner, 'invite-member', { organizationId, email: guest.email, role: 'member' });
    guests.push({ guest, invitationId: (invited.body as { id: string }).id });
  }
  await fill(organizationId, owner.userId, 'members');
  const answers = await Promise.all(
    guests.map(({ guest, invitationId }) => ask(guest, 'accept-invitation', { invitationId })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  expect(await fixture.db.member.count({ where: { organizationId } })).toBe(100);
});

test('a team has 100 open invitations at most, however many are made at once', async () => {
  const owner = await signUp(fixture, 'inviting');
  const organizationId = owner.teamId;
  await fill(organizationId, owner.userId, 'invitations');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      ask(owner, 'invite-member', { organizationId, email: `many-${index}@example.org`, role: 'member' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(403)]);
  expect(await fixture.db.invitation.count({ where: { organizationId } })).toBe(100);
});

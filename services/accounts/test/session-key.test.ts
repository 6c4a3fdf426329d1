import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { parseApiKey } from '@ledgergraph/proto-schemas/api-key/parse-api-key';
import type { CreatedKey, KeyPage, SessionKey } from '#/dashboard/contract.ts';
import { pruneSessionKeys } from '#/events/end-session-keys.ts';
import type { ApiKey } from '#/generated/prisma/client.ts';
import { KEYS_PER_DAY_MAX } from '#/keys/create-key.ts';
import { resolveKey } from '#/keys/resolve-key.ts';
import { removeMember } from '#/teams/members.ts';
import { signOutUser } from '#/users/sign-out-user.ts';
import type { Browser } from './browser.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { join, PASSWORD, type Person, signUp } from './people.ts';

const HOUR_MS = 3_600_000;
const operator = { kind: 'operator', name: 'olga' } as const;
const PEPPER = 'a pepper for tests only';

let fixture: DashboardFixture;
let people = 0;
beforeAll(async () => {
  fixture = await startDashboardFixture();
});
beforeEach(() => {
  fixture.clock.now = new Date();
});
afterAll(() => fixture.stop());

const newPerson = () => signUp(fixture, `person-${++people}`);
const hashOf = (value: string) => hashApiKey(value, PEPPER);
const deps = () => {
  const announcer = {
    keyChanged: async (hash: Uint8Array) => void fixture.announced.push(hash),
    teamChanged: async () => {},
  };
  return { db: fixture.db, now: () => fixture.clock.now, announcer };
};

async function askKey(browser: Browser, teamId: string, environment = 'test'): Promise<SessionKey> {
  const { status, body, text } = await browser.post(`/api/teams/${teamId}/session-key`, { environment });
  if (status !== 200) throw new Error(`session key: ${status} ${text}`);
  return body as SessionKey;
}

async function signIn(email: string): Promise<Browser> {
  const browser = fixture.browse();
  const { status } = await browser.post('/auth/sign-in/email', { email, password: PASSWORD });
  expect(status).toBe(200);
  return browser;
}

const works = async (value: string): Promise<boolean> => (await resolveKey(deps(), hashOf(value))) !== null;
const storedOf = (value: string): Promise<ApiKey> =>
  fixture.db.apiKey.findUniqueOrThrow({ where: { hash: hashOf(value) } });
const wasAnnounced = (value: string): boolean =>
  fixture.announced.some((hash) => Buffer.compare(hash, hashOf(value)) === 0);

test('a session has one key for a team and an environment, which only reads and is shown again while it works', async () => {
  const { browser, teamId, userId } = await newPerson();
  const key = await askKey(browser, teamId);
  expect(parseApiKey(key.value, 'lg')?.environment).toBe('test');
  expect(await works(key.value)).toBe(true);
  expect(await askKey(browser, teamId)).toEqual(key);
  const live = await askKey(browser, teamId, 'live');
  expect(parseApiKey(live.value, 'lg')?.environment).toBe('live');
  expect(await fixture.db.apiKey.count({ where: { teamId } })).toBe(2);
  expect(await storedOf(key.value)).toMatchObject({ name: 'GraphiQL', teamId, createdById: userId, maySend: false });
  expect(JSON.stringify(await fixture.db.apiKey.findMany())).not.toContain(key.value);
});

test('a member has one key for an environment: the newest session has it, and gateways forget the one before', async () => {
  const { browser, teamId, email } = await newPerson();
  const first = await askKey(browser, teamId);
  const other = await signIn(email);
  const second = await askKey(other, teamId);
  expect([await works(first.value), await works(second.value)]).toEqual([false, true]);
  expect(wasAnnounced(first.value)).toBe(true);
  expect(await askKey(other, teamId)).toEqual(second);
  await other.post('/auth/sign-out');
  expect(await works(second.value)).toBe(false);
  for (let count = 0; count < 5; count += 1) {
    const { value } = await askKey(await signIn(email), teamId);
    expect(await works(value)).toBe(true);
  }
  expect(await fixture.db.apiKey.count({ where: { teamId } })).toBe(1);
});

test('it works for twelve hours at most; then the session gets the next one, and usage goes on under the same name', async () => {
  const { browser, teamId } = await newPerson();
  const first = await askKey(browser, teamId);
  const { id } = await storedOf(first.value);
  expect(new Date(first.expiresAt)).toEqual(new Date(fixture.clock.now.getTime() + 12 * HOUR_MS));
  fixture.clock.now = new Date(first.expiresAt);
  expect(await works(first.value)).toBe(false);
  const next = await askKey(browser, teamId);
  expect(next.value).not.toBe(first.value);
  expect([await works(first.value), await works(next.value)]).toEqual([false, true]);
  expect((await storedOf(next.value)).id).toBe(id);
});

test('it ends with a session that has less time left', async () => {
  const { browser, teamId, userId } = await newPerson();
  const endsAt = new Date(Date.now() + HOUR_MS);
  await fixture.db.session.updateMany({ where: { userId }, data: { expiresAt: endsAt } });
  expect((await askKey(browser, teamId)).expiresAt).toBe(endsAt.toISOString());
});

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['signing out', ({ browser }) => browser.post('/auth/sign-out')],
  ['signing out everywhere', async ({ email }) => (await signIn(email)).post('/auth/revoke-sessions')],
  ['ending all other sessions', async ({ email }) => (await signIn(email)).post('/auth/revoke-other-sessions')],
  [
    'a new password',
    async ({ email }) =>
      (await signIn(email)).post('/auth/change-password', {
        currentPassword: PASSWORD,
        newPassword: 'seven plums in a bowl',
      }),
  ],
  ['an operator who signs the person out', ({ email }) => signOutUser(deps(), operator, email)],
])('%s ends the key of the session at once, and gateways forget it', async (_how, end) => {
  const person = await newPerson();
  const { value } = await askKey(person.browser, person.teamId);
  await end(person);
  expect(await works(value)).toBe(false);
  expect(wasAnnounced(value)).toBe(true);
  expect(await storedOf(value)).toMatchObject({ revokedAt: expect.any(Date), sessionId: null });
  expect((await person.browser.post(`/api/teams/${person.teamId}/session-key`, { environment: 'test' })).status).toBe(
    401,
  );
});

test('it does not work from the moment at which the session is gone, whoever ended it', async () => {
  const { browser, teamId, userId } = await newPerson();
  const { value } = await askKey(browser, teamId);
  await fixture.db.session.deleteMany({ where: { userId } });
  expect(await works(value)).toBe(false);
});

test.each<[string, (owner: Person, member: Person) => Promise<unknown>]>([
  [
    'is removed from the team',
    async (owner, { email }) =>
      owner.browser.post('/auth/organization/remove-member', { organizationId: owner.teamId, memberIdOrEmail: email }),
  ],
  [
    'leaves the team',
    (owner, { browser }) => browser.post('/auth/organization/leave', { organizationId: owner.teamId }),
  ],
  ['is removed by an operator', (owner, { email }) => removeMember(deps(), operator, owner.teamId, { email })],
])('a member who %s loses the key for it at once, and keeps that of another team', async (_how, end) => {
  const owner = await newPerson();
  const member = await join(fixture, owner, `person-${++people}`, 'member');
  const lost = await askKey(member.browser, owner.teamId);
  const kept = await askKey(member.browser, member.teamId);
  await end(owner, member);
  expect([await works(lost.value), await works(kept.value)]).toEqual([false, true]);
  expect([wasAnnounced(lost.value), wasAnnounced(kept.value)]).toEqual([true, false]);
});

test('it is in no list, and cannot be changed, rotated, revoked or let send', async () => {
  const { browser, teamId } = await newPerson();
  const { value } = await askKey(browser, teamId, 'live');
  expect(((await browser.get(`/api/teams/${teamId}/keys`)).body as KeyPage).keys).toEqual([]);
  const path = `/api/teams/${teamId}/keys/${(await storedOf(value)).id}`;
  for (const act of ['rotate', 'revoke', 'allow-sending', 'forbid-sending'])
    expect((await browser.post(`${path}/${act}`)).status).toBe(404);
  expect((await browser.ask(path, { method: 'PATCH', body: { name: 'mine', expiresAt: null } })).status).toBe(404);
  expect(await works(value)).toBe(true);
});

test('it does not count among the keys that a team makes, is on record, and does not keep the team', async () => {
  const { browser, teamId } = await newPerson();
  const other = (await browser.post('/auth/organization/create', { name: 'other', slug: `other-${people}` })).body;
  const { id: otherId } = other as { id: string };
  const { value } = await askKey(browser, otherId);
  await fixture.db.apiKey.createMany({
    data: Array.from({ length: KEYS_PER_DAY_MAX }, (_, index) => ({
      hash: Buffer.from(`${teamId} ${index}`),
      brand: 'lg',
      environment: 'test' as const,
      name: 'a key',
      lastFour: '0000',
      teamId,
      isForSession: true,
    })),
  });
  const made = await browser.post(`/api/teams/${teamId}/keys`, { environment: 'test', name: 'a key' });
  expect([made.status, (made.body as CreatedKey).key.name]).toEqual([201, 'a key']);
  const entry = await fixture.db.auditEntry.findFirstOrThrow({ where: { teamId: otherId, action: 'key.create' } });
  expect(entry).toMatchObject({ subjectId: (await storedOf(value)).id, details: { name: 'GraphiQL' } });
  expect((await browser.post('/auth/organization/delete', { organizationId: otherId })).status).toBe(200);
  expect(await works(value)).toBe(false);
});

test('ended keys are forgotten after a day, unless usage names them', async () => {
  const { browser, teamId } = await newPerson();
  const [used, unused] = [await askKey(browser, teamId, 'live'), await askKey(browser, teamId)];
  const { id: keyId } = await storedOf(used.value);
  await fixture.db.usageDay.create({ data: { keyId, day: new Date('2030-01-01'), status: 'answered', calls: 1n } });
  const kept = async () =>
    fixture.db.apiKey.count({ where: { hash: { in: [used, unused].map(({ value }) => hashOf(value)) } } });
  await browser.post('/auth/sign-out');
  await pruneSessionKeys(deps());
  expect(await kept()).toBe(2);
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 25 * HOUR_MS);
  await pruneSessionKeys(deps());
  expect(await kept()).toBe(1);
  expect((await storedOf(used.value)).id).toBe(keyId);
});

test('many questions at once make one key', async () => {
  const { browser, teamId } = await newPerson();
  const keys = await Promise.all(Array.from({ length: 8 }, () => askKey(browser, teamId)));
  expect(new Set(keys.map(({ value }) => value)).size).toBe(1);
  expect(await fixture.db.apiKey.count({ where: { teamId } })).toBe(1);
});

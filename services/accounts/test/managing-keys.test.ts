import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { AuditPage, CreatedKey, Key, Me } from '#/dashboard/contract.ts';
import type { Connection } from '#/db/connection.ts';
import { type DashboardFixture, SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { overtake } from './overtake.ts';
import { join, type Person, signUp } from './people.ts';

let fixture: DashboardFixture;
let owner: Person;
let member: Person;
let stranger: Person;
let path: string;

beforeAll(async () => {
  fixture = await startDashboardFixture();
  owner = await signUp(fixture, 'owner');
  member = await join(fixture, owner, 'member', 'member');
  stranger = await signUp(fixture, 'stranger');
  path = `/api/teams/${owner.teamId}`;
});
afterAll(() => fixture.stop());

/** Makes a key by a session. */
async function createKey(person: Person, wanted: object): Promise<CreatedKey> {
  const { status, body } = await person.browser.post(`/api/teams/${person.teamId}/keys`, {
    ...{ environment: 'test', name: 'automation' },
    ...wanted,
  });
  expect(status).toBe(201);
  return body as CreatedKey;
}

/** Asks as a program with a key does, through the gateway. */
async function ask(key: string, at: string, method = 'GET', body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${fixture.url}/dashboard${at}`, {
    method,
    headers: {
      [INTERNAL_HEADER]: SECRET,
      'x-forwarded-for': '192.0.2.7',
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

test('a key that manages makes, lists and revokes keys of its team, and ends at once when it is revoked', async () => {
  const managing = await createKey(owner, { managesTeam: true });
  expect(managing.key.managesTeam).toBe(true);
  const made = await ask(managing.value, `${path}/keys`, 'POST', { environment: 'test', name: 'made by a key' });
  expect(made.status).toBe(201);
  const { key } = made.body as CreatedKey;
  const listed = await ask(managing.value, `${path}/keys`);
  expect((listed.body as { keys: Key[] }).keys.map(({ id }) => id)).toContain(key.id);
  expect((await ask(managing.value, `${path}/keys/${key.id}/revoke`, 'POST', {})).status).toBe(200);
  const me = await ask(managing.value, '/api/me');
  expect((me.body as Me).teams.map(({ id }) => id)).toEqual([owner.teamId]);
  await owner.browser.post(`${path}/keys/${managing.key.id}/revoke`);
  expect((await ask(managing.value, `${path}/keys`)).status).toBe(401);
});

test('it gives no key the right to send or to manage, and changes none that has one', async () => {
  const managing = await createKey(owner, { managesTeam: true });
  const sending = await createKey(owner, { maySend: true });
  const statuses = [];
  for (const wanted of [{ managesTeam: true }, { maySend: true }])
    statuses.push(
      (await ask(managing.value, `${path}/keys`, 'POST', { environment: 'test', name: 'x', ...wanted })).status,
    );
  for (const { id } of [managing.key, sending.key]) {
    statuses.push((await ask(managing.value, `${path}/keys/${id}/rotate`, 'POST', {})).status);
    statuses.push((await ask(managing.value, `${path}/keys/${id}`, 'PATCH', { expiresAt: null })).status);
    statuses.push((await ask(managing.value, `${path}/keys/${id}/allow-sending`, 'POST', {})).status);
  }
  expect(statuses).toEqual(Array(8).fill(403));
});

test('it rotates and changes no key that is being given a right at that moment', async () => {
  const managing = await createKey(owner, { managesTeam: true });
  for (const [to, method] of [
    ['/rotate', 'POST'],
    ['', 'PATCH'],
  ] as const) {
    const { key } = await createKey(owner, {});
    const giveRight = (tx: Connection) => tx.apiKey.update({ where: { id: key.id }, data: { maySend: true } });
    const act = async () => {
      const { status } = await ask(managing.value, `${path}/keys/${key.id}${to}`, method, {});
      expect(status).toBe(403);
    };
    expect(await overtake(fixture.db, giveRight, act)).toBe('done');
  }
});

test('the record names the key that acted, as it was then, beside its maker; of a session it names no key', async () => {
  const { key, value } = await createKey(owner, { managesTeam: true, name: 'deploys' });
  await ask(value, `${path}/keys`, 'POST', { environment: 'test', name: 'made by a key' });
  await owner.browser.ask(`${path}/keys/${key.id}`, { method: 'PATCH', body: { name: 'renamed' } });
  const { entries } = (await owner.browser.get(`${path}/audit?limit=2`)).body as AuditPage;
  const maker = { kind: 'user', name: owner.email };
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['key.change', { ...maker, key: null }],
    ['key.create', { ...maker, key: `deploys (${key.masked})` }],
  ]);
  expect(await fixture.db.auditEntry.count({ where: { actorKeyId: key.id, actorId: owner.userId } })).toBe(1);
});

test('it opens nothing else: no other route, team or network, and no page', async () => {
  const managing = await createKey(owner, { managesTeam: true, allowedNetworks: ['192.0.2.0/24'] });
  const foreign = await createKey(stranger, { managesTeam: true });
  const others = [`${path}/audit`, `${path}/members`, `${path}/quota`];
  for (const other of others) expect((await ask(managing.value, other)).status).toBe(401);
  expect((await ask(foreign.value, `${path}/keys`)).status).toBe(404);
  expect((await ask(managing.value, `${path}/keys`)).status).toBe(200);
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
  expect((await ask(managing.value, `${path}/keys`, 'GET', undefined, elsewhere)).status).toBe(401);
  const page = { origin: 'https://evil.example.com' };
  expect((await ask(managing.value, `${path}/keys`, 'POST', { environment: 'test', name: 'x' }, page)).status).toBe(
    403,
  );
});

test('only owners and admins make one, other keys manage nothing, and it ends with its maker in the team', async () => {
  const wanted = { environment: 'test', name: 'x', managesTeam: true };
  expect((await member.browser.post(`${path}/keys`, wanted)).status).toBe(403);
  const plain = await createKey(owner, {});
  expect((await ask(plain.value, `${path}/keys`)).status).toBe(401);
  expect((await ask('lg_test_nothing', `${path}/keys`)).status).toBe(401);
  const admin = await join(fixture, owner, 'admin', 'admin');
  const { body } = await admin.browser.post(`${path}/keys`, wanted);
  const { value } = body as CreatedKey;
  expect((await ask(value, `${path}/keys`)).status).toBe(200);
  await fixture.db.member.deleteMany({ where: { organizationId: owner.teamId, userId: admin.userId } });
  expect((await ask(value, `${path}/keys`)).status).toBe(404);
});

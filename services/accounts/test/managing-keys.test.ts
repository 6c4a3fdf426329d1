import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { AuditPage, CreatedKey, Key, KeyPage, Me } from '#/dashboard/contract.ts';
import type { Connection } from '#/db/connection.ts';
import { resolveKey } from '#/keys/resolve-key.ts';
import { rotateKey } from '#/keys/rotate-key.ts';
import { addMember, removeMember } from '#/teams/members.ts';
import { deleteUser } from '#/user-lifecycle/delete-user.ts';
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

async function createKey(person: Person, wanted: object): Promise<CreatedKey> {
  const { status, body } = await person.browser.post(`/api/teams/${person.teamId}/keys`, {
    environment: 'test',
    name: 'automation',
    ...wanted,
  });
  expect(status).toBe(201);
  return body as CreatedKey;
}

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

test('only owners and admins make one, and other keys manage nothing', async () => {
  const wanted = { environment: 'test', name: 'x', managesTeam: true };
  expect((await member.browser.post(`${path}/keys`, wanted)).status).toBe(403);
  const plain = await createKey(owner, {});
  expect((await ask(plain.value, `${path}/keys`)).status).toBe(401);
  expect((await ask('lg_test_nothing', `${path}/keys`)).status).toBe(401);
});

describe('it may do what its maker may now', () => {
  const newAdmin = () => join(fixture, owner, `admin-${++admins}`, 'admin');
  let admins = 0;
  const managing = { environment: 'test', name: 'automation', managesTeam: true };
  const createdBy = async ({ browser }: Person, wanted: object = managing) =>
    (await browser.post(`${path}/keys`, wanted)).body as CreatedKey;
  const rotate = ({ browser }: Person, { key }: CreatedKey) => browser.post(`${path}/keys/${key.id}/rotate`, {});
  const asOwner = (at: string, body: object) =>
    owner.browser.post(`/auth/organization/${at}`, { organizationId: owner.teamId, ...body });
  const deps = () => {
    const announcer = {
      keyChanged: async (hash: Uint8Array) => void fixture.announced.push(hash),
      teamChanged: async () => {},
    };
    return { db: fixture.db, now: () => fixture.clock.now, announcer };
  };
  const operator = { kind: 'operator', name: 'olga' } as const;
  const who = async (key: string) => {
    const { status, body } = await ask(key, '/api/me');
    const { user, teams } = (status === 200 ? body : { teams: [] }) as Partial<Me>;
    return [status, user?.email, teams?.map(({ role }) => role)];
  };

  test('whoever rotates it is the maker of the new one, with their own rights and for as long as they have them', async () => {
    const admin = await newAdmin();
    const old = await createKey(owner, { managesTeam: true });
    const answer = await rotate(admin, old);
    expect(answer.status).toBe(201);
    const { value } = answer.body as CreatedKey;
    expect(await who(value)).toEqual([200, admin.email, ['admin']]);
    expect(await who(old.value)).toEqual([200, owner.email, ['owner']]);
    await asOwner('remove-member', { memberIdOrEmail: admin.email });
    expect((await who(value))[0]).toBe(401);
    expect((await ask(value, `${path}/keys`, 'POST', { environment: 'test', name: 'x' })).status).toBe(401);
    expect((await ask(old.value, `${path}/keys`)).status).toBe(200);
  });

  test('a rotation by an operator leaves it to its maker', async () => {
    const admin = await newAdmin();
    const { key } = await createdBy(admin);
    const settings = { ...deps(), brand: 'lg', pepper: 'a pepper for tests only' };
    const { value } = await rotateKey(settings, operator, owner.teamId, key.id, { graceSeconds: 0 });
    expect(await who(value)).toEqual([200, admin.email, ['admin']]);
    await asOwner('remove-member', { memberIdOrEmail: admin.email });
    expect((await who(value))[0]).toBe(401);
  });

  test('a lower role takes its rights away at once', async () => {
    const admin = await newAdmin();
    const { value } = await createdBy(admin);
    const others = await createKey(owner, {});
    const act = async () => [
      (await ask(value, `${path}/keys/${others.key.id}`, 'PATCH', { name: 'mine' })).status,
      (await ask(value, `${path}/webhooks/none`, 'DELETE')).status === 403,
    ];
    expect(await act()).toEqual([200, false]);
    const { id: memberId } = await fixture.db.member.findFirstOrThrow({
      where: { organizationId: owner.teamId, userId: admin.userId },
    });
    expect((await asOwner('update-member-role', { memberId, role: 'member' })).status).toBe(200);
    expect(await act()).toEqual([403, true]);
    expect(await who(value)).toEqual([200, admin.email, ['member']]);
  });

  test.each<[string, (admin: Person) => Promise<unknown>]>([
    ['is removed from the team', ({ email }) => asOwner('remove-member', { memberIdOrEmail: email })],
    ['leaves the team', ({ browser }) => browser.post('/auth/organization/leave', { organizationId: owner.teamId })],
    ['is removed by an operator', ({ email }) => removeMember(deps(), operator, owner.teamId, { email })],
    ['is deleted', ({ email }) => deleteUser(deps(), operator, email, { deleteEmptyTeams: true })],
  ])('the keys that manage of one who %s end at once and for good, and other keys stay', async (_how, end) => {
    const admin = await newAdmin();
    const made = await createdBy(admin);
    const rotated = (await rotate(admin, await createKey(owner, { managesTeam: true }))).body as CreatedKey;
    const plain = await createdBy(admin, { environment: 'test', name: 'reads' });
    await end(admin);
    const hashOf = ({ value }: CreatedKey) => hashApiKey(value, 'a pepper for tests only');
    const works = async (key: CreatedKey) => (await resolveKey(deps(), hashOf(key))) !== null;
    const wasAnnounced = (key: CreatedKey) => fixture.announced.some((hash) => Buffer.compare(hash, hashOf(key)) === 0);
    expect(await Promise.all([made, rotated, plain].map(works))).toEqual([false, false, true]);
    expect([made, rotated, plain].map(wasAnnounced)).toEqual([true, true, false]);
    const { keys } = (await owner.browser.get(`${path}/keys`)).body as KeyPage;
    const stateOf = ({ key }: CreatedKey) => keys.find(({ id }) => id === key.id)?.state;
    expect([made, rotated, plain].map(stateOf)).toEqual(['revoked', 'revoked', 'active']);
    // A person who comes back makes another team.
    if ((await fixture.db.user.count({ where: { id: admin.userId } })) > 0)
      await addMember(deps(), operator, owner.teamId, { email: admin.email, role: 'admin' });
    expect([(await who(made.value))[0], (await who(rotated.value))[0]]).toEqual([401, 401]);
  });

  test('one who is being removed at that moment makes and rotates none', async () => {
    const acts = [
      ({ browser }: Person) => browser.post(`${path}/keys`, managing),
      async (admin: Person, key: CreatedKey) => rotate(admin, key),
    ];
    for (const act of acts) {
      const admin = await newAdmin();
      const key = await createKey(owner, { managesTeam: true });
      const remove = (tx: Connection) => tx.member.deleteMany({ where: { userId: admin.userId } });
      const refused = async () => expect((await act(admin, key)).status).toBe(404);
      expect(await overtake(fixture.db, remove, refused)).toBe('done');
    }
  });
});

import { runAdmin } from '@ledgergraph/program/admin/run-admin';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { createToken, revokeToken } from '#/tokens/tokens.ts';
import { type DashboardFixture, SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { type Person, signUp } from './people.ts';

const PEPPER = 'a pepper for tests only';
const OPERATOR = { kind: 'operator', name: 'set-up' } as const;

let fixture: DashboardFixture;
let owner: Person;
let token: string;
let minutes = 0;
beforeAll(async () => {
  fixture = await startDashboardFixture({ steadyNow: () => minutes * 60_000 });
  owner = await signUp(fixture, 'ann');
  token = (await make()).value;
});
afterAll(() => fixture.stop());
beforeEach(() => {
  minutes += 5;
});

const deps = () => ({ db: fixture.db, now: () => fixture.clock.now, pepper: PEPPER });
const make = (expiresAt: Date | null = null) => createToken(deps(), OPERATOR, { name: 'olga', expiresAt });

async function ask(method: string, path: string, value: string, body?: object) {
  const response = await fetch(`${fixture.url}/dashboard/api${path}`, {
    method,
    headers: {
      [INTERNAL_HEADER]: SECRET,
      'x-forwarded-for': '203.0.113.7',
      authorization: `Bearer ${value}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Untyped, text: '' };
}

test('with a token an operator is an owner in every team, and the record names them', async () => {
  const made = await ask('POST', `/teams/${owner.teamId}/keys`, token, { environment: 'live', name: 'by olga' });
  expect(made.status).toBe(201);
  const { body } = await ask('GET', '/operator/audit?limit=1', token);
  expect(body.entries).toMatchObject([
    { action: 'key.create', teamId: owner.teamId, actor: { kind: 'operator', name: 'olga' } },
  ]);
  expect((await ask('GET', '/operator/users', token)).body.users).toMatchObject([{ email: owner.email }]);
  const plan = { method: 'PATCH', path: `/operator/teams/${owner.teamId}`, body: { plan: 'pro' } };
  expect((await ask(plan.method, plan.path, token, plan.body)).body.team.plan).toBe('pro');
  const unknown = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
  expect((await ask('GET', `/teams/${unknown}/keys`, token)).status).toBe(404);
});

test('a token makes no key that manages a team: such a key acts as a person', async () => {
  const wanted = { environment: 'live', name: 'x', managesTeam: true };
  expect((await ask('POST', `/teams/${owner.teamId}/keys`, token, wanted)).status).toBe(403);
  expect((await ask('POST', '/operator/keys', token, { ...wanted, user: 'x@example.org' })).status).toBe(400);
});

test('a token makes none that outlives it', async () => {
  const [soon, later] = [60_000, 120_000].map((ms) => new Date(fixture.clock.now.getTime() + ms));
  const { value } = await make(soon);
  const answers = [];
  for (const expiresAt of [null, later?.toISOString(), soon?.toISOString()])
    answers.push(await ask('POST', '/operator/tokens', value, { name: 'child', expiresAt }));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 201]);
  expect(answers[0]?.body.error).toMatchObject({ code: 'INVALID_INPUT', fields: { expiresAt: expect.any(String) } });
});

test('every token that does not work gets the same answer on every route: malformed, unknown, expired and revoked', async () => {
  const expired = (await make(new Date(fixture.clock.now.getTime() + 1_000))).value;
  const revoked = await make();
  await revokeToken(deps(), OPERATOR, revoked.token.id);
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 2_000);
  const unknown = `lgop_${'A'.repeat(43)}`;
  for (const path of ['/operator/users', '/operator/tokens', `/teams/${owner.teamId}/keys`, '/me']) {
    const answers = [];
    for (const value of ['lgop_', `${token}x`, token.toUpperCase(), unknown, expired, revoked.value])
      answers.push(await ask('GET', path, value));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 401 });
  }
});

test('for people, and for keys that manage a team, there are no routes of operators', async () => {
  const { body } = await owner.browser.post(`/api/teams/${owner.teamId}/keys`, {
    environment: 'live',
    name: 'manager',
    managesTeam: true,
  });
  const { value } = body as { value: string };
  const routes = fixture.routes.filter(({ path }) => path.includes('/api/operator/'));
  expect(routes.length).toBeGreaterThan(25);
  for (const { method, path } of routes.filter(({ method }) => method !== 'HEAD')) {
    const below = path.replace('/dashboard', '').replace(/:\w+/, owner.teamId);
    const given = method === 'GET' ? {} : { body: {} };
    const signedIn = await owner.browser.ask(below, { method, ...given });
    const byKey = await ask(method, below.replace('/api', ''), value, method === 'GET' ? undefined : {});
    const stranger = await fixture.browse().ask(below, { method, ...given });
    expect([path, signedIn.status, byKey.status, stranger.status]).toEqual([path, 404, 404, 401]);
    minutes += 5;
  }
});

test('guesses are slowed before anything is hashed or looked up', async () => {
  const guesses = Array.from({ length: 400 }, () => ask('GET', '/operator/users', `lgop_${'B'.repeat(43)}`));
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(300);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
  await fixture.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE operator_token`;
    expect((await ask('GET', '/operator/users', token)).status).toBe(429);
  });
});

test('no list is longer than its page: users, teams, quotas and usage, each row once', async () => {
  await signUp(fixture, 'ben');
  await signUp(fixture, 'eve');
  const { id: keyId } = await fixture.db.apiKey.findFirstOrThrow();
  const days = ['2030-01-01', '2030-01-02', '2030-01-03'].map((day) => new Date(day));
  await fixture.db.usageDay.createMany({ data: days.map((day) => ({ day, keyId, status: 'answered', calls: 1 })) });
  for (const [path, member] of [
    ['/operator/users?', 'users'],
    ['/operator/teams?', 'teams'],
    ['/operator/quotas?', 'quotas'],
    ['/operator/usage?from=2030-01-01&to=2030-01-03&', 'calls'],
  ] as const) {
    const { body: whole } = await ask('GET', `${path}limit=100`, token);
    expect([whole[member].length, whole.nextCursor]).toEqual([3, null]);
    const rows: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body: page } = await ask('GET', `${path}limit=2${cursor && `&cursor=${cursor}`}`, token);
      expect(page[member].length).toBeLessThanOrEqual(2);
      rows.push(...page[member]);
      cursor = page.nextCursor;
    }
    expect(rows).toEqual(whole[member]);
    expect((await ask('GET', `${path}limit=1000000`, token)).status).toBe(400);
  }
});

test('a token is stored as its hash, and neither it nor the record shows its value', async () => {
  const { value, token: stored } = await make();
  const rows = JSON.stringify([await fixture.db.operatorToken.findMany(), await fixture.db.auditEntry.findMany()]);
  expect(rows).not.toContain(value.slice(5));
  expect(Buffer.from(stored.hash)).toEqual(Buffer.from(hashApiKey(value, PEPPER)));
  const { body } = await ask('GET', '/operator/tokens', token);
  expect(Object.keys(body.tokens[0])).toEqual(['id', 'name', 'createdAt', 'expiresAt']);
  const { body: record } = await ask('GET', '/operator/audit?limit=1', token);
  expect(record.entries).toMatchObject([{ action: 'operator-token.create', subjectId: stored.id }]);
});

test('the command works over HTTP with a token, and opens no database', async () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const send = fetch;
  // The gateway and the portal, which have the secret.
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const headers = { ...(init?.headers as object), [INTERNAL_HEADER]: SECRET, 'x-forwarded-for': '203.0.113.7' };
    return send(url as string, { ...init, headers });
  });
  Object.assign(process.env, { LEDGERGRAPH_OPERATOR_TOKEN: token, LEDGERGRAPH_URL: fixture.url });
  try {
    expect(await runAdmin(['users', 'list'])).toBe(0);
    expect(write.mock.calls.flat().join('')).toContain(owner.email);
  } finally {
    delete process.env.LEDGERGRAPH_OPERATOR_TOKEN;
    delete process.env.LEDGERGRAPH_URL;
    write.mockRestore();
    spy.mockRestore();
  }
});

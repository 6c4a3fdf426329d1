import { POOL_SIZE_DEFAULT } from '@ledgergraph/service-kit/db/pool-settings';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { SESSIONS_MAX } from '#/auth/database-hooks.ts';
import { INVITATION_RATES } from '#/auth/open/auth-rates.ts';
import type { CreatedKey, KeyPage, Usage } from '#/dashboard/contract.ts';
import { requireRates } from '#/dashboard/rates.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { PASSWORD, type Person, signUp } from './people.ts';

let hashing: ((password: string) => Promise<void>) | undefined;
let fixture: DashboardFixture;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  fixture = await startDashboardFixture({
    passwords: {
      hash: async (password) => {
        await hashing?.(password);
        return password;
      },
      verify: async ({ hash, password }) => hash === password,
    },
  });
  ann = await signUp(fixture, 'ann');
  ben = await signUp(fixture, 'ben');
});
afterEach(() => {
  hashing = undefined;
});
afterAll(() => fixture.stop());

const invite = ({ browser, teamId }: Person, email: string, by = browser) =>
  by.post('/auth/organization/invite-member', { organizationId: teamId, email, role: 'member' });
const countRows = async () => [
  await fixture.db.attempt.count(),
  await fixture.db.invitation.count(),
  await fixture.db.auditEntry.count(),
];

test('a route that declares no rates ends the start', () => {
  expect(() => requireRates({ method: 'GET', url: '/dashboard/api/new' })).toThrow('declares no rates');
  expect(() => requireRates({ method: 'GET', url: '/dashboard/api/new', config: { url: '/' } })).toThrow();
});

test('a stranger who is refused writes no row, takes no lock, and waits for none', async () => {
  const stranger = fixture.browse();
  const before = await countRows();
  await fixture.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM team FOR UPDATE`;
    await tx.$queryRaw`SELECT id FROM invitation FOR UPDATE`;
    const { sizeMax: max = 0 } = INVITATION_RATES.network;
    const answers = await Promise.all(
      Array.from({ length: max + 5 }, (_, index) => invite(ann, `${index}@example.org`, stranger)),
    );
    const statuses = answers.map(({ status }) => status);
    expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([max, 5]);
    const invitationId = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
    const accepted = await stranger.post('/auth/organization/accept-invitation', { invitationId });
    expect(accepted.status).toBe(401);
  });
  expect(await countRows()).toEqual(before);
});

test('an invitation waits for changes of its own team only', async () => {
  let waiting: Promise<{ status: number }> | undefined;
  await fixture.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM team WHERE id = ${ann.teamId} FOR UPDATE`;
    waiting = invite(ann, 'late@example.org');
    await waitFor(async () => (await countWaiting()) === 1, { what: 'the invitation to wait' });
    expect((await invite(ben, 'soon@example.org')).status).toBe(200);
    expect(await countWaiting()).toBe(1);
  });
  expect((await waiting)?.status).toBe(200);
});

test('a list of keys comes in pages of 100 at most, each key once, and a cursor is one of its team', async () => {
  await fixture.db.apiKey.createMany({
    data: Array.from({ length: 230 }, (_, index) => ({
      hash: Buffer.from(`page ${index}`.padStart(32)),
      brand: 'lg',
      environment: 'live' as const,
      name: `key ${index}`,
      lastFour: 'XXXX',
      teamId: ann.teamId,
      // Several have the same instant.
      createdAt: new Date(Date.UTC(2030, 0, 1, 0, 0, Math.floor(index / 7))),
      revokedAt: new Date(),
    })),
  });
  const path = `/api/teams/${ann.teamId}/keys`;
  const read = async (query: string) => (await ann.browser.get(`${path}${query}`)).body as KeyPage;
  const first = await read('');
  expect([first.keys.length, first.hasMore]).toEqual([50, true]);
  const names: string[] = [];
  let cursor = '';
  for (let pages = 1; ; pages += 1) {
    const page = await read(`?limit=100${cursor}`);
    names.push(...page.keys.map(({ name }) => name));
    if (page.nextCursor === null) {
      expect([pages, page.hasMore, page.keys.length]).toEqual([3, false, 30]);
      break;
    }
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(new Set(names).size).toBe(230);
  for (const query of ['?limit=101', '?limit=0', '?limit=x', '?cursor=x'])
    expect((await ann.browser.get(`${path}${query}`)).status).toBe(400);
  const foreign = await ben.browser.get(`/api/teams/${ben.teamId}/keys?cursor=${first.nextCursor}`);
  expect(foreign.status).toBe(400);
});

test('usage comes in pages, each row once, in the order of day, key and status, and a cursor is one of its team', async () => {
  const keyIds = await Promise.all(
    ['one', 'two'].map(async (name) => {
      const { body } = await ben.browser.post(`/api/teams/${ben.teamId}/keys`, { environment: 'test', name });
      return (body as CreatedKey).key.id;
    }),
  );
  const statuses = ['answered', 'rejected', 'rate_limited'] as const;
  const days = ['2030-01-01', '2030-01-02', '2030-01-03'];
  const stored = days.flatMap((day) =>
    keyIds.sort().flatMap((keyId) => statuses.map((status, index) => ({ day, keyId, status, calls: index + 1 }))),
  );
  await fixture.db.usageDay.createMany({ data: stored.map((row) => ({ ...row, day: new Date(row.day) })).reverse() });
  const path = `/api/teams/${ben.teamId}/usage?from=2030-01-01&to=2030-01-03`;
  const found: Usage['calls'] = [];
  const lengths: number[] = [];
  let cursor = '';
  for (;;) {
    const page = (await ben.browser.get(`${path}&limit=5${cursor}`)).body as Usage;
    found.push(...page.calls);
    lengths.push(page.calls.length);
    expect(new Set(page.keys.map(({ id }) => id))).toEqual(new Set(page.calls.map(({ keyId }) => keyId)));
    expect(page.hasMore).toBe(page.nextCursor !== null);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  expect(lengths).toEqual([5, 5, 5, 3]);
  expect(found).toEqual(stored);
  expect((await ben.browser.get(`${path}&limit=5001`)).status).toBe(400);
  const foreign = await ann.browser.get(`/api/teams/${ann.teamId}/usage?from=2030-01-01&to=2030-01-03${cursor}`);
  expect(foreign.status).toBe(400);
});

test('signing in once more than 50 times ends the oldest session, and no other', async () => {
  const carl = await signUp(fixture, 'carl');
  const enter = () => fixture.browse().post('/auth/sign-in/email', { email: carl.email, password: PASSWORD });
  await fixture.db.session.createMany({
    data: Array.from({ length: SESSIONS_MAX - 1 }, (_, index) => ({
      token: `a token ${index}`,
      userId: carl.userId,
      expiresAt: new Date(Date.now() + 3_600_000),
      createdAt: new Date(Date.now() - 1_000),
    })),
  });
  await fixture.db.session.updateMany({ where: { token: 'a token 7' }, data: { createdAt: new Date(0) } });
  expect((await enter()).status).toBe(200);
  expect(await fixture.db.session.count({ where: { userId: carl.userId } })).toBe(SESSIONS_MAX);
  expect(await fixture.db.session.count({ where: { token: 'a token 7' } })).toBe(0);
});

test('a crowd that signs up holds no connection while its passwords are hashed', async () => {
  const crowd = POOL_SIZE_DEFAULT + 5;
  const all = Promise.withResolvers<void>();
  let inHash = 0;
  hashing = async () => {
    inHash += 1;
    if (inHash === crowd) all.resolve();
    await all.promise;
  };
  const answers = await Promise.all(
    Array.from({ length: crowd }, (_, index) =>
      fixture.browse().post('/auth/sign-up/email', {
        name: 'one of many',
        email: `crowd-${index}@example.org`,
        password: PASSWORD,
      }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

async function countWaiting(): Promise<number> {
  const [row] = await fixture.db.$queryRaw<{ waiting: number }[]>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}

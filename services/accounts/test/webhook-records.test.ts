import { createLogger } from '@ledgergraph/service-kit/logger';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AccountsError } from '#/accounts-error.ts';
import type { AuditPage } from '#/dashboard/contract.ts';
import { WebhookRefusal, type WebhooksClient } from '#/webhooks/connect-webhooks.ts';
import { settleIntents } from '#/webhooks/settle-intents.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { type Person, signUp } from './people.ts';

const ID = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
const WANTED = { environment: 'test', url: 'https://example.org/hook?token=s3cret', eventType: 'block.new' };

const made = new Set<string>();
const settled: string[] = [];
let before: () => Promise<void>;
let after: () => Promise<void>;

const service: WebhooksClient = async ({ method = 'GET', path, changeId = '' }) => {
  if (path === '/webhook-event-types') return Response.json({ eventTypes: [{ name: 'block.new' }] });
  if (method === 'GET') return Response.json({ webhooks: [{ id: ID, environment: 'test' }] });
  const [, settling] = /^\/webhook-changes\/(.+)\/settle$/.exec(path) ?? [];
  if (settling !== undefined) {
    settled.push(settling);
    return Response.json({ wasMade: made.has(settling) });
  }
  await before();
  made.add(changeId);
  await after();
  return Response.json({ secret: 'whsec_shown' }, { status: path.endsWith('/webhooks') ? 201 : 200 });
};
const away = () => new AccountsError('WEBHOOKS_AWAY', 'the connection broke');

let fixture: DashboardFixture;
let owner: Person;
let path: string;
let minutes = 0;
beforeAll(async () => {
  fixture = await startDashboardFixture({ webhooks: service, steadyNow: () => minutes * 60_000 });
  owner = await signUp(fixture, 'ann');
  path = `/api/teams/${owner.teamId}/webhooks`;
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  minutes += 2;
  made.clear();
  settled.length = 0;
  before = async () => {};
  after = async () => {};
  await fixture.db.webhookIntent.deleteMany();
  await fixture.db.auditEntry.deleteMany();
});

const deps = () => ({ db: fixture.db, webhooks: service, logger: createLogger('test', 'silent') });
const recorded = async () => {
  const { body } = await owner.browser.get(`/api/teams/${owner.teamId}/audit`);
  return (body as AuditPage).entries.map(({ action }) => action).filter((action) => action.startsWith('webhook.'));
};

const CHANGES = [
  ['webhook.create', () => owner.browser.post(path, WANTED)],
  ['webhook.change', () => owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'paused' } })],
  ['webhook.rotate-secret', () => owner.browser.post(`${path}/${ID}/rotate-secret`)],
  ['webhook.test', () => owner.browser.post(`${path}/${ID}/test`)],
  ['webhook.replay', () => owner.browser.post(`${path}/${ID}/replay`, { fromHeight: 1 })],
  ['webhook.delete', () => owner.browser.ask(`${path}/${ID}`, { method: 'DELETE', body: {} })],
] as const;

test.each(CHANGES)(
  '%s: a receiver that stays silent holds no connection of the database, and no other request waits for it',
  async (_action, ask) => {
    // The first one makes the team's key.
    await ask();
    const bystander = fixture.browse();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    before = () => {
      waiting += 1;
      return released;
    };
    // More than the database has connections.
    const asked = Array.from({ length: 25 }, ask);
    await waitFor(() => waiting === 25, { what: 'all calls to be under way' });
    const [row] = await fixture.db.$queryRaw<{ open: number }[]>`SELECT count(*)::int AS open FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
    expect(row?.open).toBe(0);
    expect((await bystander.get('/api/me')).status).toBe(401);
    expect((await owner.browser.get('/api/me')).status).toBe(200);
    release();
    for (const { status } of await Promise.all(asked)) expect([200, 201]).toContain(status);
  },
);

test.each(CHANGES)('%s goes on record once it is made, and leaves no intent behind', async (action, ask) => {
  await ask();
  expect(await recorded()).toEqual([action]);
  expect(await fixture.db.webhookIntent.count()).toBe(0);
});

test.each(CHANGES)(
  '%s that was made, but whose answer was lost, is found out and goes on record, once',
  async (action, ask) => {
    after = async () => {
      throw away();
    };
    expect((await ask()).status).toBe(503);
    expect(await recorded()).toEqual([]);
    const { createdAt, id } = await fixture.db.webhookIntent.findFirstOrThrow();
    await Promise.all([settleIntents(deps(), 0), settleIntents(deps(), 0)]);
    expect(await recorded()).toEqual([action]);
    expect(settled).toContain(id);
    expect(await fixture.db.webhookIntent.count()).toBe(0);
    const entry = await fixture.db.auditEntry.findFirstOrThrow({ where: { action } });
    expect(entry).toMatchObject({ at: createdAt, actorName: owner.email, teamId: owner.teamId });
  },
);

test('a change that never reached the service is forgotten: nothing is on record', async () => {
  before = async () => {
    throw away();
  };
  expect((await owner.browser.post(path, WANTED)).status).toBe(503);
  await settleIntents(deps(), 0);
  expect([await recorded(), await fixture.db.webhookIntent.count()]).toEqual([[], 0]);
  expect(settled).toHaveLength(1);
});

test('a refusal leaves no intent behind, and nothing is on record', async () => {
  for (const code of ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS']) {
    before = async () => {
      throw new WebhookRefusal(code, 'this is shown');
    };
    await owner.browser.post(path, WANTED);
  }
  expect([await recorded(), await fixture.db.webhookIntent.count()]).toEqual([[], 0]);
});

test('a webhook that is made while the database fails is answered with its secret, and goes on record later', async () => {
  after = async () => {
    await fixture.db.$executeRaw`ALTER TABLE audit_entry RENAME TO audit_entry_away`;
  };
  const answered = await owner.browser.post(path, WANTED);
  await fixture.db.$executeRaw`ALTER TABLE audit_entry_away RENAME TO audit_entry`;
  expect([answered.status, (answered.body as { secret: string }).secret]).toEqual([201, 'whsec_shown']);
  expect(await recorded()).toEqual([]);
  await settleIntents(deps(), 0);
  expect(await recorded()).toEqual(['webhook.create']);
});

test('an intent whose call may be under way is left alone', async () => {
  after = async () => {
    throw away();
  };
  await owner.browser.post(path, WANTED);
  await settleIntents(deps());
  expect([settled, await fixture.db.webhookIntent.count()]).toEqual([[], 1]);
});

test('no part of a URL that may be a token goes on record', async () => {
  await owner.browser.post(path, WANTED);
  await owner.browser.ask(`${path}/${ID}`, {
    method: 'PATCH',
    body: { url: 'https://ann:s3cret@example.org/#s3cret' },
  });
  const { text } = await owner.browser.get(`/api/teams/${owner.teamId}/audit`);
  expect(text).toContain('https://example.org/hook');
  expect(text).not.toContain('s3cret');
});

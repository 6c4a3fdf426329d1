import { Code } from '@connectrpc/connect';
import type { CreatedWebhook, Webhook } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { AccountsError } from '#/accounts-error.ts';
import type { AuditPage, Key } from '#/dashboard/contract.ts';
import { teamService } from '#/rpc/team-service.ts';
import { WebhookRefusal, type WebhooksClient, type WebhooksRequest } from '#/webhooks/connect-webhooks.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { join, type Person, signUp } from './people.ts';

const ID = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
const WANTED = { environment: 'test', url: 'https://example.org/hook', eventType: 'block.new' };

/** Requests that change something. */
const asked: WebhooksRequest[] = [];
let refusal: Error | undefined;

const service: WebhooksClient = async (request) => {
  const { method = 'GET', path, role } = request;
  if (path === '/webhook-event-types') {
    return Response.json({ eventTypes: [{ name: 'block.new' }, { name: 'address.received' }] });
  }
  if (method === 'GET') return Response.json({ webhooks: [{ id: ID, environment: 'test', seenBy: role }] });
  asked.push(request);
  if (refusal !== undefined) throw refusal;
  return Response.json({ secret: 'whsec_shown' }, { status: path.endsWith('/webhooks') ? 201 : 200 });
};

let fixture: DashboardFixture;
let owner: Person;
let path: string;
beforeAll(async () => {
  fixture = await startDashboardFixture({ webhooks: service });
  owner = await signUp(fixture, 'ann');
  path = `/api/teams/${owner.teamId}/webhooks`;
});
afterAll(() => fixture.stop());
beforeEach(() => {
  refusal = undefined;
  asked.length = 0;
});

const auditOf = async (): Promise<string[]> => {
  const { body } = await owner.browser.get(`/api/teams/${owner.teamId}/audit`);
  return (body as AuditPage).entries.map(({ action }) => action);
};

test('a webhook is made with a key of its own, which is made once, and is on record without its secret', async () => {
  const created = await owner.browser.post(path, WANTED);
  expect([created.status, (created.body as CreatedWebhook).secret]).toEqual([201, 'whsec_shown']);
  await owner.browser.post(path, WANTED);
  const { keys } = (await owner.browser.get(`/api/teams/${owner.teamId}/keys`)).body as { keys: Key[] };
  expect(keys.map(({ name, environment }) => [name, environment])).toEqual([['Webhooks', 'test']]);
  expect((await auditOf()).slice(0, 3)).toEqual(['webhook.create', 'webhook.create', 'key.create']);
  expect((await owner.browser.get(`/api/teams/${owner.teamId}/audit`)).text).not.toContain('whsec_');
});

test('each change is passed on for the caller’s own team, and is on record', async () => {
  await owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'paused' } });
  await owner.browser.post(`${path}/${ID}/rotate-secret`);
  await owner.browser.post(`${path}/${ID}/replay`, { fromTime: '2030-01-01T00:00:00Z' });
  await owner.browser.ask(`${path}/${ID}`, { method: 'DELETE', body: {} });
  const place = `/teams/${owner.teamId}/webhooks/${ID}`;
  const changeId = expect.any(String);
  expect(asked).toEqual([
    { method: 'PATCH', path: place, body: { state: 'paused' }, role: 'manager', changeId },
    { method: 'POST', path: `${place}/rotate-secret`, role: 'manager', changeId },
    { method: 'POST', path: `${place}/replay`, body: { fromTime: '2030-01-01T00:00:00Z' }, role: 'manager', changeId },
    { method: 'DELETE', path: place, role: 'manager', changeId },
  ]);
  expect((await auditOf()).slice(0, 4)).toEqual([
    'webhook.delete',
    'webhook.replay',
    'webhook.rotate-secret',
    'webhook.change',
  ]);
});

test('other variables, up to 1,000 addresses, are passed on; the record names them without their values', async () => {
  const variables = { addresses: Array(1_000).fill('iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB') };
  const changed = await owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { variables } });
  expect(changed.status).toBe(200);
  expect(asked.at(-1)).toMatchObject({ method: 'PATCH', body: { variables } });
  const { entries } = (await owner.browser.get(`/api/teams/${owner.teamId}/audit?limit=1`)).body as AuditPage;
  expect(entries[0]).toMatchObject({ action: 'webhook.change', details: { variables: ['addresses'] } });
});

test('members see webhooks and change nothing; strangers see no webhooks', async () => {
  const member = await join(fixture, owner, 'ben', 'member');
  const list = await member.browser.get(path);
  expect((list.body as { webhooks: Webhook[] }).webhooks.map(({ id }) => id)).toEqual([ID]);
  const stranger = await signUp(fixture, 'eve');
  for (const [browser, status] of [
    [member.browser, 403],
    [stranger.browser, 404],
  ] as const) {
    expect((await browser.post(path, WANTED)).status).toBe(status);
    expect((await browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'paused' } })).status).toBe(status);
    expect((await browser.ask(`${path}/${ID}`, { method: 'DELETE', body: {} })).status).toBe(status);
    const settings = { environment: 'test', eventType: 'block.new' };
    expect((await browser.post(`/api/teams/${owner.teamId}/webhook-preview`, settings)).status).toBe(status);
  }
});

test.each([
  [new WebhookRefusal('CONFLICT', 'this is shown'), 409, 'CONFLICT', 'this is shown'],
  [new AccountsError('WEBHOOKS_AWAY', 'at the moment'), 503, 'UNAVAILABLE', 'at the moment'],
])('%s of the service is answered as %s %s, and nothing is on record', async (error, status, code, message) => {
  const before = await auditOf();
  refusal = error;
  const answered = await owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'paused' } });
  expect([answered.status, answered.body]).toEqual([status, { error: { code, message } }]);
  expect(await auditOf()).toEqual(before);
});

test('what is no id of a webhook leads nowhere at the service', async () => {
  for (const id of ['..', '%2e%2e', '.', 'x%2fy', 'x', `${ID}%3fx`]) {
    expect((await owner.browser.post(`${path}/${id}/test`)).status).toBe(404);
    expect((await owner.browser.ask(`${path}/${id}`, { method: 'DELETE', body: {} })).status).toBe(404);
  }
  expect(asked).toEqual([]);
});

test('bad input is refused before the service is asked', async () => {
  for (const bad of [{ ...WANTED, url: '' }, { ...WANTED, environment: 'main' }, { ...WANTED, more: 1 }, {}]) {
    expect((await owner.browser.post(path, bad)).status).toBe(400);
  }
  expect((await owner.browser.post(`${path}/${ID}/replay`, {})).status).toBe(400);
  expect(asked).toEqual([]);
});

test('the service learns the keys and limits of a team, and its owners are mailed', async () => {
  const deps = {
    db: fixture.db,
    now: () => fixture.clock.now,
    publicUrl: 'https://api.example.org',
    logger: console as never,
  };
  const sent: { to: string; text: string }[] = [];
  const mailer = {
    delivers: true,
    close: async () => {},
    send: async (mail: { to: string; text: string }) => void sent.push(mail),
  };
  const service = teamService({ ...deps, mailer }) as unknown as Record<string, (request: object) => Promise<object>>;
  expect(await service.getWebhookAccess?.({ teamId: owner.teamId })).toEqual({
    testKeyHash: expect.any(Uint8Array),
    endpointsMax: 3,
    deliveriesPerSecond: 5,
    megabytesPerEndpoint: 64,
  });
  await expect(service.getWebhookAccess?.({ teamId: ID })).rejects.toMatchObject({ code: Code.NotFound });
  await service.mailEndpointDisabled?.({
    teamId: owner.teamId,
    url: 'https://example.org/hook',
    reason: 'It is gone.',
  });
  expect(sent).toEqual([expect.objectContaining({ to: owner.email, text: expect.stringContaining('It is gone.') })]);
  expect(sent[0]?.text).toContain('/dashboard/teams/');
});

test('the service learns who may see whole URLs: those who manage webhooks', async () => {
  const member = await join(fixture, owner, 'max', 'member');
  const admin = await join(fixture, owner, 'ada', 'admin');
  for (const [person, seenBy] of [
    [member, 'viewer'],
    [admin, 'manager'],
    [owner, 'manager'],
  ] as const)
    for (const page of [path, `${path}/${ID}/deliveries`])
      expect((await person.browser.get(page)).body).toMatchObject({ webhooks: [{ seenBy }] });
});

test.each(['a\0b', 'a\ud800b'])('a text that cannot be stored is bad input, wherever it stands: %j', async (text) => {
  const before = await auditOf();
  for (const more of [
    { description: text },
    { url: `https://example.org/${text}` },
    { eventType: text },
    { operation: text },
    { variables: { [text]: 1 } },
    { variables: { deep: [{ deeper: text }] } },
    { [text]: 1 },
  ]) {
    const answered = await owner.browser.post(path, { ...WANTED, ...more });
    expect([answered.status, answered.body]).toMatchObject([400, { error: { code: 'INVALID_INPUT' } }]);
  }
  const change = { method: 'PATCH', body: { description: text } };
  expect((await owner.browser.ask(`${path}/${ID}`, change)).status).toBe(400);
  expect((await owner.browser.post(`${path}/${ID}/replay`, { deliveryId: text })).status).toBe(400);
  const key = { environment: 'test', name: text };
  expect((await owner.browser.post(`/api/teams/${owner.teamId}/keys`, key)).status).toBe(400);
  for (const [route, body] of [
    ['/auth/update-user', { name: text }],
    ['/auth/organization/create', { name: text }],
    ['/auth/sign-in/email', { email: `${text}@example.org`, password: 'x' }],
    ['/auth/sign-up/email', { name: text, email: 'new@example.org', password: 'nine lemons on a sill' }],
  ] as const)
    expect([route, (await owner.browser.post(route, body)).status]).toEqual([route, 400]);
  expect(asked).toEqual([]);
  expect(await auditOf()).toEqual(before);
});

test('without the service the installation has no webhooks', async () => {
  const without = await startDashboardFixture();
  const person = await signUp(without, 'ann');
  const answered = await person.browser.get(`/api/teams/${person.teamId}/webhooks`);
  expect([answered.status, answered.body]).toMatchObject([
    404,
    { error: { message: 'This installation has no webhooks.' } },
  ]);
  await without.stop();
});

test('a webhook may name a thousand addresses, and its body ends somewhere', async () => {
  const ask = (count: number) => {
    const addresses = Array.from({ length: count }, () => 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7');
    return owner.browser.post(path, { ...WANTED, eventType: 'address.received', variables: { addresses } });
  };
  expect((await ask(1_000)).status).toBe(201);
  expect((await ask(4_000)).status).toBe(413);
});

import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { type Endpoint, Environment, State, WebhookService } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { WEBHOOK_TABLE } from '#/cli/webhooks/webhook-texts.ts';
import type { AuditPage, Key } from '#/dashboard/contract.ts';
import type { CreatedWebhook, Webhook } from '#/dashboard/webhook-contract.ts';
import { teamService } from '#/rpc/team-service.ts';
import { type DashboardFixture, startDashboardFixture } from './dashboard-fixture.ts';
import { join, type Person, signUp } from './people.ts';

const ID = '01a20b65-8e67-763f-a1e2-24c2cf6464a3';
const WANTED = { environment: 'test', url: 'https://example.org/hook', eventType: 'block.new' };

/** Calls of the webhooks service, and how it refuses, if it does. */
const asked: { method: string; request: unknown }[] = [];
let refusal: ConnectError | undefined;
/** Further members of the endpoint and its attempts. */
let shown: Partial<Endpoint> = {};

function answer(method: string, make: (request: Untyped) => Untyped): Untyped {
  return (request: unknown) => {
    asked.push({ method, request });
    if (refusal !== undefined) throw refusal;
    return make(request);
  };
}

const endpoint = (more: Partial<Endpoint> = {}) => ({
  id: ID,
  url: WANTED.url,
  environment: Environment.TESTNET,
  state: State.ACTIVE,
  source: { eventType: 'block.new', operation: '', variablesJson: '{}' },
  ...more,
});

const transport = createRouterTransport(({ service }) => {
  service(WebhookService, {
    listEventTypes: () => ({ eventTypes: [{ name: 'block.new' }] }),
    listEndpoints: answer('list', () => ({ endpoints: [endpoint(shown)] })),
    listDeliveries: answer('deliveries', () => {
      const { url = '' } = shown;
      const attempt = { url, requestHeadersJson: '{}', responseBody: `Cannot POST ${url}`, error: `No ${url}` };
      return { deliveries: [{ id: '1', attempts: [attempt] }] };
    }),
    createEndpoint: answer('create', () => ({ endpoint: endpoint(), secret: 'whsec_shown' })),
    updateEndpoint: answer('update', ({ state }) => ({
      endpoint: endpoint({ state: state ?? State.ACTIVE }),
    })),
    deleteEndpoint: answer('delete', () => ({})),
    rotateSecret: answer('rotate', () => ({ secret: 'whsec_other', previousSecretUntilMs: 1_000n })),
    replay: answer('replay', () => ({ endpoint: endpoint() })),
  });
});

let fixture: DashboardFixture;
let owner: Person;
let path: string;
beforeAll(async () => {
  fixture = await startDashboardFixture({ webhooks: () => createClient(WebhookService, transport) });
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
  expect(asked.map(({ method }) => method)).toEqual(['update', 'rotate', 'replay', 'delete']);
  for (const { request } of asked) expect(request).toMatchObject({ teamId: owner.teamId, endpointId: ID });
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
  expect(asked.at(-1)).toMatchObject({ method: 'update', request: { variablesJson: JSON.stringify(variables) } });
  const { entries } = (await owner.browser.get(`/api/teams/${owner.teamId}/audit?limit=1`)).body as AuditPage;
  expect(entries[0]).toMatchObject({ action: 'webhook.change', details: { variables: ['addresses'] } });
});

test('members see webhooks and change nothing; for strangers there are none', async () => {
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
  [Code.InvalidArgument, 400, 'INVALID_INPUT', 'this is shown'],
  [Code.NotFound, 404, 'NOT_FOUND', 'this is shown'],
  [Code.ResourceExhausted, 409, 'CONFLICT', 'this is shown'],
  [Code.Aborted, 429, 'TOO_MANY_REQUESTS', 'this is shown'],
  [Code.Internal, 503, 'UNAVAILABLE', 'at the moment'],
])(
  'a refusal of the service with code %s is answered as %s %s, and nothing is on record',
  async (code, status, shownCode, words) => {
    const before = await auditOf();
    refusal = new ConnectError('this is shown', code);
    const answered = await owner.browser.ask(`${path}/${ID}`, { method: 'PATCH', body: { state: 'paused' } });
    expect([answered.status, answered.body]).toEqual([
      status,
      { error: expect.objectContaining({ code: shownCode, message: expect.stringContaining(words) }) },
    ]);
    expect(await auditOf()).toEqual(before);
  },
);

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

test('what a webhook ignores is shown with the reason', async () => {
  const seen = async (): Promise<unknown> => (await owner.browser.get(path)).body;
  expect(await seen()).toMatchObject({ webhooks: [{ state: 'active', ignored: null }] });
  shown = { ignored: 'addresses[1]: the checksum is wrong' };
  const { webhooks } = (await seen()) as { webhooks: Webhook[] };
  expect(webhooks).toMatchObject([{ state: 'active', trouble: null, ignored: shown.ignored }]);
  expect(webhooks.map((webhook) => WEBHOOK_TABLE.cells(webhook).at(-1))).toEqual([shown.ignored]);
  shown = {};
});

test('a webhook whose deliveries fail is failing, with the attempt and the next one', async () => {
  const attempt = {
    url: WANTED.url,
    requestHeadersJson: '{}',
    status: 502,
    responseBody: 'down',
    error: 'It is down.',
  };
  const failing = {
    sinceMs: 60_000n,
    deliveryId: '7',
    attempt: { ...attempt, atMs: 90_000n },
    nextAttemptAtMs: 120_000n,
  };
  shown = { failing: failing as never };
  const { webhooks } = (await owner.browser.get(path)).body as { webhooks: Webhook[] };
  expect(webhooks).toMatchObject([
    {
      state: 'failing',
      failing: {
        ...{ since: '1970-01-01T00:01:00.000Z', deliveryId: '7', nextAttemptAt: '1970-01-01T00:02:00.000Z' },
        attempt: { status: 502, error: 'It is down.', responseBody: 'down' },
      },
    },
  ]);
  const remark = 'Failing since 1970-01-01 00:01Z. It is down. Next attempt: 1970-01-01 00:02Z.';
  expect(webhooks.map((webhook) => WEBHOOK_TABLE.cells(webhook).at(-1))).toEqual([remark]);
  shown = {};
});

test('members see no token of a URL, nor what a receiver repeats of it; those who manage webhooks see it', async () => {
  const token = 's3cret-token-of-the-receiver';
  const url = `https://example.org/hook?token=${token}&x=1`;
  const attempt = { url, requestHeadersJson: '{}', responseBody: token, error: `No ${url}` };
  const failing = { sinceMs: 1n, deliveryId: '1', attempt } as never;
  shown = { url, disabledReason: `The last time: ${token}`, state: State.DISABLED, failing };
  const member = await join(fixture, owner, 'max', 'member');
  const admin = await join(fixture, owner, 'ada', 'admin');
  for (const [person, sees] of [
    [member, false],
    [admin, true],
    [owner, true],
  ] as const) {
    for (const page of [path, `${path}/${ID}/deliveries`]) {
      const { status, text } = await person.browser.get(page);
      expect(status).toBe(200);
      expect([page, text.includes(token)]).toEqual([page, sees]);
      expect(text).toContain('https://example.org/hook');
    }
  }
  shown = {};
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

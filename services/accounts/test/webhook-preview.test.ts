import { createInternalServer } from '@ledgergraph/service-kit/http/internal-server';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { FastifyReply } from 'fastify';
import type { Key } from '#/dashboard/contract.ts';
import { STREAMS_AT_ONCE } from '#/dashboard/rates.ts';
import { connectWebhooks } from '#/webhooks/connect-webhooks.ts';
import { type DashboardFixture, SECRET, startDashboardFixture } from './dashboard-fixture.ts';
import { type Person, signUp } from './people.ts';

const SETTINGS = { environment: 'test', eventType: 'block.new' };
const WANTED = { ...SETTINGS, url: 'https://example.org/hook' };

/** Events that come at once. */
const EVENTS = 20;

let refusal: { status: number; code?: string } | undefined;
let watching = 0;

/** A stream stays open until its reader is gone. */
async function startService() {
  const server = await createInternalServer({
    secret: SECRET,
    logger: createLogger('test', 'silent'),
    ready: async () => ({ ready: true }),
  });
  server.get('/webhook-event-types', async () => ({ eventTypes: [{ name: 'block.new' }] }));
  server.post('/teams/:team/webhooks', async () => ({ secret: 'whsec_shown', webhook: {} }));
  const watch = (isEnding: boolean) => async (_request: unknown, reply: FastifyReply) => {
    if (refusal !== undefined) {
      const { status, code } = refusal;
      return reply
        .code(status)
        .header('retry-after', '5')
        .send({ error: { code, message: 'this is shown' } });
    }
    watching += 1;
    reply.raw.on('close', () => {
      watching -= 1;
    });
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' });
    reply.raw.write('event: ready\ndata: {}\n\n');
    for (let index = 1; index <= EVENTS; index += 1)
      reply.raw.write(`event: event\ndata: {"webhookId":"${index}"}\n\n`);
    if (isEnding) reply.raw.end();
    return reply;
  };
  server.post('/teams/:team/webhook-preview', watch(true));
  server.post('/teams/:team/webhook-listen', watch(false));
  return server;
}

let service: Awaited<ReturnType<typeof startService>>;
let fixture: DashboardFixture;
let owner: Person;
let path: string;
let minutes = 0;
beforeAll(async () => {
  service = await startService();
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  fixture = await startDashboardFixture({ webhooks: connectWebhooks(url, SECRET), steadyNow: () => minutes * 60_000 });
  owner = await signUp(fixture, 'ann');
  path = `/api/teams/${owner.teamId}/webhook-preview`;
});
afterAll(async () => {
  await fixture.stop();
  await service.close();
});
beforeEach(() => {
  refusal = undefined;
  minutes += 1;
});

const countKeys = async () => {
  const { body } = await owner.browser.get(`/api/teams/${owner.teamId}/keys`);
  return (body as { keys: Key[] }).keys.length;
};

test('a preview makes no key: it reports that the first webhook does', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => owner.browser.post(path, SETTINGS)));
  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([409, { error: { message: expect.stringContaining('first webhook') } }]);
  expect(await countKeys()).toBe(0);
  expect(watching).toBe(0);
});

test('listening to an event type that does not exist is refused, and makes no key', async () => {
  const dora = await signUp(fixture, 'dora');
  const wanted = { ...SETTINGS, eventType: 'no.such' };
  const { status } = await dora.browser.post(`/api/teams/${dora.teamId}/webhook-listen`, wanted);
  expect([status, await fixture.db.apiKey.count({ where: { teamId: dora.teamId } })]).toEqual([400, 0]);
});

test('listening makes the key, shows more than a preview, and ends when its reader signs out', async () => {
  const bob = await signUp(fixture, 'bob');
  const listening = bob.browser.post(`/api/teams/${bob.teamId}/webhook-listen`, SETTINGS);
  await waitFor(() => watching === 1, { what: 'the stream to be open' });
  const { body } = await bob.browser.get(`/api/teams/${bob.teamId}/keys`);
  expect((body as { keys: Key[] }).keys).toMatchObject([{ name: 'Webhooks' }]);
  let isOver = false;
  const over = listening.finally(() => {
    isOver = true;
  });
  await bob.browser.post('/auth/sign-out', {});
  // Without an end, the server's own limits would stop the stream after a minute.
  await waitFor(() => isOver, { what: 'the stream to end with the session', timeoutMs: 30_000 });
  const { status, text } = await over;
  expect(status).toBe(200);
  expect(text.match(/^event: event$/gm)).toHaveLength(EVENTS);
  await waitFor(() => watching === 0, { what: 'the stream to be closed' });
});

test('a stranger listens to no team, and a team opens this many streams a minute', async () => {
  const listen = `/api/teams/${owner.teamId}/webhook-listen`;
  expect((await fixture.browse().post(listen, SETTINGS)).status).toBe(401);
  expect((await (await signUp(fixture, 'eve')).browser.post(listen, SETTINGS)).status).toBe(404);
  refusal = { status: 429, code: 'TOO_MANY_REQUESTS' };
  const answers = [];
  for (let count = 0; count <= STREAMS_AT_ONCE; count += 1) answers.push(await owner.browser.post(listen, SETTINGS));
  expect(answers.map(({ status }) => status)).toEqual(Array(STREAMS_AT_ONCE + 1).fill(429));
  expect(answers.at(-1)?.body).toMatchObject({ error: { message: expect.stringContaining('Too many attempts') } });
  await fixture.db.apiKey.deleteMany();
});

describe('with a webhook', () => {
  beforeAll(async () => {
    await owner.browser.post(`/api/teams/${owner.teamId}/webhooks`, WANTED);
  });

  test('a preview passes on what the service sends, to its end', async () => {
    const { status, headers, text } = await owner.browser.post(path, SETTINGS);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(text.match(/^event: \w+$/gm)).toEqual(['event: ready', ...Array(EVENTS).fill('event: event')]);
    expect(await countKeys()).toBe(1);
  });

  test('a stream ends at the service when its reader is gone', async () => {
    const closing = new AbortController();
    const listen = `/api/teams/${owner.teamId}/webhook-listen`;
    const answered = owner.browser.ask(listen, { body: SETTINGS, signal: closing.signal });
    await waitFor(() => watching === 1, { what: 'the stream to be open' });
    closing.abort();
    await expect(answered).rejects.toThrow();
    await waitFor(() => watching === 0, { what: 'the stream to be closed', timeoutMs: 30_000 });
  });

  test('a preview costs a team nothing that another page could cause: no GET, no other origin, no form', async () => {
    const query = `?settings=${encodeURIComponent(JSON.stringify(SETTINGS))}`;
    expect((await owner.browser.get(path + query)).status).toBe(404);
    const origin = { headers: { origin: 'https://evil.example' }, body: SETTINGS };
    expect((await owner.browser.ask(path, origin)).status).toBe(403);
    const form = { headers: { 'content-type': 'text/plain' }, body: SETTINGS };
    expect((await owner.browser.ask(path, form)).status).toBe(400);
    expect(watching).toBe(0);
  });

  test('a team opens so many previews a minute, all that come at once counted', async () => {
    refusal = { status: 400, code: 'INVALID_INPUT' };
    const answers = await Promise.all(
      Array.from({ length: STREAMS_AT_ONCE + 5 }, () => owner.browser.post(path, SETTINGS)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
  });

  test.each([
    [400, 'INVALID_INPUT', 400, 'this is shown'],
    [404, 'NOT_FOUND', 404, 'this is shown'],
    [409, 'CONFLICT', 409, 'this is shown'],
    [429, 'TOO_MANY_REQUESTS', 429, 'this is shown'],
    [503, 'UNAVAILABLE', 503, 'at the moment'],
    [500, undefined, 503, 'at the moment'],
    [401, undefined, 503, 'at the moment'],
  ])(
    'an answer of the service with %s %s before the first event is answered as %s: %s',
    async (from, code, status, words) => {
      refusal = { status: from, ...(code !== undefined && { code }) };
      const answered = await owner.browser.post(path, SETTINGS);
      expect([answered.status, answered.body]).toMatchObject([
        status,
        { error: { message: expect.stringContaining(words) } },
      ]);
      expect(answered.headers.get('content-type')).toContain('application/json');
      if (status === 429) expect(answered.headers.get('retry-after')).toBe('5');
    },
  );
});

import { randomUUID } from 'node:crypto';
import { until } from './until.ts';
import { startWebhooks, TEAM, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeAll(async () => {
  stand = await startWebhooks();
});
afterAll(() => stand.stop());

test('viewers see no token of a URL, nor what a receiver repeats of it; managers see it', async () => {
  const token = 's3cret-token-of-the-receiver';
  const url = `https://example.org/hook?token=${token}&x=1`;
  const { endpoint } = await stand.create();
  const at = new Date();
  const attempt = { at, durationMs: 1, url, requestHeaders: {}, status: 404, responseBody: token, error: `No ${url}` };
  const names = { eventKey: 'one', webhookId: 'msg_one', eventType: 'block.new' };
  await stand.db.delivery.create({
    data: {
      ...names,
      endpointId: endpoint.id,
      blockHeight: 1,
      payload: '{}',
      state: 'failed',
      attempts: { create: attempt },
    },
  });
  for (const data of [
    { url, failingSince: at },
    { url, state: 'disabled', disabledReason: `The last time: ${token}` },
    { url, state: 'active', failingSince: null, trouble: `Not ${token}` },
  ] as const) {
    await stand.db.endpoint.update({ where: { id: endpoint.id }, data });
    for (const [role, sees] of [
      ['viewer', false],
      ['', false],
      ['manager', true],
    ] as const)
      for (const path of [WEBHOOKS, `${WEBHOOKS}/${endpoint.id}/deliveries`]) {
        const { status, text } = await stand.ask('GET', path, undefined, { role });
        expect([path, role, status, text.includes(token)]).toEqual([path, role, 200, sees]);
        expect(text).toContain('https://example.org/hook');
      }
  }
});

test('a preview shows the next ten events and ends; a refusal before is an answer like any other', async () => {
  const wanted = { environment: 'test', eventType: 'block.new' };
  const url = await stand.server.listen({ host: '127.0.0.1', port: 0 });
  const post = (body: object) =>
    fetch(`${url}/teams/${TEAM}/webhook-preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post({ ...wanted, eventType: 'no.such' })).status).toBe(400);
  const answer = post(wanted);
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  for (let height = 1; height <= 12; height += 1) stand.gateway.addBlock(height);
  const response = await answer;
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect((await response.text()).match(/^event: \w+$/gm)).toEqual(['event: ready', ...Array(10).fill('event: event')]);
  await until(() => expect(stand.gateway.openStreams).toBe(0));
  expect(stand.deps.places.watches.teams).toBe(0);
});

test('an internal error reveals no cause, and nothing is stored', async () => {
  await stand.db.$executeRaw`ALTER TABLE endpoint RENAME TO endpoint_away`;
  const wanted = { environment: 'test', url: stand.receiver.url, eventType: 'block.new' };
  try {
    for (const [method, path, body] of [
      ['GET', WEBHOOKS, undefined],
      ['POST', WEBHOOKS, wanted],
      ['DELETE', `${WEBHOOKS}/${randomUUID()}`, undefined],
    ] as const) {
      const answer = await stand.ask(method, path, body);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.text).not.toMatch(/endpoint_?|relation|prisma|invocation/i);
    }
  } finally {
    await stand.db.$executeRaw`ALTER TABLE endpoint_away RENAME TO endpoint`;
  }
});

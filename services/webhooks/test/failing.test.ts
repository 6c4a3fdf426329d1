import type { ServerResponse } from 'node:http';
import type { Webhook } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

async function readEndpoint(): Promise<Webhook | undefined> {
  const { body } = await stand.ask('GET', WEBHOOKS);
  return body.webhooks[0];
}

test.each([false, true])(
  'an endpoint whose receiver is down shows the failing attempt, its answer and the time of the next one: parallel %s',
  async (isParallel) => {
    stand.deps.retrySeconds.splice(0, Number.POSITIVE_INFINITY, 0.05, 3_600);
    stand.receiver.answer = (_received, response) => void response.writeHead(502).end('down for repairs');
    const { endpoint } = await stand.create({ isParallel });
    expect((await readEndpoint())?.failing).toBeNull();
    stand.work();
    await until(() => expect(stand.gateway.openStreams).toBe(1));
    for (let height = 1; height <= 30; height += 1) stand.gateway.addBlock(height);
    const findFirst = () => stand.db.delivery.findFirst({ orderBy: { id: 'asc' }, include: { attempts: true } });
    await until(async () => expect((await findFirst())?.attempts).toHaveLength(2));
    const { state, failing } = (await readEndpoint()) ?? {};
    expect(state).toBe('failing');
    expect(failing).toMatchObject({
      attempt: { status: 502, responseBody: 'down for repairs', error: 'The receiver answered with the status 502.' },
    });
    if (!isParallel) {
      expect(failing?.deliveryId).toBe(String((await findFirst())?.id));
      expect(Date.parse(failing?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    }
    expect(Date.parse(failing?.attempt?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(failing?.since ?? ''));
    stand.receiver.answer = () => 204;
    await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
    await until(() => expect(stand.receiver.delivered).toHaveLength(30));
    await until(async () => expect((await readEndpoint())?.failing).toBeNull());
  },
);

test('an endpoint fails since the earliest attempt that failed, in whichever order they end', async () => {
  const { endpoint } = await stand.create({ isParallel: true });
  const event = { endpointId: endpoint.id, round: 0, eventType: 'block.new', blockHeight: 1, payload: '{}' };
  const names = ['first', 'second'];
  await stand.db.delivery.createMany({
    data: names.map((name) => ({ ...event, eventKey: name, webhookId: name, state: 'queued' as const })),
  });
  const responses: ServerResponse[] = [];
  stand.receiver.answer = (_received, response) => void responses.push(response);
  let seconds = 0;
  stand.deps.now = () => new Date(Date.now() + 1_000 * seconds++);
  stand.work();
  await until(() => expect(responses).toHaveLength(2));
  const order = stand.receiver.attempts.map(({ headers }) => headers['webhook-id']);
  const respond = (name: string) => responses[order.indexOf(name)]?.writeHead(502).end();
  const listAttempts = () => stand.db.attempt.findMany({ orderBy: { at: 'asc' } });
  respond('second');
  await until(async () => expect(await listAttempts()).toHaveLength(1));
  respond('first');
  await until(async () => expect(await listAttempts()).toHaveLength(2));
  const [earliest] = await listAttempts();
  expect((await stand.db.endpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).failingSince).toEqual(
    earliest?.at,
  );
});

test('an attempt that ends after its endpoint was restarted does not delay the next one', async () => {
  stand.deps.retrySeconds.splice(0, Number.POSITIVE_INFINITY, 3_600);
  const responses: ServerResponse[] = [];
  stand.receiver.answer = (_received, response) => void responses.push(response);
  const { endpoint } = await stand.create();
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(1);
  await until(() => expect(responses).toHaveLength(1));
  stand.receiver.answer = () => 204;
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
  responses[0]?.writeHead(502).end();
  await until(() => expect(stand.receiver.delivered).toHaveLength(1));
});

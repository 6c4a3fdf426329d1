import { createClient, createRouterTransport } from '@connectrpc/connect';
import { State, WebhookService } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { webhookService } from '#/rpc/webhook-service.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

async function readEndpoint() {
  const transport = createRouterTransport(({ service }) => void service(WebhookService, webhookService(stand.deps)));
  const { endpoints } = await createClient(WebhookService, transport).listEndpoints({ teamId: TEAM });
  return endpoints[0];
}

test.each([false, true])(
  'an endpoint whose receiver is down shows the failing attempt, its answer and the time of the next one: parallel %s',
  async (isParallel) => {
    stand.deps.retrySeconds.splice(0, Number.POSITIVE_INFINITY, 0.05, 3_600);
    stand.receiver.answer = (_received, response) => void response.writeHead(502).end('down for repairs');
    const { endpoint } = await stand.create({ isParallel });
    expect((await readEndpoint())?.failing).toBeUndefined();
    stand.work();
    await until(() => expect(stand.gateway.openStreams).toBe(1));
    for (let height = 1; height <= 30; height += 1) stand.gateway.addBlock(height);
    const findFirst = () => stand.db.delivery.findFirst({ orderBy: { id: 'asc' }, include: { attempts: true } });
    await until(async () => expect((await findFirst())?.attempts).toHaveLength(2));
    const { state, failing } = (await readEndpoint()) ?? {};
    expect(state).toBe(State.ACTIVE);
    expect(failing).toMatchObject({
      attempt: { status: 502, responseBody: 'down for repairs', error: 'The receiver answered with the status 502.' },
    });
    if (!isParallel) {
      expect(failing?.deliveryId).toBe(String((await findFirst())?.id));
      expect(Number(failing?.nextAttemptAtMs) - Date.now()).toBeGreaterThan(3_000_000);
    }
    expect(failing?.attempt?.atMs).toBeGreaterThanOrEqual(failing?.sinceMs ?? 0n);
    stand.receiver.answer = () => 204;
    await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
    await until(() => expect(stand.receiver.delivered).toHaveLength(30));
    await until(async () => expect((await readEndpoint())?.failing).toBeUndefined());
  },
);

import type { DeliveryPage } from '@ledgergraph/proto-schemas/webhooks/webhook-contract';
import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { startWebhooks, WEBHOOKS, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeAll(async () => {
  stand = await startWebhooks();
});
afterAll(() => stand.stop());

const list = (endpointId: string, query: Record<string, string>) =>
  stand.ask('GET', `${WEBHOOKS}/${endpointId}/deliveries?${new URLSearchParams(query)}`);

async function endpointWith(count: number): Promise<string> {
  const { endpoint } = await stand.create();
  await stand.db.delivery.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      endpointId: endpoint.id,
      eventKey: `key ${index}`,
      webhookId: `msg_${endpoint.id}_${index}`,
      eventType: 'block.new',
      blockHeight: index + 1,
      payload: '{}',
      state: 'delivered' as const,
    })),
  });
  return endpoint.id;
}

test('the deliveries of an endpoint are walked page by page, newest first, each once', async () => {
  const endpointId = await endpointWith(5);
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const { body } = await list(endpointId, { limit: '2', ...(cursor !== null && { cursor }) });
    pages.push((body as DeliveryPage).deliveries.map(({ blockHeight }) => blockHeight));
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual([[5, 4], [3, 2], [1]]);
});

test('a cursor has one text only, and is one of its endpoint', async () => {
  const [endpointId, other] = [await endpointWith(2), await endpointWith(2)];
  const own = (await list(endpointId, { limit: '1' })).body.nextCursor;
  const ofOther = (await list(other, { limit: '1' })).body.nextCursor;
  for (const cursor of [...listForgeries(own), ofOther, '1', '007'])
    expect([cursor, (await list(endpointId, { limit: '1', cursor })).status]).toEqual([cursor, 400]);
  expect((await list(endpointId, { limit: '1', cursor: own })).status).toBe(200);
});

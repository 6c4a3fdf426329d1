import { Code, createClient, createRouterTransport } from '@connectrpc/connect';
import { WebhookService } from '@ledgergraph/proto-schemas/webhooks/v1/webhooks';
import { listForgeries } from '@ledgergraph/test-kit/forgeries';
import { webhookService } from '#/rpc/webhook-service.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeAll(async () => {
  stand = await startWebhooks();
});
afterAll(() => stand.stop());

const client = () =>
  createClient(
    WebhookService,
    createRouterTransport(({ service }) => {
      service(WebhookService, webhookService(stand.deps));
    }),
  );

/** An endpoint with deliveries of the blocks 1 to `count`. */
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
  let cursor = '';
  do {
    const page = await client().listDeliveries({ teamId: TEAM, endpointId, limit: 2, cursor });
    pages.push(page.deliveries.map(({ blockHeight }) => Number(blockHeight)));
    cursor = page.nextCursor;
  } while (cursor !== '');
  expect(pages).toEqual([[5, 4], [3, 2], [1]]);
});

test('a cursor has one text only, and is one of its endpoint', async () => {
  const [endpointId, other] = [await endpointWith(2), await endpointWith(2)];
  const list = (cursor: string) => client().listDeliveries({ teamId: TEAM, endpointId, limit: 1, cursor });
  const { nextCursor } = await list('');
  const ofOther = await client().listDeliveries({ teamId: TEAM, endpointId: other, limit: 1 });
  const forged = [...listForgeries(nextCursor).filter((text) => text !== ''), ofOther.nextCursor, '1', '007'];
  for (const text of forged) await expect(list(text)).rejects.toMatchObject({ code: Code.InvalidArgument });
});

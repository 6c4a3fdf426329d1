import { changeEndpoint } from '#/endpoints/change-endpoint.ts';
import { replay } from '#/endpoints/replay.ts';
import { watchEvents } from '#/endpoints/watch-events.ts';
import type { Json } from '#/gateway/json.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

const [FIRST = '', SECOND = ''] = ['1', '2'].map((digit) => digit.repeat(64));
const TOKEN = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const PAYEE = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

const source = (eventType: string, variables: Record<string, Json> = {}) => ({ eventType, operation: '', variables });

async function createFollowed(eventType: string, variables: Record<string, Json> = {}) {
  const created = await stand.create({ source: source(eventType, variables) });
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  return created;
}

const delivered = () =>
  stand.receiver.delivered.map(({ body: { type, data } }) => {
    const { transaction, txid } = data.pendingChanges;
    return `${type} ${(transaction?.txid ?? txid)[0]}`;
  });
const untilDelivered = (expected: string[]) => until(() => expect(delivered()).toEqual(expected));

test('a pending transaction is delivered; if it will not come, its undoing follows with the id of the event', async () => {
  await createFollowed('transaction.pending');
  stand.gateway.enterPool(FIRST);
  stand.gateway.enterPool(SECOND);
  stand.gateway.leavePool(FIRST, 'EXPIRED');
  await untilDelivered(['transaction.pending 1', 'transaction.pending 2', 'transaction.pending.dropped 1']);
  expect(stand.receiver.delivered[2]?.body).toMatchObject({
    data: { pendingChanges: { state: 'EXPIRED' } },
    extensions: { undone: [stand.receiver.ids[0]] },
  });
});

test.each(['EXPIRED', 'CONFLICTED', 'REMOVED'])('a transaction that is %s is delivered as dropped', async (state) => {
  await createFollowed('transaction.pending.dropped');
  stand.gateway.enterPool(FIRST);
  stand.gateway.leavePool(FIRST, state);
  await untilDelivered(['transaction.pending.dropped 1']);
});

test('a transaction that a block has is not delivered as dropped, also if it leaves once more after a reorganisation', async () => {
  await createFollowed('transaction.pending');
  stand.gateway.enterPool(FIRST);
  stand.gateway.leavePool(FIRST, 'CONFIRMED');
  stand.gateway.enterPool(FIRST);
  stand.gateway.leavePool(FIRST, 'CONFLICTED');
  await untilDelivered(['transaction.pending 1', 'transaction.pending 1', 'transaction.pending.dropped 1']);
  expect(stand.receiver.delivered[2]?.body.extensions.undone).toEqual([stand.receiver.ids[1]]);
});

test('a transaction that is sent again after it was dropped is another event, and is dropped once more', async () => {
  await createFollowed('transaction.pending');
  for (let round = 0; round < 2; round += 1) {
    stand.gateway.enterPool(FIRST);
    stand.gateway.leavePool(FIRST, 'REMOVED');
  }
  await until(() => expect(stand.receiver.delivered).toHaveLength(4));
  const [entered, , again] = stand.receiver.ids;
  const undone = [1, 3].map((place) => stand.receiver.delivered[place]?.body.extensions.undone);
  expect(undone).toEqual([[entered], [again]]);
});

test('only the transactions that are named are delivered, and only their ends', async () => {
  await createFollowed('transaction.pending', { txids: [SECOND] });
  for (const txid of [FIRST, SECOND]) stand.gateway.enterPool(txid);
  for (const txid of [FIRST, SECOND]) stand.gateway.leavePool(txid, 'EXPIRED');
  await untilDelivered(['transaction.pending 2', 'transaction.pending.dropped 2']);
});

test('with a currency named, only the address’s changes of that currency are delivered', async () => {
  const change = (address: string, currencyId: string, amount: string) => [
    { address, amounts: [{ currencyId, amount }] },
  ];
  await createFollowed('address.pending', { addresses: [PAYEE], currency: TOKEN });
  stand.gateway.enterPool(FIRST, change(PAYEE, 'iCoin', '1.00000000'));
  stand.gateway.leavePool(FIRST, 'EXPIRED');
  stand.gateway.enterPool(FIRST, change('another', TOKEN, '1.00000000'));
  stand.gateway.enterPool(SECOND, change(PAYEE, TOKEN, '-1.00000000'));
  await untilDelivered(['address.pending 2']);
  expect(stand.gateway.requests.at(-1)?.body.variables).toEqual({ addresses: [PAYEE] });
});

test('a paused endpoint goes on where it stopped, and receives what was dropped meanwhile', async () => {
  const { endpoint } = await createFollowed('transaction.pending');
  stand.gateway.enterPool(FIRST);
  await untilDelivered(['transaction.pending 1']);
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'paused' });
  await until(() => expect(stand.gateway.openStreams).toBe(0));
  stand.gateway.leavePool(FIRST, 'EXPIRED');
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
  await untilDelivered(['transaction.pending 1', 'transaction.pending.dropped 1']);
});

test('a position that no gateway opens any more is given up for what is pending now, and never for a height', async () => {
  await createFollowed('transaction.pending');
  stand.gateway.enterPool(FIRST);
  await untilDelivered(['transaction.pending 1']);
  stand.gateway.endStreams({ code: 'VALIDATION_ERROR', message: 'Last-Event-ID is not of this subscription.' });
  await until(async () => {
    const { cursor, fromHeight } = await stand.db.endpoint.findFirstOrThrow();
    expect([cursor, fromHeight]).toEqual([null, null]);
  });
});

const OWN = { eventType: null, operation: 'subscription { pendingChanges { __typename } }', variables: {} };

test.each([
  ['an event type of the mempool', source('address.pending', { addresses: [PAYEE] })],
  ['a subscription of the mempool', OWN],
])('%s can begin at no height, and single deliveries of it can be sent again', async (_what, wanted) => {
  await expect(stand.create({ source: wanted, fromHeight: 5 })).rejects.toMatchObject({
    code: 'INVALID',
    message: expect.stringContaining('no height'),
  });
  const { endpoint } = await stand.create({ source: wanted });
  for (const from of [{ fromHeight: 5 }, { fromTime: '2030-01-01T00:00:00Z' }]) {
    await expect(replay(stand.deps, TEAM, endpoint.id, from)).rejects.toThrow('no height');
  }
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.enterPool(FIRST);
  await until(() => expect(stand.receiver.ids).toHaveLength(1));
  const { id } = await stand.db.delivery.findFirstOrThrow();
  await replay(stand.deps, TEAM, endpoint.id, { deliveryId: String(id) });
  await until(() => expect(stand.receiver.ids).toHaveLength(2));
  expect(new Set(stand.receiver.ids).size).toBe(1);
});

test('watched events are those that the endpoint would receive', async () => {
  const watching = new AbortController();
  const seen: { eventType: string; webhookId: string; undone: string[] | undefined }[] = [];
  const wanted = { teamId: TEAM, environment: 'test', source: source('transaction.pending') } as const;
  const watched = (async () => {
    for await (const event of watchEvents(stand.deps, wanted, watching.signal)) {
      if (event === null) continue;
      const { eventType, webhookId, payload } = event;
      seen.push({ eventType, webhookId, undone: JSON.parse(payload).extensions.undone });
    }
  })().catch(() => {});
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  // It entered before the events were watched.
  stand.gateway.leavePool(SECOND, 'EXPIRED');
  stand.gateway.enterPool(FIRST);
  stand.gateway.leavePool(FIRST, 'REMOVED');
  await until(() => expect(seen).toHaveLength(2));
  expect(seen).toMatchObject([
    { eventType: 'transaction.pending', undone: undefined },
    { eventType: 'transaction.pending.dropped', undone: [seen[0]?.webhookId] },
  ]);
  watching.abort();
  await watched;
});

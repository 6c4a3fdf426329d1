import { Webhook } from 'standardwebhooks';
import { changeEndpoint, rotateSecret } from '#/endpoints/change-endpoint.ts';
import { replay } from '#/endpoints/replay.ts';
import { until } from './until.ts';
import { startWebhooks, TEAM, type WebhookStand } from './webhook-stand.ts';

let stand: WebhookStand;
beforeEach(async () => {
  stand = await startWebhooks();
});
afterEach(() => stand.stop());

const heights = (expected: number[]) => until(() => expect(stand.receiver.heights).toEqual(expected));

async function createFollowed(wanted: Parameters<WebhookStand['create']>[0] = {}) {
  const created = await stand.create(wanted);
  stand.work();
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  return created;
}

test('each event is delivered once, in order, signed, with the data of the operation', async () => {
  const { secret } = await createFollowed();
  for (const height of [7, 8, 9]) stand.gateway.addBlock(height);
  await heights([7, 8, 9]);
  expect(new Set(stand.receiver.ids).size).toBe(3);
  for (const { headers, text, body } of stand.receiver.delivered) {
    expect(new Webhook(secret).verify(text, headers)).toEqual(body);
    expect(body).toMatchObject({ type: 'block.new', data: { chainEvents: { blockHeight: expect.any(Number) } } });
  }
});

test('an endpoint receives what happens from its creation on, before any process follows it', async () => {
  await stand.create({});
  stand.gateway.addBlock(7);
  stand.work();
  await heights([7]);
});

test('the gateway sees our secret, the hash of the key, and the cursor of the last stored event', async () => {
  await createFollowed();
  stand.gateway.addBlock(7);
  await heights([7]);
  stand.gateway.endStreams();
  stand.gateway.addBlock(8);
  await heights([7, 8]);
  const { headers } = stand.gateway.requests.at(-1) as { headers: Record<string, string> };
  expect(headers['last-event-id']).toBe('1');
  expect(Buffer.from(headers['x-ledgergraph-key-hash'] ?? '', 'base64url')).toEqual(Buffer.alloc(32, 2));
});

test('a delivery that fails holds back those behind it, and comes again with the same id', async () => {
  let failures = 2;
  stand.receiver.answer = () => (failures-- > 0 ? 500 : 204);
  await createFollowed();
  stand.gateway.addBlock(7);
  stand.gateway.addBlock(8);
  await heights([7, 8]);
  expect(stand.receiver.attempts).toHaveLength(4);
  const [first, second, third] = stand.receiver.attempts.map(({ headers }) => headers['webhook-id']);
  expect([second, third]).toEqual([first, first]);
  // An attempt is recorded after its response.
  await until(async () => {
    const attempts = await stand.db.attempt.findMany({ orderBy: { id: 'asc' } });
    expect(attempts.map(({ status }) => status)).toEqual([500, 500, 204, 204]);
    expect(attempts[0]?.error).toContain('500');
  });
});

test('with parallel delivery a failing event holds back nothing', async () => {
  stand.receiver.answer = ({ body }) => (body.extensions.chain[0].height === 7 ? 500 : 204);
  await createFollowed({ isParallel: true });
  for (const height of [7, 8, 9]) stand.gateway.addBlock(height);
  await until(() => expect([...stand.receiver.heights].sort()).toEqual([8, 9]));
});

test('a reorganisation is delivered with the ids of the events that it undoes, and what replaces them has other ids', async () => {
  await createFollowed();
  for (const height of [7, 8, 9]) stand.gateway.addBlock(height);
  stand.gateway.removeBlocks(7);
  stand.gateway.addBlock(8);
  stand.gateway.addBlock(9);
  await heights([7, 8, 9, 7, 8, 9]);
  const [, eight, nine, , newEight] = stand.receiver.ids;
  const removal = stand.receiver.delivered[3]?.body;
  expect(removal).toMatchObject({ type: 'block.new.reverted', extensions: { undone: [eight, nine] } });
  expect(newEight).not.toBe(eight);
});

test('a block that leaves the chain and comes back is another event, and so is its second removal', async () => {
  await createFollowed();
  stand.gateway.addBlock(7);
  const [{ id, data }] = stand.gateway.happenings as unknown as [{ id: string; data: unknown }];
  const removal = { type: 'BlocksRemoved', height: 6, id: 'the removal', data: { chainEvents: {} } } as const;
  const again = { type: 'BlockAdded', height: 7, id, data } as const;
  for (const happening of [removal, again, removal, again]) stand.gateway.add(happening);
  await heights([7, 6, 7, 6, 7]);
  expect(new Set(stand.receiver.ids).size).toBe(5);
  expect(stand.receiver.delivered[3]?.body.extensions.undone).toEqual([stand.receiver.ids[2]]);
});

test('an endpoint of undone events receives reorganisations that undid events of its type, and nothing else', async () => {
  const source = {
    eventType: 'address.received.reverted',
    operation: '',
    variables: { addresses: ['RKZkmNUHyeif2okpjZ1zcizbEx75dCkyMy'] },
  };
  await createFollowed({ source });
  const activity = (amount: string) => ({ addressActivity: { activity: { amounts: [{ currencyId: 'i', amount }] } } });
  stand.gateway.addEvent(7, activity('-1.00000000'));
  stand.gateway.removeBlocks(6);
  stand.gateway.addEvent(7, activity('1.00000000'));
  stand.gateway.removeBlocks(5);
  await heights([5]);
  expect(stand.receiver.delivered[0]?.body.extensions.undone).toHaveLength(1);
});

test('a paused endpoint goes on where it stopped', async () => {
  const { endpoint } = await createFollowed();
  stand.gateway.addBlock(7);
  await heights([7]);
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'paused' });
  await until(() => expect(stand.gateway.openStreams).toBe(0));
  stand.gateway.addBlock(8);
  stand.gateway.addBlock(9);
  await changeEndpoint(stand.deps, TEAM, endpoint.id, { state: 'active' });
  await heights([7, 8, 9]);
});

test('a replay from a height delivers the events again with the ids that they had', async () => {
  const { endpoint } = await createFollowed();
  for (const height of [7, 8, 9]) stand.gateway.addBlock(height);
  await heights([7, 8, 9]);
  stand.gateway.onQuery = () => ({ data: { syncState: { lastBlockHeight: 9 } } });
  await replay(stand.deps, TEAM, endpoint.id, { fromHeight: 8 });
  await heights([7, 8, 9, 8, 9]);
  expect(stand.receiver.ids.slice(3)).toEqual(stand.receiver.ids.slice(1, 3));
  await expect(replay(stand.deps, TEAM, endpoint.id, { fromHeight: 10 })).rejects.toThrow('no block 10');
});

test('a replay from a time begins at the first block of that time', async () => {
  const { endpoint } = await createFollowed();
  for (const height of [7, 8, 9]) stand.gateway.addBlock(height);
  await heights([7, 8, 9]);
  stand.gateway.onQuery = ({ variables }) => ({
    data: { syncState: { lastBlockHeight: 9 }, block: { time: variables.height * 100 } },
  });
  await replay(stand.deps, TEAM, endpoint.id, { fromTime: new Date(801_000).toISOString() });
  await heights([7, 8, 9, 9]);
  await expect(replay(stand.deps, TEAM, endpoint.id, { fromTime: new Date(901_000).toISOString() })).rejects.toThrow(
    'older',
  );
});

test('one delivery can be sent again', async () => {
  const { endpoint } = await createFollowed();
  stand.gateway.addBlock(7);
  stand.gateway.addBlock(8);
  await heights([7, 8]);
  const delivery = await stand.db.delivery.findFirstOrThrow({ orderBy: { id: 'asc' } });
  await replay(stand.deps, TEAM, endpoint.id, { deliveryId: String(delivery.id) });
  await heights([7, 8, 7]);
  expect(stand.receiver.ids[2]).toBe(stand.receiver.ids[0]);
});

test('during a rotation the new secret and the old one sign; a day later the new one alone', async () => {
  const { endpoint, secret: old } = await createFollowed();
  const { secret } = await rotateSecret(stand.deps, TEAM, endpoint.id);
  await until(() => expect(stand.gateway.openStreams).toBe(1));
  stand.gateway.addBlock(7);
  await heights([7]);
  const [both] = stand.receiver.delivered as [(typeof stand.receiver.delivered)[number]];
  for (const one of [secret, old]) expect(new Webhook(one).verify(both.text, both.headers)).toEqual(both.body);
  stand.clock.offsetMs = 25 * 3_600_000;
  stand.gateway.addBlock(8);
  await heights([7, 8]);
  expect(stand.receiver.delivered[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});

test('a payload that is too large is named by its size in place of its data', async () => {
  await createFollowed();
  stand.gateway.addBlock(7, { text: 'x'.repeat(300_000) });
  await heights([7]);
  expect(stand.receiver.delivered[0]?.body).toMatchObject({
    data: null,
    extensions: { tooLarge: { bytesMax: 262_144 } },
  });
});

import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { type Received, receiveOverWebSocket } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PEPPER, SECRET, TEST_CHAIN } from '../gateway-stand.ts';
import { txidOf } from './fake-pool.ts';
import { eventsOf, idsOf, PENDING, setPool, untilEvents } from './pending-setting.ts';

const ALICE = 'R9NVxTj2ewfiTUzAfn7FSsq9kxNt6fjaaZ';
const BOB = 'R9ToqQZmi4Xrqxc8sPENoEL6keJAUrARpy';

const { stand, keys, chain, pool, open, subscribe } = setPool();

test('it begins with what is pending, oldest first; then what enters and leaves comes in order', async () => {
  for (const number of [3, 1, 2]) pool.enter(number);
  pool.leave(1, 'REMOVED');
  await pool.notify();
  const stream = await subscribe();
  await untilEvents(stream, ['+3', '+2']);
  pool.enter(4);
  pool.leave(3, 'EXPIRED');
  await pool.notify();
  pool.leave(2, 'CONFLICTED');
  pool.enter(5);
  await pool.notify();
  await untilEvents(stream, ['+3', '+2', '+4', '-3 EXPIRED', '-2 CONFLICTED', '+5']);
  expect(stream.events[3]?.data.pendingChanges).toEqual({ txid: txidOf(3), state: 'EXPIRED', blockHeight: null });
  expect(stream.events[2]?.data.pendingChanges.transaction).toEqual({ txid: txidOf(4), size: 4 });
});

test('an event names the block at which it was read, and one of the first set names the set', async () => {
  pool.enter(1);
  await pool.notify();
  const stream = await subscribe();
  await untilEvents(stream, ['+1']);
  const snapshot = String(chain.poolSerial);
  pool.enter(2);
  await pool.notify();
  await untilEvents(stream, ['+1', '+2']);
  const [first, second] = stream.events.map(({ extensions }) => extensions);
  expect(first.chain).toMatchObject([{ height: chain.height }]);
  expect([first.event.snapshot, second.event.snapshot]).toEqual([snapshot, undefined]);
  expect(first.event.type).toBe('PendingAdded');
});

test('every event names the time and the tip of the node at which the mempool was read', async () => {
  const mark = { chainId: TEST_CHAIN, readAt: '2026-11-24T07:00:00Z', tipHeight: 101, tipHash: 'ab'.repeat(32) };
  const changes = [
    { serial: 90_001, hasEntered: true, txid: txidOf(1), state: null, blockHeight: null, addresses: [] },
    { serial: 90_002, hasEntered: false, txid: txidOf(1), state: 'EXPIRED', blockHeight: null, addresses: [] },
  ];
  const stream = await subscribe({ query: 'subscription { pendingChanges { __typename } }' });
  stand.subgraphs.blocks.intercept = ({ query }, response) => {
    if (!query.includes('poolChanges')) return false;
    const data = { poolChanges: { beginsAt: 0, upTo: 90_002, changes } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, extensions: { pending: [mark] } }));
    return true;
  };
  pool.enter(1);
  await pool.notify();
  await waitFor(() => stream.events.length === 2, { what: 'an entry and a leaving' });
  expect(stream.events.map(({ extensions }) => extensions.pending)).toEqual([[mark], [mark]]);
});

test('a transaction leaves as CONFIRMED when the block that has it is pinned, and what follows waits for it', async () => {
  pool.enter(1);
  await pool.notify();
  const stream = await subscribe();
  await untilEvents(stream, ['+1']);
  pool.leave(1, 'CONFIRMED', chain.height + 1);
  pool.enter(2);
  await pool.notify();
  const late = await subscribe();
  await untilEvents(late, ['+1']);
  expect(eventsOf(stream)).toEqual(['+1']);
  await chain.grow();
  await untilEvents(stream, ['+1', '-1 CONFIRMED', '+2']);
  await untilEvents(late, ['+1', '-1 CONFIRMED', '+2']);
  const { data, extensions } = stream.events[1] as Received['events'][number];
  expect([data.pendingChanges.blockHeight, extensions.chain[0].height]).toEqual([chain.height, chain.height]);
});

test('a stream of addresses emits what touches one of them', async () => {
  pool.enter(1, ALICE);
  pool.enter(2, BOB);
  await pool.notify();
  const [alice, both] = await Promise.all([subscribe({ addresses: [ALICE] }), subscribe({ addresses: [ALICE, BOB] })]);
  pool.enter(3);
  pool.enter(4, BOB, ALICE);
  pool.leave(2, 'REMOVED');
  pool.leave(1, 'EXPIRED');
  await pool.notify();
  await untilEvents(alice as Received, ['+1', '+4', '-1 EXPIRED']);
  await untilEvents(both as Received, ['+1', '+2', '+4', '-2 REMOVED', '-1 EXPIRED']);
});

test('a change costs one look-up and one execution, whatever the number of streams', async () => {
  const streams: Received[] = [];
  for (let count = 0; count < 8; count += 1) {
    streams.push(await subscribe(count < 4 ? {} : { addresses: [ALICE, BOB].slice(count % 2) }));
  }
  pool.asked = [];
  stand.subgraphs.blocks.requests.length = 0;
  pool.enter(1, ALICE, BOB);
  await pool.notify();
  for (const stream of streams) await untilEvents(stream, ['+1']);
  expect(pool.asked).toHaveLength(1);
  expect(stand.subgraphs.blocks.requests.filter(({ query }) => query.includes('_entities'))).toHaveLength(1);
});

test('a new stream costs no look-up while others follow the mempool', async () => {
  pool.enter(1);
  await pool.notify();
  await untilEvents(await subscribe(), ['+1']);
  pool.asked = [];
  await untilEvents(await subscribe(), ['+1']);
  expect(pool.asked).toEqual([]);
});

test('a first set that one answer does not hold is read in pages, and lists nothing that has left', async () => {
  pool.firstMax = 3;
  for (let number = 1; number <= 8; number += 1) pool.enter(number);
  pool.leave(2, 'REMOVED');
  pool.leave(7, 'REMOVED');
  await pool.notify();
  const stream = await subscribe();
  await untilEvents(stream, ['+1', '+3', '+4', '+5', '+6', '+8']);
  pool.leave(1, 'EXPIRED');
  await pool.notify();
  await untilEvents(stream, ['+1', '+3', '+4', '+5', '+6', '+8', '-1 EXPIRED']);
  pool.firstMax = 5_000;
});

test.each([
  ['no address', []],
  ['what is no address', ['you']],
  ['a mistyped address', [ALICE.replace('Z', 'z')]],
  ['more than 1,000', Array.from({ length: 1_001 }, () => ALICE)],
])('a subscription of %s is refused', async (_what, addresses) => {
  await expect(subscribe({ addresses })).rejects.toThrow('VALIDATION_ERROR');
});

test('one of our own services cannot ask for a height', async () => {
  const response = await fetch(`${stand.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-ledgergraph-internal': SECRET,
      'x-ledgergraph-key-hash': Buffer.from(hashApiKey(keys.make().key, PEPPER)).toString('base64url'),
      'x-ledgergraph-from-height': '5',
    },
    body: JSON.stringify({ query: PENDING }),
  });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('have no height')]);
});

test('each event of a live key costs one unit; a WebSocket emits the same', async () => {
  pool.enter(1);
  await pool.notify();
  const { key, id } = keys.make({ environment: KeyEnvironment.LIVE, month: 1_000n });
  const stream = await subscribe({ key });
  await untilEvents(stream, ['+1']);
  const socket = receiveOverWebSocket({ gatewayUrl: stand.url, key, query: PENDING });
  open.push(socket);
  await untilEvents(socket, ['+1']);
  pool.enter(2);
  await pool.notify();
  await untilEvents(stream, ['+1', '+2']);
  await untilEvents(socket, ['+1', '+2']);
  expect(idsOf(socket)).toEqual(idsOf(stream));
  expect(await keys.reported(id, 4)).toEqual({ ANSWERED: 4 });
});

test('a client that does not read is cut off, whatever is pending', async () => {
  const filler = 'x'.repeat(200_000);
  stand.subgraphs.blocks.resolvers.PendingTransaction = {
    __resolveReference: ({ txid }: { txid: string }) => ({ txid, dependsOn: [filler] }),
  };
  for (let number = 1; number <= 300; number += 1) pool.enter(number);
  await pool.notify();
  const ended = stand.streamsEnded().get('SLOW_CONSUMER') ?? 0;
  const response = await fetch(`${stand.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${keys.make().key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ query: PENDING.replace('size', 'dependsOn') }),
  });
  await waitFor(() => stand.streamsEnded().get('SLOW_CONSUMER') === ended + 1, { what: 'the end of the stream' });
  const executed = stand.subgraphs.blocks.requests.filter(({ query }) => query.includes('_entities')).length;
  expect(executed * 20).toBeLessThan(300);
  // The gateway may cut the text off.
  await response.text().catch(() => '');
});

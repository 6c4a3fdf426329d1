import { KeyChangedSchema, KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { type Received, receiveOverWebSocket, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand, PEPPER, SECRET } from '../gateway-stand.ts';
import { LimitedKeys } from '../limited-keys.ts';
import { FakeChain } from './fake-chain.ts';

const BLOCKS =
  'subscription ($after: String) { chainEvents(after: $after) { __typename ... on Event { cursor blockHeight } } }';

const stand = new GatewayStand({ streamsPerKeyMax: 5, blockedMaxMs: 300 });
const keys = new LimitedKeys(stand);
const chain = new FakeChain(stand);
const open: Received[] = [];
beforeAll(async () => {
  chain.open();
  await stand.start();
});
afterAll(() => stand.stop());
beforeEach(() => {
  stand.reset();
  chain.open();
  stand.quotas.limit = 1_000n;
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function subscribe(key: string, after?: string, query = BLOCKS): Promise<Received> {
  const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key, query, after });
  open.push(stream);
  return stream;
}

const heights = ({ events }: Received): number[] => events.map(({ data }) => data.chainEvents.blockHeight);

function refusalOf(asking: Promise<Received>): Promise<{ message: string; extensions: Record<string, unknown> }> {
  return asking.then(
    () => {
      throw new Error('the stream was opened');
    },
    ({ message }: Error) => JSON.parse(message).errors[0],
  );
}

describe.each([
  ['Server-Sent Events', (key: string) => subscribe(key)],
  [
    'a WebSocket',
    async (key: string) => {
      // With a cursor it does not matter when the library connects.
      const { cursor } = await subscribe(stand.testKey === key ? key : stand.liveKey);
      const stream = receiveOverWebSocket({ gatewayUrl: stand.url, key, query: BLOCKS, after: cursor });
      open.push(stream);
      return stream;
    },
  ],
])('over %s', (_name, subscribeWith) => {
  test('each delivered event of a live key costs one unit; opening the stream costs none', async () => {
    const { key, id } = keys.make({ month: 1_000n });
    const before = stand.quotas.totalSpent();
    const stream = await subscribeWith(key);
    const start = chain.height;
    await chain.grow(3);
    await waitFor(() => stream.events.length === 3, { what: 'three events' });
    expect(heights(stream)).toEqual([start + 1, start + 2, start + 3]);
    expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 3 });
    await waitFor(() => stand.quotas.totalSpent() - before === 3n, { what: 'three units' });
  });

  test('an exhausted month ends the stream with its code and the cursor, from which it goes on with more', async () => {
    stand.quotas.limit = 2n;
    const { key } = keys.make({ month: 2n });
    const stream = await subscribeWith(key);
    const start = chain.height;
    await chain.grow(3);
    await stream.ended;
    expect([heights(stream), stream.endCode]).toEqual([[start + 1, start + 2], 'QUOTA_EXCEEDED']);
    const other = keys.make();
    const rest = await subscribe(other.key, stream.cursor);
    await waitFor(() => rest.events.length === 1, { what: 'the third event' });
    expect(heights(rest)).toEqual([start + 3]);
  });

  test('a revoked key ends its streams within a second', async () => {
    const { key } = keys.make({ environment: KeyEnvironment.LIVE });
    const stream = await subscribeWith(key);
    await chain.grow();
    await waitFor(() => stream.events.length === 1, { what: 'an event' });
    stand.keys.delete(key);
    const revokedAt = performance.now();
    stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
    await stream.ended;
    expect(stream.endCode).toBe('UNAUTHORIZED');
    expect(performance.now() - revokedAt).toBeLessThan(1_500);
  });
});

test('a key holds as many streams as its plan allows, and one more when one is closed', async () => {
  const { key } = keys.make();
  const streams: Received[] = [];
  for (let count = 0; count < 5; count += 1) streams.push(await subscribe(key));
  expect((await refusalOf(subscribe(key))).extensions.code).toBe('RATE_LIMITED');
  streams[0]?.close();
  await waitFor(() => subscribe(key).then(() => true), { what: 'room for a stream' });
});

test('a client that does not read is cut off with a code, and goes on from its cursor', async () => {
  const { key } = keys.make();
  const filler = 'x'.repeat(2_000_000);
  // The longest alias would do little, so the selected data fills the connection.
  stand.subgraphs.blocks.resolvers.Block = {
    __resolveReference: ({ hash }: { hash: string }) => ({ hash, merkleRoot: filler }),
  };
  const query =
    'subscription { chainEvents { ... on Event { cursor blockHeight } ... on BlockAdded { block { merkleRoot } } } }';
  const response = await fetch(`${stand.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  });
  const start = chain.height;
  await chain.grow(12);
  await waitFor(() => stand.streamsEnded().get('SLOW_CONSUMER') === 1, { what: 'the end of the stream' });
  const reader = response.body?.getReader();
  let text = '';
  try {
    for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
      text += Buffer.from(chunk.value).toString();
    }
  } catch {
    // The gateway does not wait for ever.
  }
  const seen = [...text.matchAll(/"blockHeight":(\d+)/g)].map(([, height]) => Number(height));
  expect(seen[0]).toBe(start + 1);
  expect(seen.length).toBeLessThan(12);
});

test('events that were executed once serve all streams that ask alike', async () => {
  const streams: Received[] = [];
  const query =
    'subscription { chainEvents { ... on Event { cursor blockHeight } ... on BlockAdded { block { height } } } }';
  const { key } = keys.make();
  for (let count = 0; count < 5; count += 1) streams.push(await subscribe(key, undefined, query));
  stand.subgraphs.blocks.requests.length = 0;
  await chain.grow();
  await waitFor(() => streams.every(({ events }) => events.length === 1), { what: 'the event, five times' });
  expect(stand.subgraphs.blocks.requests.filter((request) => request.query.includes('_entities'))).toHaveLength(1);
  expect(stand.subgraphs.blocks.requests.filter((request) => request.query.includes('mainHashes('))).toHaveLength(1);
});

test('a stream that is behind has many small events executed together, and few large ones', async () => {
  const countsOf = (name: string): number[] =>
    stand.subgraphs.blocks.requests
      .filter(({ query }) => query.includes(`${name}:`))
      .map(({ variables }) => (variables.representations as unknown[]).length);
  const { key } = keys.make();
  const readBehind = async (blocks: number, merkleRoot: string, name: string): Promise<number[]> => {
    // Each name makes another selection, so that no other stream's results serve it.
    const query = `subscription { chainEvents { ... on Event { cursor } ... on BlockAdded { block { ${name}: merkleRoot } } } }`;
    stand.subgraphs.blocks.resolvers.Block = {
      __resolveReference: ({ hash }: { hash: string }) => ({ hash, merkleRoot }),
    };
    const { cursor } = await subscribe(key);
    await chain.grow(blocks);
    const stream = await subscribe(key, cursor, query);
    await waitFor(() => stream.events.length === blocks, { what: 'all events' });
    return countsOf(name);
  };
  expect(Math.max(...(await readBehind(600, 'x', 'small')))).toBeGreaterThan(100);
  expect(await readBehind(36, 'x'.repeat(60_000), 'large')).toEqual([10, 10, 4, 4, 4, 4]);
});

describe('a subscription is refused before it begins, as a query would be', () => {
  test.each([
    ['that does not parse', 'subscription {', 'BAD'],
    ['of an unknown field', 'subscription { nonsense }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'of two root fields',
      'subscription { a: chainEvents { __typename } b: chainEvents { __typename } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['of an unknown chain', 'subscription { chainEvents(chainId: "i123") { __typename } }', 'NOT_FOUND'],
    ['of no address', 'subscription { addressActivity(addresses: []) { __typename } }', 'VALIDATION_ERROR'],
    [
      'of what is no address',
      'subscription { addressActivity(addresses: ["you"]) { __typename } }',
      'VALIDATION_ERROR',
    ],
    [
      'with a depth of 0',
      'subscription { addressActivity(addresses: ["R9NVxTj2ewfiTUzAfn7FSsq9kxNt6fjaaZ"], minConfirmations: 0) { __typename } }',
      'VALIDATION_ERROR',
    ],
  ])('one %s', async (_what, query, code) => {
    const { extensions } = await refusalOf(subscribe(stand.testKey, undefined, query));
    if (code === 'BAD') expect(['GRAPHQL_PARSE_FAILED', 'BAD_REQUEST']).toContain(extensions.code);
    else expect(extensions.code).toBe(code);
  });

  test('a cursor of the other environment is refused', async () => {
    const { cursor } = await subscribe(stand.testKey);
    const { extensions } = await refusalOf(subscribe(stand.liveKey, cursor));
    expect(extensions.code).toBe('VALIDATION_ERROR');
  });

  test('a wrong key', async () => {
    expect((await refusalOf(subscribe('lg_test_nonsense'))).extensions.code).toBe('UNAUTHORIZED');
  });

  test('in a request for one response the refusal describes how to subscribe', async () => {
    const { body } = await stand.query('subscription { chainEvents { __typename } }');
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('text/event-stream'),
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  test('over a WebSocket with a wrong key or none, by the code of the protocol', async () => {
    for (const [key, code] of [
      ['lg_test_nonsense', '4403'],
      ['', '4401'],
    ] as const) {
      const stream = receiveOverWebSocket({ gatewayUrl: stand.url, key, query: BLOCKS });
      await stream.ended;
      expect([key, stream.endCode]).toEqual([key, code]);
    }
  });
});

test('one of our own services subscribes with the hash of a key, and no other caller does', async () => {
  const { key } = keys.make();
  const ask = (secret: string) =>
    fetch(`${stand.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-ledgergraph-internal': secret,
        'x-ledgergraph-key-hash': Buffer.from(hashApiKey(key, PEPPER)).toString('base64url'),
      },
      body: JSON.stringify({ query: BLOCKS }),
    });
  const good = await ask(SECRET);
  expect([good.status, good.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  // One piece for each event is a third less work with thousands of clients.
  expect(good.headers.get('transfer-encoding')).toBeNull();
  await good.body?.cancel();
  expect((await ask('another')).status).toBe(401);
});

test('one of our own services begins at a height that it names', async () => {
  const response = await fetch(`${stand.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-ledgergraph-internal': SECRET,
      'x-ledgergraph-key-hash': Buffer.from(hashApiKey(keys.make().key, PEPPER)).toString('base64url'),
      'x-ledgergraph-from-height': String(chain.height - 1),
    },
    body: JSON.stringify({ query: BLOCKS }),
  });
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes(`"blockHeight":${chain.height}`))
    text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  expect([...text.matchAll(/"blockHeight":(\d+)/g)].map(([, height]) => Number(height))).toEqual([
    chain.height - 1,
    chain.height,
  ]);
});

test('a stopping gateway ends all its streams with RECONNECT and the cursor', async () => {
  const stopping = new GatewayStand();
  const ofStopping = new FakeChain(stopping);
  ofStopping.open();
  await stopping.start();
  const key = stopping.testKey;
  const sse = await receiveServerSentEvents({ gatewayUrl: stopping.url, key, query: BLOCKS });
  const ws = receiveOverWebSocket({ gatewayUrl: stopping.url, key, query: BLOCKS, after: sse.cursor });
  await ofStopping.grow();
  await waitFor(() => sse.events.length === 1 && ws.events.length === 1, { what: 'an event each' });
  await stopping.stop();
  await Promise.all([sse.ended, ws.ended]);
  expect([sse.endCode, ws.endCode]).toEqual(['RECONNECT', 'RECONNECT']);
  expect(sse.cursor).toBe(ws.cursor);
});

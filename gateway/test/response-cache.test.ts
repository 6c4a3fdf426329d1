import { hash } from 'node:crypto';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { coded, type ReceivedRequest } from './fake-subgraph.ts';
import { type Answer, GatewayStand, TEST_CHAIN, tip } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';
import { moveTip } from './move-tip.ts';

const OPERATION = 'query ($height: BigInt) { block(height: $height) { hash size } }';

let stand: GatewayStand;
let cache: ResponseCache;
let keys: LimitedKeys;

beforeEach(async () => {
  cache = new ResponseCache({ bytesMax: 2 ** 20 });
  stand = new GatewayStand({ cache });
  keys = new LimitedKeys(stand);
  await stand.start();
  answering(() => ({ data: { block: { hash: 'ab', size: 1 } } }));
});
afterEach(() => stand.stop());

function answering(answer: (request: ReceivedRequest) => object | Promise<object>): void {
  stand.subgraphs.blocks.intercept = (request, response) => {
    void Promise.resolve(answer(request)).then((body) => response.end(JSON.stringify(body)));
    return true;
  };
}

const asked = (): number => stand.subgraphs.blocks.requests.length;

async function moved(...args: Parameters<typeof tip>): Promise<void> {
  const moves = tip(...args);
  await moveTip(stand, moves);
  await waitFor(
    () =>
      stand.follower
        .pins('TESTNET')
        .some(
          (pin) =>
            pin.height === moves.height &&
            pin.finalizedHeight === (moves.finalizedHeight ?? null) &&
            pin.hash === Buffer.from(moves.hash).toString('hex'),
        ),
    {
      what: 'the tip to move',
    },
  );
}

function get(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  const path = `/graphql?${new URLSearchParams(parameters)}`;
  const accept = 'application/graphql-response+json';
  return stand.fetch(path, { headers: { authorization: `Bearer ${stand.testKey}`, accept, ...headers } });
}

test('an equal request at the same block is answered from memory, byte by byte, and is a call like any other', async () => {
  const { key, id } = keys.make({ month: 100n });
  const body = JSON.stringify({ query: OPERATION, variables: { height: 5 } });
  const first = await keys.ask(key, body);
  const second = await keys.ask(key, body, { 'x-request-id': 'second' });
  expect(first.body.data).toEqual({ block: { hash: 'ab', size: 1 } });
  expect(second.text).toBe(first.text);
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(second.headers.get('x-request-id')).toBe('second');
  expect(second.headers.get('ratelimit')).toContain('"month";r=998');
  expect(asked()).toBe(1);
  expect(await keys.reported(id, 2)).toEqual({ ANSWERED: 2 });
});

test('a change of the mempool alone makes no answer new', async () => {
  const { text } = await stand.query(OPERATION, { height: 5 });
  await moveTip(stand, tip(100, { poolSerial: 9n }));
  await waitFor(() => stand.follower.pins('TESTNET')[0]?.poolSerial === 9n, { what: 'the serial to be known' });
  expect((await stand.query(OPERATION, { height: 5 })).text).toBe(text);
  expect(asked()).toBe(1);
});

test.each([
  ['a new block', () => moved(101)],
  ['another block of the same height', () => moved(100, { fork: 1 })],
  ['a block that became final', () => moved(100, { finalizedHeight: 7 })],
])('%s is asked for', async (_, happens) => {
  await stand.query(OPERATION, { height: 5 });
  await happens();
  const { body } = await stand.query(OPERATION, { height: 5 });
  expect(asked()).toBe(2);
  const [pin] = stand.follower.pins('TESTNET');
  expect(body.extensions?.chain?.[0]).toMatchObject({ height: pin?.height, finalizedHeight: pin?.finalizedHeight });
});

test('other variables, another operation, another environment, another form of answer: all are asked for', async () => {
  await stand.query(OPERATION, { height: 5 });
  await stand.query(OPERATION, { height: 6 });
  await stand.query(OPERATION.replace(' size', ''), { height: 5 });
  await stand.query(OPERATION, { height: 5 }, { authorization: `Bearer ${stand.liveKey}` });
  expect(asked()).toBe(4);
  const { headers } = await stand.query(OPERATION, { height: 5 }, { accept: 'application/graphql-response+json' });
  expect(headers.get('content-type')).toContain('graphql-response+json');
});

test('equal requests that come together are one', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answering(() => held.then(() => ({ data: { block: { hash: 'ab', size: 1 } } })));
  const answers = Array.from({ length: 10 }, () => stand.query(OPERATION, { height: 5 }));
  await waitFor(() => asked() > 0, { what: 'the first to ask' });
  release();
  expect(new Set((await Promise.all(answers)).map(({ text }) => text)).size).toBe(1);
  expect(asked()).toBe(1);
});

test('a client that goes away takes no other’s answer with it', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  answering(() => held.then(() => ({ data: { block: { hash: 'ab', size: 1 } } })));
  const gone = new AbortController();
  const body = JSON.stringify({ query: OPERATION, variables: { height: 5 } });
  const headers = { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' };
  const first = fetch(`${stand.url}/graphql`, { method: 'POST', headers, body, signal: gone.signal });
  await waitFor(() => asked() > 0, { what: 'the first to ask' });
  const second = stand.query(OPERATION, { height: 5 });
  gone.abort();
  await expect(first).rejects.toThrow();
  release();
  expect((await second).body.data).toEqual({ block: { hash: 'ab', size: 1 } });
});

test('an answer with an error goes to its own caller only', async () => {
  answering(() => ({ data: null, errors: [coded('NOT_FOUND')] }));
  await stand.query(OPERATION, { height: 5 });
  answering(() => ({ data: { block: { hash: 'ab', size: 1 } } }));
  expect((await stand.query(OPERATION, { height: 5 })).body.data).toEqual({ block: { hash: 'ab', size: 1 } });
});

test('values of the moment are fetched every time, at any depth', async () => {
  answering(() => ({ data: { networks: [{ syncState: { isHealthy: true } }] } }));
  const query = '{ networks { ...N } } fragment N on Network { syncState { isHealthy } }';
  for (let time = 0; time < 2; time++) {
    expect((await stand.query(query)).body.data).toEqual({ networks: [{ syncState: { isHealthy: true } }] });
  }
  expect(asked()).toBe(2);
});

test('an answer that had to be read at another block than it began at is not kept for the first', async () => {
  stand.tips = () => [tip(101, { fork: 1 })];
  answering(({ headers }) =>
    String(headers['x-ledgergraph-pins']).includes(':100:')
      ? { errors: [coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN })] }
      : { data: { block: { hash: 'ab', size: 1 } } },
  );
  const { body } = await stand.query(OPERATION, { height: 5 });
  expect(body.extensions?.chain?.[0]?.height).toBe(101);
  expect(cache.counts().entries).toBe(0);
  await stand.query(OPERATION, { height: 5 });
  expect(cache.counts().entries).toBe(1);
});

test('the key and its limits are asked of every call, whatever is kept', async () => {
  stand.quotas.limit = 2n;
  const { key, id } = keys.make({ month: 2n });
  const body = JSON.stringify({ query: OPERATION, variables: { height: 5 } });
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++) statuses.push((await keys.ask(key, body)).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect(stand.quotas.calls(id, CallStatus.QUOTA_EXCEEDED)).toBeLessThanOrEqual(1);
  const changed = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
  expect((await keys.ask(changed, body)).status).toBe(401);
  const elsewhere = keys.make({ allowedNetworks: ['192.0.2.0/24'] });
  expect((await keys.ask(elsewhere.key, body)).status).toBe(403);
});

test('a GET client can ask for a change only, and need not ask again for an answer that cannot change', async () => {
  await moved(100, { finalizedHeight: 50 });
  const query = '{ block(height: 5) { hash size } }';
  const first = await get({ query });
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(first.headers.get('vary')).toBe('accept, authorization, origin');
  const again = await get({ query }, { 'if-none-match': `"other", W/${etag}` });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
  const unknownHere = await get({ query: ` ${query}` }, { 'if-none-match': etag });
  expect([unknownHere.status, unknownHere.text, unknownHere.headers.get('etag')]).toEqual([304, '', etag]);
  expect([again, unknownHere].map(({ headers }) => headers.get('content-length'))).toEqual([null, null]);
  answering(() => ({ data: { block: { hash: 'cd', size: 1 } } }));
  await moved(101, { finalizedHeight: 50 });
  const changed = await get({ query }, { 'if-none-match': etag });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);

  const lifetime = async (asOf: string) => {
    const address = `address(address: "RA", asOf: ${asOf}) { __typename }`;
    return (await get({ query: `{ ${address} }` })).headers.get('cache-control');
  };
  stand.subgraphs.addresses.resolvers = { Query: { address: () => ({ chainId: TEST_CHAIN, address: 'RA' }) } };
  expect(await lifetime('{ height: 50 }')).toBe('private, max-age=31536000, immutable');
  expect(await lifetime('{ height: "51" }')).toBe('private, no-cache');
  expect(await lifetime(`{ hash: "${'0'.repeat(64)}" }`)).toBe('private, no-cache');
});

test('a query is sent once, and from then on named by its hash', async () => {
  const query = '{ block(height: 5) { hash size } }';
  const named = (text: string) =>
    JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash('sha256', text, 'hex') } });
  const unknown = await get({ extensions: named(query) });
  expect(unknown.body.errors?.[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  const misnamed = await get({ query, extensions: named('another') });
  expect([misnamed.status, misnamed.body.errors?.[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
  const sent = await get({ query, extensions: named(query) });
  const first = await get({ extensions: named(query) });
  expect(first.text).toBe(sent.text);
  const { status } = await get({ extensions: named(query) }, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(status).toBe(304);
});

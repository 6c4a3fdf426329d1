import { once } from 'node:events';
import { KeyChangedSchema, KeyEnvironment, type Plan } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import { generateApiKey } from '@ledgergraph/proto-schemas/api-key/generate-api-key';
import { hashApiKey } from '@ledgergraph/proto-schemas/api-key/hash-api-key';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import WebSocket from 'ws';
import { PEPPER } from './resolve-key.ts';
import { WorkersStand } from './workers-stand.ts';

const WORKERS = 2;
const NEW_PER_MINUTE = 30;
const BLOCK = '{ block(height: 7) { height } }';
const EVENTS = 'subscription { chainEvents { __typename } }';

const stand = new WorkersStand(WORKERS);
const open: Received[] = [];
let keys = 0;

beforeAll(async () => {
  const block = (height: number) => ({ height, hash: height.toString(16).padStart(64, '0') });
  stand.blocks.resolvers = {
    Query: { block: (_: unknown, { height }: { height: number }) => block(height), networks: () => [] },
  };
  stand.quotas.limit = undefined;
  await stand.start({ NEW_OPERATIONS_PER_MINUTE: String(NEW_PER_MINUTE) });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => stand.stop());

/** A live key of a team of its own. */
function newKey(plan: Omit<Plan, '$typeName'>): string {
  const key = generateApiKey('lg', 'live');
  keys += 1;
  stand.keys.set(key, { id: `key-${keys}`, teamId: `team-${keys}`, environment: KeyEnvironment.LIVE, plan });
  return key;
}

/** Statuses of so many calls at once, each on a connection of its own. */
async function burst(
  calls: number,
  send: (number: number) => Promise<Response>,
): Promise<{ ok: number; refused: number; seconds: number }> {
  const startedAt = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: calls }, async (_, number) => {
      const response = await send(number);
      await response.text();
      return response.status;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const ok = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  expect(ok + refused).toBe(calls);
  return { ok, refused, seconds };
}

async function subscribe(key: string): Promise<Received | undefined> {
  try {
    const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key, query: EVENTS });
    open.push(stream);
    return stream;
  } catch (error) {
    expect(String(error)).toContain('RATE_LIMITED');
    return undefined;
  }
}

async function subscribeAll(key: string, streams: number): Promise<number> {
  const opened = await Promise.all(Array.from({ length: streams }, () => subscribe(key)));
  return opened.filter((stream) => stream !== undefined).length;
}

test('a burst over both workers gets as many calls per second as one process lets through', async () => {
  // Two buckets let through twice as many at once, which shows only where the burst takes less than a second.
  await waitFor(
    async () => {
      const key = newKey({ id: 'p', callsPerSecond: 60 });
      const before = await stand.numbers('ledgergraph_http_request_duration_seconds_count');
      const { ok, seconds } = await burst(150, () => stand.post(key, BLOCK));
      const after = await stand.numbers('ledgergraph_http_request_duration_seconds_count');
      for (const [worker, count] of after.entries()) expect(count).toBeGreaterThan(before[worker] ?? 0);
      expect(ok).toBeGreaterThanOrEqual(60);
      expect(ok).toBeLessThanOrEqual(60 + Math.ceil(60 * seconds));
      return seconds < 0.8;
    },
    { what: 'a burst of less than a second' },
  );
});

test('an operation is new once, whichever worker plans it', async () => {
  const [key, other] = [newKey({ id: 'p' }), newKey({ id: 'p' })];
  const operation = (number: number) => `{ one${number}: block(height: 7) { height } }`;
  const first = await burst(3 * NEW_PER_MINUTE, (number) => stand.post(key, operation(number)));
  expect(first.ok).toBeGreaterThanOrEqual(NEW_PER_MINUTE);
  expect(first.ok).toBeLessThanOrEqual(NEW_PER_MINUTE + Math.ceil(first.seconds / 2));
  // Ten operations that both workers get to plan take ten, not twenty.
  for (let number = 100; number < 110; number++) {
    expect((await stand.post(other, operation(number))).status).toBe(200);
    await burst(8, () => stand.post(other, operation(number)));
  }
  const rest = await burst(NEW_PER_MINUTE, (number) => stand.post(other, operation(200 + number)));
  expect(rest.ok).toBeGreaterThanOrEqual(NEW_PER_MINUTE - 10);
});

test('a month’s calls are answered exactly, and each is counted once', async () => {
  stand.quotas.limit = 40n;
  const key = newKey({ id: 'p', callsPerMonth: 40n });
  const { ok } = await burst(100, () => stand.post(key, BLOCK));
  stand.quotas.limit = undefined;
  expect(ok).toBe(40);
  await waitFor(() => stand.quotas.calls(`key-${keys}`, CallStatus.ANSWERED) === 40, { what: 'the reports' });
});

test('a key holds as many streams as its plan allows; what a worker held that ends is given back, no more', async () => {
  const key = newKey({ id: 'p', streamsPerKey: 6 });
  expect(await subscribeAll(key, 20)).toBe(6);
  const held = await stand.numbers('ledgergraph_streams');
  expect(held.reduce((sum, streams) => sum + streams)).toBe(6);
  const victim = held.findIndex((streams) => streams > 0);
  const worker = stand.pool.threads.get(victim);
  await worker?.terminate();
  const replacement = await waitFor(() => stand.pool.threads.get(victim), { what: 'another worker' });
  expect(replacement).not.toBe(worker);
  await waitFor(async () => (await stand.numbers('ledgergraph_streams')).length === WORKERS, { what: 'its answers' });
  expect(await subscribeAll(key, 20)).toBe(held[victim]);
  for (const stream of open.splice(0)) stream.close();
  await waitFor(async () => (await stand.numbers('ledgergraph_streams')).every((streams) => streams === 0), {
    what: 'the streams to end',
  });
  expect(await subscribeAll(key, 20)).toBe(6);
});

test('sockets without a key are counted over both workers', async () => {
  const sockets = Array.from(
    { length: 260 },
    () => new WebSocket(stand.url.replace('http', 'ws').concat('/graphql'), 'graphql-transport-ws'),
  );
  const isOpen = await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => {});
      return Promise.race([
        once(socket, 'open').then(() => true),
        once(socket, 'unexpected-response').then(() => false),
      ]);
    }),
  );
  for (const socket of sockets) socket.terminate();
  expect(isOpen.filter(Boolean).length).toBe(200);
});

test('a changed key is refused by every worker within a second', async () => {
  const key = newKey({ id: 'p' });
  expect((await burst(20, () => stand.post(key, BLOCK))).ok).toBe(20);
  stand.keys.delete(key);
  const changedAt = performance.now();
  stand.bus.publish(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash: hashApiKey(key, PEPPER) });
  await waitFor(
    async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => stand.post(key, BLOCK)));
      for (const response of responses) await response.text();
      return responses.every(({ status }) => status === 401);
    },
    { what: 'both workers to refuse the key' },
  );
  expect(performance.now() - changedAt).toBeLessThan(1_500);
});

test('metrics are those of one process, and readiness is that of all workers', async () => {
  const key = newKey({ id: 'p' });
  const count = async (): Promise<number> =>
    (await stand.numbers('ledgergraph_call_duration_seconds_count')).reduce((sum, value) => sum + value);
  const before = await count();
  await burst(30, () => stand.post(key, BLOCK));
  await waitFor(async () => (await count()) === before + 30, { what: 'the calls to be counted' });
  const metrics = await stand.metrics();
  expect(metrics).toContain(`ledgergraph_pin_height{chain_id="i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV",role="gateway"} 200`);
  expect(metrics).toContain('ledgergraph_ready{role="gateway"} 1');
  const ready = await fetch(`${stand.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: [] }]);
});

test('a worker that stops answers what it has begun, and gives its units back', async () => {
  stand.quotas.limit = 1_000n;
  const key = newKey({ id: 'p', callsPerMonth: 1_000n });
  const blocks: (() => void)[] = [];
  stand.blocks.resolvers.Query.block = (_: unknown, { height }: { height: number }) =>
    new Promise((resolve) => blocks.push(() => resolve({ height })));
  const calls = Array.from({ length: 12 }, (_, number) =>
    stand.post(key, `{ block(height: ${300 + number}) { height } }`),
  );
  await waitFor(() => blocks.length === 12, { what: 'the calls to reach the subgraph' });
  const stopped = stand.pool.stop();
  for (const answer of blocks) answer();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  await stopped;
  expect([stand.quotas.totalSpent(), stand.quotas.leases.size]).toEqual([12n + 40n, 0]);
});

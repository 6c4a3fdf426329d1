import { postOperation } from '@ledgergraph/test-kit/client';
import { listPageFloods, startFlood } from '@ledgergraph/test-kit/page-flood';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { AbusedStack } from './abused-stack.ts';

const AT_ONCE = 32;
/** After this many answers the flood is under way. */
const WARM_UP = 20;
const READS = 40;
const MEGABYTE = 1024 * 1024;
const MEMORY_MAX = 120 * MEGABYTE;
const UNREAD = 200;
/** For requests without a key. */
const NETWORK = { atOnce: 500, perSecond: 50 };

let passedOn = 0;
let floodedFrom: number | undefined;

let abused: AbusedStack;
beforeAll(async () => {
  abused = await AbusedStack.start();
});
afterAll(async () => {
  await abused?.stack.stop();
});
afterEach(() => {
  expect(abused.ended()).toEqual([]);
});

const read = async (height: number): Promise<void> => {
  const { gatewayUrl, keys } = abused.stack.address;
  const query = 'query ($height: BigInt!) { block(height: $height) { hash } richList(limit: 1) { totalCount } }';
  const { status, errors } = await postOperation(gatewayUrl, keys.test, query, { height });
  expect([status, errors]).toEqual([200, []]);
};

test.each(['pages', 'files', 'the dashboard', 'a crawler', 'exports'])(
  'beside a flood of requests for what is not GraphQL, each call of the API is answered in its turn: %s',
  async (name) => {
    const flooding = await abused.createTeam('flood');
    const flood = listPageFloods(flooding, AT_ONCE).find((one) => one.name === name);
    if (flood === undefined) throw new Error(name);
    floodedFrom ??= performance.now();
    const running = startFlood(abused.gateway.url, flood);
    const answered = (): number => [...running.answers.values()].reduce((sum, count) => sum + count, 0);
    try {
      await waitFor(() => answered() >= WARM_UP, { what: 'the flood' });
      const passed: number[] = [];
      for (let height = 1; height <= READS; height += 1) {
        const before = answered();
        await read(height);
        passed.push(answered() - before);
      }
      // A call takes two turns in the gateway, and in each waits at most once for every request of the flood.
      expect(passed.sort((a, b) => a - b)[READS / 2]).toBeLessThanOrEqual(2 * AT_ONCE);
    } finally {
      await running.stop();
    }
    expect([...running.answers.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    if (flood.headers?.authorization !== undefined) return;
    for (const [status, count] of running.answers) if (status !== 429) passedOn += count;
    const seconds = (performance.now() - (floodedFrom ?? 0)) / 1000;
    expect(passedOn).toBeLessThanOrEqual(NETWORK.atOnce + NETWORK.perSecond * seconds);
  },
);

test('clients that read no file hold a bounded part of the gateway, and no call of the API waits for them', async () => {
  const before = await abused.memory('gateway');
  const peers = await Promise.all(Array.from({ length: UNREAD }, () => Peer.open(addressOf(abused.gateway.url))));
  try {
    for (const peer of peers) peer.send('GET /schema.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(20));
    for (let height = 1; height <= READS; height += 1) await read(height);
    expect((await abused.memory('gateway')) - before).toBeLessThan(MEMORY_MAX);
    await waitFor(async () => !(await abused.holds(abused.gateway, peers)), {
      what: 'the end of their connections',
      timeoutMs: 150_000,
    });
  } finally {
    for (const peer of peers) peer.destroy();
  }
});

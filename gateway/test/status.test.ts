import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readVersion } from '@ledgergraph/service-kit/version';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { coded } from './fake-subgraph.ts';
import { GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from './gateway-stand.ts';

const stand = new GatewayStand({ trustedProxies: ['127.0.0.0/8'] });
beforeEach(async () => {
  stand.reset();
  await stand.start();
});
afterEach(async () => {
  await stand.stop();
});

const DAY = '2026-11-21T12:00:00Z';
const HASH = 'ab'.repeat(32);
const reorg = { forkHeight: 90, depth: 2, oldTipHash: HASH, newTipHash: HASH, at: DAY };

function stateOf(chainId: string): object {
  return {
    chainId,
    lastBlockHeight: chainId === TEST_CHAIN ? 100 : 200,
    lastBlockHash: HASH,
    lastBlockTime: DAY,
    chainTipHeight: chainId === TEST_CHAIN ? 103 : null,
    blocksBehind: chainId === TEST_CHAIN ? 3 : null,
    finalizedHeight: 50,
    status: 'LIVE',
    isHealthy: true,
    lastSyncedAt: DAY,
    subgraphs: [{ name: 'identities', height: 100, hash: HASH, updatedAt: DAY }],
    lastReorg: chainId === TEST_CHAIN ? reorg : null,
  };
}

const network = (chainId: string, environment: string) => ({
  chainId,
  name: environment,
  environment,
  isDefault: true,
  blockTimeSeconds: 60,
});

function answerAs(syncState = (_: unknown, { chainId }: { chainId: string }): unknown => stateOf(chainId)): void {
  const isLive = () => stand.subgraphs.blocks.requests.at(-1)?.headers['x-ledgergraph-environment'] === 'MAINNET';
  stand.subgraphs.blocks.resolvers = {
    Query: {
      networks: () => [isLive() ? network(LIVE_CHAIN, 'MAINNET') : network(TEST_CHAIN, 'TESTNET')],
      syncState,
    },
  };
}

test('every network of both environments, to every caller, without a key', async () => {
  answerAs();
  const { status, headers, text } = await stand.fetch('/status');
  expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
    200,
    'public, max-age=1',
    'application/json; charset=utf-8',
  ]);
  const { version, time, networks } = JSON.parse(text);
  expect(version).toBe(readVersion());
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
  const common = { isDefault: true, blockTimeSeconds: 60, hash: HASH, blockTime: DAY, finalizedHeight: 50 };
  const rest = { status: 'LIVE', isHealthy: true, lastSyncedAt: DAY };
  const subgraphs = [{ name: 'identities', height: 100, updatedAt: DAY }];
  expect(networks).toEqual([
    {
      chainId: LIVE_CHAIN,
      name: 'MAINNET',
      environment: 'MAINNET',
      ...common,
      ...rest,
      subgraphs,
      height: 200,
      chainTipHeight: null,
      blocksBehind: null,
      lastReorg: null,
    },
    {
      chainId: TEST_CHAIN,
      name: 'TESTNET',
      environment: 'TESTNET',
      ...common,
      ...rest,
      subgraphs,
      height: 100,
      chainTipHeight: 103,
      blocksBehind: 3,
      lastReorg: reorg,
    },
  ]);
});

test('however many ask, it is read once while it is fresh', async () => {
  answerAs();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => stand.fetch('/status')));
  const seconds = (performance.now() - startedAt) / 1000;
  // Two questions for each environment at once, and then each second.
  expect(stand.requests().length).toBeLessThanOrEqual(4 * (1 + Math.ceil(seconds)));
});

test('other parts of the data may be away', async () => {
  answerAs();
  for (const name of ['identities', 'currencies', 'addresses'] as const) await stand.subgraphs[name].stop();
  expect((await stand.fetch('/status')).status).toBe(200);
  for (const name of ['identities', 'currencies', 'addresses'] as const) await stand.subgraphs[name].start();
});

test('a network that cannot be read takes nothing from the others', async () => {
  answerAs((_, { chainId }) => {
    if (chainId === LIVE_CHAIN) throw coded('INTERNAL', 'secret');
    return stateOf(chainId);
  });
  const { text } = await stand.fetch('/status');
  expect(JSON.parse(text).networks.map(({ chainId }: { chainId: string }) => chainId)).toEqual([TEST_CHAIN]);
});

test('it reports that nothing can be read, without the cause', async () => {
  stand.subgraphs.blocks.intercept = (_request, response) => {
    response.writeHead(500).end('broken at 10.0.0.9');
    return true;
  };
  const { status, body, headers, text } = await stand.fetch('/status');
  expect([status, body.errors?.[0]?.extensions.code, headers.get('retry-after')]).toEqual([
    503,
    'SUBGRAPH_UNAVAILABLE',
    '2',
  ]);
  expect(text).not.toMatch(/10\.0\.0|blocks/);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('an environment of which no block is known yet is left out', async () => {
  const other = new GatewayStand();
  other.tips = () => [tip(200, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
  await other.start();
  try {
    other.subgraphs.blocks.resolvers = {
      Query: {
        networks: () => [network(LIVE_CHAIN, 'MAINNET')],
        syncState: (_: unknown, { chainId }: { chainId: string }) => stateOf(chainId),
      },
    };
    const { text } = await other.fetch('/status');
    expect(JSON.parse(text).networks).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

describe('as Server-Sent Events', () => {
  /** `ended`: the gateway has ended the stream. */
  async function follow(address = '192.0.2.1') {
    const closing = new AbortController();
    const { status, headers, body } = await fetch(`${stand.url}/status`, {
      headers: { accept: 'text/event-stream', 'x-forwarded-for': address },
      signal: closing.signal,
    });
    const events: EventSourceMessage[] = [];
    const followed = { status, headers, events, ended: false, close: () => closing.abort() };
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const decoder = new TextDecoder();
    void (async () => {
      try {
        for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
        followed.ended = true;
      } catch {
        // This client has closed it.
      }
    })();
    return followed;
  }
  const testHeights = (events: EventSourceMessage[]): number[] =>
    events.map(
      ({ data }) => JSON.parse(data).networks.find((one: { chainId: string }) => one.chainId === TEST_CHAIN).height,
    );

  test('a page gets the status at once, and again only when a network has changed', async () => {
    let height = 100;
    answerAs((_, { chainId }) => ({
      ...stateOf(chainId),
      ...(chainId === TEST_CHAIN && { lastBlockHeight: height }),
    }));
    const { status, headers, events, close } = await follow();
    expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('vary')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
      'accept',
    ]);
    await waitFor(() => events.length === 1, { what: 'the first status' });
    const before = stand.requests().length;
    await waitFor(() => stand.requests().length >= before + 8, { what: 'two more readings' });
    expect(testHeights(events)).toEqual([100]);
    height = 101;
    stand.tips = () => [tip(101), tip(200, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
    await stand.follower.refresh();
    await waitFor(() => events.length === 2, { what: 'the status with the new block' });
    expect(testHeights(events)).toEqual([100, 101]);
    close();
  });

  test('however many follow, it is read once for all, and not at all while no one follows', async () => {
    answerAs();
    const followed = await Promise.all(Array.from({ length: 20 }, () => follow()));
    const startedAt = performance.now();
    const before = stand.requests().length;
    await waitFor(() => stand.requests().length > before, { what: 'a reading' });
    await waitFor(() => followed.every(({ events }) => events.length === 1), { what: 'the status, twenty times' });
    const seconds = (performance.now() - startedAt) / 1000;
    expect(stand.requests().length - before).toBeLessThanOrEqual(4 * (1 + Math.ceil(seconds)));
    const headers = { accept: 'text/event-stream', 'x-forwarded-for': '192.0.2.1' };
    const { status, text } = await stand.fetch('/status', { headers });
    expect([status, JSON.parse(text).errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
    for (const { close } of followed) close();
    // There is room when the gateway has noticed.
    const again = await waitFor(async () => ((await follow()).status === 200 ? true : undefined), { what: 'room' });
    expect(again).toBe(true);
  });

  test('one network follows it in few streams, however many addresses it has, and leaves room for others', async () => {
    answerAs();
    const followed = await Promise.all(Array.from({ length: 21 }, (_, at) => follow(`2001:db8:0:1::${at + 1}`)));
    expect(followed.filter(({ status }) => status === 429)).toHaveLength(1);
    const other = await follow('2001:db8:0:2::1');
    expect(other.status).toBe(200);
    for (const { close } of [...followed, other]) close();
  });

  test('while it cannot be read a page gets one event for that, and the status when it can be', async () => {
    answerAs();
    const { events, close } = await follow();
    await waitFor(() => events.length === 1, { what: 'the first status' });
    stand.subgraphs.blocks.intercept = (_request, response) => {
      response.writeHead(500).end('broken at 10.0.0.9');
      return true;
    };
    await waitFor(() => events.length === 2, { what: 'the word that it is not known' });
    expect(events[1]).toMatchObject({ event: 'unavailable', data: '' });
    stand.subgraphs.blocks.intercept = () => false;
    await waitFor(() => events.length === 3, { what: 'the status' });
    expect(testHeights(events.slice(2))).toEqual([100]);
    close();
  });

  test('a stopping gateway ends the streams', async () => {
    answerAs();
    const followed = await follow();
    await waitFor(() => followed.events.length === 1, { what: 'the first status' });
    await stand.server.close();
    await waitFor(() => followed.ended, { what: 'the end of the stream' });
  });
});

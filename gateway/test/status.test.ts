import { Environment } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { coded } from './fake-subgraph.ts';
import { GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from './gateway-stand.ts';

const stand = new GatewayStand();
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
  const { time, networks } = JSON.parse(text);
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
  const common = { isDefault: true, blockTimeSeconds: 60, hash: HASH, blockTime: DAY, finalizedHeight: 50 };
  const rest = { status: 'LIVE', isHealthy: true, lastSyncedAt: DAY };
  const subgraphs = [{ name: 'identities', height: 100, updatedAt: DAY }];
  expect(networks).toEqual([
    {
      ...{ chainId: LIVE_CHAIN, name: 'MAINNET', environment: 'MAINNET', ...common, ...rest, subgraphs },
      ...{ height: 200, chainTipHeight: null, blocksBehind: null, lastReorg: null },
    },
    {
      ...{ chainId: TEST_CHAIN, name: 'TESTNET', environment: 'TESTNET', ...common, ...rest, subgraphs },
      ...{ height: 100, chainTipHeight: 103, blocksBehind: 3, lastReorg: reorg },
    },
  ]);
});

test('however many ask, it is read once while it is fresh', async () => {
  answerAs();
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 200 }, () => stand.fetch('/status')));
  const seconds = (performance.now() - startedAt) / 1000;
  // Two questions for each environment, at once and then once a second.
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

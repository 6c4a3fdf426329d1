import { Environment, type Tip as TipMessage } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { coded, type ReceivedRequest } from './fake-subgraph.ts';
import { GatewayStand, LIVE_CHAIN, TEST_CHAIN, tip } from './gateway-stand.ts';
import { moveTip } from './move-tip.ts';

const stand = new GatewayStand();
beforeEach(async () => {
  stand.reset();
  stand.tips = () => [tip(100)];
  stand.configured = [];
  await stand.start();
});
afterEach(() => stand.stop());

const OPERATION = '{ blocks { blocks { height producer { balance } } } }';

function holding(...held: number[]): void {
  const lost = ({ headers }: ReceivedRequest): boolean => !held.includes(pinOf(headers));
  const producer = { chainId: TEST_CHAIN, address: 'Ra', at: null };
  stand.subgraphs.blocks.resolvers = { Query: { blocks: () => ({ blocks: [{ height: 1, producer }] }) } };
  stand.subgraphs.addresses.resolvers = { Address: { __resolveReference: () => ({ balance: '1.00000000' }) } };
  stand.subgraphs.addresses.intercept = (request, response) => {
    if (!lost(request)) return false;
    response.end(JSON.stringify({ errors: [coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN })] }));
    return true;
  };
}

function pinOf(headers: ReceivedRequest['headers']): number {
  return Number(String(headers['x-ledgergraph-pins']).split(':')[1]);
}

function moved(height: number, rest: Parameters<typeof tip>[1] = {}): Promise<void> {
  return moveTip(stand, tip(height, rest));
}

test('a new tip is the next request’s pin at once, without a poll', async () => {
  await moved(101, { finalizedHeight: 1 });
  const { body } = await stand.query('{ __typename }');
  expect(body.extensions?.chain).toEqual([
    { chainId: TEST_CHAIN, height: 101, hash: expect.any(String), finalizedHeight: 1 },
  ]);
});

test('the pins carry the serial of the mempool; a chain whose mempool has not been read has none', async () => {
  holding(100);
  await stand.query(OPERATION);
  await moved(100, { poolSerial: 41n });
  await stand.query(OPERATION);
  const { hash } = stand.follower.pins('TESTNET')[0] ?? {};
  expect(stand.subgraphs.blocks.requests.map(({ headers }) => headers['x-ledgergraph-pins'])).toEqual([
    `${TEST_CHAIN}:100:${hash}`,
    `${TEST_CHAIN}:100:${hash}:41`,
  ]);
});

test('a change of the mempool rings for those who follow it, a new block for those who follow the tip', async () => {
  const rung: string[] = [];
  await moved(100, { poolSerial: 1n });
  const stops = [
    stand.follower.onMoved(() => rung.push('moved')),
    stand.follower.onPoolChanged(() => rung.push('pool')),
  ];
  await moved(100, { poolSerial: 1n });
  rung.length = 0;
  await moved(100, { poolSerial: 1n });
  await moved(100, { poolSerial: 2n });
  expect(rung).toEqual(['pool']);
  await moved(101, { poolSerial: 2n });
  expect(rung).toEqual(['pool', 'moved']);
  stand.tips = () => [tip(102, { poolSerial: 3n })];
  await stand.follower.refresh();
  expect(rung).toEqual(['pool', 'moved', 'moved', 'pool']);
  for (const stop of stops) stop();
  await moved(103, { poolSerial: 4n });
  expect(rung).toHaveLength(4);
});

test('a poll hears what NATS lost', async () => {
  stand.tips = () => [tip(105)];
  await stand.follower.refresh();
  expect((await stand.query('{ __typename }')).body.extensions?.chain?.[0]?.height).toBe(105);
});

test('a pin that the main chain has left gives way to a lower tip, though no subgraph is read', async () => {
  const heightAt = async (lower: TipMessage) => {
    stand.tips = () => [lower];
    await stand.follower.refresh();
    expect(stand.namedPins).toEqual([100]);
    return (await stand.query('{ __typename }')).body.extensions?.chain?.[0]?.height;
  };
  expect(await heightAt(tip(90))).toBe(100);
  expect(await heightAt(tip(90, { pinLeft: true }))).toBe(90);
});

test('all fetches of an operation read at the same pins, also when the tip moves meanwhile', async () => {
  holding(100, 101);
  const answered = stand.subgraphs.addresses.intercept;
  stand.subgraphs.blocks.intercept = () => {
    void moveTip(stand, tip(101));
    return false;
  };
  stand.subgraphs.addresses.intercept = answered;
  const { body } = await stand.query(OPERATION);
  expect(stand.requests().map(({ headers }) => pinOf(headers))).toEqual([100, 100]);
  expect(body.extensions?.chain?.[0]?.height).toBe(100);
});

test('a lost pin: the whole operation runs once more at the new one', async () => {
  holding(99);
  stand.tips = () => [tip(99, { fork: 1 })];
  const { status, body } = await stand.query(OPERATION);
  expect(status).toBe(200);
  expect(body.errors).toBeUndefined();
  expect(body.data).toEqual({ blocks: { blocks: [{ height: 1, producer: { balance: '1.00000000' } }] } });
  expect(body.extensions?.chain?.[0]?.height).toBe(99);
  expect(stand.requests().map(({ headers }) => pinOf(headers))).toEqual([100, 99, 100, 99]);
});

test('a lost pin of a chain that has none any more is CHAIN_REORGANIZED: it is not read at any block', async () => {
  holding();
  const { addresses } = stand.subgraphs;
  const losesPin = addresses.intercept;
  // Not before the query: a refresh that is still on its way would take the pin that the query begins with.
  addresses.intercept = (...exchange) => {
    stand.tips = () => [];
    return losesPin(...exchange);
  };
  const { status, body } = await stand.query(OPERATION);
  expect([status, body.data]).toEqual([503, null]);
  expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
  expect(stand.subgraphs.addresses.requests).toHaveLength(1);
});

test('a second loss is CHAIN_REORGANIZED: no data, 503, and a time to come back', async () => {
  holding();
  stand.tips = () => [tip(101, { fork: 1 })];
  const { status, headers, body, text } = await stand.query(OPERATION);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('1');
  expect(body.data).toBeNull();
  expect(body.errors?.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
  expect(text).not.toContain('PIN_LOST');
  expect(stand.subgraphs.addresses.requests).toHaveLength(2);
});

test('after a loss the gateway waits a moment for the chain’s next pin', async () => {
  holding(101);
  let polls = 0;
  stand.tips = () => [++polls < 4 ? tip(100) : tip(101, { fork: 1 })];
  expect((await stand.query(OPERATION)).body.data).toEqual({
    blocks: { blocks: [{ height: 1, producer: { balance: '1.00000000' } }] },
  });
  expect(polls).toBe(4);
});

test('a run that has lost its pin asks no further subgraph', async () => {
  holding(99);
  stand.tips = () => [tip(99, { fork: 1 })];
  stand.subgraphs.blocks.intercept = ({ headers }, response) => {
    if (pinOf(headers) !== 100) return false;
    response.end(JSON.stringify({ errors: [coded('PIN_LOST', 'gone', { chainId: '' })] }));
    return true;
  };
  await stand.query(OPERATION);
  expect(stand.subgraphs.addresses.requests.map(({ headers }) => pinOf(headers))).toEqual([99]);
});

test('a refused operation names its block too', async () => {
  const { body } = await stand.query('{ nonsense }');
  expect(body.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect(body.extensions?.chain?.[0]?.height).toBe(100);
});

test('an environment of which no block is known yet is 503, not an answer without a block', async () => {
  const { status, headers, body } = await stand.query(
    '{ __typename }',
    {},
    { authorization: `Bearer ${stand.liveKey}` },
  );
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(body.errors?.[0]?.extensions.code).toBe('SUBGRAPH_UNAVAILABLE');
  expect(body.extensions).toEqual({ chain: [] });
  await moved(7, { chainId: LIVE_CHAIN, environment: Environment.MAINNET });
  expect((await stand.query('{ __typename }', {}, { authorization: `Bearer ${stand.liveKey}` })).status).toBe(200);
});

describe('an environment without a network', () => {
  const asLive = () => stand.query('{ __typename }', {}, { authorization: `Bearer ${stand.liveKey}` });
  const asTest = () => stand.query('{ __typename }');

  test('gets an error without a Retry-After, once it is known that none is configured', async () => {
    stand.configured = [Environment.TESTNET];
    await stand.follower.refresh();
    const { status, headers, body } = await asLive();
    expect(status).toBe(403);
    expect(headers.get('retry-after')).toBeNull();
    expect(body).toEqual({
      errors: [
        {
          message: 'No mainnet network is configured here, and a live key reads no other. Please use a test key.',
          extensions: { code: 'ENVIRONMENT_NOT_CONFIGURED' },
        },
      ],
      extensions: { chain: [] },
    });
    expect((await asTest()).status).toBe(200);
  });

  test('test keys get the same error', async () => {
    stand.tips = () => [tip(7, { chainId: LIVE_CHAIN, environment: Environment.MAINNET })];
    stand.configured = [Environment.MAINNET];
    await stand.follower.refresh();
    const { status, body } = await asTest();
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([403, 'ENVIRONMENT_NOT_CONFIGURED']);
    expect(body.errors?.[0]?.message).toContain('No testnet network');
    expect((await asLive()).status).toBe(200);
  });

  test('is 503 while its network is configured and not read yet, or while nothing is known of it', async () => {
    stand.configured = [Environment.MAINNET, Environment.TESTNET];
    await stand.follower.refresh();
    expect((await asLive()).status).toBe(503);
    stand.configured = [];
    await stand.follower.refresh();
    expect((await asLive()).status).toBe(503);
  });

  test('is read as soon as it is configured and has a tip', async () => {
    stand.configured = [Environment.TESTNET];
    await stand.follower.refresh();
    expect((await asLive()).status).toBe(403);
    await moved(7, { chainId: LIVE_CHAIN, environment: Environment.MAINNET });
    expect((await asLive()).status).toBe(200);
  });
});

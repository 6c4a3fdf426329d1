import type { ServerResponse } from 'node:http';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { pino } from 'pino';
import { type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import { AnswerRoom } from '#/subgraphs/answer-room.ts';
import { turnsOfAll } from '#/subgraphs/request-turns.ts';
import { SubgraphClient } from '#/subgraphs/subgraph-client.ts';
import { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { coded, FakeSubgraph } from '../fake-subgraph.ts';
import { SECRET, TEST_CHAIN } from '../gateway-stand.ts';
import { knownKey } from './known-key.ts';

const subgraph = new FakeSubgraph('blocks');
let client: SubgraphClient;
let reader: SubgraphReader;
const held: ServerResponse[] = [];
beforeAll(async () => {
  await subgraph.start();
  client = new SubgraphClient({ url: subgraph.url, timeoutMs: 30_000, room: new AnswerRoom(), turns: turnsOfAll(8) });
  reader = new SubgraphReader({ name: 'blocks', client, secret: SECRET });
});
afterAll(async () => {
  await client.close();
  await subgraph.stop();
});
beforeEach(() => {
  subgraph.reset();
  held.length = 0;
  subgraph.intercept = (_request, response) => {
    held.push(response);
    return true;
  };
});

const BODY = JSON.stringify({ query: '{ blocks { totalCount } }' });

function contextOf(environment: 'MAINNET' | 'TESTNET' = 'TESTNET', height = 100): GraphContext {
  const pin: Tip = {
    chainId: TEST_CHAIN,
    name: 'VRSCTEST',
    rootName: 'VRSCTEST',
    environment,
    isDefault: true,
    height,
    hash: '0'.repeat(64),
    finalizedHeight: null,
    status: 'LIVE',
    lastFinalityBreak: 0n,
    poolSerial: null,
  };
  const logger = pino({ enabled: false });
  return { requestId: 'r', environment, key: knownKey(environment), logger, read: startRead([pin]) };
}

const arrived = (count: number): Promise<boolean> =>
  waitFor(() => held.length === count, { what: `${count} requests at the subgraph` });

function letGo(answer: object): void {
  for (const response of held.splice(0)) response.end(JSON.stringify(answer));
}

test('equal fetches at one pin that are under way at once are one; nothing of it is kept', async () => {
  const readings = [1, 2, 3].map(() => reader.read(BODY, undefined, contextOf()));
  await arrived(1);
  letGo({ data: { blocks: { totalCount: 5 } } });
  const answers = await Promise.all(readings);
  expect(answers.map(({ data }) => data)).toEqual(Array(3).fill({ blocks: { totalCount: 5 } }));
  expect(new Set(answers.map(({ data }) => data)).size).toBe(3);
  expect(subgraph.requests).toHaveLength(1);

  const next = reader.read(BODY, undefined, contextOf());
  await arrived(1);
  letGo({ data: { blocks: { totalCount: 6 } } });
  expect((await next).data).toEqual({ blocks: { totalCount: 6 } });
});

test('a difference in body, environment or pin makes another fetch', async () => {
  const other = JSON.stringify({ query: '{ blocks { hasMore } }' });
  const readings = [
    reader.read(BODY, undefined, contextOf()),
    reader.read(other, undefined, contextOf()),
    reader.read(BODY, undefined, contextOf('MAINNET')),
    reader.read(BODY, undefined, contextOf('TESTNET', 101)),
  ];
  await arrived(4);
  letGo({ data: null });
  await Promise.all(readings);
});

test('operations that share a fetch share its failure', async () => {
  const refused = [1, 2].map(() => reader.read(BODY, undefined, contextOf()));
  await arrived(1);
  letGo({ data: null, errors: [coded('NOT_FOUND', 'no blocks')] });
  expect((await Promise.all(refused)).map(({ errors }) => errors[0]?.extensions.code)).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
  ]);

  const contexts = [contextOf(), contextOf()];
  const lost = contexts.map((context) => reader.read(BODY, undefined, context));
  await arrived(1);
  letGo({ errors: [coded('PIN_LOST', 'gone', { chainId: TEST_CHAIN })] });
  await Promise.all(lost);
  expect(contexts.map(({ read }) => read.lost.size)).toEqual([1, 1]);

  const failing = [1, 2].map(() => reader.read(BODY, undefined, contextOf()));
  await arrived(1);
  letGo(['no answer']);
  expect((await Promise.all(failing)).map(({ failure }) => failure)).toEqual(Array(2).fill('SUBGRAPH_UNAVAILABLE'));
});

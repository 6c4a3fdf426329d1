import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { GraphQLFormattedError } from 'graphql';
import { TEST_CHAIN } from '../gateway-stand.ts';
import { standForFile } from '../stand-for-file.ts';
import { FakeChain } from './fake-chain.ts';

const COST_MAX = 400;
const MIB = 1024 * 1024;

const stand = standForFile({ cost: { max: COST_MAX } });
const chain = new FakeChain(stand);
const open: Received[] = [];
let asked: number[] = [];
beforeEach(async () => {
  chain.open();
  asked = [];
  await stand.follower.refresh();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function subscribe(selection: string, after?: string): Promise<Received> {
  const query = `subscription { chainEvents { ... on BlockAdded { blockHeight block { ${selection} } } } }`;
  const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key: stand.testKey, query, after });
  open.push(stream);
  return stream;
}

function answerBlocks(field: string, characters: (height: number) => number): void {
  stand.subgraphs.blocks.intercept = ({ query, variables }, response) => {
    const keys = variables.representations as { hash: string }[] | undefined;
    if (keys === undefined || !query.includes(field)) return false;
    const heights = keys.map(({ hash }) => Number.parseInt(hash.slice(0, 8), 16));
    asked.push(heights.length);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"data":{"_entities":[');
    for (const [index, height] of heights.entries()) {
      if (index > 0) response.write(',');
      response.write(`{"__typename":"Block","chainId":"${TEST_CHAIN}","hash":"","merkleRoot":"`);
      response.write(Buffer.alloc(characters(height), '1'));
      response.write('","transactions":{"transactions":[]}}');
    }
    response.end(']}}');
    return true;
  };
}

test('events that become one request of a subgraph cost together no more than one operation may', async () => {
  const selection = 'transactions(limit: 50) { transactions { txid } }';
  const { cursor } = await subscribe('txCount');
  answerBlocks('transactions', () => 1);
  await chain.grow(60);
  const stream = await subscribe(selection, cursor);
  await waitFor(() => stream.events.length === 60, { what: 'all events' });
  // One event costs 50 to 100.
  expect(Math.max(...asked)).toBeLessThanOrEqual(COST_MAX / 50);
  expect(Math.max(...asked)).toBeGreaterThanOrEqual(COST_MAX / 100);
});

test('events that are too long together are read one by one, and one that is too long alone is asked for once and carries ANSWER_TOO_LONG', async () => {
  const { cursor } = await subscribe('txCount');
  const large = chain.height + 3;
  answerBlocks('merkleRoot', (height) => (height === large ? 65 * MIB : 1));
  await chain.grow(6);
  const stream = await subscribe('merkleRoot', cursor);
  await waitFor(() => stream.events.length === 6, { what: 'all events' });
  const codes = stream.events.map(({ errors }) =>
    errors?.map((error: GraphQLFormattedError) => error.extensions?.code),
  );
  expect(codes).toEqual([undefined, undefined, ['ANSWER_TOO_LONG'], undefined, undefined, undefined]);
  // Requests of 6 and of 3 fail, and then each event alone.
  expect(asked.filter((events) => events === 6)).toHaveLength(1);
  const before = asked.length;
  const other = await subscribe('merkleRoot', cursor);
  await waitFor(() => other.events.length === 6, { what: 'all events once more' });
  expect(asked).toHaveLength(before);
});

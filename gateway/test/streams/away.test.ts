import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GraphQLError } from 'graphql';
import { standForFile } from '../stand-for-file.ts';
import { FakeChain } from './fake-chain.ts';

const stand = standForFile();
const chain = new FakeChain(stand);
const open: Received[] = [];
beforeEach(async () => {
  chain.open();
  await stand.follower.refresh();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function subscribe(after?: string): Promise<Received> {
  const query = 'subscription { chainEvents { ... on BlockAdded { blockHeight block { txCount } } } }';
  const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key: stand.testKey, query, after });
  open.push(stream);
  return stream;
}

test('no event is emitted without data where more of them fail at once than an answer has errors', async () => {
  const { cursor } = await subscribe();
  const start = chain.height;
  const blocks = 300;
  const { Block } = stand.subgraphs.blocks.resolvers as { Block: { __resolveReference: (key: object) => object } };
  const { __resolveReference: read } = Block;
  let failures = 0;
  Block.__resolveReference = async (key) => {
    const { at } = key as { at: number };
    // A stream learns from its first events how many it can read at once.
    if (at <= start + 50 || failures === 200) return read(key);
    failures += 1;
    throw new GraphQLError('the database is away', { extensions: { code: 'SUBGRAPH_UNAVAILABLE' } });
  };
  await chain.grow(blocks);
  const stream = await subscribe(cursor);
  await waitFor(() => stream.events.length === blocks, { what: 'all events' });
  expect(stream.events.map(({ data }) => data?.chainEvents)).toEqual(
    Array.from({ length: blocks }, (_, index) => ({ blockHeight: start + index + 1, block: { txCount: 1 } })),
  );
  expect(failures).toBe(200);
});

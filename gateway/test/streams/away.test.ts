import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GraphQLError } from 'graphql';
import { TEST_CHAIN } from '../gateway-stand.ts';
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

async function subscribe(after?: string, fields = 'txCount'): Promise<Received> {
  const query = `subscription { chainEvents { ... on BlockAdded { blockHeight block { ${fields} } } } }`;
  const stream = await receiveServerSentEvents({ gatewayUrl: stand.url, key: stand.testKey, query, after });
  open.push(stream);
  return stream;
}

test('no event is emitted without data where more of them fail at once than an answer has errors', async () => {
  const { cursor } = await subscribe();
  const start = chain.height;
  const blocks = 400;
  const { Block } = stand.subgraphs.blocks.resolvers as { Block: { __resolveReference: (key: object) => object } };
  const { __resolveReference: read } = Block;
  let failures = 0;
  Block.__resolveReference = async (key) => {
    const { at } = key as { at: number };
    // The first events show a stream how many it can read at once.
    if (at <= start + 150 || failures === 200) return read(key);
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

test('no event is emitted without a part of its data where a subgraph gives no answer for many of them', async () => {
  const { cursor } = await subscribe();
  const start = chain.height;
  const blocks = 300;
  const { blocks: first, addresses: second } = stand.subgraphs;
  const { __resolveReference: read } = first.resolvers.Block;
  first.resolvers.Block.__resolveReference = (key: { at: number }) => ({
    ...read(key),
    producer: { chainId: TEST_CHAIN, address: 'RProducer', at: key.at },
  });
  second.resolvers = { Address: { __resolveReference: (key: object) => ({ ...key, balance: '1', txCount: 1 }) } };
  let failures = 0;
  second.intercept = ({ variables }, response) => {
    const isMany = (variables.representations as unknown[]).length > 30;
    if (!isMany || failures === 3) return false;
    failures += 1;
    response.writeHead(503).end();
    return true;
  };
  await chain.grow(blocks);
  const stream = await subscribe(cursor, 'producer { balance txCount }');
  await waitFor(() => stream.events.length === blocks, { what: 'all events' });
  for (const { data, errors } of stream.events) {
    expect(errors).toBeUndefined();
    expect(data?.chainEvents.block.producer).toMatchObject({ txCount: 1 });
  }
  expect(stream.events.at(-1)?.data?.chainEvents.blockHeight).toBe(start + blocks);
  expect(failures).toBe(3);
});

test('an event waits for a subgraph whose values break the schema, and the log reports them once for all events', async () => {
  const { cursor } = await subscribe();
  const { blocks, addresses } = stand.subgraphs;
  const { __resolveReference: read } = blocks.resolvers.Block;
  blocks.resolvers.Block.__resolveReference = (key: { at: number }) => ({
    ...read(key),
    producer: { chainId: TEST_CHAIN, address: 'RProducer', at: key.at },
  });
  addresses.resolvers = { Address: { __resolveReference: (key: object) => ({ ...key, balance: '1', txCount: 1 }) } };
  let isBroken = true;
  addresses.intercept = ({ variables }, response) => {
    if (!isBroken) return false;
    isBroken = false;
    const _entities = (variables.representations as unknown[]).map(() => ({ __typename: 'Address', txCount: null }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { _entities } }));
    return true;
  };
  const before = stand.logLines.length;
  await chain.grow(10);
  const stream = await subscribe(cursor, 'producer { txCount }');
  await waitFor(() => stream.events.length === 10, { what: 'all events' });
  expect(stream.events.map(({ data }) => data?.chainEvents.block.producer)).toEqual(
    Array.from({ length: 10 }, () => ({ txCount: 1 })),
  );
  expect(isBroken).toBe(false);
  expect(stand.logLines.slice(before).filter((line) => line.includes('break the schema'))).toHaveLength(1);
});

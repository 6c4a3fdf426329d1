import { BlockMissedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GraphQLError } from 'graphql';
import { GatewayStand, TEST_CHAIN } from '../gateway-stand.ts';
import { FakeChain, hashOf } from './fake-chain.ts';

const QUERY = `subscription { chainEvents { __typename ... on Event { blockHeight blockHash }
  ... on BlocksRemoved { depth removedHashes } } }`;
const FORK = 100;
const LOST = 5;

/** A gateway before the failover gives a cursor; behind it the blocks lack the branch. */
const before = new GatewayStand();
const after = new GatewayStand({ aheadLookMs: 50 });
const chains = [before, after].map((stand) => new FakeChain(stand)) as [FakeChain, FakeChain];
const lostHashes = Array.from({ length: LOST }, (_, index) => hashOf(FORK + 1 + index));
let isKnown = false;
let stream: Received | undefined;

beforeAll(async () => {
  for (const chain of chains) chain.open();
  await Promise.all([before.start(), after.start()]);
  await chains[0].grow(LOST);
  const { Query } = after.subgraphs.blocks.resolvers as { Query: { block: (_: unknown, key: object) => object } };
  const { block: read } = Query;
  Query.block = (parent, key: { hash?: string }) => {
    const isLost = lostHashes.includes(key.hash ?? '');
    if (isLost && !isKnown) throw new GraphQLError('no block', { extensions: { code: 'NOT_FOUND' } });
    return { ...read(parent, key), confirmations: isLost ? -1 : 1 };
  };
});
afterAll(async () => {
  stream?.close();
  await Promise.all([before.stop(), after.stop()]);
});

const subscribe = ({ url, testKey: key }: GatewayStand, cursor?: string): Promise<Received> =>
  receiveServerSentEvents({ gatewayUrl: url, key, query: QUERY, after: cursor });

test('a stream on a lost branch above the pin rings for it while it waits, and undoes it once it is known, though no tip moves', async () => {
  const first = await subscribe(before);
  first.close();
  const rung: string[] = [];
  after.bus.subscribe(SUBJECTS.blockMissed, BlockMissedSchema, ({ chainId, hash }) => {
    rung.push(`${chainId} ${Buffer.from(hash).toString('hex')}`);
  });
  const forged = await fetch(`${after.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${after.testKey}`,
      'last-event-id': `${first.cursor.slice(0, -4)}AAAA`,
    },
    body: JSON.stringify({ query: QUERY }),
  });
  expect(forged.status).toBe(400);
  expect(rung).toEqual([]);

  stream = await subscribe(after, first.cursor);
  await waitFor(() => rung.length >= 2, { what: 'two bells' });
  expect(new Set(rung)).toEqual(new Set([`${TEST_CHAIN} ${lostHashes.at(-1)}`]));
  expect(stream.events).toEqual([]);
  isKnown = true;
  await waitFor(() => stream?.events.length === 1, { what: 'the undo' });
  expect(stream.events[0]?.data?.chainEvents).toEqual({
    __typename: 'BlocksRemoved',
    blockHeight: FORK,
    blockHash: hashOf(FORK),
    depth: LOST,
    removedHashes: lostHashes,
  });
  const bells = rung.length;
  await chains[1].grow();
  await waitFor(() => stream?.events.length === 2, { what: 'the next block' });
  expect([after.streamsEnded().size, rung.length]).toEqual([1, bells]);
});

import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { OperationTypeNode } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import WebSocket from 'ws';
import { GatewayStand } from '../gateway-stand.ts';
import { FakeChain } from './fake-chain.ts';

const QUERY = 'subscription { chainEvents { __typename ... on Event { cursor blockHeight } } }';

const stand = new GatewayStand();
const chain = new FakeChain(stand);
beforeAll(async () => {
  chain.open();
  await stand.start();
});
afterAll(() => stand.stop());

/** The client connects when it likes. */
async function growUntil(heights: readonly number[]): Promise<void> {
  await waitFor(
    async () => {
      await chain.grow();
      return heights.length >= 3;
    },
    { what: 'events at the client' },
  );
  const [first = 0] = heights;
  expect(heights).toEqual(heights.map((_, index) => first + index));
}

test('graphql-sse subscribes and stops', async () => {
  const client = createSseClient({
    url: `${stand.url}/graphql`,
    headers: { authorization: `Bearer ${stand.testKey}` },
    retryAttempts: 0,
  });
  const heights: number[] = [];
  const stop = client.subscribe<{ chainEvents: { blockHeight: number } }>(
    { query: QUERY },
    { next: ({ data }) => data && heights.push(data.chainEvents.blockHeight), error: () => {}, complete: () => {} },
  );
  await growUntil(heights);
  stop();
  client.dispose();
});

test('Apollo Client subscribes over graphql-ws and queries over HTTP', async () => {
  const ws = createWsClient({
    url: `${stand.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${stand.testKey}` },
  });
  const http = new HttpLink({ uri: `${stand.url}/graphql`, headers: { authorization: `Bearer ${stand.testKey}` } });
  const isSubscription = ({ operationType }: { operationType: OperationTypeNode }): boolean =>
    operationType === OperationTypeNode.SUBSCRIPTION;
  const client = new ApolloClient({
    link: ApolloLink.split(isSubscription, new GraphQLWsLink(ws), http),
    // The cache needs the types of an interface.
    cache: new InMemoryCache({ possibleTypes: { Event: ['BlockAdded', 'BlocksRemoved'] } }),
  });
  const heights: number[] = [];
  const subscription = client
    .subscribe<{ chainEvents: { blockHeight: number } }>({ query: gql(QUERY) })
    .subscribe(({ data }) => data && heights.push(data.chainEvents.blockHeight));
  await growUntil(heights);
  const { data } = await client.query<{ networks: unknown[] }>({ query: gql('{ networks { name } }') });
  expect(data?.networks).toEqual([]);
  subscription.unsubscribe();
  await ws.dispose();
});

test('a browser that can set no header shows its key in connection_init', async () => {
  const ws = createWsClient({
    url: `${stand.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${stand.testKey}` },
  });
  const heights: number[] = [];
  const stop = ws.subscribe<{ chainEvents: { blockHeight: number } }>(
    { query: QUERY },
    { next: ({ data }) => data && heights.push(data.chainEvents.blockHeight), error: () => {}, complete: () => {} },
  );
  await growUntil(heights);
  stop();
  await ws.dispose();
});

test('GET subscribes too', async () => {
  const url = `${stand.url}/graphql?query=${encodeURIComponent(QUERY)}`;
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${stand.testKey}` },
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = response.body?.getReader();
  await chain.grow();
  let text = '';
  while (!text.includes('event: next')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  expect(text).toContain(`"blockHeight":${chain.height}`);
  await reader?.cancel();
});

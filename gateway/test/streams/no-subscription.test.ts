import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { standForFile } from '../stand-for-file.ts';

const stand = standForFile();

async function askOverWebSocket(query: string, variables?: Record<string, unknown>) {
  const peer = await SocketPeer.open(stand.url);
  peer.init(stand.testKey);
  await waitFor(() => peer.received.length > 0, { what: 'the acknowledgement' });
  peer.subscribe('1', query, variables);
  const answer = await waitFor(() => peer.received.find(({ id }) => id === '1'), { what: 'an answer' });
  peer.close();
  return answer;
}

test.each([
  ['query', '{ networks { name } }'],
  ['mutation', 'mutation { sendTransaction(chainId: "x", hex: "00") { __typename } }'],
])('a %s over a WebSocket is refused with the way to send it, and is not planned', async (kind, query) => {
  const answer = await askOverWebSocket(query);
  expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  expect(JSON.stringify(answer.payload)).toContain(`no ${kind}. Please send it by POST /graphql.`);
  expect(stand.supergraphs.graphs.current.events.knows({ query, operationName: undefined })).toBe(false);
  expect(stand.logLines.filter((line) => line.includes('could not be opened'))).toEqual([]);
});

const EVENTS = 'chainEvents { __typename }';

test.each([
  [`subscription ($on: Boolean!) { ${EVENTS.replace('{', '@skip(if: $on) {')} }`],
  [`subscription ($on: Boolean!) { ${EVENTS.replace('{', '@include(if: $on) {')} }`],
  [`subscription ($on: Boolean! = true) { ... @include(if: $on) { ${EVENTS} } }`],
  [
    'subscription ($on: Boolean!) { ...Events @skip(if: $on) } fragment Events on Subscription { chainEvents { __typename } }',
  ],
  [
    'subscription ($on: Boolean!) { ...Events } fragment Events on Subscription { chainEvents @skip(if: $on) { __typename } }',
  ],
  ['subscription { chainEvents @skip(if: true) { __typename } }'],
])('a condition at the root of a subscription is a validation error over each transport: %s', async (query) => {
  const variables = query.includes('$on') ? { on: false } : {};
  const answer = await askOverWebSocket(query, variables);
  expect(answer).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] });
  for (const accept of ['text/event-stream', 'application/json']) {
    const response = await fetch(`${stand.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await response.json()) as { errors: unknown[] };
    expect([response.status, body.errors]).toMatchObject([
      400,
      [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    ]);
  }
});

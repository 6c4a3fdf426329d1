import { randomBytes } from 'node:crypto';
import { send } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { type ReceivedSpan, TraceReceiver } from '@ledgergraph/test-kit/trace-receiver';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type ObservedProcesses, startObserved } from './observed-processes.ts';
import { askEverything, SECRETS } from './send-secrets.ts';

let stack: StackClient;
let receiver: TraceReceiver;
let observed: ObservedProcesses;

beforeAll(async () => {
  stack = await sharedStack();
  receiver = await TraceReceiver.start();
  observed = await startObserved(stack, receiver.url);
});
afterAll(async () => {
  await observed?.stop();
  receiver?.stop();
});

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

async function askTraced(query: string, gatewayUrl = observed.gatewayUrl) {
  const [traceId, spanId] = [hex(16), hex(8)];
  const answer = await send(gatewayUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${stack.address.keys.test}`,
      traceparent: `00-${traceId}-${spanId}-01`,
    },
    body: JSON.stringify({ query }),
  });
  return { answer, traceId, spanId };
}

function spansOf(traceId: string): ReceivedSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

test.each([
  ['blocks', '{ blocks(limit: 1) { blocks { hash } } }', 'block'],
  ['identities', '{ identities(limit: 1) { identities { friendlyName } } }', 'identity'],
  ['currencies', '{ currencies(limit: 1) { currencies { name } } }', 'currency'],
  ['addresses', '{ currencies(limit: 1) { currencies { richList(limit: 1) { entries { balance } } } } }', 'holder'],
])(
  'one request is one trace, from the client’s own span through gateway and %s to each SQL statement',
  async (service, query, table) => {
    const { answer, traceId, spanId } = await askTraced(`query Newest ${query}`);
    expect(answer.errors).toEqual([]);
    // The outermost span ends last, and each process exports by itself.
    const spans = await waitFor(
      () => {
        const found = spansOf(traceId);
        const isWhole =
          found.some(({ parentSpanId }) => parentSpanId === spanId) &&
          found.some(({ process }) => process === `${service}-api`);
        return (
          isWhole && found.every(({ parentSpanId }) => parentSpanId === spanId || find(found, parentSpanId)) && found
        );
      },
      { what: 'a trace without gaps' },
    );
    const readsTable = new RegExp(`FROM ("public"\\.")?${table}`);
    const statement = spans.find(
      ({ process, attributes }) => process === `${service}-api` && readsTable.test(String(attributes['db.query.text'])),
    );
    const path: ReceivedSpan[] = [];
    for (let span = statement; span !== undefined; span = find(spans, span.parentSpanId)) path.unshift(span);
    expect(path.map(({ process, name }) => `${process}: ${name}`)).toEqual([
      'gateway: POST /graphql',
      'gateway: gateway.request',
      'gateway: gateway.execute',
      'gateway: gateway.fetch',
      `${service}-api: POST /graphql`,
      `${service}-api: sql SELECT`,
    ]);
    expect(path[0]?.parentSpanId).toBe(spanId);
    expect(path[0]?.attributes).toMatchObject({ 'http.route': '/graphql', 'http.response.status_code': 200 });
    expect(path[1]?.attributes).toMatchObject({ 'graphql.operation.type': 'query' });
    expect(path[3]?.attributes).toEqual({ service });
    expect(path[4]?.attributes['ledgergraph.request_id']).toBe(answer.headers.get('x-request-id'));
  },
);

test('log lines and the errors of an answer carry the ids of its request and trace', async () => {
  const { answer, traceId } = await askTraced(
    '{ currency(currency: "VRSCTEST") { name } }',
    observed.lackingGatewayUrl,
  );
  const requestId = answer.headers.get('x-request-id');
  expect(answer.errors.map(({ extensions }) => extensions)).toEqual([
    { code: 'SUBGRAPH_UNAVAILABLE', requestId, traceId },
  ]);
  const line = await waitFor(() => observed.lines.find((each) => each.includes(String(requestId))), {
    what: 'a log line of the request',
  });
  expect(JSON.parse(line)).toMatchObject({ requestId, traceId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
});

test('no key, variable, literal or header of a client’s is ever in a log line or a span, also at level trace and when things fail', async () => {
  const statuses = await askEverything(observed.lackingGatewayUrl, stack.address.keys);
  for (const status of [200, 400, 401, 404]) expect(statuses).toContain(status);
  const { answer, traceId } = await askTraced('query Last { blocks(limit: 1) { blocks { hash } } }');
  expect(answer.errors).toEqual([]);
  await waitFor(() => spansOf(traceId).some(({ name }) => name === 'POST /graphql'), { what: 'the last span' });
  await observed.stop();
  const exported = [...observed.lines, ...receiver.bodies].join('\n');
  const secrets = [...SECRETS, stack.address.keys.test, stack.address.keys.live];
  expect(secrets.filter((secret) => exported.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
  expect(receiver.spans.length).toBeGreaterThan(100);
  expect(observed.lines.length).toBeGreaterThan(10);
});

function find(spans: readonly ReceivedSpan[], spanId: string): ReceivedSpan | undefined {
  return spans.find((span) => span.spanId === spanId);
}

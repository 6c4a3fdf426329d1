import type { Untyped } from '@ledgergraph/test-kit/client';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import WebSocket from 'ws';
import { GatewayStand } from '../gateway-stand.ts';
import { FakeChain } from './fake-chain.ts';
import { FakePool } from './fake-pool.ts';

/** A client that resumes needs no cursor in its selection. */
const BLOCKS = 'subscription { chainEvents { ... on Event { blockHeight } } }';
const PENDING = 'subscription { pendingChanges { ... on PendingAdded { transaction { txid } } } }';

interface Taken {
  results: Untyped[];
  error: Untyped;
  stop: () => void;
}

type Request = { query: string; extensions?: Record<string, unknown> };

const stand = new GatewayStand();
const chain = new FakeChain(stand);
const pool = new FakePool(stand, chain);
const stops: (() => void)[] = [];
beforeAll(async () => {
  chain.open();
  pool.open();
  await stand.start();
});
afterAll(() => stand.stop());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The library's client does not connect again. */
function subscribe(transport: 'SSE' | 'WebSocket', request: Request): Taken {
  const authorization = `Bearer ${stand.testKey}`;
  const client =
    transport === 'SSE'
      ? createSseClient({ url: `${stand.url}/graphql`, headers: { authorization }, retryAttempts: 0 })
      : createWsClient({
          url: `${stand.url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: { authorization },
          retryAttempts: 0,
        });
  const taken: Taken = { results: [], error: undefined, stop: () => {} };
  const end = client.subscribe(request as never, {
    next: (result: unknown) => taken.results.push(result),
    error: (error: unknown) => {
      taken.error = error;
    },
    complete: () => {},
  });
  taken.stop = () => {
    end();
    void client.dispose();
  };
  stops.push(taken.stop);
  return taken;
}

const heights = ({ results }: Taken): number[] =>
  results.flatMap(({ data }) => (data === null ? [] : [data.chainEvents.blockHeight]));
const lastCursor = ({ results }: Taken): string => results.at(-1)?.extensions.cursor;

describe.each(['SSE', 'WebSocket'] as const)('over %s, a request with the extension after', (transport) => {
  test('gets the first position before any event, and goes on from there, and from every result', async () => {
    const first = subscribe(transport, { query: BLOCKS, extensions: { after: null } });
    await waitFor(() => first.results.length === 1, { what: 'the first position' });
    expect(first.results).toEqual([{ data: null, extensions: { cursor: expect.stringMatching(/^\S{20,}$/) } }]);
    first.stop();
    const from = chain.height;
    await chain.grow(2);
    const second = subscribe(transport, { query: BLOCKS, extensions: { after: lastCursor(first) } });
    await waitFor(() => heights(second).length === 2, { what: 'what came meanwhile' });
    const [position, one, two] = second.results;
    expect(position).toEqual(first.results[0]);
    expect(heights(second)).toEqual([from + 1, from + 2]);
    expect(two.extensions.event.type).toBe('BlockAdded');
    second.stop();
    const third = subscribe(transport, { query: BLOCKS, extensions: { after: one.extensions.cursor } });
    await waitFor(() => heights(third).length === 1, { what: 'the event behind the cursor' });
    expect([heights(third), lastCursor(third)]).toEqual([[from + 2], two.extensions.cursor]);
  });

  test('goes on in what is pending, which has no cursor of its own', async () => {
    await pool.clear();
    const query = { query: PENDING };
    for (const number of [1, 2, 3]) pool.enter(number);
    await pool.notify();
    const whole = subscribe(transport, { ...query, extensions: { after: null } });
    await waitFor(() => whole.results.length === 4, { what: 'a position and what is pending' });
    const ids = whole.results.slice(1).map(({ extensions }) => extensions.event.id);
    for (const [index, { extensions }] of whole.results.entries()) {
      const rest = subscribe(transport, { ...query, extensions: { after: extensions.cursor } });
      await waitFor(() => rest.results.length === 4 - index, { what: `what follows result ${index}` });
      expect(rest.results.slice(1).map((result) => result.extensions.event.id)).toEqual(ids.slice(index));
      rest.stop();
    }
  });

  test('is refused where after is no cursor', async () => {
    for (const after of [7, {}, 'nonsense', '']) {
      const taken = subscribe(transport, { query: BLOCKS, extensions: { after } });
      await waitFor(() => taken.error !== undefined, { what: 'the refusal' });
      if (transport === 'SSE') expect(taken.error.response.status).toBe(400);
      else expect(taken.error[0].extensions.code).toBe('VALIDATION_ERROR');
      expect(taken.results).toEqual([]);
    }
  });
});

describe.each(['SSE', 'WebSocket'] as const)('over %s, a request without the extension', (transport) => {
  test('gets events alone, each as it always was', async () => {
    const taken = subscribe(transport, { query: BLOCKS, extensions: { other: 1 } });
    await waitFor(
      async () => {
        await chain.grow();
        return taken.results.length >= 2;
      },
      { what: 'events' },
    );
    for (const { data, extensions } of taken.results) {
      expect(data.chainEvents.blockHeight).toBeGreaterThan(100);
      expect(Object.keys(extensions).sort()).toEqual(['chain', 'event']);
    }
  });
});

test('the extension of a GET is read too', async () => {
  const parameters = new URLSearchParams({ query: BLOCKS, extensions: '{"after":null}' });
  const response = await fetch(`${stand.url}/graphql?${parameters}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${stand.testKey}` },
  });
  const reader = response.body?.getReader();
  let text = '';
  while (!text.includes('"cursor"')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  expect(text).toMatch(/\nevent: next\ndata: \{"data":null,"extensions":\{"cursor":"[^"]+"\}\}\n\n/);
});

import { hash } from 'node:crypto';
import { SocketPeer } from '@ledgergraph/test-kit/peers/socket-peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { standForFile } from '../stand-for-file.ts';
import { BOMBS, type Bomb, SUBSCRIPTION_BOMBS } from './bombs.ts';

/** Far above the time of a refusal, and far below that of each bomb. */
const REFUSED_MS_MAX = 1_000;

const stand = standForFile(
  { cache: new ResponseCache({ bytesMax: 2 ** 20 }) },
  { Query: { networks: () => [{ name: 'VRSC' }] } },
);

type Ask = (query: string) => Promise<unknown>;

const authorization = (): Record<string, string> => ({ authorization: `Bearer ${stand.testKey}` });
const posting = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...authorization(), 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function codeOf(path: string, init: RequestInit): Promise<unknown> {
  const { status, body } = await stand.fetch(path, init);
  expect([status, body.data ?? null]).toEqual([400, null]);
  return body.errors?.[0]?.extensions.code;
}

async function askSocket(query: string): Promise<unknown> {
  const peer = await SocketPeer.open(stand.url);
  try {
    peer.init(stand.testKey);
    await waitFor(() => peer.received.length > 0, { what: 'an answer to the key' });
    peer.subscribe('1', query);
    const answer = await waitFor(() => peer.received.find(({ id }) => id === '1'), { what: 'an answer' });
    return (answer.payload as { extensions: { code: string } }[])[0]?.extensions.code;
  } finally {
    peer.close();
  }
}

const askByHash: Ask = async (query) => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', query) } };
  const code = await codeOf('/graphql', posting({ query, extensions }));
  // It is not kept: a client cannot send it by its hash alone.
  const { body } = await stand.fetch('/graphql', posting({ extensions }));
  expect(body.errors?.[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  return code;
};

const EVENTS = { accept: 'text/event-stream, application/json;q=0.9' };

const TRANSPORTS: readonly { name: string; ask: Ask; bombs: readonly Bomb[] }[] = [
  { name: 'POST', ask: (query) => codeOf('/graphql', posting({ query })), bombs: BOMBS },
  {
    name: 'GET',
    ask: (query) => codeOf(`/graphql?query=${encodeURIComponent(query)}`, { headers: authorization() }),
    bombs: BOMBS,
  },
  { name: 'a hash', ask: askByHash, bombs: BOMBS },
  {
    name: 'Server-Sent Events',
    ask: (query) => codeOf('/graphql', posting({ query }, EVENTS)),
    bombs: [...BOMBS, ...SUBSCRIPTION_BOMBS],
  },
  { name: 'a WebSocket', ask: askSocket, bombs: SUBSCRIPTION_BOMBS },
];

describe.each(TRANSPORTS)('over $name', ({ ask, bombs }) => {
  test.each(bombs.map((bomb) => [bomb.name, bomb] as const))(
    'a small document with an answer without end is refused at once, and others are answered: %s',
    async (_name, { query, code }) => {
      const { operations } = stand.supergraphs.graphs.current;
      const plans = operations.size;
      // The front door has no answer to the second one either.
      for (let time = 0; time < 2; time += 1) {
        const since = process.cpuUsage();
        expect(await ask(query)).toBe(code);
        const { user, system } = process.cpuUsage(since);
        expect((user + system) / 1_000).toBeLessThan(REFUSED_MS_MAX);
      }
      expect([operations.size, stand.requests()]).toEqual([plans, []]);
      const honest = await stand.query('{ networks { __typename name } }');
      expect(honest.body.data).toEqual({ networks: [{ __typename: 'Network', name: 'VRSC' }] });
      stand.reset();
    },
  );
});

test('over a WebSocket a query is refused by the same limits, before it is planned', async () => {
  for (const { query } of BOMBS) {
    expect(['GRAPHQL_VALIDATION_FAILED', 'COST_ESTIMATED_TOO_EXPENSIVE']).toContain(await askSocket(query));
  }
});

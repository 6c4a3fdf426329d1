import { once } from 'node:events';
import { connect } from 'node:net';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { type Answer, GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';
import { FakeChain } from './streams/fake-chain.ts';

const APP = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const EVIL = 'https://evil.example.net';
const QUERY = '{ networks { name } }';
const SUBSCRIPTION = 'subscription { chainEvents { __typename ... on Event { cursor blockHeight } } }';

const open = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }) });
const listed = new GatewayStand({ cache: new ResponseCache({ bytesMax: 2 ** 20 }), corsOrigins: [APP, OTHER] });
const chain = new FakeChain(listed);
const keys = new LimitedKeys(listed);
beforeAll(async () => {
  chain.open();
  await Promise.all([open.start(), listed.start()]);
});
afterAll(async () => {
  await Promise.all([open.stop(), listed.stop()]);
});

const allowed = ({ headers }: Answer): string | null => headers.get('access-control-allow-origin');

function ask(stand: GatewayStand, origin: string | undefined, key = stand.testKey, init: RequestInit = {}) {
  return stand.fetch('/graphql', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(origin !== undefined && { origin }),
    },
    body: JSON.stringify({ query: QUERY }),
    ...init,
  });
}

function preflight(stand: GatewayStand, origin: string): Promise<Answer> {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  return stand.fetch('/graphql', { method: 'OPTIONS', headers: { origin, ...asked } });
}

describe('a preflight', () => {
  test('needs no key, is kept for two hours, and lets in pages that may ask', async () => {
    const before = open.keyQuestions;
    const answer = await preflight(open, EVIL);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': EVIL,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': expect.stringContaining('authorization, content-type'),
      'access-control-max-age': '7200',
      vary: 'origin',
    });
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    expect(open.keyQuestions).toBe(before);
  });

  test('of a page that may not ask is refused', async () => {
    expect((await preflight(listed, APP)).status).toBe(204);
    const answer = await preflight(listed, EVIL);
    expect([answer.status, allowed(answer), answer.body.errors?.[0]?.extensions.code]).toEqual([
      403,
      null,
      'FORBIDDEN',
    ]);
    expect(answer.headers.get('vary')).toBe('origin');
  });

  test('counts as no call, however many come', async () => {
    const spent = listed.quotas.totalSpent();
    const answers = await Promise.all(Array.from({ length: 200 }, () => preflight(listed, APP)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect(listed.quotas.totalSpent()).toBe(spent);
    expect(listed.settled.size).toBe(0);
  });

  test('reads no body: what stands behind it is no request of its own', async () => {
    const socket = connect(Number(new URL(open.url).port), '127.0.0.1');
    const closed = once(socket, 'close');
    // A connection that ends may answer a write with a reset.
    socket.on('error', () => {});
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    const body = 'GET /livez HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(`OPTIONS /graphql HTTP/1.1\r\nhost: x\r\norigin: ${APP}\r\ncontent-length: ${body.length}\r\n\r\n`);
    await waitFor(() => heard.includes('204 No Content'), { what: 'the answer' });
    socket.write(body);
    await closed;
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('OPTIONS that no page sends lists the methods', async () => {
    const answer = await listed.fetch('/graphql', { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow'), allowed(answer)]).toEqual([204, 'GET, POST, OPTIONS', null]);
  });
});

describe('a page of an allowed origin', () => {
  const readable = {
    'access-control-allow-origin': APP,
    'access-control-expose-headers': expect.stringMatching(
      /^(?=.*\betag\b)(?=.*\bretry-after\b)(?=.*\bratelimit\b)(?=.*\bratelimit-policy\b)(?=.*\bx-request-id\b)/,
    ),
    vary: expect.stringMatching(/\borigin\b/),
  };
  const expectReadable = (answer: Answer, status: number): void => {
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(readable);
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  };

  test('reads each way to an answer: new, known, cached, by GET and unchanged', async () => {
    for (let time = 0; time < 4; time++) expectReadable(await ask(listed, APP), 200);
    const path = `/graphql?${new URLSearchParams({ query: QUERY })}`;
    const headers = { origin: APP, authorization: `Bearer ${listed.testKey}` };
    const first = await listed.fetch(path, { headers });
    expectReadable(first, 200);
    const again = await listed.fetch(path, {
      headers: { ...headers, 'if-none-match': String(first.headers.get('etag')) },
    });
    expectReadable(again, 304);
    expect(again.headers.get('vary')).toBe('accept, authorization, origin');
  });

  test.each<[string, number, RequestInit]>([
    ['no key', 401, { headers: { origin: APP, 'content-type': 'application/json' } }],
    ['an unknown key', 401, { headers: { origin: APP, authorization: 'Bearer lg_test_x' } }],
    ['another method', 405, { method: 'PUT' }],
    ['a body that is no JSON', 400, { body: '{' }],
    ['a body that is too large', 413, { body: `{"query":"${'x'.repeat(70_000)}"}` }],
    ['a query that is not valid', 400, { body: '{"query":"{ nothing }"}' }],
    ['a body of another kind', 415, { headers: { origin: APP, 'content-type': 'text/plain' } }],
  ])('reads what is refused: %s', async (_what, status, init) => {
    const { key } = keys.make();
    const headers = { origin: APP, 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const given = init.headers as Record<string, string> | undefined;
    const sent = status === 415 ? { ...headers, ...given } : (given ?? headers);
    expectReadable(await ask(listed, APP, key, { ...init, headers: sent }), status);
  });

  test('reads that it is too fast, and when to come back', async () => {
    const { key } = keys.make({ second: 1 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(listed, APP, key)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    for (const one of limited) {
      expectReadable(one, 429);
      expect(one.headers.get('retry-after')).toBe('1');
    }
  });

  test('reads a stream of Server-Sent Events', async () => {
    const stop = new AbortController();
    const response = await fetch(`${listed.url}/graphql`, {
      method: 'POST',
      headers: {
        origin: APP,
        authorization: `Bearer ${listed.testKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: SUBSCRIPTION }),
      signal: stop.signal,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject(readable);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    stop.abort();
  });
});

describe('what is cached for one page', () => {
  test('goes to another with its own headers, and to a page that may not ask not at all', async () => {
    const query = JSON.stringify({ query: '{ n: networks { name } }' });
    for (let time = 0; time < 3; time++) {
      for (const origin of [APP, OTHER, undefined]) {
        const answer = await ask(listed, origin, listed.testKey, { body: query });
        expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([200, origin ?? null, 'origin']);
      }
      const refused = await ask(listed, EVIL, listed.testKey, { body: query });
      expect([refused.status, allowed(refused), refused.body.data]).toEqual([403, null, undefined]);
    }
  });
});

test('no route but /graphql and the status lets a page of another origin in', async () => {
  for (const path of [
    '/dashboard',
    '/dashboard/api/me',
    '/dashboard/auth/sign-in/email',
    '/graphiql/x/y',
    '/export/blocks',
    '/docs',
    '/schema.graphql',
    '/postman.json',
    '/livez',
    '/nothing-here',
    '/',
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await open.fetch(path, {
        method,
        headers: { origin: EVIL, 'access-control-request-method': 'POST' },
      });
      const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      expect([path, method, names]).toEqual([path, method, []]);
    }
  }
  for (const path of ['/graphql', '/status']) {
    const answer = await open.fetch(path, { headers: { origin: EVIL } });
    expect([path, answer.headers.has('access-control-allow-origin')]).toEqual([path, true]);
  }
});

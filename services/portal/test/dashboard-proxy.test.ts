import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { SECRET } from '@ledgergraph/gateway/test/gateway-stand';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PortalStand } from './portal-stand.ts';

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const received: Received[] = [];
let respond: (response: ServerResponse, request: Received) => void;
const accounts = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
  received.push(seen);
  respond(response, seen);
});
const stand = new PortalStand();

beforeAll(async () => {
  accounts.listen(0, '127.0.0.1');
  await once(accounts, 'listening');
  stand.accountsUrl = `http://127.0.0.1:${(accounts.address() as AddressInfo).port}`;
  await stand.start();
});
afterAll(async () => {
  await stand.stop();
  accounts.closeAllConnections();
  accounts.close();
});
beforeEach(() => {
  received.length = 0;
  stand.reset();
  respond = (response) => response.end('{}');
});

/** `fetch` would tidy up the path first. */
async function sendRaw(target: string, headers = ''): Promise<string> {
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  // A client that ended its side would have gone.
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

test('accounts answers everything below /dashboard: path, query, body, status, cookies', async () => {
  respond = (response) =>
    response
      .writeHead(201, { 'set-cookie': ['a=1; Path=/dashboard; HttpOnly', 'b=2'], 'content-type': 'application/json' })
      .end('{"made":true}');
  const answer = await stand.fetch('/dashboard/api/teams/t/keys?x=1&x=2', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: 'session=s', origin: stand.url },
    body: '{"name": "k"}',
  });
  expect([answer.status, answer.text, answer.headers.getSetCookie()]).toEqual([
    201,
    '{"made":true}',
    ['a=1; Path=/dashboard; HttpOnly', 'b=2'],
  ]);
  expect(received).toEqual([
    {
      method: 'POST',
      url: '/dashboard/api/teams/t/keys?x=1&x=2',
      body: '{"name": "k"}',
      headers: expect.objectContaining({ cookie: 'session=s', origin: stand.url, 'content-type': 'application/json' }),
    },
  ]);
  for (const path of ['/dashboard', '/dashboard/', '/dashboard/keys']) await stand.fetch(path);
  expect(received.slice(1).map(({ url }) => url)).toEqual(['/dashboard', '/dashboard/', '/dashboard/keys']);
});

test('the gateway and the portal alone describe the caller: the secret, the address, the origin, the request id', async () => {
  const forged = {
    'x-ledgergraph-internal': 'guess',
    'x-ledgergraph-environment': 'MAINNET',
    'x-ledgergraph-anything': '1',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-user': 'root',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    authorization: `Bearer ${stand.testKey}`,
    'x-request-id': 'mine-1',
  };
  const answer = await stand.fetch('/dashboard/api/teams/team/quota', { headers: forged });
  const { host } = new URL(stand.url);
  const forwarded = Object.fromEntries(
    Object.entries(received[0]?.headers ?? {}).filter(([name]) => name in forged || name.startsWith('x-')),
  );
  expect(forwarded).toEqual({
    'x-ledgergraph-internal': SECRET,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': host,
    'x-request-id': 'mine-1',
  });
  expect(answer.headers.get('x-request-id')).toBe('mine-1');
});

test('a key reaches accounts on the routes that take one in the place of a session, and on no other', async () => {
  const headers = { authorization: `Bearer ${stand.testKey}` };
  const taking = [
    '/api/me',
    '/api/operator/keys?limit=1',
    '/api/webhook-event-types',
    '/api/teams/t/keys',
    '/api/teams/t/webhooks/w/deliveries?cursor=x',
  ];
  const others = [
    '',
    '/auth/sign-in',
    '/api/mails',
    '/api/teams/t/members',
    '/api/teams/t/webhook-listen',
    '/api/teams/keys',
    '/api/operators',
  ];
  for (const path of [...taking, ...others]) await stand.fetch(`/dashboard${path}`, { headers });
  const shown = received.filter((request) => request.headers.authorization !== undefined);
  expect(shown.map(({ url }) => url)).toEqual(taking.map((path) => `/dashboard${path}`));
});

test('a client cannot have its hop-by-hop list take our own headers away', async () => {
  await sendRaw('/dashboard/api/me', 'Connection: x-ledgergraph-internal, x-forwarded-for\r\n');
  expect(received[0]?.headers).toMatchObject({ 'x-ledgergraph-internal': SECRET, 'x-forwarded-for': '127.0.0.1' });
});

test('a trusted proxy may name the address of the client', async () => {
  const other = new PortalStand({ trustedProxies: ['127.0.0.1'] });
  other.accountsUrl = stand.accountsUrl;
  await other.start();
  try {
    await other.fetch('/dashboard', {
      headers: {
        'x-forwarded-for': '198.51.100.1, ::ffff:203.0.113.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'api.example.org',
      },
    });
    await other.fetch('/dashboard', { headers: { 'x-forwarded-for': 'nonsense' } });
  } finally {
    await other.stop();
  }
  expect(received[0]?.headers).toMatchObject({
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'api.example.org',
  });
  expect(received[1]?.headers['x-forwarded-for']).toBe('127.0.0.1');
});

test.each([
  '/dashboard/../ledgergraph.accounts.v1.KeyService/ResolveKey',
  '/dashboard/%2e%2e/metrics',
  '/dashboard/.%2E/metrics',
  '/dashboard/\\..\\..\\metrics',
  '/dashboard/%5c..%5c..%5cmetrics',
  '/dashboard/x/..\\..\\metrics',
  '/dashboard/%2e%2e%2f%2e%2e%2fmetrics',
  '/dashboardx',
  '//dashboard/../metrics',
])('nothing but the dashboard is reached through it: %s', async (target) => {
  const answer = await sendRaw(target);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(received).toEqual([]);
});

test('a body larger than accounts takes is refused here', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(17_000) });
  const answer = await stand.fetch('/dashboard/api/me', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([answer.status, answer.body]).toEqual([413, { error: { code: 'TOO_LARGE', message: expect.any(String) } }]);
  expect(received).toEqual([]);
});

test('what makes or changes a webhook may name a thousand addresses', async () => {
  const ask = (path: string, bytes: number) =>
    stand.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(bytes) }),
    });
  for (const name of ['webhooks', 'webhooks/w', 'webhook-preview', 'webhook-listen'])
    expect((await ask(`/dashboard/api/teams/t/${name}`, 100_000)).status).toBe(200);
  expect(received.map(({ body }) => body.length)).toEqual(Array(4).fill(100_011));
  expect((await ask('/dashboard/api/teams/t/webhooks', 132_000)).status).toBe(413);
  expect((await ask('/dashboard/api/teams/t/webhooks/w/replay', 17_000)).status).toBe(413);
});

test('half-sent bodies hold no connection to accounts, and a bounded number of them is read', async () => {
  const connections: Socket[] = [];
  const count = (socket: Socket) => connections.push(socket);
  accounts.on('connection', count);
  const half = 'POST /dashboard/api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const peers = await Promise.all(Array.from({ length: 300 }, () => Peer.open(addressOf(stand.url))));
  try {
    // The gateway passes a request on with the first byte of its body.
    for (const [index, peer] of peers.entries())
      peer.send(
        `${half}${index % 2 === 0 ? 'content-length: 16384\r\n\r\n{' : 'transfer-encoding: chunked\r\n\r\n1\r\n{\r\n'}`,
      );
    const refused = () => peers.filter((peer) => peer.read().startsWith('HTTP/1.1 429 ')).length;
    await waitFor(() => refused() === 300 - 32, { what: 'the refusal of those above half a MiB' });
    expect((await stand.fetch('/dashboard/api/me')).status).toBe(200);
    expect(received).toHaveLength(1);
    expect(connections.length).toBeLessThan(2);
  } finally {
    for (const peer of peers) peer.destroy();
    accounts.off('connection', count);
  }
  const post = () => stand.fetch('/dashboard/api/me', { method: 'POST', body: '{}' });
  await waitFor(async () => (await post()).status === 200, { what: 'the room to be given back' });
});

test('streams have connections of their own, this many for a network, and a stream in disguise is refused', async () => {
  const streams: ServerResponse[] = [];
  const path = '/dashboard/api/teams/t/webhook-listen';
  respond = (response, { url }) => {
    if (!url.includes('webhook-')) return void response.end('{}');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\n\n');
    streams.push(response);
  };
  const disguises = [path.replace('w', '%77'), `${path}?x=1`, `${path}/`, path.replace('listen', 'listening')];
  const leave = new AbortController();
  const open = (target: string) => fetch(`${stand.url}${target}`, { method: 'POST', body: '{}', signal: leave.signal });
  try {
    const answers = await Promise.all(Array.from({ length: 33 }, () => open(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(32).fill(200), 429]);
    for (const target of disguises) expect([404, 429]).toContain((await open(target)).status);
    const pages = await Promise.all(Array.from({ length: 40 }, () => stand.fetch('/dashboard/api/me')));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    leave.abort();
  }
  await waitFor(() => streams.every(({ destroyed }) => destroyed), { what: 'the end of the streams at accounts' });
  expect((await stand.fetch('/dashboard/api/me')).status).toBe(200);
});

test('while accounts is away, or breaks off, the answer reports it without internals', async () => {
  const other = new PortalStand();
  await other.start();
  try {
    const { status, text, body, headers } = await other.fetch('/dashboard/api/me');
    expect([status, body, headers.get('retry-after')]).toEqual([
      503,
      { error: { code: 'UNAVAILABLE', message: expect.any(String) } },
      '5',
    ]);
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1/);
  } finally {
    await other.stop();
  }
  respond = (response) => response.destroy();
  const broken = await stand.fetch('/dashboard/api/me', { method: 'POST' });
  expect([broken.status, (broken.body as { error?: { code: string } }).error?.code]).toEqual([503, 'UNAVAILABLE']);
  expect(received).toHaveLength(1);
});

test('an answer of accounts passes as it is, errors too, and is asked for once', async () => {
  respond = (response) => response.writeHead(503, { 'retry-after': '7' }).end('{"error":{"code":"UNAVAILABLE"}}');
  const { status, headers, text } = await stand.fetch('/dashboard/api/me');
  expect([status, headers.get('retry-after'), text]).toEqual([503, '7', '{"error":{"code":"UNAVAILABLE"}}']);
  expect(received).toHaveLength(1);
});

test('cookies and internal headers of a client reach no subgraph', async () => {
  stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
  const { body } = await stand.query(
    '{ networks { name } }',
    {},
    {
      cookie: 'session=s',
      'x-ledgergraph-internal': 'guess',
      'x-ledgergraph-environment': 'MAINNET',
      'x-ledgergraph-pins': 'iForged:1:00',
      'x-forwarded-for': '203.0.113.9',
    },
  );
  expect(body.data).toEqual({ networks: [] });
  const [request] = stand.requests();
  expect(request?.headers).toMatchObject({
    'x-ledgergraph-internal': SECRET,
    'x-ledgergraph-environment': 'TESTNET',
    'x-ledgergraph-pins': expect.stringMatching(/^iJhCez/),
  });
  expect(request?.headers).not.toHaveProperty('cookie');
  expect(request?.headers).not.toHaveProperty('x-forwarded-for');
});

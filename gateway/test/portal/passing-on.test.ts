import { request } from 'node:http';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand, SECRET } from '../gateway-stand.ts';
import { FakePortal } from './fake-portal.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const portal = new FakePortal();
const stand = new GatewayStand();
let portalUrl: string;

beforeAll(async () => {
  portalUrl = await portal.start();
  await stand.start({ portalUrl });
});
afterAll(async () => {
  await stand.stop();
  await portal.stop();
});
beforeEach(() => {
  stand.reset();
  portal.reset();
});

const paths = () => portal.received.map(({ method, url }) => `${method} ${url}`);

test('all that is not the API goes on as it came, and so does the answer', async () => {
  portal.answer = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(207, 'Multi-Status', { 'content-type': 'x/y', 'set-cookie': ['a=1', 'b=2'], etag: '"e"' });
    response.end(Buffer.concat(chunks).reverse());
  };
  const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${stand.url}/a%2Fb/../c?x=1&x=%20`, { method, body });
    expect([response.status, response.headers.get('content-type'), response.headers.get('etag')]).toEqual([
      207,
      'x/y',
      '"e"',
    ]);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(body).reverse())).toBe(true);
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await stand.fetch('/docs', { method });
  expect(paths()).toEqual([
    ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /c?x=1&x=%20`),
    ...['GET', 'HEAD', 'OPTIONS'].map((method) => `${method} /docs`),
  ]);
});

test('the portal learns the team of a key that works, as a bearer token or a password, and of no other', async () => {
  await stand.query('{ __typename }');
  const basic = Buffer.from(`a:${stand.testKey}`).toString('base64');
  for (const authorization of [`Bearer ${stand.testKey}`, `Basic ${basic}`, 'Bearer lg_test_x', ''])
    await stand.fetch('/rpc/VRSCTEST', { headers: { authorization, 'x-ledgergraph-team': 'forged' } });
  const [team, ...teams] = portal.received.map(({ headers }) => headers['x-ledgergraph-team']);
  expect(typeof team === 'string' && team !== 'forged').toBe(true);
  expect(teams).toEqual([team, undefined, undefined]);
});

test('the gateway answers these itself: the API, its probes, its status, and what our services read', async () => {
  for (const path of ['/graphql', '/livez', '/readyz', '/status', '/webhook-types', '/api-schema'])
    await stand.fetch(path);
  expect(portal.received).toEqual([]);
});

test('a browser that opens the endpoint gets the portal’s page; a program that asks there does not', async () => {
  expect((await stand.fetch('/graphql', { headers: BROWSER })).text).toBe('from the portal');
  expect((await stand.fetch('/graphql?query={__typename}')).status).toBe(401);
  expect((await stand.query('{ __typename }', {}, BROWSER)).status).toBe(200);
  expect(paths()).toEqual(['GET /graphql']);
});

test('a request that has no use for its body is passed on without it', async () => {
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${stand.url}/docs`, { method: 'GET', headers: { 'content-length': 4 } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end('body');
  });
  expect(answer).toBe(200);
  expect(portal.received[0]?.headers['content-length']).toBeUndefined();
});

test('nothing is kept back: each part arrives before the next is sent, in both directions', async () => {
  let seen = '';
  portal.answer = (request, response) => {
    request.on('data', (chunk: Buffer) => {
      seen += chunk;
      response.write(`got ${chunk}\n`);
    });
    request.on('end', () => response.end('end\n'));
  };
  const peer = await Peer.open(addressOf(stand.url));
  peer.send('POST /feed HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  for (const part of ['1', '2', '3']) {
    peer.send(`1\r\n${part}\r\n`);
    await waitFor(() => peer.read().includes(`got ${part}`), { what: `the answer to part ${part}` });
    expect(seen.at(-1)).toBe(part);
  }
  peer.send('0\r\n\r\n');
  await waitFor(() => peer.read().includes('end\n'), { what: 'the end' });
  peer.destroy();
});

test('a client cannot speak as our service, or as another address, and hears nothing of ours', async () => {
  portal.answer = (_request, response) =>
    response
      .writeHead(200, {
        'x-ledgergraph-team': 'team',
        'x-request-id': 'of-the-portal',
        connection: 'x-secret',
        'x-a': 'b',
      })
      .end();
  const { headers } = await stand.fetch('/docs', {
    headers: {
      'x-ledgergraph-internal': 'guess',
      'x-ledgergraph-terms': 'part',
      'x-ledgergraph-page-max': '1000',
      'x-ledgergraph-pins': 'iForged:1:00',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      authorization: 'Bearer mine',
      'x-request-id': 'mine-1',
    },
  });
  const given = portal.received[0]?.headers ?? {};
  const ours = Object.entries(given).filter(([name]) => /^(x-|forwarded)/.test(name));
  expect(Object.fromEntries(ours)).toEqual({
    'x-ledgergraph-internal': SECRET,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': new URL(stand.url).host,
    'x-forwarded-proto': 'http',
    'x-request-id': 'mine-1',
  });
  expect(given.authorization).toBe('Bearer mine');
  expect([headers.get('x-ledgergraph-team'), headers.get('x-request-id'), headers.get('x-a')]).toEqual([
    null,
    'mine-1',
    'b',
  ]);
});

test('one network has a part of what is passed on at a time; another is answered meanwhile, and so is the API', async () => {
  const other = new GatewayStand();
  await other.start({ portalUrl, trustedProxies: ['127.0.0.1'] });
  const held: (() => void)[] = [];
  portal.answer = (request, response) => {
    if (request.url === '/held') held.push(() => response.end());
    else response.end('at once');
  };
  const ask = (path: string, address: string) =>
    fetch(`${other.url}${path}`, { headers: { 'x-forwarded-for': address } });
  const askWithKey = (path: string, address: string) =>
    fetch(`${other.url}${path}`, {
      headers: { 'x-forwarded-for': address, authorization: `Bearer ${other.testKey}` },
    });
  const refused: (string | null)[] = [];
  const asked = Array.from({ length: 300 }, async () => {
    const { status, headers } = await ask('/held', '192.0.2.1');
    if (status === 429) refused.push(headers.get('retry-after'));
  });
  try {
    await waitFor(() => refused.length === 172 && held.length === 128, { what: 'the most that one network may have' });
    expect(new Set(refused)).toEqual(new Set(['1']));
    expect(await (await ask('/page', '192.0.2.2')).text()).toBe('at once');
    // Teams have connections of their own. A key is known for seconds after a call.
    expect((await other.query('{ __typename }')).status).toBe(200);
    expect(await (await askWithKey('/page', '192.0.2.1')).text()).toBe('at once');
    for (const end of held.splice(0)) end();
    await Promise.all(asked);
    expect((await ask('/page', '192.0.2.1')).status).toBe(200);
  } finally {
    for (const end of held) end();
    await other.stop();
  }
});

import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { addressOf, Peer } from '@ledgergraph/test-kit/peers/peer';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { GatewayStand } from '../gateway-stand.ts';
import { FakePortal } from './fake-portal.ts';

const PAGES = ['/', '/docs', '/dashboard/api/me', '/schema.graphql', '/nothing'];
const portal = new FakePortal();
const stand = new GatewayStand();
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  await stand.start({ portalUrl: `http://127.0.0.1:${port}` });
});
afterAll(() => stand.stop());
beforeEach(async () => {
  stand.reset();
  portal.reset();
  await portal.start(port);
});
afterEach(() => portal.stop());

const apiAnswers = async () => (await stand.query('{ __typename }')).status === 200;

/** The answer is all that came until the connection ended. */
async function ask(head: string): Promise<{ text: string; peer: Peer }> {
  const peer = await Peer.open(addressOf(stand.url));
  peer.send(`${head}\r\nhost: x\r\n\r\n`);
  await waitFor(() => peer.read().includes('first part') && portal.received.length === 1, { what: 'the first part' });
  return { text: peer.read(), peer };
}

test('a gateway starts and answers while its portal is away; the portal’s URLs alone are refused, until it is there', async () => {
  await portal.stop();
  for (const path of PAGES) {
    const { status, headers, body, text } = await stand.fetch(path, { method: path === '/' ? 'POST' : 'GET' });
    expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'SUBGRAPH_UNAVAILABLE', retryAfter: 5 });
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|portal/i);
  }
  expect(await apiAnswers()).toBe(true);
  expect((await stand.fetch('/readyz')).status).toBe(200);
  await portal.start(port);
  expect((await stand.fetch('/docs')).status).toBe(200);
});

test('a gateway without a portal knows none of its URLs, and a browser gets the API’s own answer', async () => {
  const alone = new GatewayStand();
  await alone.start();
  try {
    for (const path of PAGES) {
      const { status, body } = await alone.fetch(path);
      expect([path, status, body.errors?.[0]?.extensions.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect((await alone.fetch('/graphql', { headers: { accept: 'text/html' } })).status).toBe(401);
    expect((await alone.query('{ __typename }')).status).toBe(200);
  } finally {
    await alone.stop();
  }
});

test.each([
  ['of unknown length', 'GET /page HTTP/1.1', {}],
  ['of a length that was named', 'GET /page HTTP/1.1', { 'content-length': '1000' }],
  ['to a client of HTTP/1.0', 'GET /page HTTP/1.0', {}],
])('an answer %s that the portal breaks off is seen to be broken off', async (_what, head, headers) => {
  let die = () => {};
  portal.answer = (request, response) => {
    response.writeHead(200, headers).write('first part');
    die = () => void request.socket.destroy();
  };
  const { peer } = await ask(head);
  die();
  if (head.endsWith('1.0')) {
    // An end would be the end of the answer.
    await waitFor(() => peer.isClosed, { what: 'the reset' });
    expect(peer.wasReset).toBe(true);
  } else await waitFor(() => peer.hasSeenEnd(), { what: 'the end of the connection' });
  expect(peer.read()).not.toMatch(/\r\n0\r\n\r\n$/);
  peer.destroy();
  expect(await apiAnswers()).toBe(true);
  // It is no fault of the gateway.
  expect(stand.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

test.each([
  ['before the answer begins', 'POST /page HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody', () => {}],
  ['in the middle of its own body', 'POST /page HTTP/1.1\r\nhost: x\r\ncontent-length: 4000\r\n\r\nhalf', () => {}],
  [
    'in the middle of the answer',
    'GET /page HTTP/1.1\r\nhost: x\r\n\r\n',
    (response: { write: (text: string) => unknown }) => void response.write('first part'),
  ],
])('a client that goes %s takes what is behind it along', async (_what, bytes, answer) => {
  portal.answer = (request, response) => {
    request.resume();
    answer(response);
  };
  const peer = await Peer.open(addressOf(stand.url));
  peer.send(bytes);
  await waitFor(() => portal.received.length === 1, { what: 'the request at the portal' });
  if (bytes.startsWith('GET')) await waitFor(() => peer.read().includes('first part'), { what: 'the answer' });
  peer.reset();
  await waitFor(() => portal.abandoned === 1, { what: 'the end of the request at the portal' });
  expect(stand.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});

test('a client that does not read holds the portal’s answer back, not the gateway’s memory', async () => {
  const chunk = Buffer.alloc(1024 * 1024);
  let sent = 0;
  let isFull = false;
  portal.answer = (_request, response) => {
    const send = () => {
      while (sent < 200 && response.write(chunk)) sent += 1;
      isFull = true;
    };
    response.on('drain', send);
    send();
  };
  const peer = await Peer.open(addressOf(stand.url));
  peer.send('GET /page HTTP/1.1\r\nhost: x\r\n\r\n');
  await waitFor(() => isFull, { what: 'the portal to wait' });
  const before = sent;
  for (let asked = 0; asked < 20; asked += 1) expect(await apiAnswers()).toBe(true);
  // Buffers of the sockets hold a few MB.
  expect(sent - before).toBeLessThan(50);
  expect(sent).toBeLessThan(100);
  peer.destroy();
  await waitFor(() => portal.abandoned === 1, { what: 'the end of the request at the portal' });
});

import { connect, type Socket } from 'node:net';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';

const QUERY = '{ block(height: 5) { hash size } }';
const BODY = JSON.stringify({ query: QUERY });
const SEARCH = `?${new URLSearchParams({ query: QUERY })}`;

let stand: GatewayStand;
let cache: ResponseCache;
let keys: LimitedKeys;
let byRoute = 0;
const sockets: Socket[] = [];

beforeEach(async () => {
  cache = new ResponseCache({ bytesMax: 2 ** 20 });
  stand = new GatewayStand({ cache });
  keys = new LimitedKeys(stand);
  await stand.start();
  stand.subgraphs.blocks.resolvers = { Query: { block: () => ({ hash: 'aé€', size: 1 }) } };
  const take = cache.take.bind(cache);
  cache.take = (...asked) => {
    byRoute++;
    return take(...asked);
  };
  byRoute = 0;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await stand.stop();
});

async function open(): Promise<{
  send: (text: string) => void;
  heard: () => string;
  until: (text: string) => Promise<unknown>;
}> {
  const socket = connect({ port: Number(new URL(stand.url).port), host: '127.0.0.1', noDelay: true });
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  const until = (text: string): Promise<unknown> =>
    waitFor(() => heard.includes(text), { what: `${text} to be heard` });
  return { send: (text) => socket.write(text), heard: () => heard, until };
}

const END = { post: '"actual":1}}}', get: '"actual":1}}}', 304: '\r\n\r\n' };

function head(line: string, extra = '', key: string = stand.testKey): string {
  return `${line} HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${key}\r\nx-request-id: of-a-test\r\n${extra}\r\n`;
}

const post = (extra = '', body = BODY, key?: string): string =>
  head('POST /graphql', `content-type: application/json\r\ncontent-length: ${body.length}\r\n${extra}`, key) + body;

async function exchange(text: string, end: string): Promise<string> {
  const { send, heard, until } = await open();
  send(text);
  await until(end);
  return heard();
}

const timeless = (answer: string): string => answer.replace(/^date: .*/im, '').replace(/r=\d+/g, 'r=');

async function answered(text: string, end: string): Promise<{ answer: string; byRoute: number }> {
  byRoute = 0;
  return { answer: timeless(await exchange(text, end)), byRoute };
}

test('a POST is answered before the route by the same head and bytes as on it, however its body comes', async () => {
  await exchange(post(), END.post);
  const door = await answered(post(), END.post);
  expect(door).toEqual({ answer: expect.stringContaining('HTTP/1.1 200 OK'), byRoute: 0 });
  expect(door.answer).toContain('x-request-id: of-a-test');

  // The body comes when the server asks for it.
  const slow = await open();
  const [start = ''] = post('expect: 100-continue\r\n').split(BODY);
  slow.send(start);
  await slow.until('100 Continue\r\n\r\n');
  slow.send(BODY.slice(0, 7));
  slow.send(BODY.slice(7));
  await slow.until(END.post);
  const [, later = ''] = slow.heard().split('100 Continue\r\n\r\n');
  expect(timeless(later)).toBe(door.answer);
  expect(byRoute).toBe(1);

  const type = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
  const chunked = `${head('POST /graphql', type)}${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
  expect(await answered(chunked, END.post)).toEqual({ answer: door.answer, byRoute: 1 });
});

test.each([
  ['without a length', '', ''],
  ['of no length', 'content-length: 0\r\n', ''],
  ['in chunks, of which none comes', 'transfer-encoding: chunked\r\n', '0\r\n\r\n'],
])('a POST with an empty body is answered at once: %s', async (_how, length, body) => {
  // The first key has to be looked up while the body ends.
  for (const key of [keys.make().key, stand.testKey]) {
    const sent = head('POST /graphql', `content-type: application/json\r\n${length}`, key) + body;
    expect(await exchange(sent, 'has no body')).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('a GET, and one that has the answer already, are answered alike before the route and on it', async () => {
  const get = (extra = ''): string => head(`GET /graphql${SEARCH}`, extra);
  await exchange(get(), END.get);
  const door = await answered(get(), END.get);
  expect(door.byRoute).toBe(0);
  expect(await answered(get('content-length: 0\r\n'), END.get)).toEqual({ answer: door.answer, byRoute: 1 });

  const etag = /^etag: (.*)$/m.exec(door.answer)?.[1]?.trim();
  const unchanged = await answered(get(`if-none-match: ${etag}\r\n`), END[304]);
  expect(unchanged).toEqual({ answer: expect.stringMatching(/^HTTP\/1.1 304 Not Modified\r\n/), byRoute: 0 });
  const onRoute = await answered(get(`if-none-match: ${etag}\r\ncontent-length: 0\r\n`), END[304]);
  expect(onRoute).toEqual({ answer: unchanged.answer, byRoute: 1 });
});

test('requests that come at once are answered in their turn, known or not', async () => {
  await exchange(post(), END.post);
  byRoute = 0;
  const other = JSON.stringify({ query: QUERY.replace('5', '6') });
  const requests = [post('x-n: 1\r\n'), post('', other), post(), head(`GET /graphql${SEARCH}`), post()];
  const { send, heard } = await open();
  send(requests.map((text, at) => text.replace('of-a-test', `n-${at}`)).join(''));
  await waitFor(() => heard().split(END.post).length === requests.length + 1, { what: 'all answers' });
  expect(heard().match(/x-request-id: n-\d/g)).toEqual(requests.map((_, at) => `x-request-id: n-${at}`));
  expect(byRoute).toBe(2);
});

test('a key’s month is asked before the route, once for each call, and refused on it', async () => {
  const { key, id } = keys.make({ month: 1_000n, allowedNetworks: ['127.0.0.0/8'] });
  // The first call asks accounts for units.
  for (let call = 0; call < 2; call++) await keys.ask(key, BODY);
  byRoute = 0;
  const { headers } = await keys.ask(key, BODY);
  expect(byRoute).toBe(0);
  expect(headers.get('ratelimit')).toContain('"month";r=997');
  expect(await keys.reported(id, 3)).toEqual({ ANSWERED: 3 });

  stand.quotas.limit = 3n;
  const spent = keys.make({ month: 3n });
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push((await keys.ask(spent.key, BODY)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await keys.reported(spent.id, 5)).ANSWERED).toBe(3);
});

test('a key that may not be used from here is refused whatever is kept', async () => {
  await keys.ask(stand.liveKey, BODY);
  const { key } = keys.make({ allowedNetworks: ['192.0.2.0/24'] });
  for (let call = 0; call < 2; call++) expect((await keys.ask(key, BODY)).status).toBe(403);
});

test('a server that closes answers what still comes, known answers too, and announces the end of the connection', async () => {
  await exchange(post(), END.post);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  stand.subgraphs.blocks.intercept = (_request, response) => {
    void held.then(() => response.end(JSON.stringify({ data: { block: { hash: 'late', size: 1 } } })));
    return true;
  };
  const waiting = await open();
  const asked = stand.requests().length;
  waiting.send(post('', JSON.stringify({ query: QUERY.replace('5', '7') })));
  await waitFor(() => stand.requests().length > asked, { what: 'a request to run' });
  const closed = stand.server.close();
  waiting.send(post());
  release();
  await waiting.until('Connection: close');
  expect(waiting.heard()).toMatch(/"late"[\s\S]*HTTP\/1.1 200[\s\S]*Connection: close/);
  await closed;
});

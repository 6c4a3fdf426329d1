import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KeyEnvironment } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { BROWSER_FLAGS, findBrowser } from '@ledgergraph/test-kit/browser';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { GatewayStand } from './gateway-stand.ts';
import { LimitedKeys } from './limited-keys.ts';
import { FakeChain } from './streams/fake-chain.ts';

const SUBSCRIPTION = 'subscription { chainEvents { __typename ... on Event { cursor blockHeight } } }';

/** Their ports make them other origins than the gateway's and each other's. */
const servers: Server[] = [];
let stand: GatewayStand;
let chain: FakeChain;
let keys: LimitedKeys;
let browser: Browser;
let page: Page;
let stranger: Page;
let own: string;

async function openPage(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>app</title>');
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const [app, other] = [await openPage(), await openPage()];
  own = app;
  stand = new GatewayStand({ corsOrigins: [app], cache: new ResponseCache({ bytesMax: 2 ** 20 }) });
  chain = new FakeChain(stand);
  keys = new LimitedKeys(stand);
  chain.open();
  await stand.start();
  browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: BROWSER_FLAGS });
  page = await browser.newPage();
  await page.goto(app);
  stranger = await browser.newPage();
  await stranger.goto(other);
});
afterAll(async () => {
  await browser?.close();
  await stand?.stop();
  for (const server of servers) server.close();
});

/** Returns `blocked` where the browser keeps the answer from the page. */
function ask(from: Page, key: string, body: object, method = 'POST') {
  return from.evaluate(
    async ([url, key, body, method]) => {
      const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'x-request-id': 'of-the-page' };
      const target = method === 'GET' ? `${url}?${new URLSearchParams(JSON.parse(body))}` : url;
      if (method === 'POST') headers['content-type'] = 'application/json';
      try {
        const response = await fetch(target, { method, headers, ...(method === 'POST' && { body }) });
        const names = ['x-request-id', 'etag', 'retry-after', 'ratelimit', 'x-cost-max'];
        const exposed = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]));
        return { status: response.status, text: await response.text(), exposed };
      } catch {
        return 'blocked' as const;
      }
    },
    [`${stand.url}/graphql`, key, JSON.stringify(body), method] as const,
  );
}

test('a page queries with its key, by POST and GET, also what is cached, and reads the headers of its limits', async () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST });
  for (let time = 0; time < 3; time++) {
    for (const method of ['POST', 'GET']) {
      const answer = await ask(page, key, { query: '{ networks { name } }' }, method);
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"networks"') });
      expect(answer).toMatchObject({
        exposed: {
          'x-request-id': 'of-the-page',
          ratelimit: expect.stringContaining('second'),
          etag: method === 'GET' ? expect.stringMatching(/^"/) : null,
        },
      });
    }
  }
});

test('a page reads why it is refused', async () => {
  const { key: other } = keys.make({ environment: KeyEnvironment.TEST, allowedOrigins: ['https://app.example.com'] });
  const { key: slow } = keys.make({ second: 1 });
  const query = { query: '{ networks { name } }' };
  expect(await ask(page, 'wrong', query)).toMatchObject({ status: 401, text: expect.stringContaining('UNAUTHORIZED') });
  expect(await ask(page, stand.testKey, { query: '{' })).toMatchObject({
    status: 400,
    text: expect.stringContaining('GRAPHQL_PARSE_FAILED'),
  });
  expect(await ask(page, other, query)).toMatchObject({ status: 403, text: expect.stringContaining('web pages') });
  const limited = await Promise.all(Array.from({ length: 6 }, () => ask(page, slow, query)));
  expect(limited).toContainEqual(
    expect.objectContaining({ status: 429, exposed: expect.objectContaining({ 'retry-after': '1' }) }),
  );
});

test('the browser keeps everything from a page of an origin that is not allowed', async () => {
  expect(await ask(stranger, stand.testKey, { query: '{ networks { name } }' })).toBe('blocked');
  expect(await ask(stranger, stand.testKey, { query: '{ networks { name } }' }, 'GET')).toBe('blocked');
});

test('a page follows events by fetch', async () => {
  const heights = page.evaluate(
    async ([url, key, query]) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
        body: JSON.stringify({ query }),
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('event: next')) text += (await reader?.read())?.value ?? '';
      await reader?.cancel();
      return /"blockHeight":(\d+)/.exec(text)?.[1];
    },
    [`${stand.url}/graphql`, stand.testKey, SUBSCRIPTION] as const,
  );
  let isOver = false;
  const watched = heights.finally(() => {
    isOver = true;
  });
  await waitFor(
    async () => {
      await chain.grow();
      return isOver;
    },
    { what: 'an event in the page' },
  );
  expect(Number(await watched)).toBeGreaterThan(0);
});

function openSocket(from: Page, key: string): Promise<string> {
  return from.evaluate(
    ([url, key]) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url, 'graphql-transport-ws');
        socket.onopen = () =>
          socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
        socket.onmessage = ({ data }) => resolve(JSON.parse(data).type);
        socket.onclose = ({ code, reason }) => resolve(`${code} ${reason}`.trim());
      }),
    [`${stand.url.replace('http', 'ws')}/graphql`, key] as const,
  );
}

test('a page opens a WebSocket, and one of another origin does not', async () => {
  const { key } = keys.make({ environment: KeyEnvironment.TEST, allowedOrigins: [own] });
  const { key: elsewhere } = keys.make({ allowedOrigins: ['https://app.example.com'] });
  expect(await openSocket(page, key)).toBe('connection_ack');
  expect(await openSocket(page, elsewhere)).toBe('4403 This API key may not be used from web pages of this origin.');
  expect(await openSocket(stranger, stand.testKey)).toBe('1006');
});

test('the dashboard is no page of others', async () => {
  const answer = await page.evaluate(async (url) => {
    try {
      const response = await fetch(url, { credentials: 'include' });
      return await response.text();
    } catch {
      return 'blocked';
    }
  }, `${stand.url}/dashboard/api/me`);
  expect(answer).toBe('blocked');
});

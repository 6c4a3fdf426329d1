import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dispatcher } from 'undici';
import { type Outgoing, Upstream } from './upstream.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let url: string;
let upstream: Upstream;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = (_request, response) => void response.end('whole');
  upstream = new Upstream(url, { max: 8, holderMax: 3, silenceMs: 60_000 });
});
afterEach(() => upstream.close());

function ask(holder: string, more: Partial<Outgoing> = {}, ms?: number) {
  const gone = new AbortController().signal;
  return upstream.ask({ path: '/', method: 'GET', headers: {}, body: null, holder, gone, ...more }, ms);
}
const bodyOf = (given: Dispatcher.ResponseData | string) => {
  if (typeof given === 'string') throw new Error(given);
  return given.body;
};
async function read(given: Dispatcher.ResponseData | string): Promise<string> {
  const body = bodyOf(given);
  const closed = once(body, 'close');
  const text = await body.text();
  await closed;
  return text;
}

test('a network has its part until it has read its answers, and one that breaks off gives its place back', async () => {
  const answers = await Promise.all([ask('a'), ask('a'), ask('a')]);
  expect(await ask('a')).toBe('holder');
  expect(await read(await ask('b'))).toBe('whole');
  for (const one of answers) await read(one);
  answer = (request) => void request.socket.destroy();
  for (let tries = 0; tries < 10; tries += 1) await expect(ask('a')).rejects.toThrow();
  answer = (_request, response) => void response.end('again');
  expect(await read(await ask('a'))).toBe('again');
});

test('the last quarter is for networks that hold none, and all connections together have a bound', async () => {
  for (const network of ['a', 'a', 'a', 'b', 'b', 'b']) await ask(network);
  expect([await ask('c'), await ask('d')].map((given) => typeof given)).toEqual(['object', 'object']);
  expect(await ask('c')).toBe('all');
  expect(await ask('e')).toBe('all');
});

test('a client that goes ends what is behind it, before the answer and within it', async () => {
  const ended: Promise<unknown>[] = [];
  answer = (request, response) => {
    ended.push(once(response, 'close'));
    if (request.url === '/part') response.write('part');
  };
  for (const path of ['/none', '/part']) {
    const leaving = new AbortController();
    const asked = ask('a', { path, gone: leaving.signal });
    if (path === '/part') {
      const body = bodyOf(await asked);
      leaving.abort();
      await expect(body.text()).rejects.toThrow();
    } else {
      await once(server, 'request');
      leaving.abort();
      await expect(asked).rejects.toThrow();
    }
    await ended.at(-1);
  }
  answer = (_request, response) => void response.end('whole');
  for (let tries = 0; tries < 3; tries += 1) expect(typeof (await ask('a'))).toBe('object');
});

test('an answer that takes longer than it may is broken off', async () => {
  answer = (_request, response) => void response.write('part');
  await expect(ask('a', {}, 200).then((given) => bodyOf(given).text())).rejects.toThrow();
});

test('a server that sends nothing for the time of silence is left', async () => {
  await upstream.close();
  upstream = new Upstream(url, { max: 8, holderMax: 3, silenceMs: 200 });
  answer = () => {};
  await expect(ask('a')).rejects.toThrow();
});

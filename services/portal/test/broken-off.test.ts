import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { PortalStand } from './portal-stand.ts';

const accounts = createServer((request, response) => {
  request.on('error', () => {});
  if (request.method === 'GET') response.end('{}');
  request.resume();
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

const connections = () =>
  new Promise<number>((resolve, reject) =>
    stand.server.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

async function breakOff(text: string): Promise<void> {
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(text, resolve));
  await turn();
  socket.resetAndDestroy();
}

const head = (path: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: 1000\r\n\r\n{"query":`;

test.each([
  ['a half body of the dashboard', () => head('/dashboard/auth/sign-in/email')],
  [
    'a half body of the dashboard in chunks',
    () => head('/dashboard/api/me').replace('Content-Length: 1000', 'Transfer-Encoding: chunked'),
  ],
  ['a half body of a query', () => head('/graphql', `Authorization: Bearer ${stand.testKey}\r\n`)],
  ['a half body of a query without a key', () => head('/graphql')],
  ['a half body of a call of the node', () => head('/rpc/VRSCTEST', `Authorization: Bearer ${stand.testKey}\r\n`)],
  ['a half body of an export', () => head('/export/blocks', `Authorization: Bearer ${stand.testKey}\r\n`)],
  ['a half head', () => 'POST /dashboard/api/me HTTP/1.1\r\nHost'],
  ['bytes that are no HTTP', () => '\0\x01\x02'],
])('what a peer breaks off is no line of the log above debug: %s', async (_what, text) => {
  stand.logLines.length = 0;
  const before = await connections();
  for (let count = 0; count < 20; count += 1) await breakOff(text());
  await waitFor(async () => (await connections()) <= before, { what: 'the end of all connections' });
  await stand.fetch('/dashboard/api/me');
  const lines = stand.logLines.map((line) => JSON.parse(line) as { level: number });
  expect(lines.filter(({ level }) => level > 20)).toEqual([]);
});

test('an accounts that is away is a line of the log as ever', async () => {
  stand.logLines.length = 0;
  accounts.closeAllConnections();
  accounts.close();
  expect((await stand.fetch('/dashboard/api/me')).status).toBe(503);
  expect(stand.logLines.join()).toContain('the dashboard gave no answer');
});

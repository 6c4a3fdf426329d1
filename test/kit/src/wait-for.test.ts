import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitForEqual, waitUntilOk } from './wait-for.ts';

const OPTIONS = { what: 'the gateway to be ready', timeoutMs: 0 };

test('a condition that was not met is reported with the reason', async () => {
  await expect(waitUntilOk('http://127.0.0.1:4190/readyz', OPTIONS)).rejects.toThrow(
    'waited 0 ms for the gateway to be ready; last: fetch failed: bad port',
  );
  const server = createServer((_request, response) => response.writeHead(503).end('{"reasons":["no chain"]}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`;
  await expect(waitUntilOk(url, OPTIONS)).rejects.toThrow(`last: ${url} answers 503: {"reasons":["no chain"]}`);
  server.close();
});

test('values that come to be equal are waited for', async () => {
  const read = [3, 3];
  setImmediate(() => read.splice(0, 2, 1, 2));
  await waitForEqual(() => read, [1, 2], { what: 'both' });
  expect(read).toEqual([1, 2]);
});

test('values that do not come to be equal are reported with their difference', async () => {
  const waiting = waitForEqual(() => ['here'], ['awaited'], { what: 'the one', timeoutMs: 0 });
  await expect(waiting).rejects.toThrow(/the one.*'here'.*'awaited'/s);
});

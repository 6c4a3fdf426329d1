import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '#/postgres/find-free-port.ts';
import { describeUnreachable, isReady, probeReadiness } from './probe-readiness.ts';

test('a process is ready, not ready yet, or unreachable for a reason that is shown', async () => {
  const server = createServer(({ url }, response) => response.writeHead(url === '/readyz' ? 200 : 503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const freePort = await findFreePort();
  const names = ['blocks-api', 'accounts-api', 'gateway'];
  const probes = [await probeReadiness(`${url}/readyz`), await probeReadiness(`${url}/elsewhere`)];
  expect(probes.map(isReady)).toEqual([true, false]);
  expect(describeUnreachable(names, probes)).toEqual([]);
  server.close();
  const refused = [...probes, await probeReadiness(`http://127.0.0.1:${freePort}/readyz`)];
  expect(describeUnreachable(names, refused)).toEqual([
    `gateway does not answer: fetch failed: connect ECONNREFUSED 127.0.0.1:${freePort}`,
  ]);
  expect(describeUnreachable(names, [await probeReadiness('http://127.0.0.1:4190/')])).toEqual([
    'blocks-api does not answer: fetch failed: bad port',
  ]);
});

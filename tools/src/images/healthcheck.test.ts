import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inRepository } from '@ledgergraph/local/repository';

async function check(port: number): Promise<{ exitCode: number | null; printed: string }> {
  const env = { PORT: String(port), HEALTH_PATH: '/readyz' };
  const child = execFile(process.execPath, [inRepository('deploy', 'images', 'healthcheck.mjs')], { env });
  let printed = '';
  child.stderr?.on('data', (chunk: string) => {
    printed += chunk;
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode, printed };
}

test('a container is healthy while its process reports it; a fault is printed', async () => {
  let status = 200;
  const server = createServer(({ url }, response) => response.writeHead(status).end(`at ${url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await check(port)).toEqual({ exitCode: 0, printed: '' });
  status = 503;
  const url = `http://127.0.0.1:${port}/readyz`;
  expect(await check(port)).toEqual({
    exitCode: 1,
    printed: `${url} is not healthy: HTTP status 503: at /readyz\n`,
  });
  server.close();
  await once(server, 'close');
  expect(await check(port)).toEqual({
    exitCode: 1,
    printed: `${url} is not healthy: fetch failed: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  });
  expect((await check(4190)).printed).toContain('fetch failed: bad port');
});

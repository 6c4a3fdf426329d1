import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import Fastify from 'fastify';
import { addDocsRoutes } from './docs-route.ts';

test('documentation that could not be read for a moment is served to the next request, and read once from then on', async () => {
  const folder = await temporaryFolder();
  const page = join(folder, 'live.md');
  const server = Fastify();
  addDocsRoutes(server, pathToFileURL(`${folder}/`));
  const ask = (url: string) => server.inject({ url });

  // Reading a folder fails, but not because it does not exist.
  await mkdir(page);
  expect((await ask('/docs/live')).statusCode).toBe(500);
  expect((await ask('/docs')).statusCode).toBe(500);
  await rmdir(page);
  await writeFile(page, '# Live again');
  const [first, second] = await Promise.all([ask('/docs/live'), ask('/docs')]);
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(first.body).toContain('Live again');

  await rm(page);
  expect((await ask('/docs/live')).body).toBe(first.body);
  await server.close();
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inRepository } from '@ledgergraph/local/repository';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { NodeIndex } from '../generated-chain/index-from-node.ts';
import { CHAIN_ID, databasesOf, query, startNode, unmadeDatabases, writeWhole } from './snapshot-stand.ts';

const COMMAND = inRepository('packages', 'chain-kit', 'src', 'snapshot', 'main.ts');
const HEIGHT = 400;
/** Served before the first kill; more come before the second. */
const FIRST = 12;
const SECOND = 30;

async function serve(cleanup: AsyncDisposableStack, folder: string) {
  let served = 0;
  let limit = FIRST;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const file = (request.url ?? '').slice(1);
    if (file.endsWith('.zst')) {
      asked.push(file);
      served += 1;
      if (served > limit) return;
    }
    readFile(join(folder, file)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanup.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    isHanging: () => served > limit,
    raise: (to: number) => {
      served = 0;
      limit = to;
      asked.length = 0;
    },
  };
}

test('a load that is killed goes on where it was, fetches no finished file again, and ends with the same rows', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { settings } = await startNode(cleanup, HEIGHT);
  const source = await NodeIndex.open(cleanup);
  await source.take(settings);
  const folder = join(await temporaryFolder(), 'snapshot');
  const { parts } = await writeWhole(databasesOf(source), folder);
  const files = parts.flatMap(({ tables }) => tables.flatMap(({ pieces }) => pieces)).length;
  expect(files).toBeGreaterThan(FIRST + SECOND);
  const web = await serve(cleanup, folder);
  const databases = unmadeDatabases(cleanup, source.services);
  const named = databases.map(({ service, url }) => [`${service.toUpperCase()}_DATABASE_URL`, url]);
  const start = () => {
    const args = [COMMAND, 'load', web.url, '--jobs', '1'];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...Object.fromEntries(named) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { child, exited: once(child, 'exit') };
  };
  let finished = 0;
  for (const limit of [SECOND, Number.POSITIVE_INFINITY]) {
    const { child, exited } = start();
    await waitFor(async () => web.isHanging(), { what: 'the load to wait for a file' });
    child.kill('SIGKILL');
    await exited;
    for (const { url } of databases)
      expect(await query(url, `SELECT to_regclass('public.sync_cursor') AS it`)).toEqual([{ it: null }]);
    finished += web.asked.length - 1;
    web.raise(limit);
  }
  const { exited } = start();
  expect(await exited).toEqual([0, null]);
  expect(web.asked).toHaveLength(files - finished);
  for (const { service, url } of databases) {
    const [ours, theirs] = [
      await readMainChainRows(url, CHAIN_ID),
      await readMainChainRows(source.url(service as 'blocks'), CHAIN_ID),
    ];
    for (const table of ['network', 'node_tip', 'subgraph_progress'])
      for (const rows of [ours, theirs]) rows.delete(table);
    expect([service, compareRows(ours, theirs)]).toEqual([service, []]);
    expect(await query(url, `SELECT 1 FROM pg_namespace WHERE nspname = 'snapshot_load'`)).toEqual([]);
  }
});

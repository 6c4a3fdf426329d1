import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { INSTALLATION_SETTINGS } from '@ledgergraph/local/postgres/installation-settings';
import { startPostgres } from '@ledgergraph/local/postgres/start-postgres';
import { SERVER_URL_VARIABLE } from '@ledgergraph/test-kit/database-server';

/**
 * With the settings of an installation: commits wait for the disk. `createTestDatabase` uses it from here on.
 * @returns the id of its first process
 */
export async function startDatabaseServer(cleanup: AsyncDisposableStack): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-bench-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  // The account lent to Postgres could not enter a folder of mkdtemp.
  await chmod(folder, 0o711);
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    port: await findFreePort(),
    password: randomBytes(12).toString('hex'),
    settings: INSTALLATION_SETTINGS,
  });
  cleanup.defer(() => server.stop());
  process.env[SERVER_URL_VARIABLE] = server.url;
  if (server.process.pid === undefined) throw new Error('Postgres has no process id');
  return server.process.pid;
}

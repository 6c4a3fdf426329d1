import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { startPostgres } from './start-postgres.ts';

export interface ScratchPostgres {
  url: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

/** Settings of a server that a power cut may lose: nothing waits for a disk. A commit that was acknowledged survives the end of processes. */
export const FORGETFUL_SETTINGS = { fsync: 'off', full_page_writes: 'off' };
const FAST = { ...FORGETFUL_SETTINGS, synchronous_commit: 'off', max_connections: '300' };

/** An empty Postgres server in the system's folder for temporary files, for tests and for Prisma's shadow databases. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-postgres-'));
  // mkdtemp makes a folder that the account lent to Postgres could not enter.
  await chmod(folder, 0o711);
  const removeData = () => rm(folder, { recursive: true, force: true });
  try {
    const postgres = await startPostgres({
      dataDir: join(folder, 'data'),
      port: await findFreePort(),
      password: randomBytes(12).toString('hex'),
      settings: FAST,
    });
    return {
      url: postgres.url,
      stop: async () => {
        await postgres.stop();
        await removeData();
      },
    };
  } catch (error) {
    await removeData();
    throw error;
  }
}

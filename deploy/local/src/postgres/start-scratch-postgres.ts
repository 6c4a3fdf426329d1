import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { startPostgres } from './start-postgres.ts';

export interface ScratchPostgres {
  url: string;
  stop(): Promise<void>;
}

/** A power cut may lose data, but commits survive the end of processes. */
export const FORGETFUL_SETTINGS = { fsync: 'off', full_page_writes: 'off' };
const FAST = { ...FORGETFUL_SETTINGS, synchronous_commit: 'off', max_connections: '300' };

export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const folder = await makeScratchFolder('ledgergraph-postgres-');
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

import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** The databases of a test run take a few hundred MB at a time, and their log a gigabyte. */
const ROOM_BYTES = 6 * 1024 ** 3;

/**
 * An empty folder for data that may go with the machine's power, open to the account that is lent to Postgres. It is in memory where there is
 * room: a new database is some 400 files, which a disk takes ten times as long to create. The caller removes it.
 */
export async function makeScratchFolder(prefix: string): Promise<string> {
  const parent = (await hasRoom()) ? MEMORY : tmpdir();
  return openToPostgres(await mkdtemp(join(parent, prefix)));
}

/** The same on disk, for measurements and for machines with little memory. */
export async function makeDiskFolder(prefix: string): Promise<string> {
  return openToPostgres(await mkdtemp(join(tmpdir(), prefix)));
}

/** mkdtemp makes a folder that no other account can enter. */
async function openToPostgres(folder: string): Promise<string> {
  await chmod(folder, 0o711);
  return folder;
}

async function hasRoom(): Promise<boolean> {
  if (process.availableMemory() < ROOM_BYTES) return false;
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

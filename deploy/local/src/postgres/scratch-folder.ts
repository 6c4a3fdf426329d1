import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** The databases of a test run take a few hundred MB at a time, and their log a gigabyte. */
const ROOM_BYTES = 6 * 1024 ** 3;

/** In memory where there is room: a new database is about 400 files, which a disk creates ten times slower. The caller removes it. */
export async function makeScratchFolder(prefix: string): Promise<string> {
  const parent = (await hasRoom()) ? MEMORY : tmpdir();
  return openToPostgres(await mkdtemp(join(parent, prefix)));
}

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

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Sizes of writes: large ones are quick, the last ones leave no room for a page. */
const PIECES = [1024 * 1024, 4096, 512];

/** A file system in memory with an end, which a ballast file can fill. Needs root. */
export class SmallDisk {
  readonly folder: string;
  readonly #ballast: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#ballast = join(folder, 'ballast');
  }

  static async mount(mib: number, cleanup: AsyncDisposableStack): Promise<SmallDisk> {
    const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-disk-'));
    cleanup.defer(() => rmdir(folder));
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]);
    // Lazy: a process that is about to end may still have a file open.
    cleanup.defer(async () => void (await run('umount', ['--lazy', folder])));
    await chmod(folder, 0o711);
    return new SmallDisk(folder);
  }

  /** Leaves no room. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, constants.O_CREAT | constants.O_WRONLY | constants.O_APPEND);
    try {
      for (const size of PIECES) while (await hasWritten(file, Buffer.alloc(size)));
    } finally {
      await file.close();
    }
  }

  /** Gives the room back. */
  async empty(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }
}

async function hasWritten(file: Awaited<ReturnType<typeof open>>, piece: Buffer): Promise<boolean> {
  try {
    const { bytesWritten } = await file.write(piece);
    return bytesWritten === piece.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

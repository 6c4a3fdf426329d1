import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { hasCode } from './has-code.ts';
import { readKeptJson } from './kept-json.ts';
import { StackError } from './stack-error.ts';

interface Owner {
  pid: number;
  /** In the kernel's own count: a later process with the same id differs. */
  startedAt: string | null;
}

/** @returns how to release the lock @throws StackError while a live process has it; that of a killed process is taken over */
export async function lockDataFolder(file: string): Promise<() => Promise<void>> {
  const self: Owner = { pid: process.pid, startedAt: readStart(process.pid) };
  for (;;) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(JSON.stringify(self));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const owner = (await readKeptJson(file).catch(() => undefined)) as Owner | undefined;
    if (owner !== undefined && isAlive(owner)) {
      throw new StackError(
        `A stack is already running on this data folder (process ${owner.pid}). Stop it first, or start another one elsewhere: --data DIR --port N`,
      );
    }
    await rm(file, { force: true });
  }
}

export async function isLocked(file: string): Promise<boolean> {
  const owner = (await readKeptJson(file).catch(() => undefined)) as Owner | undefined;
  return owner !== undefined && isAlive(owner);
}

function isAlive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process belongs to another user, so it is alive.
    return hasCode(error, 'EPERM') && readStart(pid) === startedAt;
  }
  return readStart(pid) === startedAt;
}

// Field 22 of /proc/<pid>/stat; the second field, in parentheses, may hold spaces. Null where there is no /proc.
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const WAIT_MS = 20_000;
const REAP_WAIT_MS = 3_000;
const POLL_MS = 100;

/** Postgres takes over a stale lock file by itself. @throws when another server goes on using the directory */
export async function waitForLeftover(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  const startedAt = performance.now();
  for (let owner = findOwner(lockFile); owner !== 'gone'; owner = findOwner(lockFile)) {
    const waitedMs = performance.now() - startedAt;
    if (owner === 'unreaped' && waitedMs > REAP_WAIT_MS) {
      await rm(lockFile, { force: true });
      return;
    }
    if (waitedMs > WAIT_MS) throw new Error(`Another Postgres server is using ${dataDir}`);
    await wait(POLL_MS);
  }
}

function findOwner(lockFile: string): 'gone' | 'running' | 'unreaped' {
  if (!existsSync(lockFile)) return 'gone';
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n')[0]);
  const commandLine = `/proc/${pid}/cmdline`;
  // Without /proc, Postgres itself decides.
  if (!existsSync(commandLine)) return 'gone';
  const text = readFileSync(commandLine, 'utf8');
  // A dead process with an uncollected exit code stays in a container's process table, and Postgres would consider it alive.
  if (text === '') return 'unreaped';
  // Another program may have the same process id by now.
  return text.includes('postgres') ? 'running' : 'gone';
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resident, in bytes. @throws Error when there is no such process */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}

const LISTENING = '0A';

/** Connections that a process still holds, half ended ones too. @returns undefined everywhere but on Linux */
export async function peersHeldOn(port: number): Promise<ReadonlySet<number> | undefined> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => undefined)),
  );
  if (tables.every((table) => table === undefined)) return undefined;
  const rows = tables.flatMap((table = '') => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  const held = new Set<number>();
  for (const [, local = '', remote = '', state, , , , , , inode] of rows) {
    // A connection that its process has closed has no inode.
    if (portIn(local) === port && state !== LISTENING && inode !== '0') held.add(portIn(remote));
  }
  return held;
}

function portIn(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

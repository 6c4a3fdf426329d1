import { readdir, readFile } from 'node:fs/promises';

/** What a process holds, as Linux counts it. */
export interface ProcessCosts {
  /** Resident memory, bytes. */
  memory: number;
  /** Open descriptors, its sockets among them. */
  descriptors: number;
}

/** @throws Error when there is no such process, or no /proc */
export async function costsOf(pid: number): Promise<ProcessCosts> {
  const [status, descriptors] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readdir(`/proc/${pid}/fd`),
  ]);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`process ${pid} has no memory: it has ended`);
  return { memory: Number(kilobytes) * 1024, descriptors: descriptors.length };
}

/** Connections that a process has accepted on a port and not closed, whatever their state; from /proc/net/tcp and tcp6. */
export async function connectionsOn(port: number): Promise<number> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  // 0A listens; an inode of 0 belongs to no process any more.
  return rows.filter(
    ([, local, , state, , , , , , inode]) => local?.endsWith(suffix) && state !== '0A' && inode !== '0',
  ).length;
}

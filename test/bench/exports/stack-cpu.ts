import type { RunningStack } from '@ledgergraph/local';
import { readDescendants } from '../measure/cpu-time.ts';

/** Title of a Postgres process that serves a connection: user, database. */
const BACKEND = /^postgres: \S+ (\w+) /;

/** CPU milliseconds of each process of an installation until now, by its name; Postgres by the database that it serves. */
export function readStackCpu({ processes }: Pick<RunningStack, 'processes'>): Map<string, number> {
  const names = new Map(processes.map(({ name, pid }) => [pid, name]));
  const found = new Map<string, number>();
  for (const [pid, { cpuMs, title }] of readDescendants(process.pid)) {
    const database = BACKEND.exec(title)?.[1];
    const name = names.get(pid) ?? (database === undefined ? undefined : `Postgres for ${database}`);
    if (name !== undefined) found.set(name, (found.get(name) ?? 0) + cpuMs);
  }
  return found;
}

/** CPU milliseconds since an earlier look; of connections that were closed meanwhile nothing is known. */
export function cpuSince(before: Map<string, number>, now: Map<string, number>): Record<string, number> {
  return Object.fromEntries(Array.from(now, ([name, ms]) => [name, Math.max(ms - (before.get(name) ?? 0), 0)]));
}

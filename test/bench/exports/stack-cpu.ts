import type { RunningStack } from '@ledgergraph/local';
import { readDescendants } from '../measure/cpu-time.ts';

const BACKEND = /^postgres: \S+ (\w+) /;

/** Milliseconds by name of the process; Postgres by database. */
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

/** Connections that were closed meanwhile are unknown. */
export function cpuSince(before: Map<string, number>, now: Map<string, number>): Record<string, number> {
  return Object.fromEntries(Array.from(now, ([name, ms]) => [name, Math.max(ms - (before.get(name) ?? 0), 0)]));
}

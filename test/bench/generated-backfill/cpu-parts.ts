import { readCpuMs, readDescendants } from '../measure/cpu-time.ts';

/** Test databases are called after their service. */
const BACKEND = /^postgres: \S+ test_([a-z]+)_\S+ /;

export class CpuParts {
  readonly #cpuMs = new Map<string, { name: string; cpuMs: number }>();

  /** @param pids of the run's own processes, by name @param databasePid first process of the database server */
  constructor(pids: ReadonlyMap<string, number>, databasePid: number) {
    for (const [name, pid] of pids) this.#cpuMs.set(String(pid), { name, cpuMs: readCpuMs(pid) ?? 0 });
    for (const [pid, { cpuMs, title }] of readDescendants(databasePid)) {
      const service = BACKEND.exec(title)?.[1];
      this.#cpuMs.set(String(pid), {
        name: service === undefined ? 'Postgres itself' : `Postgres for ${service}`,
        cpuMs,
      });
    }
  }

  /** Milliseconds by name; a backend that ended in between is unknown. */
  since(before: CpuParts): Record<string, number> {
    const parts: Record<string, number> = {};
    for (const [pid, { name, cpuMs }] of this.#cpuMs) {
      parts[name] = (parts[name] ?? 0) + cpuMs - (before.#cpuMs.get(pid)?.cpuMs ?? 0);
    }
    return parts;
  }
}

import { readCpuMs, readDescendants } from '../measure/cpu-time.ts';

/** Title of a Postgres process that serves a connection; test databases are called after their service. */
const BACKEND = /^postgres: \S+ test_([a-z]+)_\S+ /;

/** CPU time of each process of a run until now. */
export class CpuParts {
  readonly #cpuMs = new Map<string, { name: string; cpuMs: number }>();

  /**
   * @param pids of the run's own processes, by name
   * @param databasePid first process of the database server
   */
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

  /** Milliseconds by name since an earlier look; of a backend that ended in between nothing is known. */
  since(before: CpuParts): Record<string, number> {
    const parts: Record<string, number> = {};
    for (const [pid, { name, cpuMs }] of this.#cpuMs) {
      parts[name] = (parts[name] ?? 0) + cpuMs - (before.#cpuMs.get(pid)?.cpuMs ?? 0);
    }
    return parts;
  }
}

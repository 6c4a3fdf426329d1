import { readFileSync } from 'node:fs';
import pg from 'pg';

const SAMPLE_MS = 250;
const TENTHS = 10;
const KIB = 1024;

export interface Watched {
  /** Until all databases had that tenth of the blocks. */
  tenthsMs: number[];
  memoryBytes: Record<string, number>;
}

export interface WatchOptions {
  pids: () => ReadonlyMap<string, number>;
  blocks: number;
}

export class BackfillWatch {
  readonly #options: WatchOptions;
  #clients: pg.Client[] = [];
  readonly #memory: Record<string, number> = {};
  readonly #crossed: number[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  async start(databaseUrls: readonly string[]): Promise<void> {
    this.#clients = databaseUrls.map((connectionString) => new pg.Client({ connectionString }));
    for (const client of this.#clients) await client.connect();
    this.#crossed.push(performance.now());
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, SAMPLE_MS);
  }

  async stop(): Promise<Watched> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#look();
    for (const client of this.#clients) await client.end();
    const tenthsMs = this.#crossed.slice(1).map((at, index) => at - (this.#crossed[index] ?? at));
    return { tenthsMs, memoryBytes: this.#memory };
  }

  async #look(): Promise<void> {
    for (const [name, pid] of this.#options.pids()) {
      this.#memory[name] = Math.max(this.#memory[name] ?? 0, readMemoryBytes(pid) ?? 0);
    }
    const heights = await Promise.all(
      this.#clients.map(async (client) => {
        const { rows } = await client.query<{ height: number }>('SELECT height FROM sync_cursor');
        return rows[0]?.height ?? -1;
      }),
    );
    const done = ((Math.min(...heights) + 1) * TENTHS) / this.#options.blocks;
    this.#cross(Math.min(Math.floor(done), TENTHS));
  }

  /** Tenths between two looks count as equally long. */
  #cross(tenth: number): void {
    const from = this.#crossed.length - 1;
    const startedAt = this.#crossed[from] ?? 0;
    const stepMs = (performance.now() - startedAt) / (tenth - from);
    for (let step = 1; step <= tenth - from; step += 1) this.#crossed.push(startedAt + step * stepMs);
  }
}

/** Undefined where there is no /proc, or no such process. */
export function readMemoryBytes(pid: number): number | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kib === undefined ? undefined : Number(kib) * KIB;
  } catch {
    return undefined;
  }
}

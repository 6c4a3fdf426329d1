import pg from 'pg';
import { readMemoryBytes } from '../../bench/generated-backfill/watch-backfill.ts';
import { readTreeCpuMs } from '../../bench/measure/cpu-time.ts';
import type { DiskTraffic } from './disk-traffic.ts';

export interface TenthsOptions {
  name: string;
  blocks: number;
  urls: readonly string[];
  pids: () => ReadonlyMap<string, number>;
  databasePid: number;
  traffic: DiskTraffic;
  report: (fact: string) => void;
}

interface Mark {
  blocks: number;
  atMs: number;
  cpuMs: number;
  read: number;
  written: number;
  walBytes: number;
}

const LOOK_MS = 1_000;
const TENTHS = 10;
const MIB = 1024 * 1024;
const KIB = 1024;
export const MEMORY_MAX_MIB = 500;

export class BackfillTenths {
  readonly #options: TenthsOptions;
  readonly #peaks: Record<string, number> = {};
  readonly #cpu = new Map<number, number>();
  #clients: pg.Client[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #failure: unknown;
  #last: Mark | undefined;

  constructor(options: TenthsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#clients = this.#options.urls.map((connectionString) => new pg.Client({ connectionString }));
    for (const client of this.#clients) {
      client.on('error', (error) => {
        this.#failure ??= error;
      });
      await client.connect();
    }
    this.#last = await this.#mark();
    this.#timer = setInterval(() => {
      this.#looking = this.#looking
        .then(() => this.#look())
        .catch((error: unknown) => {
          this.#failure ??= error;
        });
    }, LOOK_MS);
  }

  /** MiB. */
  get peaks(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#peaks).map(([name, bytes]) => [name, Math.round(bytes / MIB)]));
  }

  /** @throws what kept it from looking */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    if (this.#failure === undefined) await this.#look();
    for (const client of this.#clients) await client.end();
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #look(): Promise<void> {
    for (const [name, pid] of this.#options.pids()) {
      this.#peaks[name] = Math.max(this.#peaks[name] ?? 0, readMemoryBytes(pid) ?? 0);
    }
    const mark = await this.#mark();
    const { blocks, name } = this.#options;
    const last = this.#last as Mark;
    const tenth = (count: number): number => Math.floor((count * TENTHS) / blocks);
    if (tenth(mark.blocks) === tenth(last.blocks)) return;
    this.#last = mark;
    this.#options.report(`${name}, blocks ${last.blocks} to ${mark.blocks}: ${describe(last, mark)}`);
  }

  async #mark(): Promise<Mark> {
    const heights = await Promise.all(
      this.#clients.map(async (client) => {
        const { rows } = await client.query<{ height: number }>('SELECT height FROM sync_cursor');
        return rows[0]?.height ?? -1;
      }),
    );
    const wal = await this.#clients[0]?.query<{ bytes: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`,
    );
    for (const [name, pid] of this.#options.pids()) {
      if (name !== 'node') this.#cpu.set(pid, readTreeCpuMs(pid) ?? this.#cpu.get(pid) ?? 0);
    }
    this.#cpu.set(this.#options.databasePid, readTreeCpuMs(this.#options.databasePid) ?? 0);
    return {
      blocks: Math.min(...heights) + 1,
      atMs: performance.now(),
      cpuMs: [...this.#cpu.values()].reduce((sum, ms) => sum + ms, 0),
      walBytes: Number(wal?.rows[0]?.bytes),
      ...this.#options.traffic.look(),
    };
  }
}

function describe(from: Mark, to: Mark): string {
  const blocks = Math.max(1, to.blocks - from.blocks);
  const each = (of: 'read' | 'written' | 'walBytes'): string => ((to[of] - from[of]) / blocks / KIB).toFixed(1);
  return [
    `${Math.round((blocks * 1000) / (to.atMs - from.atMs))} blocks/s`,
    `${((to.cpuMs - from.cpuMs) / blocks).toFixed(3)} CPU ms a block`,
    `kB a block: ${each('read')} read, ${each('written')} written, ${each('walBytes')} of WAL`,
  ].join('; ');
}

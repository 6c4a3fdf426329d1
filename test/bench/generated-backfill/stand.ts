import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { Contender, type Spent } from '../backfill/contender.ts';
import { INDEXERS } from '../backfill/indexers.ts';
import { type Job, roleOf } from '../backfill/job.ts';
import { connectTo, listTables } from '../backfill/tables.ts';
import { readTreeCpuMs } from '../measure/cpu-time.ts';
import { CpuParts } from './cpu-parts.ts';

export const SERVICES = ['blocks', ...INDEXERS] as const;
export type ServiceName = (typeof SERVICES)[number];

/** With the CPU time of its processes and of the database server. */
export interface Leg extends Spent {
  /** Undefined where it cannot be read. */
  databaseMs: number | undefined;
  /** Milliseconds of each process; the database server's by the owner of the rows. */
  parts: Record<string, number>;
}

export interface Contents {
  rows: number;
  /** As nodes send them to each other. */
  rawBytes: number;
  diskBytes: Record<ServiceName, number>;
}

export class Stand {
  readonly #contenders = new Map<string, Contender>();
  readonly #databasePid: number;
  readonly #folder: string;
  readonly #cleanup: AsyncDisposableStack;
  readonly #databases: TestDatabase[] = [];

  constructor(databasePid: number, folder: string, cleanup: AsyncDisposableStack) {
    this.#databasePid = databasePid;
    this.#folder = folder;
    this.#cleanup = cleanup;
    cleanup.defer(() => this.dropDatabases());
  }

  pids(): Map<string, number> {
    return new Map(Array.from(this.#contenders, ([name, contender]) => [name, contender.pid]));
  }

  async prepare(name: string, job: Job): Promise<void> {
    const contender = this.#contenders.get(name) ?? this.#cleanup.use(new Contender(roleOf(job)));
    this.#contenders.set(name, contender);
    await contender.prepare(job);
  }

  async close(name: string): Promise<void> {
    await this.#contenders.get(name)?.close();
    await this.#contenders.get(name)?.[Symbol.asyncDispose]();
    this.#contenders.delete(name);
  }

  async abandon(): Promise<void> {
    const contenders = [...this.#contenders.values()];
    this.#contenders.clear();
    for (const contender of contenders) await contender[Symbol.asyncDispose]();
  }

  /** Each in a fresh process; from the first start to the last end. */
  async race(jobs: readonly (readonly [name: string, job: Job])[], onReady?: () => Promise<void>): Promise<Leg> {
    for (const [name, job] of jobs) await this.prepare(name, job);
    const racing = jobs.flatMap(([name]) => this.#contenders.get(name) ?? []);
    for (const contender of racing) contender.ringsFor(racing);
    await onReady?.();
    const databaseAtStart = readTreeCpuMs(this.#databasePid);
    const partsBefore = new CpuParts(this.pids(), this.#databasePid);
    const startedAt = performance.now();
    const spent = await Promise.all(jobs.map(([name]) => this.#contenders.get(name)?.run()));
    const ms = performance.now() - startedAt;
    const databaseAtEnd = readTreeCpuMs(this.#databasePid);
    const parts = new CpuParts(this.pids(), this.#databasePid).since(partsBefore);
    for (const [name] of jobs) await this.close(name);
    return {
      ms,
      cpuMs: spent.reduce((sum, one) => sum + (one?.cpuMs ?? 0), 0),
      databaseMs: databaseAtStart === undefined ? undefined : (databaseAtEnd ?? 0) - databaseAtStart,
      parts,
    };
  }

  async createDatabases<Name extends ServiceName>(services: readonly Name[]): Promise<Record<Name, string>> {
    const urls = await Promise.all(
      services.map(async (service): Promise<[Name, string]> => {
        const database = await createTestDatabase({ service });
        this.#databases.push(database);
        return [service, database.url];
      }),
    );
    return Object.fromEntries(urls) as Record<Name, string>;
  }

  /** Postgres would vacuum the rests while the next leg runs. */
  async dropDatabases(): Promise<void> {
    for (const database of this.#databases.splice(0)) await database.drop();
  }

  async dump(urls: Record<ServiceName, string>): Promise<Contents> {
    const contents: Contents = {
      rows: 0,
      rawBytes: 0,
      diskBytes: Object.fromEntries(SERVICES.map((service) => [service, 0])) as Contents['diskBytes'],
    };
    for (const service of SERVICES) {
      await mkdir(this.#folderOf(service));
      await this.race([['dump', { kind: 'dump', databaseUrl: urls[service], folder: this.#folderOf(service) }]]);
      const client = await connectTo(urls[service]);
      for (const { name } of await listTables(client, '')) {
        const { rows } = await client.query<{ rows: string; bytes: string }>(
          `SELECT count(*) AS rows, pg_total_relation_size('"${name}"') AS bytes FROM "${name}"`,
        );
        contents.rows += Number(rows[0]?.rows);
        contents.diskBytes[service] += Number(rows[0]?.bytes);
      }
      if (service === 'blocks') {
        const { rows } = await client.query<{ bytes: string }>('SELECT sum(size) AS bytes FROM block');
        contents.rawBytes = Number(rows[0]?.bytes);
      }
      await client.end();
    }
    return contents;
  }

  async copy(services: readonly ServiceName[]): Promise<Leg> {
    const urls = await this.createDatabases(services);
    return this.race(
      services.map((service) => [
        service,
        { kind: 'copy', databaseUrl: urls[service], folder: this.#folderOf(service) },
      ]),
    );
  }

  #folderOf(service: ServiceName): string {
    return join(this.#folder, service);
  }
}

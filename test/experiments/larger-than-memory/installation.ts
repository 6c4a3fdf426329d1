import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { startPostgres } from '@ledgergraph/local/postgres/start-postgres';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { SERVER_URL_VARIABLE } from '@ledgergraph/test-kit/database-server';
import { SERVICES, type ServiceName, Stand } from '../../bench/generated-backfill/stand.ts';
import { DiskTraffic } from './disk-traffic.ts';
import { MemoryGroup } from './memory-group.ts';
import type { Settings } from './read-settings.ts';

export type Urls = Record<ServiceName, string>;

/** Held to the memory, in a folder that a later run goes on with. */
export interface Installation {
  stand: Stand;
  databasePid: number;
  traffic: DiskTraffic;
  group: MemoryGroup | undefined;
  /** Made empty at the first use. */
  databases(name: string): Promise<Urls>;
}

interface Kept {
  password: string;
  databases: Record<string, Record<ServiceName, string>>;
}

export async function openInstallation(
  { folder, keepsFolder, memoryMib, postgres }: Settings,
  cleanup: AsyncDisposableStack,
): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  if (!keepsFolder) cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  // The account lent to Postgres passes through it.
  await chmod(folder, 0o711);
  const kept = new KeptFile(join(folder, 'kept.json'));
  const group = memoryMib === 0 ? undefined : MemoryGroup.create(`ledgergraph-${process.pid}`, memoryMib);
  if (group !== undefined) cleanup.use(group);
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await findFreePort(),
    password: kept.value.password,
    settings: postgres,
  });
  cleanup.defer(() => server.stop());
  const { pid } = server.process;
  if (pid === undefined) throw new Error('Postgres has no process id');
  group?.add(pid);
  process.env[SERVER_URL_VARIABLE] = server.url;
  const urlOf = (database: string): string => Object.assign(new URL(server.url), { pathname: database }).href;
  return {
    stand: new Stand(pid, folder, cleanup),
    databasePid: pid,
    traffic: new DiskTraffic(pid),
    group,
    async databases(name) {
      const found = kept.value.databases[name];
      const names = found ?? (await createDatabases());
      if (found !== undefined) await migrate((service) => urlOf(found[service]));
      kept.value.databases[name] = names;
      kept.save();
      return mapServices((service) => urlOf(names[service]));
    },
  };
}

/** They may be of an earlier version. */
async function migrate(urlOf: (service: ServiceName) => string): Promise<void> {
  for (const service of SERVICES) {
    const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
    await applyMigrations({ databaseUrl: urlOf(service), migrationsDir });
  }
}

async function createDatabases(): Promise<Urls> {
  const names = new Map<ServiceName, string>();
  for (const service of SERVICES) {
    const { url } = await createTestDatabase({ service });
    names.set(service, new URL(url).pathname.slice(1));
  }
  return mapServices((service) => names.get(service) ?? '');
}

function mapServices(of: (service: ServiceName) => string): Urls {
  return Object.fromEntries(SERVICES.map((service) => [service, of(service)])) as Urls;
}

class KeptFile {
  readonly value: Kept;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.value = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Kept)
      : { password: randomBytes(12).toString('hex'), databases: {} };
    this.save();
  }

  save(): void {
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.value), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

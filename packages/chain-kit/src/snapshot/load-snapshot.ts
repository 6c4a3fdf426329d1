import { databaseName } from '@ledgergraph/service-kit/database-url';
import { checkBlocksDeeply, checkRows } from './check-rows.ts';
import { Connections } from './connections.ts';
import { maintenanceOf, type ServiceDatabase, withClient } from './databases.ts';
import { listTableJobs } from './load-tables.ts';
import type { Part } from './manifest.ts';
import type { OpenSnapshot } from './open-snapshot.ts';
import { runJobs } from './run-jobs.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { STAGING } from './staged-tables.ts';
import { endStaging, prepareStaging, switchTables, undoStaging } from './staging.ts';

/** Must only differ from Prisma's own lock. */
const LOAD_LOCK = 20_261_126;

export interface LoadOptions {
  /** Those of all parts, or of some where each team loads its own. */
  databases: readonly ServiceDatabase[];
  workers: number;
  deep: boolean;
  report: (text: string) => void;
}

/**
 * Nothing is visible until all is filled and checked. A repeated call continues an interrupted load.
 * @throws SnapshotFault when the snapshot or a database cannot be used: all databases are then unchanged. Other errors keep finished
 * work for the next call
 */
export async function loadSnapshot(snapshot: OpenSnapshot, options: LoadOptions): Promise<void> {
  const { databases, report } = options;
  const wanted = { id: snapshot.id, chains: snapshot.manifest.chains };
  const parts = databases.map((database) => ({ database, part: findPart(snapshot, database.service) }));
  await withLocks(databases, async () => {
    const left: typeof parts = [];
    try {
      for (const { database, part } of parts) {
        if (!(await prepareStaging(database, part, wanted))) left.push({ database, part });
      }
      await fill(snapshot, left, options);
      await check(snapshot, left, options);
    } catch (error) {
      if (error instanceof SnapshotFault) await undo(databases, report);
      throw error;
    }
    for (const { database } of left) await switchTables(database);
    for (const { database, part } of parts) await endStaging(database, part.migrations);
  });
}

export async function abandonLoad(databases: readonly ServiceDatabase[]): Promise<void> {
  await withLocks(databases, async () => {
    for (const database of databases) await undoStaging(database);
  });
}

interface Target {
  database: ServiceDatabase;
  part: Part;
}

async function fill(snapshot: OpenSnapshot, loading: readonly Target[], options: LoadOptions): Promise<void> {
  await using connections = new Connections();
  const pieces = loading.flatMap(({ part }) => part.tables.flatMap((table) => table.pieces));
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  let shown = 0;
  const onPiece = (bytes: number): void => {
    loaded += bytes;
    const tenths = Math.floor((loaded / total) * 10);
    if (tenths > shown) options.report(`${tenths * 10} % of ${(total / 1e6).toFixed(1)} MB`);
    shown = tenths;
  };
  const jobs = loading
    .flatMap(({ database, part }) => listTableJobs({ snapshot, connections, database, part }, onPiece))
    .sort((a, b) => b.bytes - a.bytes);
  await runJobs(
    jobs.map(({ job }) => job),
    options.workers,
  );
}

async function check({ manifest }: OpenSnapshot, loading: readonly Target[], options: LoadOptions): Promise<void> {
  const sums = new Map<string, string>();
  for (const { database, part } of loading) {
    await withClient(database, async (client) => {
      for (const { name } of part.tables) await client.query(`ANALYZE ${STAGING}.${client.escapeIdentifier(name)}`);
    });
    sums.set(database.service, await checkRows(database, manifest.chains));
  }
  if (new Set(sums.values()).size > 1) {
    throw new SnapshotFault(`the services have applied different blocks: ${[...sums.keys()].join(', ')}`);
  }
  const blocks = loading.find(({ part }) => part.tables.some(({ name }) => name === 'block'));
  if (options.deep && blocks !== undefined) await checkBlocksDeeply(blocks.database, manifest.chains);
}

async function undo(databases: readonly ServiceDatabase[], report: (text: string) => void): Promise<void> {
  for (const database of databases) {
    await undoStaging(database).catch(() => report(`${database.service} could not be cleaned up: run load --abandon`));
  }
}

function findPart({ manifest }: OpenSnapshot, service: string): Part {
  const part = manifest.parts.find((one) => one.service === service);
  if (part === undefined)
    throw new SnapshotFault(`the snapshot has no part of ${service}: name those that it has with --only`);
  return part;
}

/** Two loads would fill a database twice. A lock ends with its connection. */
async function withLocks(databases: readonly ServiceDatabase[], use: () => Promise<void>): Promise<void> {
  const [first, ...others] = databases;
  if (first === undefined) return use();
  await withServerLock(first, () => withLocks(others, use));
}

/** In the maintenance database: that of the service may not exist yet, or be dropped. */
async function withServerLock(database: ServiceDatabase, use: () => Promise<void>): Promise<void> {
  await withClient(maintenanceOf(database), async (client) => {
    const { rows } = await client.query<{ is: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS is', [
      LOAD_LOCK,
      databaseName(database.url),
    ]);
    if (rows[0]?.is !== true) throw new SnapshotFault(`another load fills the database of ${database.service}`);
    await use();
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectClient } from '#/db/connect-client.ts';
import { readMigrations } from './migration-files.ts';

const POLL_MS = 1_000;
const ANSWER_TIMEOUT_MS = 5_000;
const UNDEFINED_TABLE = '42P01';

export interface WaitForMigrationsOptions {
  databaseUrl: string;
  migrationsDir: string;
  /** Called when the reason for the wait changes, which it describes. */
  report: (text: string) => void;
  pollMs?: number;
}

/**
 * Waits without a limit until another process has applied every migration, also for a database that is away or does not exist yet.
 * @throws when the folder has no migration
 */
export async function waitForMigrations(options: WaitForMigrationsOptions): Promise<void> {
  const { databaseUrl, migrationsDir, report, pollMs = POLL_MS } = options;
  const { migrationDirectories } = await readMigrations(migrationsDir);
  const wanted = migrationDirectories.map(({ path }) => path);
  if (wanted.length === 0) throw new Error(`No migration in ${migrationsDir}`);
  for (let reported = ''; ; await delay(pollMs)) {
    const waitingFor = await findMissing(databaseUrl, wanted);
    if (waitingFor === undefined) return;
    if (waitingFor !== reported) report(waitingFor);
    reported = waitingFor;
  }
}

async function findMissing(databaseUrl: string, wanted: readonly string[]): Promise<string | undefined> {
  try {
    const applied = await listApplied(databaseUrl);
    const missing = wanted.filter((name) => !applied.has(name));
    return missing.length === 0 ? undefined : `waiting for migrations ${missing.join(', ')}`;
  } catch (error) {
    return `waiting for the database: ${error instanceof Error ? error.message || error.name : String(error)}`;
  }
}

async function listApplied(databaseUrl: string): Promise<ReadonlySet<string>> {
  const client = await connectClient(databaseUrl, { query_timeout: ANSWER_TIMEOUT_MS });
  try {
    const { rows } = await client.query<{ migration_name: string }>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return new Set(rows.map((row) => row.migration_name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

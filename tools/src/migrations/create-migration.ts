import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LOCK_FILE,
  LOCK_TEXT,
  readMigrations,
  readSchema,
  SQL_FILE,
} from '@ledgergraph/service-kit/migrate/migration-files';
import { NO_FILTER, withSchemaEngine } from '@ledgergraph/service-kit/migrate/schema-engine';

export interface CreateMigrationOptions {
  schemaDir: string;
  migrationsDir: string;
  name: string;
  /** The engine may create and drop a shadow database on it. */
  serverUrl: string;
  now?: Date;
}

const EMPTY = '-- This is an empty migration.';

/** Writes `<timestamp>_<name>/migration.sql`. @returns the folder's name; undefined when schema and migrations agree */
export async function createMigration(options: CreateMigrationOptions): Promise<string | undefined> {
  const { schemaDir, migrationsDir, name, serverUrl, now = new Date() } = options;
  const { stdout } = await withSchemaEngine(serverUrl, async (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(migrationsDir)) },
      to: { tag: 'schemaDatamodel', ...(await readSchema(schemaDir)) },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    }),
  );
  if (stdout === null || stdout.startsWith(EMPTY)) return undefined;
  const folder = `${timestamp(now)}_${name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')}`;
  await mkdir(join(migrationsDir, folder), { recursive: true });
  await writeFile(join(migrationsDir, folder, SQL_FILE), stdout);
  await writeFile(join(migrationsDir, LOCK_FILE), LOCK_TEXT);
  return folder;
}

// Prisma's form, in UTC: 20261120112233.
function timestamp(now: Date): string {
  return now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

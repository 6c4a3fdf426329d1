import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { ensureDatabase } from './ensure-database.ts';
import { readMigrations } from './migration-files.ts';
import { NO_FILTER, withSchemaEngine } from './schema-engine.ts';

export interface ApplyMigrationsOptions {
  databaseUrl: string;
  migrationsDir: string;
  /** Only these are applied; all of them must be in the folder. */
  only?: readonly string[];
}

/**
 * Creates the database where it does not exist. A second call does nothing, by the record `_prisma_migrations`.
 * @returns names of the migrations applied now
 * @throws when a migration fails or an applied one is missing from the folder
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<string[]> {
  const { databaseUrl, migrationsDir, only } = options;
  const migrationsList = pick(await readMigrations(migrationsDir), only);
  if (migrationsList.migrationDirectories.length === 0) throw new Error(`No migration in ${migrationsDir}`);
  await ensureDatabase(databaseUrl);
  return withSchemaEngine(databaseUrl, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
    return appliedMigrationNames;
  });
}

function pick(list: MigrationList, only: readonly string[] | undefined): MigrationList {
  if (only === undefined) return list;
  const migrationDirectories = list.migrationDirectories.filter(({ path }) => only.includes(path));
  const missing = only.filter((name) => !migrationDirectories.some(({ path }) => path === name));
  if (missing.length > 0) throw new Error(`Migrations that are not known here: ${missing.join(', ')}`);
  return { ...list, migrationDirectories };
}

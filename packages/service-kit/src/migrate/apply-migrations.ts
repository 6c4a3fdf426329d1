import { ensureDatabase } from '#/migrate/ensure-database.ts';
import { readMigrations } from '#/migrate/migration-files.ts';
import { NO_FILTER, withSchemaEngine } from '#/migrate/schema-engine.ts';

export interface ApplyMigrationsOptions {
  databaseUrl: string;
  migrationsDir: string;
}

/**
 * Brings a database up to the newest migration of a folder, creating the database first where it does not exist.
 * Prisma's engine keeps the record in `_prisma_migrations`, so that a second call does nothing.
 *
 * @returns the names of the migrations applied now; empty when it was up to date
 * @throws when a migration fails or an applied one is missing from the folder
 */
export async function applyMigrations({ databaseUrl, migrationsDir }: ApplyMigrationsOptions): Promise<string[]> {
  const migrationsList = await readMigrations(migrationsDir);
  if (migrationsList.migrationDirectories.length === 0) throw new Error(`No migration in ${migrationsDir}`);
  await ensureDatabase(databaseUrl);
  return withSchemaEngine(databaseUrl, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
    return appliedMigrationNames;
  });
}

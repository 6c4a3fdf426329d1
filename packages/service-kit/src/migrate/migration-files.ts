import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm/schema_engine_bg';

export const LOCK_FILE = 'migration_lock.toml';
export const SQL_FILE = 'migration.sql';

/** The engine wants this note of the provider also before the first migration. */
export const LOCK_TEXT = '# Written by the migrate command.\nprovider = "postgresql"\n';

/** Oldest first, as their timestamped names sort. */
export async function readMigrations(migrationsDir: string): Promise<MigrationList> {
  const entries = existsSync(migrationsDir) ? await readdir(migrationsDir, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const lockFile = join(migrationsDir, LOCK_FILE);
  return {
    baseDir: resolve(migrationsDir),
    lockfile: { path: LOCK_FILE, content: existsSync(lockFile) ? await readFile(lockFile, 'utf8') : LOCK_TEXT },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: SQL_FILE,
          content: { tag: 'ok' as const, value: await readFile(join(migrationsDir, name, SQL_FILE), 'utf8') },
        },
      })),
    ),
  };
}

/** Every `.prisma` file, links followed. */
export async function readSchema(schemaDir: string): Promise<SchemasContainer> {
  const names = (await readdir(schemaDir)).filter((name) => name.endsWith('.prisma')).sort();
  if (names.length === 0) throw new Error(`No .prisma file in ${schemaDir}`);
  return {
    files: await Promise.all(
      names.map(async (name) => ({
        path: join(schemaDir, name),
        content: await readFile(join(schemaDir, name), 'utf8'),
      })),
    ),
  };
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function addMigration(migrationsDir: string, name: string, sql: string): Promise<void> {
  await mkdir(join(migrationsDir, name), { recursive: true });
  await writeFile(join(migrationsDir, name, 'migration.sql'), sql);
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrations } from '@ledgergraph/service-kit/migrate/migration-files';
import { z } from 'zod';

/** Absent for a service that was never released. */
const FILE = 'released.json';

/** SHA-256 by name. */
const hashes = z.record(z.string(), z.string());
type Hashes = z.infer<typeof hashes>;

/** Databases of users have them from now on. */
export async function noteReleased(migrationsDir: string): Promise<void> {
  await writeFile(join(migrationsDir, FILE), `${JSON.stringify(await hashMigrations(migrationsDir), null, 2)}\n`);
}

/** Faults for a database that has all released migrations. */
export async function listReleaseFaults(migrationsDir: string): Promise<string[]> {
  const file = join(migrationsDir, FILE);
  if (!existsSync(file)) return [];
  const released = hashes.parse(JSON.parse(await readFile(file, 'utf8')));
  const current = await hashMigrations(migrationsDir);
  const last = Object.keys(released).sort().at(-1) ?? '';
  return [
    ...Object.entries(released)
      .filter(([name, hash]) => current[name] !== hash)
      .map(([name]) => `${name} is released: it may be neither ${current[name] ? 'edited' : 'removed'} nor renamed`),
    ...Object.keys(current)
      .filter((name) => !Object.hasOwn(released, name) && name < last)
      .map((name) => `${name} is new, and its time is before the released ${last}`),
  ];
}

async function hashMigrations(migrationsDir: string): Promise<Hashes> {
  const { migrationDirectories } = await readMigrations(migrationsDir);
  return Object.fromEntries(
    migrationDirectories.map(({ path, migrationFile: { content } }) => {
      const sql = content.tag === 'ok' ? content.value : '';
      return [path, createHash('sha256').update(sql).digest('hex')];
    }),
  );
}

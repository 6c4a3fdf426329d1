import { readdir } from 'node:fs/promises';

export const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url).pathname;

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name)).sort();
}

/** The migrations before one. @param newer its name without the time */
export async function listMigrationsBefore(newer: string): Promise<string[]> {
  const names = await listMigrations();
  const former = names.slice(
    0,
    names.findIndex((name) => name.endsWith(newer)),
  );
  expect(former.length).toBeGreaterThan(0);
  return former;
}

import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectClient } from '#/db/connect-client.ts';
import { applyMigrations } from '#/migrate/apply-migrations.ts';
import { ensureDatabase } from '#/migrate/ensure-database.ts';
import { readTables, SESSION, sortByReferences } from './contents.ts';
import { type BackupManifest, readBackup } from './manifest.ts';

export interface RestoreBackupOptions {
  databaseUrl: string;
  folder: string;
  /** It must have every migration of the backup. */
  migrationsDir: string;
}

/**
 * Restores a database at the migrations of the backup; the migrate command applies newer ones afterwards.
 * @throws when the backup is damaged, the database has tables, or the restored rows differ; then no rows are left
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<BackupManifest> {
  const { databaseUrl, folder, migrationsDir } = options;
  const manifest = await readBackup(folder);
  await ensureDatabase(databaseUrl);
  const client = await connectClient(databaseUrl);
  try {
    await client.query(SESSION);
    await refuseFilled(client);
    await applyMigrations({ databaseUrl, migrationsDir, only: manifest.migrations });
    await client.query('BEGIN');
    await fillTables(client, folder, manifest);
    for (const { name, lastValue, isCalled } of manifest.sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), lastValue, isCalled]);
    }
    await verify(client, manifest);
    await client.query('COMMIT');
    await client.query('ANALYZE');
    return manifest;
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await client.end();
  }
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')`,
  );
  if (rows.length === 0) return;
  throw new Error(`The database has ${rows.length} tables: a backup is restored to an empty one only`);
}

async function fillTables(client: pg.Client, folder: string, { tables }: BackupManifest): Promise<void> {
  const present = await readTables(client);
  const wanted = tables.map(({ name }) => name);
  if (present.map(({ name }) => name).join() !== wanted.join()) {
    throw new Error(`The migrations make other tables than the backup has: ${wanted.join(', ')}`);
  }
  // Migrations insert rows, such as plans, which the backup has in a later state.
  await client.query(`TRUNCATE ${wanted.map((name) => client.escapeIdentifier(name)).join(', ')}`);
  for (const { name } of await sortByReferences(client, present)) {
    const table = tables.find((candidate) => candidate.name === name);
    if (table === undefined) continue;
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyFrom(`COPY ${client.escapeIdentifier(name)} (${columns}) FROM STDIN`));
    await pipeline(createReadStream(join(folder, table.file)), createGunzip(), rows);
  }
}

async function verify(client: pg.Client, { tables }: BackupManifest): Promise<void> {
  const present = await readTables(client);
  const differing = tables.filter(({ name, rows, checksum }) => {
    const now = present.find((table) => table.name === name);
    return now?.rows !== rows || now.checksum !== checksum;
  });
  if (differing.length === 0) return;
  throw new Error(`Restored rows are not those of the backup: ${differing.map(({ name }) => name).join(', ')}`);
}

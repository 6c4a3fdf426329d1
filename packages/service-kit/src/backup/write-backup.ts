import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectClient } from '#/db/connect-client.ts';
import { readApplied, readSequences, readTables, SESSION, type TableContents } from './contents.ts';
import { type BackupManifest, hashFile, MANIFEST_FILE } from './manifest.ts';

export interface WriteBackupOptions {
  databaseUrl: string;
  /** It must not exist yet. */
  folder: string;
}

/**
 * Writes all rows as of one moment, while other processes go on writing.
 * @throws when the folder exists, or the database has no migrations of ours
 */
export async function writeBackup({ databaseUrl, folder }: WriteBackupOptions): Promise<BackupManifest> {
  const client = await connectClient(databaseUrl);
  try {
    await client.query(SESSION);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const migrations = await readApplied(client);
    const contents = await readTables(client);
    const sequences = await readSequences(client);
    await mkdir(folder, { recursive: false });
    const tables: BackupManifest['tables'] = [];
    for (const table of contents) tables.push(await writeTable(client, folder, table));
    await client.query('COMMIT');
    const takenAt = new Date().toISOString();
    const manifest: BackupManifest = { format: 1, takenAt, migrations, tables, sequences };
    const file = join(folder, MANIFEST_FILE);
    await writeFile(`${file}.unfinished`, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(`${file}.unfinished`, file);
    return manifest;
  } finally {
    await client.end();
  }
}

async function writeTable(
  client: pg.Client,
  folder: string,
  table: TableContents,
): Promise<BackupManifest['tables'][number]> {
  const file = `${table.name}.copy.gz`;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyTo(`COPY ${client.escapeIdentifier(table.name)} (${columns}) TO STDOUT`));
  // The files hold hashes of keys and mail addresses.
  await pipeline(rows, createGzip(), createWriteStream(join(folder, file), { mode: 0o600 }));
  return { ...table, file, sha256: await hashFile(join(folder, file)) };
}

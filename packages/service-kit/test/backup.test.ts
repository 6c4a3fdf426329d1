import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMigration } from '@ledgergraph/test-kit/migrations-folder';
import pg from 'pg';
import { MANIFEST_FILE } from '#/backup/manifest.ts';
import { restoreBackup } from '#/backup/restore-backup.ts';
import { writeBackup } from '#/backup/write-backup.ts';
import { applyMigrations } from '#/migrate/apply-migrations.ts';

const serverUrl = process.env.TEST_POSTGRES_URL ?? '';

/** It has money to the last satoshi, text that a copy has to quote, bytes, nulls, and references also to its own table. */
const SCHEMA = `
CREATE TABLE owner (id int PRIMARY KEY, name text);
CREATE TABLE a_thing (
  id bigserial PRIMARY KEY,
  owner_id int NOT NULL REFERENCES owner (id),
  parent_id bigint REFERENCES a_thing (id),
  amount bigint NOT NULL, share numeric, payload bytea, at timestamptz, note text, tags text[],
  twice bigint GENERATED ALWAYS AS (amount * 2) STORED
);
INSERT INTO owner VALUES (1, 'of the migration');`;

const ROWS = `
UPDATE owner SET name = 'as it became';
INSERT INTO owner VALUES (2, NULL), (3, E'tab\\t newline\\n back\\\\slash "quote" \\\\N ümlaut');
INSERT INTO a_thing (owner_id, parent_id, amount, share, payload, at, note, tags) VALUES
  (2, NULL, 9223372036854775806 / 2, 0.12345678901234567890, '\\x00ff0a5c', '2026-11-21T19:00:00.123456+02', '', '{a,NULL,"b,c"}'),
  (3, 1, -1, NULL, NULL, NULL, NULL, NULL);
SELECT setval('a_thing_id_seq', 41);`;

let folder: string;
let migrationsDir: string;
let count = 0;
const made: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  migrationsDir = join(folder, 'migrations');
  await addMigration(migrationsDir, '20300101000000_init', SCHEMA);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const url of made.splice(0))
    await run(serverUrl, `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
});

test('a restored database has the rows, the references and the next numbers of the one that was backed up', async () => {
  const from = await filled();
  const written = await writeBackup({ databaseUrl: from, folder: join(folder, 'one') });
  expect(written.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['a_thing', '2'],
    ['owner', '3'],
  ]);
  const to = databaseUrl();
  await restoreBackup({ databaseUrl: to, folder: join(folder, 'one'), migrationsDir });
  for (const sql of ['SELECT * FROM owner ORDER BY id', 'SELECT * FROM a_thing ORDER BY id']) {
    expect(await run(to, sql)).toEqual(await run(from, sql));
  }
  expect(await run(to, `INSERT INTO a_thing (owner_id, amount) VALUES (1, 1) RETURNING id, twice`)).toEqual([
    ['42', '2'],
  ]);
  await expect(run(to, 'INSERT INTO a_thing (owner_id, amount) VALUES (99, 1)')).rejects.toThrow('foreign key');
});

test('a backup is of one moment: rows that are written meanwhile are not in it', async () => {
  const from = await filled();
  const writer = new pg.Client({ connectionString: from });
  await writer.connect();
  try {
    await writer.query('BEGIN');
    await writer.query(`INSERT INTO owner VALUES (7, 'not committed')`);
    const { tables } = await writeBackup({ databaseUrl: from, folder: join(folder, 'one') });
    await writer.query('COMMIT');
    expect(tables.find(({ name }) => name === 'owner')?.rows).toBe('3');
  } finally {
    await writer.end();
  }
  const to = databaseUrl();
  await restoreBackup({ databaseUrl: to, folder: join(folder, 'one'), migrationsDir });
  expect(await run(to, 'SELECT id FROM owner ORDER BY id')).toEqual([[1], [2], [3]]);
});

test('a database with tables is left as it is', async () => {
  const from = await filled();
  await writeBackup({ databaseUrl: from, folder: join(folder, 'one') });
  const before = await run(from, 'SELECT * FROM owner ORDER BY id');
  await expect(restoreBackup({ databaseUrl: from, folder: join(folder, 'one'), migrationsDir })).rejects.toThrow(
    'empty',
  );
  expect(await run(from, 'SELECT * FROM owner ORDER BY id')).toEqual(before);
  await expect(writeBackup({ databaseUrl: from, folder: join(folder, 'one') })).rejects.toThrow('EEXIST');
});

test('a backup that is damaged or not complete is refused before anything is made', async () => {
  const backup = join(folder, 'one');
  await writeBackup({ databaseUrl: await filled(), folder: backup });
  await truncate(join(backup, 'owner.copy.gz'), 25);
  const to = databaseUrl();
  await expect(restoreBackup({ databaseUrl: to, folder: backup, migrationsDir })).rejects.toThrow('owner.copy.gz');
  await rm(join(backup, MANIFEST_FILE));
  await expect(restoreBackup({ databaseUrl: to, folder: backup, migrationsDir })).rejects.toThrow('no complete backup');
  expect(await run(serverUrl, `SELECT 1 FROM pg_database WHERE datname = '${new URL(to).pathname.slice(1)}'`)).toEqual(
    [],
  );
});

test('rows that do not add up to those of the backup are not committed', async () => {
  const backup = join(folder, 'one');
  await writeBackup({ databaseUrl: await filled(), folder: backup });
  const manifest = await readFile(join(backup, MANIFEST_FILE), 'utf8');
  await writeFile(
    join(backup, MANIFEST_FILE),
    manifest.replace(/(?<="checksum": "-?)\d/, (digit) => (digit === '9' ? '8' : '9')),
  );
  const to = databaseUrl();
  await expect(restoreBackup({ databaseUrl: to, folder: backup, migrationsDir })).rejects.toThrow(
    'not those of the backup',
  );
  expect(await run(to, 'SELECT count(*)::int FROM a_thing')).toEqual([[0]]);
});

test('a backup is restored at its own migrations, and migrated on afterwards', async () => {
  await writeBackup({ databaseUrl: await filled(), folder: join(folder, 'one') });
  const to = databaseUrl();
  const unknown = join(folder, 'unknown');
  await addMigration(unknown, '20300102000000_other', 'CREATE TABLE other (id int)');
  await expect(restoreBackup({ databaseUrl: to, folder: join(folder, 'one'), migrationsDir: unknown })).rejects.toThrow(
    '20300101000000_init',
  );
  await addMigration(
    migrationsDir,
    '20300102000000_later',
    'ALTER TABLE owner ADD COLUMN since int NOT NULL DEFAULT 5',
  );
  await restoreBackup({ databaseUrl: to, folder: join(folder, 'one'), migrationsDir });
  expect(await applyMigrations({ databaseUrl: to, migrationsDir })).toEqual(['20300102000000_later']);
  expect(await run(to, 'SELECT id, since FROM owner ORDER BY id')).toEqual([
    [1, 5],
    [2, 5],
    [3, 5],
  ]);
});

async function filled(): Promise<string> {
  const url = databaseUrl();
  await applyMigrations({ databaseUrl: url, migrationsDir });
  await run(url, ROWS);
  return url;
}

function databaseUrl(): string {
  const url = new URL(serverUrl);
  count += 1;
  url.pathname = `/backup_${process.pid}_${count}`;
  made.push(url.href);
  return url.href;
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows;
  } finally {
    await client.end();
  }
}

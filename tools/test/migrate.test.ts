import { spawnSync } from 'node:child_process';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { ensureDatabase } from '@ledgergraph/service-kit/migrate/ensure-database';
import { waitForMigrations } from '@ledgergraph/service-kit/migrate/wait-for-migrations';
import { addMigration } from '@ledgergraph/test-kit/migrations-folder';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import pg from 'pg';
import { checkDrift } from '#/migrations/check-drift.ts';
import { createMigration } from '#/migrations/create-migration.ts';
import { listReleaseFaults, noteReleased } from '#/migrations/released-migrations.ts';

// Set by the global set-up of the projects that have a database server.
const serverUrl = process.env.TEST_POSTGRES_URL ?? '';

const HEAD =
  'generator client {\n  provider = "prisma-client"\n  output = "out"\n}\ndatasource db {\n  provider = "postgresql"\n}\n';
const THING = 'model Thing {\n  id String @id\n  amount BigInt\n  @@map("thing")\n}\n';

let databases = 0;

async function folders(): Promise<{
  schemaDir: string;
  migrationsDir: string;
  serverUrl: string;
  databaseUrl: string;
}> {
  const schemaDir = await temporaryFolder();
  await writeFile(join(schemaDir, 'schema.prisma'), HEAD);
  await writeFile(join(schemaDir, 'thing.prisma'), THING);
  const url = new URL(serverUrl);
  databases += 1;
  url.pathname = `/migrate_${process.pid}_${databases}`;
  return { schemaDir, migrationsDir: join(schemaDir, 'migrations'), serverUrl, databaseUrl: url.href };
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(10);
}

test('a schema becomes a migration, a migration becomes a database, and then all agree', async () => {
  const given = await folders();
  const now = new Date('2026-11-20T08:40:05Z');
  expect(await createMigration({ ...given, name: 'First things', now })).toBe('20261120084005_first_things');
  expect(await readFile(join(given.migrationsDir, 'migration_lock.toml'), 'utf8')).toContain('postgresql');
  expect(await applyMigrations(given)).toEqual(['20261120084005_first_things']);
  expect(await ask(given.databaseUrl, 'SELECT count(*)::int FROM thing')).toEqual([0]);
  expect(await applyMigrations(given)).toEqual([]);
  expect(await checkDrift(given)).toBeUndefined();
  expect(await createMigration({ ...given, name: 'again' })).toBeUndefined();
});

test('a change of the schema is drift until it is a migration, which builds on the others', async () => {
  const given = await folders();
  await createMigration({ ...given, name: 'first', now: new Date(0) });
  await applyMigrations(given);
  await writeFile(
    join(given.schemaDir, 'thing.prisma'),
    THING.replace('amount BigInt', 'amount BigInt\n  note String?'),
  );
  expect(await checkDrift(given)).toMatch(/Changed the `thing` table[\s\S]*Added column `note`/);
  const second = await createMigration({ ...given, name: 'note' });
  expect(await readFile(join(given.migrationsDir, second ?? '', 'migration.sql'), 'utf8')).toContain(
    'ADD COLUMN     "note" TEXT',
  );
  expect(await applyMigrations(given)).toEqual([second]);
  expect(await checkDrift(given)).toBeUndefined();
});

test('shadow databases are dropped, and the database the server was named by stays untouched', async () => {
  const given = await folders();
  await createMigration({ ...given, name: 'first' });
  await checkDrift(given);
  expect(await ask(serverUrl, `SELECT datname FROM pg_database WHERE datname LIKE 'shadow%'`)).toEqual([]);
  expect(await ask(serverUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

test('SQL of our own may hold semicolons, and a migration that fails leaves nothing behind', async () => {
  const given = await folders();
  await createMigration({ ...given, name: 'first', now: new Date(0) });
  const body = 'CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;';
  await addMigration(given.migrationsDir, '20000101000000_function', body);
  await applyMigrations(given);
  expect(await ask(given.databaseUrl, 'SELECT two()')).toEqual([2]);

  await addMigration(
    given.migrationsDir,
    '20000102000000_broken',
    'CREATE TABLE half (id int); ALTER TABLE nowhere ADD x int;',
  );
  await expect(applyMigrations(given)).rejects.toThrow(/nowhere[\s\S]*20000102000000_broken/);
  expect(await ask(given.databaseUrl, `SELECT to_regclass('half')`)).toEqual([null]);
});

test('a folder without migrations is refused before a database is made', async () => {
  const given = await folders();
  await expect(applyMigrations(given)).rejects.toThrow(`No migration in ${given.migrationsDir}`);
  const name = new URL(given.databaseUrl).pathname.slice(1);
  expect(await ask(serverUrl, `SELECT 1 FROM pg_database WHERE datname = '${name}'`)).toEqual([]);
});

test('who waits for migrations goes on when the last of them is applied, and reports what is missing until then', async () => {
  const given = await folders();
  await createMigration({ ...given, name: 'first', now: new Date(0) });
  const reported: string[] = [];
  const waiting = waitForMigrations({ ...given, pollMs: 20, report: (text) => reported.push(text) });
  await until(() => reported.some((text) => text.includes('does not exist')));
  await ensureDatabase(given.databaseUrl);
  await until(() => reported.some((text) => text.includes('19700101000000_first')));
  await applyMigrations(given);
  await waiting;
  await addMigration(given.migrationsDir, '20000101000000_second', 'CREATE TABLE other (id int)');
  let isThrough = false;
  const again = waitForMigrations({ ...given, pollMs: 20, report: (text) => reported.push(text) }).then(() => {
    isThrough = true;
  });
  await until(() => reported.at(-1) === 'waiting for migrations 20000101000000_second');
  expect(isThrough).toBe(false);
  await applyMigrations(given);
  await again;
});

test('one job migrates all services, each in the database of its own variable, and one that fails stops no other', async () => {
  const [broken, whole] = [await folders(), await folders()];
  const root = await temporaryFolder();
  for (const [name, { migrationsDir }] of Object.entries({ fees: broken, mail: whole })) {
    await addMigration(migrationsDir, '20000101000000_first', 'CREATE TABLE thing (id int)');
    await cp(join(migrationsDir, '..'), join(root, 'services', name, 'prisma'), { recursive: true });
  }
  await addMigration(
    join(root, 'services/fees/prisma/migrations'),
    '20000102000000_broken',
    'ALTER TABLE nowhere ADD x int',
  );
  const run = (env: Record<string, string>) => {
    const program = inRepository('packages/service-kit/src/migrate/main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'apply', '--all'], {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  const env = { FEES_DATABASE_URL: broken.databaseUrl, MAIL_DATABASE_URL: whole.databaseUrl };
  const failed = run(env);
  expect([failed.status, failed.stdout]).toEqual([1, 'mail: Applied 20000101000000_first.\n']);
  expect(failed.stderr).toContain('20000102000000_broken');
  expect(await ask(whole.databaseUrl, 'SELECT count(*)::int FROM thing')).toEqual([0]);
  const lacking = run({ FEES_DATABASE_URL: broken.databaseUrl, DATABASE_URL: whole.databaseUrl });
  expect(lacking.stderr).toContain('apply needs MAIL_DATABASE_URL');
});

test('a released migration is never edited, renamed or removed, and a new one comes after it', async () => {
  const migrationsDir = join(await temporaryFolder(), 'migrations');
  await addMigration(migrationsDir, '20270101000000_init', 'CREATE TABLE one ();');
  await addMigration(migrationsDir, '20270102000000_more', 'CREATE TABLE two ();');
  expect(await listReleaseFaults(migrationsDir)).toEqual([]);
  await noteReleased(migrationsDir);
  await addMigration(migrationsDir, '20270103000000_new', 'CREATE TABLE three ();');
  expect(await listReleaseFaults(migrationsDir)).toEqual([]);
  await addMigration(migrationsDir, '20270101000000_init', 'CREATE TABLE one (id int);');
  await rename(join(migrationsDir, '20270102000000_more'), join(migrationsDir, '20270101120000_more'));
  expect(await listReleaseFaults(migrationsDir)).toEqual([
    '20270101000000_init is released: it may be neither edited nor renamed',
    '20270102000000_more is released: it may be neither removed nor renamed',
    '20270101120000_more is new, and its time is before the released 20270102000000_more',
  ]);
});

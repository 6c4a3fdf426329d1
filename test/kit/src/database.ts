import { createHash, randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inRepository } from '@ledgergraph/local/repository';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import pg from 'pg';
import { SERVER_URL_VARIABLE } from './database-server.ts';

export interface TestDatabase {
  url: string;
  /** Open connections or not. */
  drop(): Promise<void>;
}

/** One process at a time builds templates; the number only has to differ from Prisma's own lock. */
const TEMPLATE_LOCK = 20_261_120;

/**
 * A database with a service's newest migrations: the first call applies them to a template, every call copies it in some 30 ms.
 * @param service folder name under services/
 */
export async function createTestDatabase({ service }: { service: string }): Promise<TestDatabase> {
  const serverUrl = process.env[SERVER_URL_VARIABLE];
  if (serverUrl === undefined) {
    throw new Error('No Postgres in this test run: database tests belong in a test/ folder (Jest project "service")');
  }
  const migrationsDir = inRepository('services', service, 'prisma', 'migrations');
  const template = `template_${service}_${await hashMigrations(migrationsDir)}`;
  const name = `test_${service}_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    await ensureTemplate(client, serverUrl, template, migrationsDir);
    // By way of the log, the default, the copy costs four times as much.
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  });
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(
  client: pg.Client,
  serverUrl: string,
  template: string,
  migrationsDir: string,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount !== 0) return;
    // An interrupted run must leave no half-built template.
    const building = `${template}_building`;
    await client.query(`DROP DATABASE IF EXISTS "${building}" WITH (FORCE)`);
    await applyMigrations({ databaseUrl: databaseUrl(serverUrl, building), migrationsDir });
    await client.query(`ALTER DATABASE "${building}" RENAME TO "${template}"`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

async function hashMigrations(migrationsDir: string): Promise<string> {
  const files = globSync(`${migrationsDir}/*/migration.sql`);
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(file).update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

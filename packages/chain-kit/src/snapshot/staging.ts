import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { readMigrations } from '@ledgergraph/service-kit/migrate/migration-files';
import type pg from 'pg';
import { migrationsOf, type ServiceDatabase, withClient } from './databases.ts';
import type { Part, Place } from './manifest.ts';
import { listChainTables } from './selection.ts';
import { SnapshotFault } from './snapshot-fault.ts';
import { listMissingIndexes, listStaged, moveBack, RECORDS, STAGING, setSequences, staged } from './staged-tables.ts';
import { type Before, CHAINS, ensure, lookAt, refuseLaterVersion, removeMade, standsAt } from './target-database.ts';

interface State {
  snapshotId: string;
  before: Before;
  /** `done`: the tables are in their place. */
  stage: 'filling' | 'done';
}

/** An interrupted load of the same snapshot continues. @returns true if nothing is left to do @throws SnapshotFault */
export async function prepareStaging(
  database: ServiceDatabase,
  part: Part,
  { id: snapshotId, chains }: { id: string; chains: readonly Place[] },
): Promise<boolean> {
  await refuseLaterVersion(part);
  const isMade = await ensure(database);
  const state = isMade ? undefined : await findState(database);
  if (state?.snapshotId === snapshotId) return state.stage === 'done';
  if (state?.stage === 'done') throw new SnapshotFault(`${database.service} holds another snapshot already`);
  if (state !== undefined) await undoStaging(database);
  if (!isMade && (await standsAt(database, chains))) return true;
  const before = isMade ? 'nothing' : await lookAt(database, part);
  try {
    const only = part.migrations;
    await applyMigrations({ databaseUrl: database.url, migrationsDir: migrationsOf(part.service), only });
    await withClient(database, (client) => moveAside(client, part, { snapshotId, before, stage: 'filling' }));
    return false;
  } catch (error) {
    await removeMade(database, before);
    throw error;
  }
}

export async function undoStaging(database: ServiceDatabase): Promise<void> {
  const state = await findState(database).catch(() => undefined);
  if (state === undefined) return;
  if (state.stage === 'done') return endStaging(database, []);
  if (state.before === 'tables') {
    await withClient(database, async (client) => {
      await client.query('BEGIN');
      const tables = await listStaged(client);
      if (tables.length > 0) await client.query(`TRUNCATE ${tables.map((name) => staged(client, name)).join(', ')}`);
      for (const { definition } of await listMissingIndexes(client)) await client.query(definition);
      await moveBack(client);
      await client.query(`DROP SCHEMA ${STAGING} CASCADE`);
      await client.query('COMMIT');
    });
    return;
  }
  await withClient(database, (client) => client.query(`DROP SCHEMA IF EXISTS ${STAGING} CASCADE`));
  await removeMade(database, state.before);
}

export async function switchTables(database: ServiceDatabase): Promise<void> {
  await withClient(database, async (client) => {
    await client.query('BEGIN');
    await setSequences(client);
    await moveBack(client);
    await client.query(`UPDATE ${STAGING}.load_state SET stage = 'done'`);
    await client.query('COMMIT');
  });
}

export async function endStaging(database: ServiceDatabase, applied: readonly string[]): Promise<void> {
  const migrationsDir = migrationsOf(database.service);
  const { migrationDirectories } = await readMigrations(migrationsDir);
  const isBehind = migrationDirectories.some(({ path }) => !applied.includes(path));
  if (isBehind) await applyMigrations({ databaseUrl: database.url, migrationsDir });
  await withClient(database, (client) => client.query(`DROP SCHEMA IF EXISTS ${STAGING} CASCADE`));
}

async function findState(database: ServiceDatabase): Promise<State | undefined> {
  return withClient(database, async (client) => {
    const { rows: found } = await client.query(`SELECT to_regclass('${STAGING}.load_state') IS NOT NULL AS is`);
    if (found[0].is !== true) return undefined;
    const { rows } = await client.query<State>(
      `SELECT snapshot_id AS "snapshotId", before, stage FROM ${STAGING}.load_state`,
    );
    return rows[0];
  });
}

async function moveAside(client: pg.Client, part: Part, { snapshotId, before, stage }: State): Promise<void> {
  await client.query('BEGIN');
  const tables = await listChainTables(client, part.service);
  const text = (list: readonly { name: string; columns: string[] }[]): string =>
    list
      .map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`)
      .sort()
      .join('; ');
  if (text(tables) !== text(part.tables)) {
    throw new SnapshotFault(`the tables of ${part.service} in the snapshot are not those of its migrations`);
  }
  await client.query(`CREATE SCHEMA ${STAGING}`);
  await client.query(`CREATE TABLE ${STAGING}.load_state (snapshot_id text, before text, stage text)`);
  await client.query(
    `CREATE TABLE ${STAGING}.load_piece ("table" text, number integer, PRIMARY KEY ("table", number))`,
  );
  await client.query(`CREATE TABLE ${STAGING}.load_index ("table" text, name text, definition text, is_key boolean)`);
  await client.query(`INSERT INTO ${STAGING}.load_state VALUES ($1, $2, $3)`, [snapshotId, before, stage]);
  for (const { name } of tables) {
    await client.query(`ALTER TABLE ${client.escapeIdentifier(name)} SET SCHEMA ${STAGING}`);
  }
  // The loaded rows bring their own numbers.
  if (tables.some(({ name }) => name === CHAINS)) await client.query(`TRUNCATE ${staged(client, CHAINS)}`);
  await client.query(KEEP_INDEXES, [STAGING, RECORDS]);
  const { rows } = await client.query<{ drop: string }>(DROP_INDEXES, [STAGING]);
  for (const { drop } of rows) await client.query(drop);
  await client.query('COMMIT');
}

const KEEP_INDEXES = `
  INSERT INTO ${STAGING}.load_index ("table", name, definition, is_key)
  SELECT t.relname, i.relname,
         CASE WHEN k.oid IS NULL THEN pg_get_indexdef(i.oid)
              ELSE format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', n.nspname, t.relname, k.conname, pg_get_constraintdef(k.oid)) END,
         k.oid IS NOT NULL
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    JOIN pg_namespace n ON n.oid = t.relnamespace
    LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u', 'x')
   WHERE n.nspname = $1 AND t.relname <> ALL($2::text[])`;

const DROP_INDEXES = `
  SELECT CASE WHEN is_key THEN format('ALTER TABLE %I.%I DROP CONSTRAINT %I', $1::text, "table", name)
              ELSE format('DROP INDEX %I.%I', $1::text, name) END AS drop
    FROM ${STAGING}.load_index`;

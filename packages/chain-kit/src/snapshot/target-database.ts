import { readApplied } from '@ledgergraph/service-kit/backup/contents';
import { databaseName } from '@ledgergraph/service-kit/database-url';
import { ensureDatabase } from '@ledgergraph/service-kit/migrate/ensure-database';
import { readMigrations } from '@ledgergraph/service-kit/migrate/migration-files';
import { maintenanceOf, migrationsOf, type ServiceDatabase, withClient } from './databases.ts';
import { areSamePlaces, type Part, type Place } from './manifest.ts';
import { listChainTables } from './selection.ts';
import { SnapshotFault } from './snapshot-fault.ts';

export const CHAINS = 'chain';

/** State before the load, which a refusal restores. */
export type Before = 'nothing' | 'no-tables' | 'tables';

export async function ensure(database: ServiceDatabase): Promise<boolean> {
  const isThere = await withClient(maintenanceOf(database), async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName(database.url)]);
    return rows.length > 0;
  });
  if (!isThere) await ensureDatabase(database.url);
  return !isThere;
}

/** A finished load without a block since: loading again changes nothing. */
export async function standsAt(database: ServiceDatabase, chains: readonly Place[]): Promise<boolean> {
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ is: boolean }>(`SELECT to_regclass('public.sync_cursor') IS NOT NULL AS is`);
    if (rows[0]?.is !== true) return false;
    const cursors = await client.query<Place>('SELECT chain_id AS "chainId", height, hash FROM sync_cursor');
    return areSamePlaces(cursors.rows, chains);
  });
}

/** @throws SnapshotFault */
export async function refuseLaterVersion({ service, migrations }: Part): Promise<void> {
  const { migrationDirectories } = await readMigrations(migrationsOf(service));
  const known = migrationDirectories.map(({ path }) => path);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SnapshotFault(`${service} of the snapshot has migrations that this version does not know: ${unknown[0]}`);
  }
}

/** @throws SnapshotFault for a database that has blocks, or is further than the snapshot */
export async function lookAt({ service, ...database }: ServiceDatabase, { migrations }: Part): Promise<Before> {
  return withClient({ service, ...database }, async (client) => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') LIMIT 1`,
    );
    if (rows.length === 0) return 'no-tables';
    const applied = await readApplied(client).catch(() => {
      throw new SnapshotFault(`the database of ${service} holds tables of another program`);
    });
    for (const { name } of await listChainTables(client, service)) {
      // An indexer gives its chains their numbers before it has a block.
      if (name === CHAINS) continue;
      const { rows: filled } = await client.query(`SELECT 1 FROM ${client.escapeIdentifier(name)} LIMIT 1`);
      if (filled.length === 0) continue;
      throw new SnapshotFault(
        `the database of ${service} is not empty (${name}): a snapshot is loaded into an empty one`,
      );
    }
    const later = applied.find((name) => !migrations.includes(name));
    if (later === undefined) return 'tables';
    throw new SnapshotFault(
      `the empty database of ${service} is at later migrations (${later}): drop it, and load brings it forward itself`,
    );
  });
}

/** Removes only what this load has made. */
export async function removeMade(database: ServiceDatabase, before: Before): Promise<void> {
  if (before === 'tables') return;
  if (before === 'no-tables') {
    await withClient(database, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
      );
      const names = rows.map(({ name }) => client.escapeIdentifier(name)).join(', ');
      if (names !== '') await client.query(`DROP TABLE ${names} CASCADE`);
    });
    return;
  }
  const name = databaseName(database.url);
  await withClient(maintenanceOf(database), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

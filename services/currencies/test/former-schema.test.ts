import { readdir } from 'node:fs/promises';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import pg from 'pg';
import { openCurrencyDatabase } from './currency-database.ts';
import { readRecordedChain } from './recorded-chain.ts';

const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url).pathname;
const NUMBERED = 'states_by_chain_number';
/** Blocks that are applied after the upgrade. */
const LATER = 40;

/** Tables whose rows named their chain by its text. */
const NAMED = ['currency_state', 'native_supply'];

test('states and supplies of a database from before keep their chains, and its indexer goes on and reverts', async () => {
  await using cleanup = new AsyncDisposableStack();
  const chains = [readRecordedChain('pchain-a'), readRecordedChain('vrsctest-a')];
  const straight = await openCurrencyDatabase();
  cleanup.defer(() => straight.close());
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name)).sort();
  const place = names.findIndex((name) => name.endsWith(NUMBERED));
  const database = await createTestDatabase({ service: 'currencies', migrations: names.slice(0, place) });
  for (const { network, blocks } of chains) await straight.apply(network, blocks.slice(0, -LATER));
  await copyRows(straight.url, database.url);

  await applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS });
  const taken = await openCurrencyDatabase(database);
  cleanup.defer(() => taken.close());
  expect(await taken.dump()).toEqual(await straight.dump());
  expect((await taken.dump()).length).toBeGreaterThan(1_000);
  for (const each of [taken, straight]) {
    for (const { network, blocks } of chains) await each.apply(network, blocks.slice(-LATER));
    for (const { network, blocks } of chains) await each.revert(network, blocks.length - 2 * LATER);
  }
  expect(await taken.dump()).toEqual(await straight.dump());
});

/** Writes the rows of a database of this version as the version before did. */
async function copyRows(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client];
  await Promise.all([source.connect(), target.connect()]);
  // The version before had one table more, which this one does not fill.
  const tables = await source.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  for (const { name } of tables.rows) {
    const rows = NAMED.includes(name)
      ? `SELECT chain_id, own.* FROM "${name}" own JOIN chain ON chain.id = own.chain`
      : `SELECT * FROM "${name}"`;
    const copied = await source.query<{ rows: string }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(row)), '[]')::text AS rows FROM (${rows}) row`,
    );
    await target.query(
      `INSERT INTO "${name}" SELECT * FROM jsonb_populate_recordset(NULL::"${name}", $1::text::jsonb)`,
      [copied.rows[0]?.rows],
    );
  }
  await Promise.all([source.end(), target.end()]);
}

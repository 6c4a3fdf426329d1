import { readdir } from 'node:fs/promises';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { applyMigrations } from '@ledgergraph/service-kit/migrate/apply-migrations';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { connectDatabase } from '#/context.ts';

const MIGRATIONS = new URL('../prisma/migrations/', import.meta.url);

/** Rows as they were before the migration `blocks_by_place`; the other tables have the columns that they had then. */
export const FORMER_SELECTS = {
  chain: 'SELECT id AS chain_number, chain_id FROM chain',
  block: 'SELECT chain.chain_id, block.* FROM block JOIN chain ON chain.id = block.chain',
  transaction: `SELECT chain.chain_id, block.hash AS block_hash, tx.* FROM transaction tx
    JOIN block USING (chain, height, ordinal) JOIN chain ON chain.id = tx.chain`,
  spend: `SELECT chain.chain_id, spender.txid AS spender_txid, spend.* FROM spend
    JOIN block ON block.chain = spend.chain AND block.height = spend.height AND block.main
    JOIN transaction spender ON spender.chain = spend.chain AND spender.height = spend.height AND spender.ordinal = block.ordinal
     AND spender.index = spend.spender_tx_index
    JOIN chain ON chain.id = spend.chain`,
  produced_block: 'SELECT chain.chain_id, one.* FROM produced_block one JOIN chain ON chain.id = one.chain',
  produced_tip: 'SELECT chain.chain_id, tip.* FROM produced_tip tip JOIN chain ON chain.id = tip.chain',
} as const;

/**
 * A database of a former version with the rows of another one. Its chains have other numbers.
 * @param newer first migration that it lacks, without the time of its name
 * @param selects tables to fill, with the statements that read their rows in the former columns; absent: all tables but the events, whose ids
 *   are those of a sequence
 */
export async function openFormer(db: SqlExecutor, newer: string, selects?: Readonly<Record<string, string>>) {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d/.test(name)).sort();
  const former = names.slice(
    0,
    names.findIndex((name) => name.endsWith(`_${newer}`)),
  );
  expect(former.length).toBeGreaterThan(0);
  const database = await createTestDatabase({ service: 'blocks', migrations: former });
  const client = connectDatabase(database.url);
  for (const [table, select] of Object.entries(selects ?? (await listSelects(client))))
    await fill(client, table, select, db);
  return {
    db: client,
    migrate: () => applyMigrations({ databaseUrl: database.url, migrationsDir: MIGRATIONS.pathname }),
    close: async () => {
      await client.$disconnect();
      await database.drop();
    },
  };
}

async function listSelects(db: SqlExecutor): Promise<Record<string, string>> {
  const rows = await db.$queryRawUnsafe<{ name: string }[]>(
    "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'outbox', 'reorg')",
  );
  return { ...Object.fromEntries(rows.map(({ name }) => [name, `SELECT * FROM "${name}"`])), ...FORMER_SELECTS };
}

/** The rows travel as JSON text, which keeps every digit. Columns that the former table lacks are left out. */
async function fill(former: SqlExecutor, table: string, select: string, db: SqlExecutor): Promise<void> {
  const [read] = await db.$queryRawUnsafe<{ rows: string | null }[]>(
    `SELECT jsonb_agg(to_jsonb(one))::text AS rows FROM (${select}) AS one`,
  );
  await former.$executeRawUnsafe(
    `INSERT INTO "${table}"
     SELECT (jsonb_populate_record(NULL::"${table}", row || jsonb_strip_nulls(jsonb_build_object(
              'chain', 100 - (row->>'chain')::integer, 'id', coalesce(to_jsonb(100 - (row->>'chain_number')::integer), row->'id'))))).*
       FROM jsonb_array_elements($1::jsonb) AS row`,
    read?.rows ?? '[]',
  );
}

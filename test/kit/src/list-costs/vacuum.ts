import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/**
 * Counts the rows of tables, and marks their pages as visible to all, as autovacuum does some time after a backfill: then Postgres may
 * prefer an index that holds all columns it needs, however long the range is.
 *
 * @param tables all by default
 */
export async function vacuum(db: SqlExecutor, tables: readonly string[] = []): Promise<void> {
  // A test's server commits before it writes to the disk, and rows are marked only once their commit is there.
  await db.$executeRawUnsafe('CHECKPOINT');
  await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${tables.join(', ')}`);
}

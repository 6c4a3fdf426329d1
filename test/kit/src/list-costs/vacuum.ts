import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/**
 * Counts rows, and marks pages as visible to all, as autovacuum does after a backfill: Postgres may then prefer a covering index.
 * @param tables all by default
 */
export async function vacuum(db: SqlExecutor, tables: readonly string[] = []): Promise<void> {
  // Rows are marked only once their commit is on the disk.
  await db.$executeRawUnsafe('CHECKPOINT');
  await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${tables.join(', ')}`);
}

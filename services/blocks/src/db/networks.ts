import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Withdraws the announcement of networks that are no longer followed; their blocks stay. */
export async function deleteNetworksExcept(db: SqlExecutor, chainIds: readonly string[]): Promise<void> {
  await db.$executeRawUnsafe('DELETE FROM network WHERE chain_id <> ALL($1::text[])', chainIds);
}

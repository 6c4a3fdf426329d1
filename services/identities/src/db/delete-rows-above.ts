import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** One statement for each table. */
const STATEMENTS = [
  'DELETE FROM identity WHERE chain_id = $1 AND registered_height > $2',
  'DELETE FROM identity_revision WHERE chain_id = $1 AND height > $2',
  'DELETE FROM identity_holder WHERE chain_id = $1 AND from_height > $2',
  'DELETE FROM identity_label WHERE chain_id = $1 AND height > $2',
  'DELETE FROM currency_name WHERE chain_id = $1 AND height > $2',
] as const;

/** Deletes every row that a block above keepHeight brought; -1: every row of the chain. */
export async function deleteRowsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const statement of STATEMENTS) await tx.$executeRawUnsafe(statement, chainId, keepHeight);
}

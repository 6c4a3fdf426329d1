import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Tables and the column that says which block a row came from. */
const TABLES = [
  ['identity', 'registered_height'],
  ['identity_revision', 'height'],
  ['identity_holder', 'from_height'],
  ['identity_label', 'height'],
  ['currency_name', 'height'],
] as const;

/** Deletes every row that a block above keepHeight brought; -1: every row of the chain. */
export async function deleteRowsAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  for (const [table, column] of TABLES) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND ${column} > $2`, chainId, keepHeight);
  }
}

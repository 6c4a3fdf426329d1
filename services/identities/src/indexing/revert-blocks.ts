import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';

/** One statement for each table; the last one opens the spans again that the blocks had ended. */
const STATEMENTS = [
  'DELETE FROM identity WHERE chain_id = $1 AND registered_height > $2',
  'DELETE FROM identity_revision WHERE chain_id = $1 AND height > $2',
  'DELETE FROM identity_holder WHERE chain_id = $1 AND from_height > $2',
  'DELETE FROM identity_label WHERE chain_id = $1 AND height > $2',
  'DELETE FROM currency_name WHERE chain_id = $1 AND height > $2',
  'UPDATE identity_holder SET to_height = NULL WHERE chain_id = $1 AND to_height > $2',
] as const;

/** Leaves the tables row for row as if blocks above keepHeight had never been applied; -1: no block at all. */
export async function revertBlocks(tx: SqlExecutor, { chainId }: Network, keepHeight: number): Promise<void> {
  for (const statement of STATEMENTS) await tx.$executeRawUnsafe(statement, chainId, keepHeight);
}

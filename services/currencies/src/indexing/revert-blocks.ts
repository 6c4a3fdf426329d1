import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';

/** One statement for each table. */
const STATEMENTS = [
  `DELETE FROM currency_state WHERE chain = ${chainNumber(1)} AND height > $2`,
  'DELETE FROM currency_definition WHERE chain_id = $1 AND height > $2',
  `DELETE FROM native_supply WHERE chain = ${chainNumber(1)} AND height > $2`,
] as const;

/** Deletes the rows of blocks above keepHeight: rows are only ever added, so nothing else has to be undone. */
export async function revertBlocks(tx: SqlExecutor, { chainId }: Network, keepHeight: number): Promise<void> {
  for (const statement of STATEMENTS) await tx.$executeRawUnsafe(statement, chainId, keepHeight);
}

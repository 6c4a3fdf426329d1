import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { Network } from '@ledgergraph/service-kit/indexing/network';

/** Rows are only ever added, so what blocks above keepHeight did is undone by deleting it. */
export async function revertBlocks(tx: SqlExecutor, network: Network, keepHeight: number): Promise<void> {
  for (const table of ['currency_state', 'currency_definition', 'native_supply', 'block_outputs']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, network.chainId, keepHeight);
  }
}

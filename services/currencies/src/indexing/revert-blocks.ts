import type { Network } from '@ledgergraph/chain-kit/chain/network';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

/** Rows are only ever added, so what blocks above keepHeight did is undone by deleting it. */
export async function revertBlocks(tx: SqlExecutor, network: Network, keepHeight: number): Promise<void> {
  for (const table of ['currency_state', 'currency_definition', 'native_supply', 'block_outputs']) {
    await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE chain_id = $1 AND height > $2`, network.chainId, keepHeight);
  }
}

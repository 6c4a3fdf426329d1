import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { deleteRowsAbove } from '#/db/delete-rows-above.ts';
import { reopenHolders } from '#/db/identity-holders.ts';

/** Leaves the tables row for row as if blocks above keepHeight had never been applied; -1: no block at all. */
export async function revertBlocks(tx: SqlExecutor, network: Network, keepHeight: number): Promise<void> {
  await deleteRowsAbove(tx, network.chainId, keepHeight);
  await reopenHolders(tx, network.chainId, keepHeight);
}

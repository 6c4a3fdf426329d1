import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Network } from '@ledgergraph/graph-kit/network';
import { deleteLaunchesAbove } from '#/db/launch-rows.ts';
import { revertFlowRows } from '#/db/revert-flow-rows.ts';
import { revertMarketRows } from '#/db/revert-market-rows.ts';
import { revertSupplyRows } from '#/db/supply-rows.ts';
import { revertVolumes } from '#/db/volume-rows.ts';

/** Leaves the rows as if blocks above keepHeight had never been applied; -1: no block at all. */
export async function revertBlocks(tx: SqlExecutor, { chainId }: Network, keepHeight: number): Promise<void> {
  await revertFlowRows(tx, chainId, keepHeight);
  await deleteLaunchesAbove(tx, chainId, keepHeight);
  await revertMarketRows(tx, chainId, keepHeight);
  await revertSupplyRows(tx, chainId, keepHeight);
  await revertVolumes(tx, chainId, keepHeight);
}
